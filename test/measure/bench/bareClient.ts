/**
 * The limit: a Node.js program that does nothing but sign, send, and decode, over connections that are
 * kept, with a fixed number of requests in flight or at a fixed rate. Runs in a process of its own.
 */
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

import { mainChecksumAccount } from '../../emulator/accounts';
import {
	checksumHeaders,
	INVOICE_PATH,
	invoiceBody,
	SCENE_PATH,
	signedPath,
	TEXT_PATH,
	textBody,
} from '../../emulator/fixtures/client';

export interface BareJob {
	port: number;
	/** so many at once, or one every so many milliseconds whatever becomes of the others */
	pace: { inFlight: number } | { everyMs: number };
	count: number;
	/** texts to correct in turn, or an image to recognize again and again */
	work: { kind: 'text'; texts: string[] } | { kind: 'invoice' | 'scene'; file: string };
}

export interface BareResult {
	ms: number;
	cpuMs: number;
}

/** Does a job in a process of its own. @throws when a request is refused */
export async function runBare(job: BareJob): Promise<BareResult> {
	const env = { ...process.env, BENCH_BARE_CLIENT: '1' };
	const child = fork(__filename, { env, execArgv: ['--import', 'tsx'] });
	try {
		return await new Promise<BareResult>((resolve, reject) => {
			child.once('message', (answer: BareResult | { failed: string }) =>
				'failed' in answer ? reject(new Error(answer.failed)) : resolve(answer),
			);
			child.once('error', reject);
			child.once('exit', (code) => reject(new Error(`The bare client ended with ${code}`)));
			child.send(job);
		});
	} finally {
		child.removeAllListeners('exit');
		child.kill();
	}
}

interface Outgoing {
	path: string;
	headers: Record<string, string>;
	body: string | Buffer;
}

type Maker = (index: number) => Outgoing;

function makerOf({ port, work }: BareJob): Maker {
	if (work.kind === 'scene') {
		const body = readFileSync(work.file);
		return () => ({
			path: SCENE_PATH,
			headers: { ...checksumHeaders(mainChecksumAccount), 'Content-Type': 'image/png' },
			body,
		});
	}
	const path = work.kind === 'text' ? TEXT_PATH : INVOICE_PATH;
	const image = work.kind === 'invoice' ? readFileSync(work.file) : undefined;
	return (index) => ({
		path: signedPath(path, { host: `127.0.0.1:${port}` }),
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify(
			image === undefined
				? textBody((work as { texts: string[] }).texts[index])
				: invoiceBody(image),
		),
	});
}

async function post(
	agent: Agent,
	port: number,
	{ path, headers, body }: Outgoing,
): Promise<string> {
	return await new Promise((resolve, reject) => {
		const outgoing = request(
			{
				host: '127.0.0.1',
				port,
				method: 'POST',
				path,
				agent,
				headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
			},
			(response) => {
				let text = '';
				response.setEncoding('utf8');
				response.on('data', (chunk: string) => (text += chunk));
				response.on('error', reject);
				response.on('end', () => resolve(text));
			},
		);
		outgoing.on('error', reject);
		outgoing.end(body);
	});
}

/** Throws when the answer is a refusal. */
function decode(text: string): void {
	const answer = JSON.parse(text);
	if (isRefusal(answer)) throw new Error(`The bare client was refused: ${text}`);
	const document = answer.payload?.result?.text;
	if (document !== undefined) JSON.parse(Buffer.from(document, 'base64').toString('utf8'));
}

function isRefusal(answer: { header?: { code: unknown }; code?: unknown }): boolean {
	return String(answer.header?.code ?? answer.code) !== '0';
}

async function work(job: BareJob): Promise<BareResult> {
	const { pace } = job;
	const maxSockets = 'inFlight' in pace ? pace.inFlight : Infinity;
	const agent = new Agent({ keepAlive: true, maxSockets });
	const cpu = process.cpuUsage();
	const from = performance.now();
	if ('inFlight' in pace) await inLanes(job, agent, pace.inFlight);
	else await atRate(job, agent, pace.everyMs);
	const ms = performance.now() - from;
	const { user, system } = process.cpuUsage(cpu);
	agent.destroy();
	return { ms, cpuMs: (user + system) / 1000 };
}

async function inLanes(job: BareJob, agent: Agent, lanes: number): Promise<void> {
	const make = makerOf(job);
	let next = 0;
	const lane = async (): Promise<void> => {
		while (next < job.count) decode(await post(agent, job.port, make(next++)));
	};
	await Promise.all(Array.from({ length: lanes }, lane));
}

/** A refused request goes to the end of the line. */
async function atRate(job: BareJob, agent: Agent, everyMs: number): Promise<void> {
	const make = makerOf(job);
	const line = Array.from({ length: job.count }, (_, index) => index);
	let done = 0;
	let broken: unknown;
	const send = async (index: number): Promise<void> => {
		const text = await post(agent, job.port, make(index));
		if (isRefusal(JSON.parse(text))) {
			line.push(index);
			return;
		}
		decode(text);
		done++;
	};
	const from = performance.now();
	for (let slot = 0; done < job.count; slot++) {
		await delay(Math.max(0, from + slot * everyMs - performance.now()));
		if (broken !== undefined) throw broken;
		const index = line.shift();
		if (index !== undefined) send(index).catch((error: unknown) => (broken = error));
	}
}

if (process.env.BENCH_BARE_CLIENT === '1' && process.send) {
	process.once('message', (job: BareJob) => {
		work(job).then(
			(result) => process.send?.(result),
			(error: unknown) => process.send?.({ failed: String(error) }),
		);
	});
}
