import type { TextFormat } from '../../shared/signature/scheme';

/** Path of the service below the credential's base URL (services.md, Signature scheme). */
export const CORRECTION_PATH = '/v1/private/s9a87e3ec';

/** Everything of a request that does not depend on the text. */
export interface CorrectionRequestSettings {
	appId: string;
	input: TextFormat;
	result: TextFormat;
	/** name of an uploaded word list; not in the spec, sent only when filled */
	resId: string;
	/** user the word list belongs to; likewise */
	uid: string;
}

/** All data is sent at once: the only status there is. */
const ALL_AT_ONCE = 3;

/**
 * The JSON body that asks for the correction of one text within the service's limits
 * (services.md, Text: Request body).
 */
export function buildCorrectionRequest(text: string, settings: CorrectionRequestSettings): string {
	const { appId, uid, resId, result, input } = settings;
	return JSON.stringify({
		header: { app_id: appId, ...(uid && { uid }), status: ALL_AT_ONCE },
		parameter: { s9a87e3ec: { ...(resId && { res_id: resId }), result } },
		payload: {
			input: {
				...input,
				text: Buffer.from(text, 'utf8').toString('base64'),
				status: ALL_AT_ONCE,
			},
		},
	});
}
