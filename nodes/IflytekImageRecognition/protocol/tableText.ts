import { invalid, success, type Result } from '../../shared/problem/problem';

const SAMPLE_LINES = 200;
/** Full-width ones come from a Chinese keyboard. */
const DELIMITERS = ['\t', ';', ',', '，', '；'];

const AS_CSV =
	"In the spreadsheet program choose 'Save As' (or 'Export') and the type 'CSV UTF-8', then use that file.";

/** A workbook of Excel before 2007. */
const XLS = '\xd0\xcf\x11\xe0';

/**
 * Decodes the text of a table's file: UTF-8 or UTF-16 with or without a byte order mark, or what
 * spreadsheet programs write in China (GBK, GB18030) and in Taiwan and Hong Kong (Big5).
 */
export function decodeTableText(bytes: Buffer): Result<string> {
	const start = bytes.toString('latin1', 0, XLS.length);
	if (start === XLS) {
		return invalid(
			'is an Excel workbook of the old kind (.xls)',
			`Save it as .xlsx. Or: ${AS_CSV}`,
		);
	}
	if (start.startsWith('\xff\xfe')) return decoded(bytes, 'utf-16le');
	if (start.startsWith('\xfe\xff')) return decoded(bytes, 'utf-16be');
	const utf8 = decoded(bytes, 'utf-8');
	if (utf8.ok) return utf8;
	return decoded(bytes, isBig5(bytes) ? 'big5' : 'gb18030');
}

/**
 * Whether text is in Big5 and not in GBK, which shares most of its bytes. A second byte below 0x7F is that of a
 * third of the common characters in Big5, and of one in a thousand in GBK; only GBK has a first byte below 0xA1
 * or a second one from 0x80 to 0xA0.
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
	return readCells(text, delimiter, true) ?? readCells(text, delimiter, false) ?? [];
}

/** The delimiter that most of the first lines hold. */
function findDelimiter(text: string): string {
	const lines = text.slice(0, 50_000).split(/\r\n|\r|\n/, SAMPLE_LINES);
	const counts = DELIMITERS.map((sign) => lines.filter((line) => line.includes(sign)).length);
	return DELIMITERS[counts.indexOf(Math.max(...counts))]!;
}

/** Undefined when the text's quotation marks do not stand around whole cells. */
function readCells(text: string, delimiter: string, quotes: boolean): string[][] | undefined {
	if (!quotes || !text.includes('"')) {
		return text.split(/\r\n|\r|\n/).map((line) => line.split(delimiter));
	}
	const rows: string[][] = [];
	let row: string[] = [];
	let content = '';
	let quoted = false;
	for (let index = 0; index < text.length; index++) {
		const sign = text[index]!;
		if (quoted) {
			if (sign !== '"') content += sign;
			else if (text[index + 1] === '"') content += text[++index];
			else if (isCellEnd(text[index + 1], delimiter)) quoted = false;
			else return undefined;
		} else if (sign === '"' && content.trim() === '') {
			quoted = true;
			content = '';
		} else if (sign === delimiter) {
			row.push(content);
			content = '';
		} else if (sign === '\n' || sign === '\r') {
			if (sign === '\r' && text[index + 1] === '\n') index++;
			rows.push([...row, content]);
			row = [];
			content = '';
		} else {
			content += sign;
		}
	}
	if (quoted) return undefined;
	rows.push([...row, content]);
	return rows;
}

function isCellEnd(next: string | undefined, delimiter: string): boolean {
	return next === undefined || next === delimiter || /\s/.test(next);
}
