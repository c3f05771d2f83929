/** PostgreSQL and Redis for n8n's queue mode: of our own on free ports, or ones that are running. */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { mustRun } from './commands';
import { freePorts } from './n8nProcess';
import type { PreparedN8n } from './prepared';

/** A PostgreSQL to use, such as `postgres://user:password@host:5432/database`; it may create schemas. */
const POSTGRES_URL = 'TEST_POSTGRES_URL';
/** A Redis to use, such as `redis://:password@host:6379/0`. */
const REDIS_URL = 'TEST_REDIS_URL';

const READY_WITHIN_MS = 60_000;

/** What a test can ask the database itself. */
export interface Database {
	query<Row = Record<string, unknown>>(sql: string, values?: unknown[]): Promise<Row[]>;
}

export interface QueueServers {
	/** Environment for every n8n process: where they are, and names that nobody else uses there. */
	env: Record<string, string>;
	/** Names in queries need no schema. */
	database: Database;
	/** Removes the locks of the workers that hold one of these jobs, as time does after a worker is dead. */
	releaseLocks(jobs: string[]): Promise<void>;
	stop(): Promise<void>;
}

interface PgClient extends Omit<Database, 'query'> {
	connect(): Promise<void>;
	query(sql: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
	end(): Promise<void>;
	on(event: 'error', listener: () => void): void;
}

interface RedisClient {
	keys(pattern: string): Promise<string[]>;
	mget(...keys: string[]): Promise<Array<string | null>>;
	del(...keys: string[]): Promise<number>;
	disconnect(): void;
}

/**
 * Starts those of the two servers that no environment variable names, with their data in a new folder
 * that `stop` removes.
 * @throws with one sentence when PostgreSQL or Redis is not installed
 */
export async function startQueueServers(prepared: PreparedN8n): Promise<QueueServers> {
	const folder = await fs.mkdtemp(join(tmpdir(), 'n8n-queue-servers-'));
	await fs.chmod(folder, 0o755);
	const servers: Server[] = [];
	const stopServers = async () => {
		await Promise.all(servers.map(async (server) => await server.stop()));
		await fs.rm(folder, { recursive: true, force: true, maxRetries: 5 });
	};
	try {
		const programs = queueServerPrograms();
		const [postgresPort, redisPort] = await freePorts(2);
		const redisUrl = process.env[REDIS_URL] || `redis://127.0.0.1:${redisPort}`;
		const postgresUrl =
			process.env[POSTGRES_URL] || `postgres://n8n:n8n@127.0.0.1:${postgresPort}/postgres`;
		if (programs.redis) servers.push(await startRedis(programs.redis, folder, redisPort));
		if (programs.postgres) {
			servers.push(await startPostgres(programs.postgres, folder, postgresPort));
		}
		await untilListening(redisUrl, folder);

		const name = `n8n_${randomUUID().slice(0, 8)}`;
		const client = await openDatabase(prepared, postgresUrl, folder);
		await client.query(`CREATE SCHEMA ${name}`);
		await client.query(`SET search_path TO ${name}`);
		return {
			env: { ...postgresEnv(postgresUrl, name), ...redisEnv(redisUrl, name) },
			database: {
				query: async <Row>(sql: string, values?: unknown[]) =>
					(await client.query(sql, values)).rows as Row[],
			},
			releaseLocks: async (jobs) => {
				await withRedis(prepared, redisUrl, async (client) => {
					const locks = await client.keys(`${name}_bull:*:lock`);
					if (locks.length === 0) return;
					const holders = await client.mget(...locks);
					const dead = holders.filter((_, n) => jobs.includes(locks[n]!.split(':').at(-2)!));
					const held = locks.filter((_, n) => dead.includes(holders[n]!));
					if (held.length > 0) await client.del(...held);
				});
			},
			stop: async () => {
				try {
					if (!programs.postgres) await client.query(`DROP SCHEMA ${name} CASCADE`);
					await client.end();
					if (programs.redis) return;
					await withRedis(prepared, redisUrl, async (client) => {
						const keys = await client.keys(`*${name}_*`);
						if (keys.length > 0) await client.del(...keys);
					});
				} finally {
					await stopServers();
				}
			},
		};
	} catch (error) {
		await stopServers();
		throw error;
	}
}

function postgresEnv(url: string, schema: string): Record<string, string> {
	const { hostname, port, username, password, pathname } = new URL(url);
	return {
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: hostname,
		DB_POSTGRESDB_PORT: port || '5432',
		DB_POSTGRESDB_DATABASE: decodeURIComponent(pathname.slice(1)),
		DB_POSTGRESDB_USER: decodeURIComponent(username),
		DB_POSTGRESDB_PASSWORD: decodeURIComponent(password),
		DB_POSTGRESDB_SCHEMA: schema,
		// as docs/queue-mode.md says; a busy machine takes long to open a connection
		DB_POSTGRESDB_POOL_SIZE: '10',
		DB_POSTGRESDB_CONNECTION_TIMEOUT: '120000',
	};
}

function redisEnv(url: string, prefix: string): Record<string, string> {
	const { hostname, port, username, password, pathname } = new URL(url);
	return {
		QUEUE_BULL_REDIS_HOST: hostname,
		QUEUE_BULL_REDIS_PORT: port || '6379',
		QUEUE_BULL_REDIS_DB: pathname.slice(1) || '0',
		...(username ? { QUEUE_BULL_REDIS_USERNAME: decodeURIComponent(username) } : {}),
		...(password ? { QUEUE_BULL_REDIS_PASSWORD: decodeURIComponent(password) } : {}),
		QUEUE_BULL_PREFIX: `${prefix}_bull`,
		N8N_REDIS_KEY_PREFIX: `${prefix}_n8n`,
	};
}

/** Where the programs are of those servers that no environment variable names. */
interface Programs {
	redis?: string;
	postgres?: { server: string; initdb: string };
}

/** @throws with one sentence that names the Debian package when PostgreSQL or Redis is missing */
export function queueServerPrograms(): Programs {
	const programs: Programs = {};
	if (!process.env[REDIS_URL]) {
		programs.redis = find('redis-server', [], 'Redis', 'redis-server', REDIS_URL);
	}
	if (!process.env[POSTGRES_URL]) {
		const [server, initdb] = ['postgres', 'initdb'].map((program) =>
			find(program, postgresFolders(), 'PostgreSQL', 'postgresql', POSTGRES_URL),
		);
		programs.postgres = { server, initdb };
	}
	return programs;
}

async function startRedis(program: string, folder: string, port: number): Promise<Server> {
	const data = join(folder, 'redis');
	await fs.mkdir(data);
	const options = { port, bind: '127.0.0.1', dir: data, save: '', appendonly: 'no' };
	const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
	return new Server(program, args, data, join(folder, 'Redis.log'));
}

async function startPostgres(
	{ server, initdb }: NonNullable<Programs['postgres']>,
	folder: string,
	port: number,
): Promise<Server> {
	const data = join(folder, 'postgres');
	await fs.mkdir(data, { mode: 0o700 });
	const user = await postgresUser();
	if (user) await fs.chown(data, user.uid, user.gid);
	await mustRun(
		initdb,
		['-D', data, '-U', 'n8n', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
		{ cwd: data, ...user },
	);
	const settings = {
		port,
		listen_addresses: '127.0.0.1',
		unix_socket_directories: '',
		max_connections: 100,
		// the data need not outlive the machine
		fsync: 'off',
		full_page_writes: 'off',
	};
	const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
	return new Server(server, ['-D', data, ...args], data, join(folder, 'PostgreSQL.log'), user);
}

/** PostgreSQL refuses to run as root; its packages bring a user for it. */
async function postgresUser(): Promise<{ uid: number; gid: number } | undefined> {
	if (process.getuid?.() !== 0) return undefined;
	const id = async (flag: string) =>
		Number((await mustRun('id', [flag, 'postgres'])).stdout.trim());
	return { uid: await id('-u'), gid: await id('-g') };
}

/** Debian keeps PostgreSQL's programs outside the path, a folder for each version. */
function postgresFolders(): string[] {
	const home = '/usr/lib/postgresql';
	if (!existsSync(home)) return [];
	return readdirSync(home)
		.sort((a, b) => Number(b) - Number(a))
		.map((version) => join(home, version, 'bin'));
}

function find(
	program: string,
	folders: string[],
	product: string,
	debianPackage: string,
	variable: string,
): string {
	const all = [...folders, ...(process.env.PATH ?? '').split(delimiter)];
	const folder = all.find((place) => existsSync(join(place, program)));
	if (folder) return join(folder, program);
	throw new Error(
		`The queue tests need ${product}: install it (on Debian or Ubuntu \`apt-get install ${debianPackage}\`), or name a running one in ${variable}.`,
	);
}

/** Ends the server when the pipe at descriptor 3 ends, so also when this process is gone. */
const WITH_LIFELINE = '"$@" 3<&- & server=$!; cat <&3 >/dev/null; kill -INT $server; wait $server';

/** A program of a test's own. */
export class Server {
	private readonly child: ChildProcess;

	private readonly ended: Promise<void>;

	constructor(
		program: string,
		args: string[],
		cwd: string,
		logFile: string,
		user: { uid?: number; gid?: number } = {},
	) {
		this.child = spawn('sh', ['-c', `exec 2>&1; ${WITH_LIFELINE}`, 'sh', program, ...args], {
			cwd,
			...user,
			detached: true,
			stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
		});
		this.child.stdout?.on('data', (text) => void fs.appendFile(logFile, text));
		this.ended = new Promise((done) => this.child.once('close', () => done()));
	}

	async stop(): Promise<void> {
		(this.child.stdio[3] as NodeJS.WritableStream).end();
		await this.ended;
	}
}

async function untilListening(url: string, folder: string): Promise<void> {
	const { hostname, port } = new URL(url);
	await retried('Redis', folder, async () => {
		await new Promise<void>((done, fail) => {
			const socket = connect(Number(port || 6379), hostname, () => {
				socket.end();
				done();
			});
			socket.once('error', fail);
		});
	});
}

async function openDatabase(prepared: PreparedN8n, url: string, folder: string): Promise<PgClient> {
	const { Client } = createRequire(join(prepared.directory, 'package.json'))('pg') as {
		Client: new (options: { connectionString: string }) => PgClient;
	};
	return await retried('PostgreSQL', folder, async () => {
		const client = new Client({ connectionString: url });
		client.on('error', () => {});
		await client.connect();
		return client;
	});
}

/** Works with Redis by the client that n8n brings. */
async function withRedis(
	prepared: PreparedN8n,
	url: string,
	work: (client: RedisClient) => Promise<void>,
): Promise<void> {
	const { Redis } = createRequire(join(prepared.directory, 'package.json'))('ioredis') as {
		Redis: new (url: string) => RedisClient;
	};
	const client = new Redis(url);
	try {
		await work(client);
	} finally {
		client.disconnect();
	}
}

/** A server that has just been started is not ready at once. */
async function retried<T>(product: string, folder: string, attempt: () => Promise<T>): Promise<T> {
	const deadline = Date.now() + READY_WITHIN_MS;
	for (;;) {
		try {
			return await attempt();
		} catch (error) {
			if (Date.now() > deadline) {
				const log = join(folder, `${product}.log`);
				const tail = existsSync(log) ? readFileSync(log, 'utf8').trim().slice(-2000) : '';
				throw new Error(`${product} cannot be reached: ${(error as Error).message}\n${tail}`);
			}
			await delay(100);
		}
	}
}
