import { codeTable } from '../../shared/http/codes';
import type { ServiceCodes } from '../../shared/signature/codes';
import { success, unusable, type Meaning, type Result } from '../../shared/problem/problem';
import type { TextFormat } from '../../shared/signature/scheme';

/** The text correction service, and what its codes mean where that differs (services.md, Text). */
export const TEXT_SERVICE: ServiceCodes = {
	name: 'The text correction service',
	key: 'text',
	codes: codeTable({
		'10222': [
			'The service did not finish in time, or the text is larger than it accepts',
			'服务未能及时完成，或文本过大',
			'Run the workflow again later. If the problem persists, send at most 2000 characters and 7000 bytes of base64 at a time.',
			'请稍后重新运行。如果问题依旧，每次最多发送 2000 个字符、7000 字节的 base64。',
			// the node has ruled out the size, and a correction is safe to repeat
			{ retryClass: 'later' },
		],
	}),
};

/** What the service takes in one request (services.md, Text: Request body). */
export const MAX_CHARACTERS = 2000;
export const MAX_BASE64_BYTES = 7000;
/** The same limit before base64: every 3 bytes of UTF-8 become 4. */
export const MAX_UTF8_BYTES = (MAX_BASE64_BYTES / 4) * 3;

const TOO_LONG = [
	'Turn on the option Split Long Texts, or shorten the text. One request takes up to {2} characters and {3} bytes of base64 (about 1750 Chinese characters).',
	'请打开选项“Split Long Texts”，或缩短文本。一次请求最多 {2} 个字符、{3} 字节的 base64（约 1750 个汉字）。',
] as const;
const TOO_MANY_CHARACTERS: Meaning = [
	"'Text' has {0} characters, more than the {2} of one request",
	'“Text”有 {0} 个字符，超过一次请求的上限 {2} 个',
	...TOO_LONG,
];
const TOO_MANY_BYTES: Meaning = [
	"'Text' has {1} bytes in base64, more than the {3} of one request",
	'“Text”的 base64 有 {1} 字节，超过一次请求的上限 {3} 字节',
	...TOO_LONG,
];

/** The text, or which limit of one request it exceeds. */
export function inOneRequest(text: string): Result<string> {
	const characters = [...text].length;
	const base64Bytes = Math.ceil(Buffer.byteLength(text, 'utf8') / 3) * 4;
	const exceeded =
		(characters > MAX_CHARACTERS && TOO_MANY_CHARACTERS) ||
		(base64Bytes > MAX_BASE64_BYTES && TOO_MANY_BYTES);
	if (!exceeded) return success(text);
	return unusable(exceeded, [characters, base64Bytes, MAX_CHARACTERS, MAX_BASE64_BYTES]);
}

/** Path of the service below the credential's base URL (services.md, Signature scheme). */
export const CORRECTION_PATH = '/v1/private/s9a87e3ec';

/** The fields of a request that do not depend on the text. */
export interface CorrectionRequestSettings {
	appId: string;
	input: TextFormat;
	result: TextFormat;
	/** name of an uploaded word list, and the user it belongs to; not in the spec, sent only when filled */
	resId: string;
	uid: string;
}

/** The JSON body that asks for the correction of one text (services.md, Text: Request body). */
export function buildCorrectionRequest(text: string, settings: CorrectionRequestSettings): string {
	const { appId, uid, resId, result, input } = settings;
	// all data is sent at once: the only status there is
	const status = 3;
	const encoded = Buffer.from(text, 'utf8').toString('base64');
	return JSON.stringify({
		header: { app_id: appId, ...(uid && { uid }), status },
		parameter: { s9a87e3ec: { ...(resId && { res_id: resId }), result } },
		payload: { input: { ...input, text: encoded, status } },
	});
}
