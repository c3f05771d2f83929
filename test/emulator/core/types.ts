import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import type { Settings } from '../settings';

/** `documented` speaks as the specification says, `observed` as the live services are known to. */
export type Voice = 'documented' | 'observed';

export type JsonObject = Record<string, unknown>;

/** One request to a service, read whole. `now` is the server's clock in milliseconds. */
export interface Received {
	path: string;
	query: URLSearchParams;
	headers: IncomingHttpHeaders;
	body: Buffer;
	remoteAddress: string;
	now: number;
	settings: Settings;
	/** What was accepted although the specification says otherwise; services add to it. */
	deviations: string[];
}

/** What goes back over the wire. `code` is the service's own result code, for the ledger. */
export interface Answer {
	status: number;
	headers?: Record<string, string>;
	contentType: string;
	body: string | Buffer;
	code: string | null;
}

/** Who sent a request. With a `refusal` the request failed authentication. */
export interface Identity {
	appId: string | null;
	refusal?: Answer;
	/** The scheme's own account record, handed back to the service's `answer`. */
	account?: unknown;
}

/** A fault that a service carries out itself, as ordered; its kind is one of `Service.faults`. */
export interface ServiceFault extends JsonObject {
	kind: string;
}

/** The fields that an order of each kind of fault may have. */
export type FaultTable = Record<string, z.ZodRawShape>;
/** An order of one of a table's faults. */
export type FaultOf<Table extends FaultTable> = {
	[Kind in keyof Table]: { kind: Kind } & z.input<z.ZodObject<Table[Kind], 'strict'>>;
}[keyof Table];

/** One endpoint of the platform. */
export interface Service {
	/** Short name used in faults, settings and the ledger. */
	id: string;
	/** Exact path, method POST. */
	path: string;
	/** Fault kinds this service understands. */
	faults: FaultTable;
	/** Decides from path, query and headers alone who is calling. */
	identify(request: Received): Identity;
	/** Carries the request out, or plays the fault in place of the answer a valid request would get. */
	answer(request: Received, identity: Identity, fault?: ServiceFault): Answer | Promise<Answer>;
	/** The readable content (a text, a picture's own truth) that `containing` faults search. */
	contentOf(request: Received): string;
}

/** A group of services with a scheme in common, plugged into the server. */
export interface EmulatorModule {
	name: string;
	services: Service[];
	/** Forgets everything that requests or control calls have left behind. */
	reset?(): void;
	/** Ends timers and connections of its own. */
	stop?(): void | Promise<void>;
	/** Extra control endpoints, POST /__control/<name>; the result is answered as JSON. */
	control?: Record<string, (body: JsonObject) => unknown>;
}

/** A refusal of a control call; its message is answered with HTTP 400. */
export class ControlError extends Error {}
