import { queueServerPrograms } from '../n8n/harness/queueServers';

/** Ends with one sentence when PostgreSQL or Redis is missing. */
export default function globalSetup(): void {
	try {
		queueServerPrograms();
	} catch (error) {
		// Thrown, it would come with a stack that says nothing.
		process.stderr.write(`${(error as Error).message}\n`);
		process.exit(1);
	}
}
