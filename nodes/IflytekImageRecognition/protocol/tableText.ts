import { invalid, success, type Result } from '../../shared/problem/problem';

/** Full-width ones come from a Chinese keyboard. */
const DELIMITERS = ['\t', ';', ',', '，', '；'];
const LINE_END = /\r\n|\r|\n/;

/** Decodes a table's file: UTF-8, UTF-16, or the encodings of China (GBK, GB18030) and Taiwan (Big5). */
export function decodeTableText(bytes: Buffer): Result<string> {
	const start = bytes.toString('latin1', 0, 4);
	if (start === '\xd0\xcf\x11\xe0') {
		return invalid(
			'is an Excel workbook of the old kind (.xls)',
			"Save it as .xlsx. Or: In the spreadsheet program choose 'Save As' (or 'Export') and the type 'CSV UTF-8', then use that file.",
		);
	}
	if (start.startsWith('\xff\xfe')) return decoded(bytes, 'utf-16le');
	if (start.startsWith('\xfe\xff')) return decoded(bytes, 'utf-16be');
	const utf8 = decoded(bytes, 'utf-8');
	if (utf8.ok) return utf8;
	return decoded(bytes, isBig5(bytes) ? 'big5' : 'gb18030');
}

/**
 * Whether text is in Big5 and not in GBK, which shares most of its bytes. The second byte is below 0x7F in a third
 * of the common characters of Big5, and in one in a thousand of GBK; only GBK has a first byte below 0xA1 or a
 * second one from 0x80 to 0xA0.
 */
function isBig5(bytes: Buffer): boolean {
	let pairs = 0;
	let low = 0;
	for (let at = 0; at + 1 < bytes.length; at++) {
		const first = bytes[at]!;
		if (first < 0x80) continue;
		const second = bytes[++at]!;
		if (first < 0xa1 || (second >= 0x80 && second <= 0xa0)) return false;
		pairs++;
		if (second < 0x7f) low++;
	}
	return low * 50 > pairs;
}

function decoded(bytes: Buffer, encoding: string): Result<string> {
	try {
		return success(new TextDecoder(encoding, { fatal: true }).decode(bytes));
	} catch {
		return invalid(
			'is not text in UTF-8, UTF-16, GBK or Big5',
			"Save the table as 'CSV UTF-8' in the spreadsheet program, then use that file.",
		);
	}
}

/** The cells of a table's text, line by line, separated by tab, semicolon or comma. */
export function splitRows(given: string): string[][] {
	const text = given.replace(/^\uFEFF/, '');
	const delimiter = findDelimiter(text);
	// a stray quotation mark at the start of a cell would swallow the lines up to the next one
	return readQuoted(text, delimiter) ?? text.split(LINE_END).map((line) => line.split(delimiter));
}

/** The delimiter that most of the first lines hold. */
function findDelimiter(text: string): string {
	const lines = text.slice(0, 50_000).split(LINE_END, 200);
	const counts = DELIMITERS.map((sign) => lines.filter((line) => line.includes(sign)).length);
	return DELIMITERS[counts.indexOf(Math.max(...counts))]!;
}

/** Rows whose cells may be quoted; undefined if a quotation mark does not enclose a whole cell. */
function readQuoted(text: string, delimiter: string): string[][] | undefined {
	const quotedCell = `[^\\S\r\n${delimiter}]*"([^"]*(?:""[^"]*)*)"(?=[\\s${delimiter}]|$)`;
	const cells = new RegExp(
		`(?:${quotedCell})?([^\r\n${delimiter}]*)(${delimiter}|\r\n?|\n|$)`,
		'g',
	);
	const rows: string[][] = [[]];
	for (const [, quoted, plain = '', end] of text.matchAll(cells)) {
		if (quoted === undefined && plain.trim().startsWith('"')) return undefined;
		rows.at(-1)!.push((quoted ?? '').replace(/""/g, '"') + plain);
		if (end === '') break;
		if (end !== delimiter) rows.push([]);
	}
	return rows;
}
