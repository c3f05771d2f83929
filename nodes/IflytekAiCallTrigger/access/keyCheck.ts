import type { IWebhookFunctions } from 'n8n-workflow';

import { isDue } from './rejectionLog';
import { keyCheck, readWebhookSecret, type KeyCheck } from './webhookSecret';

/** The check of `?key=` by credential ID, as this process last read it. */
const lastKeyChecks = new Map<string, KeyCheck>();

const credentialId = (context: IWebhookFunctions): string | undefined => {
	const selected = context.getNode().credentials?.iflytekAiCallApi;
	return selected && String(selected.id);
};

/**
 * The check of `?key=` with the credential's webhook secret; undefined when a selected credential cannot
 * be read, since it may have one.
 */
export async function readKeyCheck(context: IWebhookFunctions): Promise<KeyCheck | undefined> {
	const id = credentialId(context);
	if (id === undefined) return keyCheck('');
	try {
		const isKey = keyCheck(readWebhookSecret(await context.getCredentials('iflytekAiCallApi')));
		lastKeyChecks.set(id, isKey);
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
 * The check of `?key=` for an answer that cannot wait for n8n's database: as this process last read it,
 * undefined before the first time. It may be out of date, so nothing is taken in on its word.
 */
export function lastKeyCheck(context: IWebhookFunctions): KeyCheck | undefined {
	const id = credentialId(context);
	return id === undefined ? keyCheck('') : lastKeyChecks.get(id);
}
