import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import type { PreparedN8n } from './prepared';

/** One running n8n process (main, worker, webhook processor or a command) of the harness. */
export class N8nProcess {
	private readonly logStart: number;

	private readonly child: ChildProcess;

	private readonly ended: Promise<string>;

	private endedWith: string | undefined;

	/**
	 * Starts `n8n <args>`; whatever ends this process ends n8n too.
	 * @param logFile what n8n writes to the console is added here
	 * @param launcher a command that is given n8n's, and becomes it
	 */
	constructor(
		prepared: PreparedN8n,
		args: string[],
		env: NodeJS.ProcessEnv,
		cwd: string,
		readonly logFile: string,
		launcher: string[] = [],
	) {
		const lifeline = join(__dirname, 'dieWithParent.cjs');
		const log = openSync(logFile, 'a');
		this.logStart = statSync(logFile).size;
		const n8n = [prepared.node, '--require', lifeline, prepared.bin, ...args];
		const [program, ...parameters] = [...launcher, ...n8n];
		this.child = spawn(program!, parameters, {
			cwd,
			env,
			detached: true,
			stdio: ['ignore', log, log, 'pipe'],
		});
		closeSync(log);
		this.ended = new Promise((done) => {
			this.child.once('error', (error) => done(error.message));
			this.child.once('close', (code, signal) => done(signal ?? `exit code ${code}`));
		});
		void this.ended.then((how) => (this.endedWith = how));
	}

	get pid(): number {
		return this.child.pid ?? -1;
	}

	/** How the process ended, or undefined while it runs. */
	get exit(): string | undefined {
		return this.endedWith;
	}

	/** Everything this process has written, without colours. */
	logs(): string {
		return readLog(this.logFile, this.logStart);
	}

	/**
	 * Waits until `isReady` answers true.
	 * @throws with the end of the log when the process ends before, or after `timeoutMs`
	 */
	async untilReady(isReady: () => Promise<boolean>, timeoutMs: number): Promise<void> {
		const deadline = Date.now() + timeoutMs;
		for (;;) {
			if (this.exit) throw new Error(`n8n ended while starting (${this.exit}):\n${this.tail()}`);
			if (await isReady().catch(() => false)) return;
			if (Date.now() > deadline) {
				throw new Error(`n8n was not ready after ${timeoutMs / 1000} s:\n${this.tail()}`);
			}
			await delay(100);
		}
	}

	/** Ends it as a service manager does (SIGTERM), after `graceMs` by force; answers how it ended. */
	async stop(graceMs = 20_000): Promise<string> {
		if (!this.exit) {
			this.child.kill('SIGTERM');
			const force = setTimeout(() => this.kill(), graceMs);
			await this.ended;
			clearTimeout(force);
		}
		return await this.ended;
	}

	/** Ends it and its task runner at once (SIGKILL), as a power cut does. */
	kill(): void {
		if (this.exit) return;
		try {
			process.kill(-this.pid, 'SIGKILL');
		} catch {
			this.child.kill('SIGKILL');
		}
	}

	/** Resolves with how the process ended. */
	async wait(): Promise<string> {
		return await this.ended;
	}

	/** Resident memory of the n8n process alone, now, in bytes (Linux). */
	memory(): number {
		return memoryOf(this.pid).now;
	}

	/** The most resident memory the n8n process alone has had, in bytes (Linux). */
	peakMemory(): number {
		return memoryOf(this.pid).peak;
	}

	private tail(): string {
		return this.logs().trim().slice(-6000);
	}
}

/** A console log of n8n from a byte on, without colours. */
export function readLog(file: string, start = 0): string {
	return stripVTControlCharacters(readFileSync(file).subarray(start).toString());
}

/** Resident memory of one process in bytes, now and at its peak (Linux). */
export function memoryOf(pid: number): { now: number; peak: number } {
	const status = readFileSync(`/proc/${pid}/status`, 'utf8');
	const bytes = (field: string): number => {
		const kilobytes = status.match(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm'))?.[1];
		if (kilobytes === undefined) throw new Error(`The process ${pid} has no ${field}`);
		return Number(kilobytes) * 1024;
	};
	return { now: bytes('VmRSS'), peak: bytes('VmHWM') };
}

/** Below those that the system hands out by itself, to the outgoing connections of any program. */
const PORTS = { first: 16_000, count: 16_000 };
const STARTS = 4;

/** So many TCP ports that are free on the loopback address at this moment, all different. */
export async function freePorts(count: number): Promise<number[]> {
	const ports = new Set<number>();
	while (ports.size < count) {
		const port = PORTS.first + Math.floor(Math.random() * PORTS.count);
		if (await isFree(port)) ports.add(port);
	}
	return [...ports];
}

async function isFree(port: number): Promise<boolean> {
	const server = createServer();
	return await new Promise((done) => {
		server.once('error', () => done(false));
		server.listen(port, '127.0.0.1', () => server.close(() => done(true)));
	});
}

/** Starts a program on free ports, and again on others when somebody else was faster at one of them. */
export async function onFreePorts<T>(
	count: number,
	start: (ports: number[]) => Promise<T>,
): Promise<T> {
	for (let attempt = 1; ; attempt++) {
		try {
			return await start(await freePorts(count));
		} catch (error) {
			if (attempt === STARTS || !portWasTaken(error)) throw error;
		}
	}
}

/** Whether a start failed because of a port: n8n's own, its task broker's or a worker's. */
function portWasTaken(error: unknown): boolean {
	return /EADDRINUSE|[Pp]ort \d+ is already in use/.test(String(error));
}
