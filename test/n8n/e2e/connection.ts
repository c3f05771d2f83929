import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { awayFromMidnight } from '../../support/until';
import {
	CONSOLE_LOG,
	EmulatorControl,
	environment,
	executeCli,
	memoryOf,
	N8nClient,
	preparedN8n,
	readLog,
	type ClientSession,
	type CredentialsByType,
	type Major,
} from '../harness';

/** Names the file through which the global set-up tells the test files where n8n runs. */
export const CONNECTION_FILE = 'N8N_E2E_CONNECTION';

/** What a platform that pushes to the trigger of the tests has to know. */
export const PUSH_SECRET = 'push-secret-of-the-trigger-test';

export interface Connection {
	major: Major;
	version: string;
	pid: number;
	userFolder: string;
	/** The one folder that n8n's file nodes may read and write. */
	filesFolder: string;
	session: ClientSession;
	/** One of each credential type, with the emulator's keys. */
	credentials: CredentialsByType;
	emulatorUrl: string;
	/** Every request to the emulator's services as it came, a JSON object in each line. */
	requestsFile: string;
	/** Every token that the emulator issued, one in each line. */
	tokensFile: string;
	/** The tarball that is installed in this n8n. */
	packageTarball: string;
}

/** The n8n and the emulator that all end-to-end files of a run share. */
export function connect() {
	const file = process.env[CONNECTION_FILE];
	if (!file) throw new Error('End-to-end tests run with `npx jest --selectProjects n8n`');
	beforeEach(async () => await awayFromMidnight(60_000));
	const connection = JSON.parse(readFileSync(file, 'utf8')) as Connection;
	const { major, userFolder, filesFolder } = connection;
	return {
		...connection,
		client: N8nClient.resume(connection.session),
		emulator: new EmulatorControl(connection.emulatorUrl),
		/** Runs a workflow with `n8n execute` beside the running n8n. */
		executeCli: async (workflowId: string) => {
			const prepared = await preparedN8n(major);
			const env = environment(prepared, userFolder, { N8N_RESTRICT_FILE_ACCESS_TO: filesFolder });
			return await executeCli(prepared, env, userFolder, workflowId);
		},
		logs: () => readLog(join(userFolder, CONSOLE_LOG)),
		memory: () => memoryOf(connection.pid),
	};
}
