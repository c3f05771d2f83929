/** Whether a text has a character of a kind that was not there before, or not as often. */
export function addsCharacter(kind: RegExp, before: string, becomes: string): boolean {
	const known: readonly string[] = before.match(kind) ?? [];
	let next = 0;
	return (becomes.match(kind) ?? []).some((character) => {
		next = known.indexOf(character, next) + 1;
		return next === 0;
	});
}
