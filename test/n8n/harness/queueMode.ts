/** n8n's queue mode: main, workers and a webhook processor as processes of their own. */
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { N8nClient } from './client';
import { runCommand } from './commands';
import { N8nProcess, onFreePorts } from './n8nProcess';
import { installPackage } from './package';
import { preparedN8n, type Major } from './prepared';
import { startQueueServers, type Database } from './queueServers';
import { environment, QUICK_EXPRESSIONS, startN8n, WITHOUT_EDITOR } from './startN8n';

const START_WITHIN_MS = 120_000;

export interface Worker {
	name: string;
	/** The executions it has begun, in that order. */
	begun(): string[];
	memory(): number;
	/**
	 * SIGKILL to it and its task runner. What it held is let go at once, where n8n would wait until its locks
	 * have run out.
	 */
	kill(): Promise<void>;
	/** SIGTERM: it finishes what it has begun. */
	stop(): Promise<void>;
}

export interface QueueMode {
	version: string;
	/** Main's editor and API, signed in as the owner. */
	client: N8nClient;
	/** Where production webhooks are served: the webhook processor, main refuses them. */
	webhookUrl: string;
	/** Those that run. */
	workers: Worker[];
	database: Database;
	/** @param env added to the environment of this one */
	startWorker(env?: Record<string, string>): Promise<Worker>;
	stop(): Promise<void>;
}

/**
 * Starts everything, PostgreSQL and Redis included, with two workers.
 * @param log gets a line for each slow step of a first set-up
 * @throws with the end of a log when one of them fails
 */
export async function startQueueMode(
	major: Major,
	packageTarball: string,
	log: (line: string) => void,
): Promise<QueueMode> {
	const prepared = await preparedN8n(major, log);
	const servers = await startQueueServers(prepared);
	const folder = await fs.mkdtemp(join(tmpdir(), `n8n-queue-${major}-`));
	const env = {
		...servers.env,
		...settings(major),
		N8N_ENCRYPTION_KEY: randomBytes(24).toString('base64'),
	};
	const running: Array<{ stop(): Promise<unknown> }> = [];
	const stop = async () => {
		try {
			await Promise.all(running.splice(0).map(async (n8n) => await n8n.stop()));
			await servers.stop();
		} finally {
			await fs.rm(folder, { recursive: true, force: true, maxRetries: 5 });
		}
	};
	const abandon = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
	process.once('exit', abandon);

	/** Starts one process of n8n beside main and waits until it is ready. */
	const start = async (
		name: string,
		args: string[],
		own: Record<string, string> = {},
	): Promise<N8nProcess & { url: string }> => {
		const userFolder = join(folder, name);
		await fs.mkdir(userFolder);
		await installPackage(userFolder, packageTarball);
		const launcher = await withHostName(name);
		return await onFreePorts(2, async ([port, brokerPort]) => {
			const url = `http://127.0.0.1:${port}`;
			const n8n = new N8nProcess(
				prepared,
				args,
				environment(prepared, userFolder, {
					...env,
					...own,
					N8N_PORT: String(port),
					QUEUE_HEALTH_CHECK_ACTIVE: 'true',
					QUEUE_HEALTH_CHECK_PORT: String(port),
					N8N_RUNNERS_BROKER_PORT: String(brokerPort),
				}),
				userFolder,
				join(userFolder, 'console.log'),
				launcher,
			);
			running.push(n8n);
			const isReady = async () => (await fetch(`${url}/healthz/readiness`)).ok;
			await n8n.untilReady(isReady, START_WITHIN_MS);
			return Object.assign(n8n, { url });
		});
	};

	let started = 0;
	const workers: Worker[] = [];
	const startWorker = async (own: Record<string, string> = {}): Promise<Worker> => {
		const name = `worker-${++started}`;
		const n8n = await start(name, ['worker'], own);
		const leave = () => void workers.splice(workers.indexOf(worker), 1);
		const worker: Worker = {
			name,
			begun: () => begunBy(n8n).map(([, execution]) => execution),
			memory: () => n8n.memory(),
			kill: async () => {
				n8n.kill();
				leave();
				await n8n.wait();
				await servers.releaseLocks(begunBy(n8n).map(([, , job]) => job));
			},
			stop: async () => {
				await n8n.stop();
				leave();
			},
		};
		workers.push(worker);
		return worker;
	};

	try {
		// main first: it brings the database up to date
		const main = await startN8n({
			major,
			packageTarball,
			userFolder: await fs.mkdir(join(folder, 'main')).then(() => join(folder, 'main')),
			env: { ...env, ...WITHOUT_EDITOR, N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true' },
		});
		running.push(main);
		const starting = [start('webhook', ['webhook']), startWorker(), startWorker()] as const;
		// all of them, so that `stop` finds each when one fails
		await Promise.allSettled(starting);
		const webhook = await starting[0];
		await Promise.all(starting);
		return {
			version: prepared.version,
			client: main.client,
			webhookUrl: webhook.url,
			workers,
			database: servers.database,
			startWorker,
			stop: async () => {
				process.off('exit', abandon);
				await stop();
			},
		};
	} catch (error) {
		process.off('exit', abandon);
		await stop();
		throw error;
	}
}

/** What a worker says when it begins an execution: its ID, and that of its job. */
const begunBy = (n8n: N8nProcess) => [
	...n8n.logs().matchAll(/Worker started execution (\d+) \(job (\d+)\)/g),
];

/**
 * The settings that matter; see the README. A lock lasts so long that no living worker of a busy machine
 * renews it too late, which n8n would take for dead; those of a killed one are removed.
 */
function settings(major: Major): Record<string, string> {
	return {
		EXECUTIONS_MODE: 'queue',
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		QUEUE_WORKER_LOCK_DURATION: '600000',
		QUEUE_WORKER_LOCK_RENEW_TIME: '10000',
		QUEUE_WORKER_STALLED_INTERVAL: '3000',
		...(major === 1
			? { QUEUE_WORKER_MAX_STALLED_COUNT: '0' }
			: { N8N_EXECUTIONS_QUEUE_KEEP_LAST_COMPLETED: '1000' }),
		...QUICK_EXPRESSIONS,
	};
}

/**
 * Inside Docker n8n takes the machine's name for its own, which all processes here would share: each
 * gets a name of its own where that is allowed.
 */
async function withHostName(name: string): Promise<string[]> {
	const launcher = ['--uts', 'sh', '-c', 'hostname "$0" && exec "$@"', name];
	const allowed = await runCommand('unshare', [...launcher, 'true']);
	return allowed.code === 0 ? ['unshare', ...launcher] : [];
}
