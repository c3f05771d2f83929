const LONGEST = 200;

/**
 * Makes a value from outside fit for a message: one line without control characters, at most 200
 * characters. Values other than text become JSON, undefined becomes ''.
 */
export function sanitize(value: unknown): string {
	const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
	const line = text
		.slice(0, 4 * LONGEST)
		.replace(/[\p{Cc}\s]+/gu, ' ')
		.trim();
	const characters = [...line];
	return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join('')}…` : line;
}

const ENTITIES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Text as HTML content or as the value of a quoted attribute. */
export function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}
