import { z } from 'zod';
import type {
	Answer,
	FaultOf,
	FaultTable,
	Identity,
	JsonObject,
	Received,
	Service,
	ServiceFault,
} from '../core/types';
import type { AiCallAccount } from './accounts';
import { CODES, messageOf, Refusal, type Endpoint } from './codes';
import { exactJson } from './exactJson';
import { OPERATIONS } from './operations';
import type { AiCallPlatform } from './platform';
import { checkQuery, readRequestBody, type Shape } from './requestBody';

const BASE = '/v1/service/v1/aicall/';

const FAULTS = {
	/** Any code in place of the answer; with `processed` the request is carried out all the same. */
	code: {
		code: z.number().int(),
		message: z.string().optional(),
		processed: z.boolean().optional(),
	},
} satisfies FaultTable;
/** Faults that the AI call services play themselves. */
export type AiCallFault = FaultOf<typeof FAULTS>;

/** The envelope: HTTP 200 whatever the code (spec: Response envelope). */
function envelope(code: number, message: string, result: JsonObject): Answer {
	return {
		status: 200,
		contentType: 'application/json;charset=UTF-8',
		body: exactJson({ code, message, result }),
		code: String(code),
	};
}

const refusal = (code: number, message = messageOf(code)): Answer => envelope(code, message, {});

/**
 * Reads the request and carries it out, and wraps what comes of it. An ordered code meets only a
 * request that is right: `run` calls `checked` behind its checks, in front of what it changes.
 */
function answer(
	request: Received,
	{ shape, parameters }: { shape: Shape; parameters: string[] },
	fault: ServiceFault | undefined,
	run: (body: JsonObject, checked: () => void) => JsonObject,
): Answer {
	try {
		checkQuery(request, parameters);
		const body = readRequestBody(request, shape);
		const ordered =
			fault?.kind === 'code'
				? new Refusal(fault.code as number, undefined, fault.message as string | undefined)
				: undefined;
		const result = run(body, () => {
			if (ordered && fault?.processed !== true) throw ordered;
		});
		if (ordered) throw ordered;
		return envelope(0, CODES[0] as string, result);
	} catch (cause) {
		if (cause instanceof Refusal) return refusal(cause.code, cause.message);
		throw cause;
	}
}

function tokenService(platform: AiCallPlatform): Service {
	const shape: Shape = {
		app_key: { type: 'string', required: true },
		app_secret: { type: 'string', required: true },
	};
	return {
		id: 'aicall-token',
		path: `${BASE}oauth/v1/token`,
		faults: FAULTS,
		identify: () => ({ appId: null }),
		answer: (request, identity, fault) =>
			answer(request, { shape, parameters: [] }, fault, ({ app_key, app_secret }, checked) => {
				if (app_key === '' || app_secret === '') throw new Refusal(10005, 'an empty key or secret');
				const account = platform.accounts.find(({ appKey }) => appKey === app_key);
				if (!account || account.appSecret !== app_secret) throw new Refusal(200101);
				identity.appId = account.appId;
				checked();
				const { tokenLifetime, announcedLifetime, newTokenInvalidatesOld } = platform.settings;
				const { now } = request;
				const token = platform.tokens.issue(account, now, tokenLifetime, newTokenInvalidatesOld);
				return { token, time_expire: announcedLifetime ?? Math.floor(tokenLifetime) };
			}),
		contentOf: (request) => request.body.toString('utf8'),
	};
}

function identify(platform: AiCallPlatform, id: Endpoint, request: Received): Identity {
	const [token = null, ...more] = request.query.getAll('token');
	const found = more.length > 0 ? undefined : platform.tokens.find(token, request.now);
	const appId = found?.account.appId ?? null;
	const refused = (code: number): Identity => {
		platform.tokens.countRefusal(code);
		return { appId, refusal: refusal(code) };
	};
	if (!found) return refused(10001);
	if (found.stale) return refused(platform.settings.staleTokenCode);
	if (found.account.forbidden?.includes(id)) return refused(10002);
	return { appId, account: found.account };
}

/** The nine endpoints of the call platform. */
export function aiCallServices(platform: AiCallPlatform): Service[] {
	const others = Object.entries(OPERATIONS).map(([name, { path, shape, run }]): Service => {
		const id = name as Endpoint;
		return {
			id,
			path: BASE + path,
			faults: FAULTS,
			identify: (request) => identify(platform, id, request),
			answer: (request, identity, fault) =>
				answer(request, { shape, parameters: ['token'] }, fault, (body, checked) =>
					run(platform, body, {
						account: identity.account as AiCallAccount,
						voice: request.settings.voice,
						request,
						checked,
					}),
				),
			contentOf: (request) => request.body.toString('utf8'),
		};
	});
	return [tokenService(platform), ...others];
}
