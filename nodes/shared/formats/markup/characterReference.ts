/** The names of characters that Chinese texts use; others stay as written. */
const NAMED: ReadonlyMap<string, string> = new Map(
	'amp& lt< gt> quot" apos\' ldquo“ rdquo” lsquo‘ rsquo’ laquo« raquo» mdash— ndash– hellip… middot· bull• times× divide÷ plusmn± deg° permil‰ yen¥ copy© reg® trade™'
		.split(' ')
		.map((entry) => [entry.slice(0, -1), entry.slice(-1)]),
);
const SPACES = new Set(['nbsp', 'ensp', 'emsp', 'thinsp']);

/** What a character reference reads as, such as 中 for &#20013;; an unknown name stays as written. */
export function readReference(source: string): string {
	const [, decimal, hex, name] = /^&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));$/i.exec(source) ?? [];
	if (name !== undefined) return SPACES.has(name) ? ' ' : (NAMED.get(name) ?? source);
	if (decimal === undefined && hex === undefined) return source;
	const code = decimal === undefined ? parseInt(hex!, 16) : Number(decimal);
	const isCharacter = code > 0x1f && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
	return isCharacter ? String.fromCodePoint(code) : ' ';
}
