/** Whether a text has a character of a kind that was not in it before. */
export function addsCharacter(kind: RegExp, before: string, becomes: string): boolean {
	const known = new Set(before.match(kind));
	return (becomes.match(kind) ?? []).some((character) => !known.has(character));
}
