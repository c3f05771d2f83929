import { WORDS } from './phrases';

/** The phrases of a table as tests of plain text. */
export function compileTable<Name extends string>(
	table: Record<Name, string | string[]>,
): Record<Name, RegExp[]> {
	const compiled = Object.entries<string | string[]>(table).map(([name, phrases]) => [
		name,
		[phrases].flat().map((phrase) => new RegExp(expand(phrase), 'gu')),
	]);
	return Object.fromEntries(compiled) as Record<Name, RegExp[]>;
}

/** `{name}` stands for words, a dot for anything but a comma: no phrase reaches into the next clause. */
function expand(phrase: string): string {
	return phrase
		.replace(/\./g, '[^,]')
		.replace(/\{([a-z]+)\}/gi, (_whole, name: string) => `(?:${expand(WORDS[name] ?? '')})`);
}

export function has(text: string, phrases: RegExp[]): boolean {
	return phrases.some((phrase) => text.search(phrase) !== -1);
}

/** A phrase that was found, and the text around it. */
export type Place = ReturnType<typeof places>[number];

export function places(text: string, phrases: RegExp[]) {
	const found = phrases.flatMap((phrase) => [...text.matchAll(phrase)]);
	return found.map(({ 0: phrase, index }) => ({
		before: text.slice(0, index),
		phrase,
		after: text.slice(index + phrase.length),
	}));
}

export function without(text: string, phrases: RegExp[]): string {
	return phrases.reduce((rest, phrase) => rest.replace(phrase, ''), text);
}
