import { createHash, timingSafeEqual } from 'node:crypto';
import type { IWebhookFunctions } from 'n8n-workflow';

import { pastedText } from '../../shared/http/pasted';
import { logSeldom } from './logSeldom';

/** Whether a request's `?key=` is the right one. */
export type KeyCheck = (key: string) => boolean;

/** A check of `?key=` in constant time. It holds a hash, not the secret; an empty secret asks for no key. */
export function keyCheck(secret: string): KeyCheck {
	if (secret === '') return () => true;
	const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
	const right = digest(secret);
	return (key) => timingSafeEqual(digest(key), right);
}

/** The webhook secret of a credential without surrounding blanks; empty where there is none. */
export function readWebhookSecret({ pushSecret }: { pushSecret?: unknown }): string {
	return pastedText(pushSecret);
}

/** A request's `?key=` as n8n reads it (a "+" as a blank) and as it stands in the URL. Several count as none. */
export function sentKeys(request: { query: { key?: unknown }; url?: string }): string[] {
	const { key } = request.query;
	if (typeof key !== 'string') return [''];
	return [key, /[?&]key=([^&#]*)/.exec(request.url ?? '')?.[1] ?? ''];
}

/** Whether requests to a URL, called as it is written, have the right key. */
export function hasRightKey(url: URL, isKey: KeyCheck): boolean {
	const keys = url.searchParams.getAll('key');
	const request = { query: { key: keys.length > 1 ? keys : keys[0] }, url: url.search };
	return sentKeys(request).some(isKey);
}

/** The last check that this process read, by credential ID; undefined stands for no credential. */
const lastKeyChecks = new Map<string | undefined, KeyCheck>([[undefined, keyCheck('')]]);

const credentialId = (context: IWebhookFunctions): string | undefined => {
	const selected = context.getNode().credentials?.iflytekAiCallApi;
	return selected && String(selected.id);
};

/** The check of `?key=` that this process read last, perhaps outdated; undefined before the first read. */
export function lastKeyCheck(context: IWebhookFunctions): KeyCheck | undefined {
	return lastKeyChecks.get(credentialId(context));
}

/** The check by the credential as stored now; undefined if it cannot be read, since it may have a secret. */
export async function readKeyCheck(context: IWebhookFunctions): Promise<KeyCheck | undefined> {
	const id = credentialId(context);
	if (id === undefined) return lastKeyCheck(context);
	try {
		const isKey = keyCheck(readWebhookSecret(await context.getCredentials('iflytekAiCallApi')));
		lastKeyChecks.set(id, isKey);
		return isKey;
	} catch (error) {
		const text = `The credential of '${context.getNode().name}' cannot be read (${(error as Error).message}), so events are refused.`;
		logSeldom(context, 'credential', text, 'error');
		return undefined;
	}
}
