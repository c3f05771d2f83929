import { startEmulator, type Emulator } from '../emulator';
import { createCredentials, packPackage, type CredentialsByType, type Major } from '../n8n/harness';
import { startQueueMode, type QueueMode, type Worker } from '../n8n/harness/queueMode';
import { until } from '../support/until';

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
		queue = await startQueueMode(major, tarball, log);
	} catch (error) {
		await emulator.stop();
		throw error;
	}
	const credentials = await createCredentials(queue.client, emulator.url);
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

/** Waits until a worker has begun an execution, and says which. */
export async function workerOf(
	{ queue }: Pick<Bench, 'queue'>,
	execution: string,
): Promise<Worker> {
	return await until(
		`a worker to begin execution ${execution}`,
		() => queue.workers.find((each) => each.begun().includes(execution)),
		120_000,
	);
}
