import { scanXml, xmlText, type XmlVisitor } from '../xml/xml';
import { listZip, archivePath, unzip, ZipError } from '../zip/zip';

/** A table of 20,000 lines has 180,000 elements and 6 MB. */
const LIMITS = { depth: 32, elements: 5_000_000 };
const MAX_PART_BYTES = 100 * 1024 * 1024;
const MAX_COLUMNS = 16_384;
const WORKBOOK = 'xl/workbook.xml';

/** Whether bytes begin as every ZIP archive does, and so every .xlsx. */
export function isZip(bytes: Uint8Array): boolean {
	return [0x50, 0x4b, 0x03, 0x04].every((value, index) => bytes[index] === value);
}

/**
 * The cells of an Excel workbook (.xlsx; ECMA-376 part 1, 18.2 to 18.4) as text: worksheets in the order of their tabs,
 * rows, cells. Those that the file leaves out are empty or missing; formulas count by their stored results.
 * @throws ZipError or XmlError when it is not a workbook
 */
export async function readWorkbook(archive: Buffer): Promise<string[][][]> {
	const entries = new Map(listZip(archive).map((entry) => [entry.name, entry]));
	if (!entries.has(WORKBOOK)) throw new ZipError('noWorkbook');
	const part = async (name: string) => {
		const entry = entries.get(name);
		return entry === undefined ? '' : xmlText(await unzip(archive, entry, MAX_PART_BYTES));
	};
	const relations = elementsIn(await part('xl/_rels/workbook.xml.rels'), 'Relationship');
	const targets = new Map(
		relations.map(({ Id = '', Target = '' }) => [Id, archivePath(Target, WORKBOOK)]),
	);
	const sheets = elementsIn(await part(WORKBOOK), 'sheet');
	const shared = readSharedStrings(await part('xl/sharedStrings.xml'));
	const tables: string[][][] = [];
	for (const { 'r:id': id = '' } of sheets)
		tables.push(readSheet(await part(targets.get(id) ?? ''), shared));
	return tables;
}

type Attributes = Partial<Record<string, string>>;

/** The attributes of the elements with the given name. */
function elementsIn(xml: string, name: string): Attributes[] {
	const found: Attributes[] = [];
	scanTexts(xml, {
		open: (tag) => {
			if (tag.name === name) found.push(Object.fromEntries(tag.attributes));
		},
	});
	return found;
}

/** The texts that cells refer to by number; a rich text is its runs joined. */
function readSharedStrings(xml: string): string[] {
	const texts: string[] = [];
	scanTexts(xml, {
		open: ({ name }) => {
			if (name === 'si') texts.push('');
		},
		text: (text) => (texts[texts.length - 1] += text),
	});
	return texts;
}

function readSheet(xml: string, shared: string[]): string[][] {
	const rows: string[][] = [];
	let type = '';
	let column = -1;
	let content = '';
	scanTexts(xml, {
		open: (tag) => {
			if (tag.name === 'row') {
				rows.push([]);
				column = -1;
			} else if (tag.name === 'c') {
				const { r = '', t = '' } = Object.fromEntries(tag.attributes) as Attributes;
				column = columnOf(r) ?? column + 1;
				type = t;
				content = '';
			}
		},
		text: (text) => (content += text),
		close: (name) => {
			const row = rows.at(-1);
			if (name !== 'c' || row === undefined || column >= MAX_COLUMNS) return;
			while (row.length < column) row.push('');
			row[column] = type === 's' ? (shared[Number(content)] ?? '') : content;
		},
	});
	return rows;
}

/** Reports values and texts (`v`, `t`), but not phonetic guides. */
function scanTexts(xml: string, visitor: Partial<XmlVisitor>): void {
	if (xml === '') return;
	let isText = false;
	let isPhonetic = false;
	scanXml(xml, LIMITS, {
		open: (tag) => {
			isText = tag.name === 'v' || tag.name === 't';
			isPhonetic ||= tag.name === 'rPh';
			visitor.open?.(tag);
		},
		close: (name, ...place) => {
			isText = false;
			if (name === 'rPh') isPhonetic = false;
			visitor.close?.(name, ...place);
		},
		text: (text) => {
			if (isText && !isPhonetic) visitor.text?.(text);
		},
	});
}

/** 27 for AB12, counted from 0; undefined where a cell does not say where it stands. */
function columnOf(reference: string): number | undefined {
	const letters = /^[A-Z]{1,3}(?=\d)/.exec(reference)?.[0];
	if (letters === undefined) return undefined;
	return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
