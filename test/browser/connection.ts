import {
	EmulatorControl,
	N8nClient,
	type ClientSession,
	type CredentialsByType,
} from '../n8n/harness';
import { ShiftedClock } from '../n8n/harness/clock';

/** Names the variable through which the global set-up tells each worker of jest where its n8n runs. */
export const CONNECTIONS = 'BROWSER_TEST_CONNECTIONS';

/** What test files need of a running n8n. */
export interface Connection {
	session: ClientSession;
	/** One of each credential type, with the emulator's keys. */
	credentials: CredentialsByType;
	emulatorUrl: string;
	browserUrl: string;
	/** where n8n's clock is set */
	clockFile: string;
}

/** The n8n, the emulator and the browser that all files share which one worker of jest runs. */
export function connect() {
	const text = process.env[CONNECTIONS];
	if (!text) throw new Error('Tests in the editor run with `npm run test:browser`');
	const connections = JSON.parse(text) as Connection[];
	const { session, credentials, emulatorUrl, browserUrl, clockFile } =
		connections[Number(process.env.JEST_WORKER_ID) - 1]!;
	return {
		url: session.url,
		browserUrl,
		credentials,
		client: N8nClient.resume(session),
		emulator: new EmulatorControl(emulatorUrl),
		clock: new ShiftedClock(clockFile),
	};
}
