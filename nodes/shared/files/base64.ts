import type { Item } from '../items/item';

/**
 * The base64 text in a parameter; a data: prefix and line breaks are tolerated.
 * @param what it is the text of, as in "picture"
 * @throws NodeOperationError when it is no text or empty, or contains characters that base64 does not have
 */
export function base64Text(
	item: Item,
	{ name, displayName, what }: { name: string; displayName: string; what: string },
): string {
	const given = item.parameter(name) ?? '';
	if (typeof given !== 'string') {
		throw item.inputError(
			`'${displayName}' is not a text`,
			`Enter the ${what} as base64 text. For a file of the workflow choose the source 'Binary File' instead.`,
		);
	}
	const text = given.replace(/^\s*data:[^,]*,/i, '').replace(/\s+/g, '');
	if (text === '') {
		throw item.inputError(
			`'${displayName}' is empty`,
			`Enter the ${what} as base64 text, for example from an earlier node.`,
		);
	}
	if (!isBase64(text)) {
		throw item.inputError(
			`'${displayName}' contains characters that are not base64`,
			`Enter only the base64 text of the ${what}, without quotation marks or a file path.`,
		);
	}
	return text;
}

/** Whether a character is not base64; one expression for the whole text would backtrack at every letter. */
function isBase64(text: string): boolean {
	return !/[^A-Za-z0-9+/_-]/.test(text.replace(/={1,2}$/, ''));
}
