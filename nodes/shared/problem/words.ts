/** A duration in milliseconds as messages show it, such as "2.5 s". */
export function inSeconds(milliseconds: number): string {
	return `${Math.max(1, Math.round(milliseconds / 100)) / 10} s`;
}

/** Lowercases the first letter, for use in the middle of a sentence. */
export function lowerFirst(text: string): string {
	return text.charAt(0).toLowerCase() + text.slice(1);
}
