import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { handleControl } from './control';
import { FaultBook, isTransportFault } from './faults';
import { Limits, type Admission } from './limits';
import { bytesOf, json, throughLine } from './line';
import { Ledger } from './ledger';
import { seededRandom } from './random';
import { ControlError } from './types';
import type { Answer, EmulatorModule, Received, Service, ServiceFault } from './types';
import { changeSettings, type Latency, type Settings, type SettingsChange } from '../settings';

const MAX_BODY = 16 * 1024 * 1024;
/** Requests to no service are within every limit. */
const OPEN: Admission = { over: null, leave: () => undefined };

export interface CoreOptions {
	host: string;
	port: number;
	settings: Settings;
	modules: EmulatorModule[];
	onRequest?: (request: SeenRequest) => void;
}

/** A request as it came over the line, keys and signatures included. */
export interface SeenRequest {
	method: string;
	/** Request target with its query. */
	target: string;
	/** Names and values in turn. */
	rawHeaders: string[];
}

interface Arrival {
	startedAt: number;
	service: Service | null;
	method: string;
	path: string;
	slot: ReturnType<Ledger['arrive']>;
}

/** The server: reads requests, plays transport faults, keeps latency, limits and the ledger. */
export class EmulatorServer {
	readonly faults: FaultBook;
	readonly ledger: Ledger;
	readonly services: Service[];
	settings: Settings;
	private readonly initialSettings: Settings;
	private readonly byPath: Map<string, Service>;
	private readonly limits = new Limits();
	private readonly server: Server;
	private random = seededRandom(1);

	constructor(private readonly options: CoreOptions) {
		this.settings = options.settings;
		this.initialSettings = options.settings;
		this.services = options.modules.flatMap((module) => module.services);
		this.byPath = new Map(this.services.map((service) => [service.path, service]));
		this.faults = new FaultBook(this.services);
		this.ledger = new Ledger();
		this.server = createServer({ keepAliveTimeout: 120_000, requestTimeout: 0 });
		this.server.on('connection', () => this.ledger.connections++);
		this.server.on('request', (request, response) => void this.serve(request, response));
	}

	get modules(): EmulatorModule[] {
		return this.options.modules;
	}

	get port(): number {
		return (this.server.address() as AddressInfo).port;
	}

	/** Listens; rejects with the system's error when the address cannot be had. */
	async start(): Promise<void> {
		await new Promise<void>((resolve, reject) => {
			this.server.once('error', reject);
			this.server.listen(this.options.port, this.options.host, () => {
				this.server.off('error', reject);
				resolve();
			});
		});
	}

	/** Closes the port and every connection, hanging ones too. */
	async stop(): Promise<void> {
		for (const module of this.modules) await module.stop?.();
		const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
		this.server.closeAllConnections();
		await closed;
	}

	/** Changes settings; throws a ControlError naming what cannot be set so. */
	set(change: SettingsChange): Settings {
		this.settings = changeSettings(this.settings, change);
		const { latency } = this.settings;
		if ('latency' in change && typeof latency === 'object') {
			this.random = seededRandom(latency.seed ?? 1);
		}
		return this.settings;
	}

	/** Back to the state after the start: faults, settings, ledger, and what the services remember. */
	reset(): void {
		this.settings = this.initialSettings;
		this.random = seededRandom(1);
		this.faults.reset();
		this.ledger.reset();
		this.limits.reset();
		for (const module of this.modules) module.reset?.();
	}

	private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const startedAt = performance.now();
		const target = splitTarget(request.url ?? '/');
		try {
			if (target.path.startsWith('/__control')) {
				const body = await readBody(request);
				this.send(
					response,
					control(() => handleControl(this, request.method ?? '', target.path, target.query, body)),
				);
				return;
			}
			const { method = '', url = '', rawHeaders } = request;
			this.options.onRequest?.({ method, target: url, rawHeaders });
			const service = this.byPath.get(target.path) ?? null;
			await this.serveService(request, response, target, {
				startedAt,
				service,
				method,
				path: target.path,
				slot: this.ledger.arrive(service?.id ?? 'none'),
			});
		} catch (cause) {
			if (request.destroyed && !request.complete) return;
			this.send(response, json(500, { message: `emulator: ${String(cause)}` }));
		}
	}

	private async serveService(
		request: IncomingMessage,
		response: ServerResponse,
		target: Target,
		arrival: Arrival,
	): Promise<void> {
		const { service, slot } = arrival;
		const admission = service ? this.limits.admit(service.id, this.settings) : OPEN;
		const leave = (): void => {
			slot.leave();
			if (admission.over === null) admission.leave();
		};
		response.once('close', leave);

		const received: Received = {
			path: target.path,
			query: target.query,
			headers: request.headers,
			body: Buffer.alloc(0),
			remoteAddress: (request.socket.remoteAddress ?? '').replace(/^::ffff:/, ''),
			now: Date.now() + this.settings.clockOffset * 1000,
			settings: this.settings,
			deviations: [],
		};
		const atHead = service ? this.faults.takeAtHead(service.id) : undefined;
		if (atHead) {
			this.write(arrival, received, { fault: atHead, answer: null });
			request.socket.resetAndDestroy();
			return;
		}
		try {
			received.body = await readBody(request);
		} catch {
			this.write(arrival, received, { answer: null });
			return;
		}

		if (!service || arrival.method !== 'POST' || received.body.length > MAX_BODY) {
			const answer = earlyRefusal(service, arrival.method);
			this.write(arrival, received, { answer });
			leave();
			this.send(response, answer);
			return;
		}

		const identity = service.identify(received);
		const { over } = admission;
		const fault =
			over !== null
				? admission.fault
				: this.faults.takeAtBody(
						service.id,
						() => service.contentOf(received),
						identity.refusal === undefined,
					);
		const own = fault && !isTransportFault(fault) ? fault : undefined;
		const transport = fault && isTransportFault(fault) ? fault : undefined;
		const carryOut = async (): Promise<Answer> =>
			identity.refusal ?? (await service.answer(received, identity, own));

		const answer = await throughLine(transport, carryOut);
		const extra = transport?.kind === 'delay' ? transport.ms : 0;
		const held = over !== null ? 0 : this.draw(this.settings.latency) + extra;
		if (held > 0) await wait(held, undefined, { ref: false });
		if (over === null) await this.ledger.together(this.settings.together);

		this.write(arrival, received, {
			fault: over !== null ? undefined : fault,
			over,
			answer,
			appId: identity.appId,
			authValid: identity.refusal === undefined,
		});
		if (transport?.kind === 'hang') return;
		leave();
		if (answer === null) request.socket.resetAndDestroy();
		else if (transport?.kind === 'half') this.sendHalf(response, answer, transport.unannounced);
		else this.send(response, answer);
	}

	private draw(latency: Latency): number {
		if (typeof latency === 'number') return latency;
		return latency.min + this.random() * (latency.max - latency.min);
	}

	private write(
		arrival: Arrival,
		received: Received,
		outcome: {
			answer: Answer | null;
			fault?: ServiceFault;
			over?: Admission['over'];
			appId?: string | null;
			authValid?: boolean;
		},
	): void {
		this.ledger.write({
			number: arrival.slot.number,
			service: arrival.service?.id ?? null,
			method: arrival.method,
			path: arrival.path,
			time: new Date().toISOString(),
			inFlight: arrival.slot.inFlight,
			code: outcome.answer?.code ?? null,
			status: outcome.answer?.status ?? null,
			fault: outcome.fault?.kind ?? null,
			overLimit: outcome.over ?? null,
			appId: outcome.appId ?? null,
			authValid: outcome.authValid ?? null,
			bodyBytes: received.body.length,
			bodySha256: createHash('sha256').update(received.body).digest('hex'),
			deviations: received.deviations,
			milliseconds: Math.round(performance.now() - arrival.startedAt),
		});
	}

	private headersOf(answer: Answer): Record<string, string | number> {
		return {
			Date: new Date(Date.now() + this.settings.clockOffset * 1000).toUTCString(),
			'Content-Type': answer.contentType,
			'Content-Length': Buffer.byteLength(answer.body),
			...answer.headers,
		};
	}

	private send(response: ServerResponse, answer: Answer): void {
		if (response.headersSent || response.destroyed) return;
		response.writeHead(answer.status, this.headersOf(answer)).end(answer.body);
	}

	/** The head at once, then the body a byte at a time, until it is whole or the client has gone. */
	private sendHalf(response: ServerResponse, answer: Answer, unannounced?: 'text' | 'gzip'): void {
		const body = bytesOf(answer.body);
		const whole = unannounced === 'gzip' ? gzipSync(body) : body;
		const headers = this.headersOf(answer);
		if (unannounced !== undefined) {
			delete headers['Content-Length'];
			response.useChunkedEncodingByDefault = false;
		}
		if (unannounced === 'gzip') headers['Content-Encoding'] = 'gzip';
		response.writeHead(answer.status, headers);
		response.write(whole.subarray(0, Math.floor(whole.length / 2)), () => {
			response.socket?.destroySoon();
		});
	}
}

interface Target {
	path: string;
	query: URLSearchParams;
}

/** Splits a request target; the absolute form, which clients send to a proxy, counts by its path. */
function splitTarget(url: string): Target {
	const relative = url.replace(/^https?:\/\/[^/?]*/i, '') || '/';
	const mark = relative.indexOf('?');
	return mark < 0
		? { path: relative, query: new URLSearchParams() }
		: { path: relative.slice(0, mark), query: new URLSearchParams(relative.slice(mark + 1)) };
}

/** Reads a body; one above the limit is read to its end but kept only so far as to be refused. */
async function readBody(request: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let length = 0;
	for await (const chunk of request as AsyncIterable<Buffer>) {
		if (length <= MAX_BODY) chunks.push(chunk);
		length += chunk.length;
	}
	return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
}

function earlyRefusal(service: Service | null, method: string): Answer {
	if (!service) return json(404, { message: 'not found' });
	if (method !== 'POST') return json(405, { message: 'method not allowed' });
	return json(413, { message: 'request size limit exceeded' });
}

function control(handle: () => unknown): Answer {
	try {
		return json(200, handle() ?? {});
	} catch (cause) {
		if (cause instanceof ControlError) return json(400, { message: cause.message });
		throw cause;
	}
}
