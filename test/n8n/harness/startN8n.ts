import { existsSync, rmSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { N8nClient } from './client';
import { N8nProcess, onFreePorts } from './n8nProcess';
import { installPackage } from './package';
import { preparedN8n, type Major, type PreparedN8n } from './prepared';

/** The file in the user folder that holds what n8n writes to the console. */
export const CONSOLE_LOG = 'console.log';

/** The environment in which n8n loads a script before its own. */
export const preloading = (file: string) => ({ NODE_OPTIONS: `--require ${JSON.stringify(file)}` });

/** The environment in which n8n starts faster, without its editor. */
export const WITHOUT_EDITOR = preloading(join(__dirname, 'withoutEditor.cjs'));

/**
 * The environment in which n8n 2 makes an expression engine only where there is an expression, as our pages
 * recommend, and compiles it once: with n8n's defaults each execution and each webhook request costs more.
 */
export const QUICK_EXPRESSIONS = {
	N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true',
	N8N_EXPRESSION_ENGINE_COMPILE_CACHE: 'true',
};

export interface StartOptions {
	major: Major;
	/** The tarball of the package to install first; none starts n8n as it is in `userFolder`. */
	packageTarball?: string;
	/** Holds `.n8n` (database, key, packages); by default a new one that `stop` removes. */
	userFolder?: string;
	port?: number;
	/** Added to, or with undefined removed from, the harness's environment for n8n. */
	env?: Record<string, string | undefined>;
	startTimeoutMs?: number;
	/** Gets a line for each slow step of a first set-up. */
	log?: (line: string) => void;
}

export interface RunningN8n {
	major: Major;
	/** n8n's version. */
	version: string;
	url: string;
	port: number;
	pid: number;
	userFolder: string;
	/** The one folder outside its own that n8n's file nodes may read and write. */
	filesFolder: string;
	/** Milliseconds from the start of the process until it was ready. */
	startedIn: number;
	/** Signed in as the owner. */
	client: N8nClient;
	/** What n8n has written to the console. */
	logs(): string;
	/** Resident bytes of the n8n process now. */
	memory(): number;
	/** The most resident bytes the n8n process has had. */
	peakMemory(): number;
	/** Runs a workflow with `n8n execute` in a process of its own, beside this one. */
	executeCli(workflowId: string): Promise<CliExecution>;
	stop(): Promise<void>;
	/** SIGKILL to n8n and its task runner; the user folder stays. */
	kill(): void;
}

export interface CliExecution {
	/** `exit code 0`, another code or a signal. */
	exit: string;
	output: string;
}

/**
 * Starts a real n8n on free ports with an owner account and waits until it serves the editor's API.
 * It prints nothing; an n8n that does not start throws with the end of its log.
 */
export async function startN8n(options: StartOptions): Promise<RunningN8n> {
	const prepared = await preparedN8n(options.major, options.log);
	const ownFolder = options.userFolder === undefined;
	const userFolder = await fs.realpath(
		options.userFolder ?? (await fs.mkdtemp(join(tmpdir(), `n8n-${options.major}-`))),
	);
	const filesFolder = join(userFolder, 'files');
	await fs.mkdir(filesFolder, { recursive: true });
	if (!existsSync(join(userFolder, '.n8n'))) {
		await fs.cp(prepared.newUserFolder, userFolder, { recursive: true });
	}
	if (options.packageTarball) await installPackage(userFolder, options.packageTarball);

	const logFile = join(userFolder, CONSOLE_LOG);
	const removeFolder = async () => {
		if (ownFolder) await fs.rm(userFolder, { recursive: true, force: true, maxRetries: 5 });
	};
	const begin = async ([freePort, brokerPort]: number[]) => {
		const port = options.port ?? freePort;
		const url = `http://127.0.0.1:${port}`;
		const env = environment(prepared, userFolder, {
			N8N_PORT: String(port),
			N8N_RUNNERS_BROKER_PORT: String(brokerPort),
			N8N_RESTRICT_FILE_ACCESS_TO: filesFolder,
			...options.env,
		});
		const begun = Date.now();
		const n8n = new N8nProcess(prepared, ['start'], env, userFolder, logFile);
		const abandon = () => {
			n8n.kill();
			if (ownFolder) rmSync(userFolder, { recursive: true, force: true, maxRetries: 5 });
		};
		process.once('exit', abandon);
		const client = new N8nClient(url, options.major);
		try {
			const patience = options.startTimeoutMs ?? 120_000;
			await n8n.untilReady(async () => await isServing(n8n, url), patience);
			const startedIn = Date.now() - begun;
			await client.signIn();
			return { n8n, env, port, url, client, startedIn, abandon };
		} catch (error) {
			n8n.kill();
			await n8n.wait();
			process.off('exit', abandon);
			throw error;
		}
	};
	const { n8n, env, port, url, client, startedIn, abandon } = await onFreePorts(2, begin).catch(
		async (error: unknown) => {
			await removeFolder();
			throw error;
		},
	);

	return {
		major: options.major,
		version: prepared.version,
		url,
		port,
		pid: n8n.pid,
		userFolder,
		filesFolder,
		startedIn,
		client,
		logs: () => n8n.logs(),
		memory: () => n8n.memory(),
		peakMemory: () => n8n.peakMemory(),
		executeCli: async (workflowId) => await executeCli(prepared, env, userFolder, workflowId),
		stop: async () => {
			await n8n.stop();
			process.off('exit', abandon);
			await removeFolder();
		},
		kill: () => n8n.kill(),
	};
}

/** Runs a workflow with `n8n execute` in a process of its own; the n8n of that user folder may run. */
export async function executeCli(
	prepared: PreparedN8n,
	env: NodeJS.ProcessEnv,
	userFolder: string,
	workflowId: string,
): Promise<CliExecution> {
	return await onFreePorts(1, async ([brokerPort]) => {
		const cliEnv = { ...env, N8N_RUNNERS_BROKER_PORT: String(brokerPort) };
		const log = join(userFolder, `execute-${workflowId}-${Date.now()}.log`);
		const args = ['execute', `--id=${workflowId}`];
		const cli = new N8nProcess(prepared, args, cliEnv, userFolder, log);
		const exit = await cli.wait();
		const output = cli.logs();
		// it ends before it has begun the workflow
		if (output.includes(`port ${brokerPort} is already in use`)) throw new Error(output);
		return { exit, output };
	});
}

/**
 * The shell's environment (certificates, proxies) without what belongs to the test runner, and with
 * everything of n8n off that talks to its makers or needs the internet.
 */
export function environment(
	prepared: PreparedN8n,
	userFolder: string,
	own: Record<string, string | undefined>,
): NodeJS.ProcessEnv {
	const foreign = /^(N8N_|DB_|QUEUE_|EXECUTIONS_|JEST_|npm_|NODE_(ENV|OPTIONS|PATH|CHANNEL))/;
	const shell = Object.fromEntries(
		Object.entries(process.env).filter(([name]) => !foreign.test(name)),
	);
	const local = '127.0.0.1,localhost';
	const noProxy = [shell.NO_PROXY ?? shell.no_proxy, local].filter(Boolean).join(',');
	return {
		...shell,
		// n8n starts its task runner with the `node` of the path.
		PATH: [dirname(prepared.node), shell.PATH].filter(Boolean).join(delimiter),
		NO_PROXY: noProxy,
		no_proxy: noProxy,
		NO_COLOR: '1',
		NODE_ENV: 'production',
		N8N_USER_FOLDER: userFolder,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_HOST: '127.0.0.1',
		N8N_SECURE_COOKIE: 'false',
		N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		...prepared.env,
		...own,
	};
}

async function isServing(n8n: N8nProcess, url: string): Promise<boolean> {
	// Another n8n on the same port would answer as well; this one says so when it has opened the port.
	if (!n8n.logs().includes('Editor is now accessible')) return false;
	const readiness = await fetch(`${url}/healthz/readiness`);
	if (!readiness.ok) return false;
	const settings = await fetch(`${url}/rest/settings`);
	return settings.headers.get('content-type')?.includes('application/json') === true;
}
