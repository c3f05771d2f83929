import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { openAiCall, type AiCall } from '../../shared/aiCall/client';

/** Opens the platform for a list in the editor, which should not keep the user waiting long. */
export async function openForEditor(context: ILoadOptionsFunctions): Promise<AiCall> {
	return await openAiCall(context, { maxAttempts: 2, timeout: 15_000, maxTimePerItem: 20 });
}
