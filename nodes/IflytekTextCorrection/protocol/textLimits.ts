/** What the service takes in one request (services.md, Text: Request body). */
export const MAX_CHARACTERS = 2000;
export const MAX_BASE64_BYTES = 7000;

/** The same limit before base64: every 3 bytes of UTF-8 become 4. */
export const MAX_UTF8_BYTES = (MAX_BASE64_BYTES / 4) * 3;

/**
 * Says which limit a text exceeds when it has to go out in one request, as the middle of a sentence;
 * undefined when it fits.
 */
export function exceededLimit(text: string): string | undefined {
	const characters = [...text].length;
	const base64Bytes = Math.ceil(Buffer.byteLength(text, 'utf8') / 3) * 4;
	if (characters > MAX_CHARACTERS) {
		return `has ${characters} characters, more than the ${MAX_CHARACTERS} of one request`;
	}
	if (base64Bytes > MAX_BASE64_BYTES) {
		return `has ${base64Bytes} bytes in base64, more than the ${MAX_BASE64_BYTES} of one request`;
	}
	return undefined;
}
