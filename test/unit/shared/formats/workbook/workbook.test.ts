import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

import { isZip, readWorkbook } from '../../../../../nodes/shared/formats/workbook/workbook';
import { workbook } from '../../../image/workbook';

const ROWS = [
	['label', 'english', '', 'chinese'],
	[4, 'zebra <&', '', '斑马'],
	[15765, ' common zebra', '', '草原斑马'],
];
const TEXTS = ROWS.map((row) => row.map(String));

/** A workbook with one of its parts changed, or left out. */
function changed(part: string, change: (xml: string) => string | undefined): Buffer {
	const parts = unzipSync(workbook([ROWS]));
	const xml = change(strFromU8(parts[part]!));
	if (xml === undefined) delete parts[part];
	else parts[part] = strToU8(xml);
	return Buffer.from(zipSync(parts));
}

it('reads numbers, texts with their blanks, texts of several runs, and empty cells', async () => {
	expect(await readWorkbook(workbook([ROWS]))).toEqual([TEXTS]);
});

it('reads texts that stand in their cells, and cells that do not say where they stand', async () => {
	expect(await readWorkbook(workbook([ROWS], true))).toEqual([TEXTS]);
});

it('reads each sheet in the order of the tabs', async () => {
	const sheets = await readWorkbook(workbook([[['a']], [], [['b', 'c']]]));
	expect(sheets).toEqual([[['a']], [], [['b', 'c']]]);
});

it('finds the cells of columns beyond Z', async () => {
	const row = Array.from({ length: 60 }, (_, column) => (column % 7 === 0 ? `c${column}` : ''));
	const [[cells]] = (await readWorkbook(workbook([[row]]))) as [[string[]]];
	expect(cells).toEqual(row.slice(0, 57));
});

it('takes a formula by its stored result', async () => {
	const sheet = 'xl/worksheets/sheet1.xml';
	const bytes = changed(sheet, (xml) => xml.replace('<v>4</v>', '<f>2+2</f><v>4</v>'));
	expect((await readWorkbook(bytes))[0]![1]![0]).toBe('4');
});

it.each(['/xl/', './../xl/'])('finds a sheet by the path %s', async (folder) => {
	const bytes = changed('xl/_rels/workbook.xml.rels', (xml) =>
		xml.replace('Target="', `Target="${folder}`),
	);
	expect(await readWorkbook(bytes)).toEqual([TEXTS]);
});

it.each([
	['xl/worksheets/sheet1.xml', [[]]],
	['xl/_rels/workbook.xml.rels', [[]]],
])('has no rows where %s is missing', async (part, sheets) => {
	expect(await readWorkbook(changed(part, () => undefined))).toEqual(sheets);
});

it.each<[string, Buffer, string]>([
	[
		'another archive',
		changed('xl/workbook.xml', () => undefined),
		'is a ZIP archive, not an Excel workbook',
	],
	['a piece of an archive', workbook([ROWS]).subarray(0, 300), 'is not a complete ZIP archive'],
	[
		'XML with entities of its own',
		changed(
			'xl/workbook.xml',
			(xml) => `<!DOCTYPE x [<!ENTITY a "b">]>${xml.slice(xml.indexOf('\n') + 1)}`,
		),
		'DOCTYPE',
	],
])('says why it does not read %s', async (_what, bytes, message) => {
	await expect(readWorkbook(bytes)).rejects.toThrow(message);
});

it('knows an archive by all of its first four bytes', () => {
	expect(isZip(workbook([ROWS]))).toBe(true);
	for (let place = 0; place < 4; place++) {
		const bytes = Buffer.from('PK\x03\x04', 'latin1');
		bytes[place] = 0x41;
		expect(isZip(bytes)).toBe(false);
	}
});
