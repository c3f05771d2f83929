import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { addressAllowed, keyCheck, listEntries, type KeyCheck } from './protection';
import { textField } from './push/fields';
import { readBody } from './push/readBody';
import { textAnswer, type Answer } from './singleAnswer';

/** The two webhooks of the node; the parameter 'Receive' says which one is in use. */
export type Receive = 'pushes' | 'dialogContext';

export type Admission =
	{ ok: true; body: Record<string, unknown>; raw: Buffer } | { ok: false; refusal: Answer };

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
	const refuse = (refusal: Answer): Admission => ({ ok: false, refusal });

	return (isKey) => {
		if (addresses !== '' && !addressAllowed(request.ip, addresses)) return refuse(FORBIDDEN);
		if (isKey === undefined) return refuse(LATER);
		if (!isKey(request.query.key)) return refuse(UNAUTHORIZED);

		if (!isInUse) {
			return refuse(textAnswer(404, "This URL is not in use: see 'Receive' in the trigger node."));
		}
		if (raw === undefined) return refuse(textAnswer(400, 'The body cannot be read.'));
		const read = readBody(raw);
		if (!read.ok) return refuse(textAnswer(400, `${read.reason} Send a JSON object with POST.`));

		const appId = textField(read.body.app_id) ?? '';
		if (appIds.length > 0 && !appIds.includes(appId)) return refuse(FORBIDDEN);
		return { ok: true, body: read.body, raw };
	};
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
		const { pushSecret } = await context.getCredentials('iflytekAiCallApi');
		const isKey = keyCheck(String(pushSecret ?? '').trim());
		lastRead.set(id, isKey);
		return isKey;
	} catch (error) {
		context.logger.error(
			`The credential of '${context.getNode().name}' cannot be read, so pushes are refused: ${(error as Error).message}`,
		);
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
