import { isObject, parseUtf8Json } from '../core/rules';

export interface ImageParam {
	imageUrl: string | null;
	imageName: string;
	/** What the vendor's own clients send outside the specification. */
	deviations: string[];
}

const STANDARD = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const URL_SAFE = /^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-]{2}==|[A-Za-z0-9_-]{3}=)?$/;

/**
 * Reads X-Param: base64 of a JSON object in UTF-8 with `image_name`, needed always, and `image_url`.
 * Null where it is anything else. `strict` knows no other field.
 */
export function readParam(text: string, strict: boolean): ImageParam | null {
	const deviations: string[] = [];
	if (!STANDARD.test(text)) {
		if (!URL_SAFE.test(text)) return null;
		deviations.push('X-Param is url-safe base64');
	}
	let param: unknown;
	try {
		param = parseUtf8Json(Buffer.from(text, 'base64'));
	} catch {
		return null;
	}
	if (!isObject(param)) return null;
	const { image_url: url, image_name: name, ...unknown } = param;
	if (typeof name !== 'string' || name === '') return null;
	if (url !== undefined && url !== null && typeof url !== 'string') return null;
	if (url === null) deviations.push("'image_url' is null");
	for (const key of Object.keys(unknown)) {
		if (strict) return null;
		deviations.push(`'${key}' is not a field of X-Param`);
	}
	return { imageUrl: url || null, imageName: name, deviations };
}
