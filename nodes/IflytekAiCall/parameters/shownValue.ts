const MOST_SHOWN = 100;

/** A value that a user gave, as a message shows it: text in quotation marks, at most 100 characters. */
export function shownValue(value: unknown): string {
	const text = jsonOf(value) ?? String(value);
	return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}

function jsonOf(value: unknown): string | undefined {
	if (typeof value === 'number') return String(value);
	try {
		return JSON.stringify(value);
	} catch {
		return typeof value;
	}
}
