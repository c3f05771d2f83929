import {
	mainAiCallAccount,
	mainSignatureAccount,
	startEmulator,
	type Emulator,
} from '../../emulator';
import { packPackage, type CredentialsByType, type Major } from '../../n8n/harness';
import { startQueueMode, type QueueMode } from '../../n8n/harness/queueMode';

/** n8n in queue mode with the package in every process, and the emulator its credentials name. */
export interface Bench {
	queue: QueueMode;
	emulator: Emulator;
	credentials: CredentialsByType;
	stop(): Promise<void>;
}

export async function startBench(major: Major, log: (line: string) => void): Promise<Bench> {
	const { tarball } = await packPackage();
	const emulator = await startEmulator();
	let queue: QueueMode;
	try {
		queue = await startQueueMode({ major, packageTarball: tarball, log });
	} catch (error) {
		await emulator.stop();
		throw error;
	}
	const { appKey, appSecret } = mainAiCallAccount;
	const { appId, apiKey, apiSecret } = mainSignatureAccount;
	const baseUrl = emulator.url;
	const data = {
		iflytekAiCallApi: { appKey, appSecret, baseUrl },
		iflytekSignatureApi: { appId, apiKey, apiSecret, baseUrl, testService: 'text' },
	};
	const credentials: CredentialsByType = {};
	for (const [type, values] of Object.entries(data)) {
		const { id, name } = await queue.client.createCredential({ name: type, type, data: values });
		credentials[type] = { id, name };
	}
	return {
		queue,
		emulator,
		credentials,
		stop: async () => {
			await queue.stop();
			await emulator.stop();
		},
	};
}
