import { strToU8, zipSync } from 'fflate';

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The letters of a column, counted from 0. */
function letters(column: number): string {
	const before = column >= 26 ? letters(Math.floor(column / 26) - 1) : '';
	return before + String.fromCharCode(65 + (column % 26));
}

/**
 * A workbook as Excel writes it: numbers as they are, texts in a list of their own; empty cells are left out.
 * @param inline texts stand in their cells instead, without references, as other programs write them
 */
export function workbook(sheets: Array<Array<Array<string | number>>>, inline = false): Buffer {
	const shared: string[] = [];
	const places = new Map<string, number>();
	const index = (text: string) => {
		if (!places.has(text)) places.set(text, shared.push(text) - 1);
		return places.get(text)!;
	};
	const cell = (value: string | number, row: number, column: number) => {
		const r = inline ? '' : ` r="${letters(column)}${row + 1}"`;
		if (typeof value === 'number') return `<c${r}><v>${value}</v></c>`;
		if (inline) return `<c t="inlineStr"><is><t>${escaped(value)}</t></is></c>`;
		return value === '' ? '' : `<c${r} t="s"><v>${index(value)}</v></c>`;
	};
	const parts: Record<string, string> = {};
	sheets.forEach((rows, number) => {
		const data = rows.map(
			(cells, row) =>
				`<row r="${row + 1}">${cells.map((value, column) => cell(value, row, column)).join('')}</row>`,
		);
		parts[`xl/worksheets/sheet${number + 1}.xml`] =
			`<worksheet xmlns="${MAIN}"><sheetData>${data.join('')}</sheetData></worksheet>`;
	});
	const listed = sheets.map(
		(_, n) => `<sheet name="S${n}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`,
	);
	parts['xl/workbook.xml'] =
		`<workbook xmlns="${MAIN}" xmlns:r="${REL}"><sheets>${listed.join('')}</sheets></workbook>`;
	const relations = sheets.map(
		(_, n) => `<Relationship Id="rId${n + 1}" Target="worksheets/sheet${n + 1}.xml"/>`,
	);
	parts['xl/_rels/workbook.xml.rels'] = `<Relationships>${relations.join('')}</Relationships>`;
	if (!inline) {
		const texts = shared.map((text, n) =>
			n % 2 === 0
				? `<si><t xml:space="preserve">${escaped(text)}</t></si>`
				: `<si><r><t>${escaped(text.slice(0, 1))}</t></r><r><t>${escaped(text.slice(1))}</t></r><rPh sb="0" eb="1"><t>ping</t></rPh></si>`,
		);
		parts['xl/sharedStrings.xml'] = `<sst xmlns="${MAIN}">${texts.join('')}</sst>`;
	}
	const files = Object.entries(parts).map(([name, xml]) => [
		name,
		strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xml}`),
	]);
	return Buffer.from(zipSync(Object.fromEntries(files)));
}
