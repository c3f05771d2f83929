const MARKUP = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const SPACES = { nbsp: ' ', ensp: ' ', emsp: ' ', thinsp: ' ' };
const QUOTES = { ldquo: '“', rdquo: '”', lsquo: '‘', rsquo: '’', laquo: '«', raquo: '»' };
const PUNCTUATION = { mdash: '—', ndash: '–', hellip: '…', middot: '·', bull: '•' };
const CALCULATION = { times: '×', divide: '÷', plusmn: '±', deg: '°', permil: '‰', yen: '¥' };
const RIGHTS = { copy: '©', reg: '®', trade: '™' };

/** The characters that Chinese texts use, by their names; others stay as written. */
const NAMED: ReadonlyMap<string, string> = new Map(
	Object.entries({ ...MARKUP, ...SPACES, ...QUOTES, ...PUNCTUATION, ...CALCULATION, ...RIGHTS }),
);

/** The character that a reference stands for, such as 中 for &#20013;; an unknown name stays as written. */
export function readReference(source: string): string {
	const [, decimal, hex, name] = /^&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));$/i.exec(source) ?? [];
	if (name !== undefined) return NAMED.get(name) ?? source;
	if (decimal === undefined && hex === undefined) return source;
	const code = decimal === undefined ? parseInt(hex!, 16) : Number(decimal);
	const isCharacter = code > 0x1f && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
	return isCharacter ? String.fromCodePoint(code) : ' ';
}
