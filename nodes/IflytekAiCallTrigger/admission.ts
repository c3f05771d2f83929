import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import {
	addressAllowed,
	keyCheck,
	listEntries,
	readPushSecret,
	sentKeys,
	type KeyCheck,
} from './protection';
import { textField } from './push/fields';
import { readBody } from './push/readBody';
import { ONE_IN_MINUTES, RefusalLog } from './refusalLog';
import { textAnswer, type Answer } from './singleAnswer';

/** The two webhooks of the node; the parameter 'Receive' says which one is in use. */
export type Receive = 'pushes' | 'dialogContext';

export type Admission =
	| { ok: true; body: Record<string, unknown>; raw: Buffer }
	| { ok: false; refusal: Answer; why?: Why };

/** Why a request is refused and what to do, for n8n's log: the caller is not told. */
interface Why {
	kind: 'address' | 'key' | 'url' | 'body' | 'appId';
	reason: string;
	remedy: string;
}

/** Tells nothing, neither what is checked nor what was expected. */
const FORBIDDEN = textAnswer(403, 'Forbidden');
const UNAUTHORIZED = textAnswer(401, 'Unauthorized');
/** The platform sends again what is not answered `success`. */
const LATER = textAnswer(503, 'Try again later');

/**
 * Reads a request, and answers who sends it and what it is as soon as the push secret is known. What is
 * refused starts no execution.
 * @param receive the webhook the request came to
 * @returns the verdict for a check of `?key=`, undefined for one that is not known
 */
export async function judgeOf(
	context: IWebhookFunctions,
	receive: Receive,
): Promise<(isKey: KeyCheck | undefined) => Admission> {
	const request = context.getRequestObject();
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const addresses = String(options.allowedAddresses ?? '').trim();
	const appIds = listEntries(String(options.allowedAppIds ?? ''));
	const isInUse = context.getNodeParameter('receive') === receive;
	const raw = await rawBody(request);
	const refuse = (refusal: Answer, why?: Why): Admission => ({ ok: false, refusal, why });

	return (isKey) => {
		if (addresses !== '' && !addressAllowed(request.ip, addresses)) {
			return refuse(FORBIDDEN, addressNotAllowed(request.ip));
		}
		if (isKey === undefined) return refuse(LATER);
		if (!sentKeys(request).some(isKey)) return refuse(UNAUTHORIZED, WRONG_KEY);

		if (!isInUse) {
			const answer = textAnswer(404, "This URL is not in use: see 'Receive' in the trigger node.");
			return refuse(answer, urlNotInUse(receive));
		}
		if (raw === undefined) {
			const reason = 'The body cannot be read.';
			return refuse(textAnswer(400, reason), noPush(reason));
		}
		const read = readBody(raw);
		if (!read.ok) {
			const answer = textAnswer(400, `${read.reason} Send a JSON object with POST.`);
			return refuse(answer, noPush(read.reason));
		}

		const appId = textField(read.body.app_id) ?? '';
		if (appIds.length > 0 && !appIds.includes(appId)) return refuse(FORBIDDEN, WRONG_APP_ID);
		return { ok: true, body: read.body, raw };
	};
}

const WRONG_KEY: Why = {
	kind: 'key',
	reason: 'They come without the right ?key=.',
	remedy:
		"In the iFLYTEK console, put ?key= and the credential's Push Secret at the end of the URL. The secret may hold letters and digits only.",
};

const WRONG_APP_ID: Why = {
	kind: 'appId',
	reason: "Their app_id is not in 'Allowed App IDs'.",
	remedy: 'Compare the option with the application ID in the iFLYTEK console.',
};

/** @param ip as n8n sees it; behind a proxy the caller's own word, so only an address is repeated */
function addressNotAllowed(ip: string | undefined): Why {
	const address = ip !== undefined && addressAllowed(ip, ip) ? ip : 'an unknown address';
	return {
		kind: 'address',
		reason: `They come from ${address}, which is not in 'Allowed Addresses'.`,
		remedy:
			"Add it if it is the platform's. If it is your proxy's, set N8N_PROXY_HOPS so that n8n sees the real caller.",
	};
}

function urlNotInUse(receive: Receive): Why {
	const [pushes, requests] = ['Pushes', 'Dialog Context Requests'];
	const [here, set] = receive === 'pushes' ? [pushes, requests] : [requests, pushes];
	return {
		kind: 'url',
		reason: `They come to the node's URL for ${here}, while 'Receive' is set to ${set}.`,
		remedy: "Paste the URL that the node shows into the iFLYTEK console, or change 'Receive'.",
	};
}

function noPush(reason: string): Why {
	return {
		kind: 'body',
		reason,
		remedy:
			'The platform sends JSON objects: look for something else that calls this URL, or for a proxy that changes the body.',
	};
}

const refusalLog = new RefusalLog();

const isDue = (context: IWebhookFunctions, kind: string): boolean =>
	refusalLog.isDue(`${context.getWorkflow().id} ${context.getNode().id} ${kind}`);

/**
 * Writes to n8n's log that requests are refused, and what to do: the platform gives a push up after
 * three more attempts, and it would be lost without a trace.
 */
export function tellRefusal(
	context: IWebhookFunctions,
	{ refusal, why }: Admission & { ok: false },
): void {
	if (why === undefined || !isDue(context, why.kind)) return;
	context.logger.warn(
		`'${context.getNode().name}' refuses requests (${refusal.statusCode}). ${why.reason} ${why.remedy} This line comes at most once in ${ONE_IN_MINUTES} minutes.`,
	);
}

/** The check of `?key=` by credential, as this process last read it. */
const lastRead = new Map<string, KeyCheck>();

const credentialId = (context: IWebhookFunctions): string | undefined => {
	const selected = context.getNode().credentials?.iflytekAiCallApi;
	return selected && String(selected.id);
};

/**
 * The check of `?key=` with the credential's push secret. A selected credential that cannot be read may
 * have one: undefined.
 */
export async function readKeyCheck(context: IWebhookFunctions): Promise<KeyCheck | undefined> {
	const id = credentialId(context);
	if (id === undefined) return keyCheck('');
	try {
		const isKey = keyCheck(readPushSecret(await context.getCredentials('iflytekAiCallApi')));
		lastRead.set(id, isKey);
		return isKey;
	} catch (error) {
		if (isDue(context, 'credential')) {
			context.logger.error(
				`The credential of '${context.getNode().name}' cannot be read, so pushes are refused: ${(error as Error).message}`,
			);
		}
		return undefined;
	}
}

/**
 * The check of `?key=` for an answer that cannot wait for n8n's database: what this process read last,
 * undefined when it has not read the credential yet. It may be out of date, so nothing is taken in on
 * its word.
 */
export function lastKeyCheck(context: IWebhookFunctions): KeyCheck | undefined {
	const id = credentialId(context);
	return id === undefined ? keyCheck('') : lastRead.get(id);
}

/** Some content types are left unread by n8n; the platform's JSON is read whatever its label. */
async function rawBody(
	request: ReturnType<IWebhookFunctions['getRequestObject']>,
): Promise<Buffer | undefined> {
	// n8n has used up the stream
	if (request.contentType?.startsWith('multipart/')) return undefined;
	if (request.rawBody) return request.rawBody;
	try {
		await request.readRawBody();
	} catch {
		return undefined;
	}
	return request.rawBody;
}
