import { setTimeout as delay } from 'node:timers/promises';
import { startEmulator, type Emulator } from '../../emulator';
import {
	createCredentials,
	N8nApiError,
	nodeItems,
	nodeRun,
	packPackage,
	startN8n,
	type CredentialsByType,
	type ExecutionSummary,
	type Item,
	type RunningN8n,
	type SavedWorkflow,
} from '../../n8n/harness';
import { until } from '../../support/until';
import { cpuOfTree } from './processTree';

/** How long n8n may take to put an execution away before its CPU time is read, in milliseconds. */
const SETTLE_MS = 200;
const POLL_MS = 200;
/** Where many executions run side by side, asking for them may not cost more than they do. */
const RARE_POLL_MS = 2000;

/** One run of a workflow. */
export interface WorkflowRun {
	/** From the start of the first measured node to the end of the last one. */
	ms: number;
	/** What each measured node took by itself. */
	nodeMs: Record<string, number>;
	/** CPU time of n8n and its task runner for the whole execution, storing it included. */
	cpuMs: number;
	/** What the last node put out. */
	items: Item[];
}

/** An emulator with credentials in n8n that lead to it. */
export interface Service {
	emulator: Emulator;
	credentials: CredentialsByType;
}

/** n8n answers 503 while its database is behind. */
function unlessBusy(error: unknown): ExecutionSummary[] {
	if (error instanceof N8nApiError && error.status === 503) return [];
	throw error;
}

/** What the sections of the benchmark share: one n8n with the packed package, and emulators. */
export class Bench {
	private readonly services: Service[] = [];

	private constructor(
		readonly n8n: RunningN8n,
		readonly log: (line: string) => void,
	) {}

	/** @param settings of n8n, beside those it comes with */
	static async start(
		log: (line: string) => void,
		settings: Record<string, string> = {},
	): Promise<Bench> {
		const { tarball } = await packPackage();
		const env = { EXECUTIONS_DATA_PRUNE: 'false', ...settings };
		return new Bench(
			await startN8n({ major: 2, packageTarball: tarball, env, log, startTimeoutMs: 300_000 }),
			log,
		);
	}

	/** Starts another emulator and creates the credentials for it. */
	async service(): Promise<Service> {
		const emulator = await startEmulator();
		const credentials = await createCredentials(this.n8n.client, emulator.url);
		const service = { emulator, credentials };
		this.services.push(service);
		return service;
	}

	/**
	 * Runs a saved workflow to its end.
	 * @param measured the nodes whose time counts, in order
	 * @throws when it does not succeed
	 */
	async run(
		workflow: SavedWorkflow,
		measured: ReadonlyArray<{ name: string }>,
		{ isOneOfMany = false } = {},
	): Promise<WorkflowRun> {
		const { client, pid } = this.n8n;
		const before = cpuOfTree(pid);
		const id = await client.run(workflow.id);
		if (id === undefined) throw new Error('n8n waits for a test webhook');
		await this.untilFinished(workflow.id, id, isOneOfMany ? RARE_POLL_MS : POLL_MS);
		await delay(SETTLE_MS);
		const cpuMs = cpuOfTree(pid) - before;

		const execution = await client.getExecution(id);
		if (execution.status !== 'success') {
			const reason = execution.data.resultData.error?.message;
			throw new Error(`'${workflow.name}' ended with ${execution.status}: ${reason}`);
		}
		if (measured.length === 0) return { ms: 0, nodeMs: {}, cpuMs, items: [] };
		const runs = measured.map(({ name }) => nodeRun(execution, name));
		const ms =
			Math.max(...runs.map((run) => run.startTime + run.executionTime)) -
			Math.min(...runs.map((run) => run.startTime));
		const nodeMs = Object.fromEntries(
			runs.map((run, index) => [measured[index].name, run.executionTime]),
		);
		return { ms, nodeMs, cpuMs, items: nodeItems(execution, measured[measured.length - 1].name) };
	}

	private async untilFinished(workflowId: string, id: string, pollMs: number): Promise<void> {
		await until(
			`the end of execution ${id}`,
			async () => {
				const [newest] = await this.n8n.client.listExecutions({ workflowId }, 1).catch(unlessBusy);
				return newest?.id === id && !['new', 'running', 'waiting'].includes(newest.status);
			},
			300_000,
			pollMs,
		);
	}

	async stop(): Promise<void> {
		await this.n8n.stop();
		for (const { emulator } of this.services) await emulator.stop();
	}
}
