import type { IBinaryKeyData } from 'n8n-workflow';

import { pictureSize } from '../../shared/files/imageFormat';
import type { Item } from '../../shared/items/item';
import { escapeHtml } from '../../shared/problem/problem';
import {
	ELEMENTS,
	fieldLabel,
	type FieldName,
	FIELDS,
	type FieldNaming,
	fieldTitle,
	type RecognizedField,
	type TextLine,
} from '../invoice/invoice';
import { acrossOf, length, median, type Quad } from '../values/values';
import type { AnalyzedInvoice } from '../checks/checks';
import type { PicturePart } from '../file/parts';
import { foundBy } from './rows';

const STYLE = `body{margin:0;font:14px/1.4 system-ui,sans-serif;color:#222;background:#fff}
main{display:flex;flex-wrap:wrap;gap:16px;padding:16px;align-items:flex-start}
figure{position:relative;margin:0;flex:3 1 600px}
img{display:block;width:100%}
svg{position:absolute;inset:0;width:100%;height:100%}
polygon{fill:#0a7d3315;stroke:#0a7d33;stroke-width:1.5;vector-effect:non-scaling-stroke}
.doubtful polygon{fill:#d9480f26;stroke:#d9480f;stroke-width:2.5;stroke-dasharray:6 3}
svg text{fill:#0a7d33;paint-order:stroke;stroke:#fffc;stroke-width:.2em}
.doubtful text{fill:#d9480f}
section{flex:2 1 380px}
table{border-collapse:collapse;width:100%;margin-bottom:16px}
caption{text-align:left;font-weight:600;padding:4px 0}
td,th{border:1px solid #ccc;padding:3px 6px;text-align:left;vertical-align:top;white-space:pre-wrap;overflow-wrap:break-word}
tr.doubtful td,td.doubtful{background:#fff0e6}
tr:target td{outline:2px solid #d9480f}`;

/** The file of `annotatedPage`. */
export async function annotatedImage(
	item: Item,
	{ bytes, format, pages: [page] }: PicturePart,
	fileName: string | null,
	read: AnalyzedInvoice[],
	naming: FieldNaming,
): Promise<IBinaryKeyData> {
	const mimeType = `image/${format === 'jpg' ? 'jpeg' : format}`;
	const title = fileName?.replace(/^.*\//, '') || 'invoice';
	const html = annotatedPage({ bytes, mimeType, title }, read, naming);
	const suffix = page === undefined ? '' : `.page${page}`;
	const file = await item.context.helpers.prepareBinaryData(
		Buffer.from(html),
		`${title.replace(/\.[^.]*$/, '')}${suffix}.annotated.html`,
		'text/html',
	);
	return { annotatedImage: file };
}

/**
 * An HTML page without scripts that holds the picture, a box with name, value and confidence for each field, and
 * tables of fields, line items and checks. Doubtful ones are marked. Every recognized text is escaped.
 */
export function annotatedPage(
	picture: { bytes: Buffer; mimeType: string; title: string },
	invoices: AnalyzedInvoice[],
	naming: FieldNaming,
): string {
	const stored = pictureSize(picture.bytes);
	const seen = invoices[0]?.invoice.picture;
	// positions refer to the picture as stored, or as rotated by its Exif orientation
	const isAsStored =
		stored !== undefined && seen?.width === stored.width && seen.height === stored.height;
	const source = `data:${picture.mimeType};base64,${picture.bytes.toString('base64')}`;
	const layers = invoices.map((read) => {
		const width = read.invoice.picture!.width || stored?.width || 1;
		const height = read.invoice.picture!.height || stored?.height || 1;
		return `<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none">${boxes(read, naming)}</svg>`;
	});
	return `<!doctype html>
<html lang="zh">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>${escape(picture.title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<figure><img alt="Recognized picture" src="${source}"${isAsStored ? ' style="image-orientation:none"' : ''}>${layers.join('')}</figure>
<section>
${invoices.map((read) => tables(read, naming)).join('\n')}
</section>
</main>
</body>
</html>
`;
}

function boxes({ invoice, doubtful }: AnalyzedInvoice, naming: FieldNaming): string {
	const { width, fields } = invoice.picture!;
	const quads = FIELDS.flatMap((name) => boxesOf(fields[name]));
	const size = quads.length > 0 ? median(quads.map((quad) => length(acrossOf(quad)))) * 0.5 : 10;
	return ELEMENTS.map(({ name, kind }) => {
		const reading = fields[name];
		const [first] = boxesOf(reading);
		if (reading.text === null || first === undefined) return '';
		const caption = [
			doubtful.has(name) ? '? ' : '',
			labelOf(name, naming),
			kind === 'list' ? '' : `: ${shortened(reading.text)}`,
			reading.confidence === null ? '' : ` ${percent(reading.confidence)}`,
		].join('');
		// lines without places of their own share the box of their block
		const polygons = reading.lines.map(polygonOf).join('') || polygon(first, reading.text);
		const text = captionText(caption, first, size, kind !== 'list' && first[1].x < width / 2);
		return `<g${doubtful.has(name) ? ' class="doubtful"' : ''}><a href="#${name}">${polygons}${text}</a></g>`;
	}).join('');
}

/** A caption along the box: to its right where there is room, else small above it. */
function captionText(caption: string, quad: Quad, size: number, behind: boolean): string {
	const [tl, tr, br] = quad;
	const at = behind
		? { x: (tr.x + br.x) / 2 + size * 0.5, y: (tr.y + br.y) / 2 + size * 0.35 }
		: { x: tl.x, y: tl.y - size * 0.2 };
	const angle = (Math.atan2(tr.y - tl.y, tr.x - tl.x) * 180) / Math.PI;
	const place = `${round(at.x)},${round(at.y)}`;
	return `<text transform="translate(${place}) rotate(${round(angle)})" font-size="${round(behind ? size : size * 0.75)}">${escape(caption)}</text>`;
}

function boxesOf({ lines, quad }: RecognizedField): Quad[] {
	const ofLines = lines.flatMap((line) => (line.quad === null ? [] : [line.quad]));
	return ofLines.length > 0 || quad === null ? ofLines : [quad];
}

function polygonOf({ quad, text, confidence }: TextLine): string {
	if (quad === null) return '';
	return polygon(quad, confidence === null ? text : `${text} (${percent(confidence)})`);
}

function polygon(quad: Quad, title: string): string {
	const points = quad.map(({ x, y }) => `${round(x)},${round(y)}`).join(' ');
	return `<polygon points="${points}"><title>${escape(title)}</title></polygon>`;
}

function tables(read: AnalyzedInvoice, naming: FieldNaming): string {
	const fields = FIELDS.flatMap((name) => {
		const { text, confidence } = read.invoice.picture!.fields[name];
		if (text === null) return [];
		const cells = [labelOf(name, naming), text, confidence === null ? '' : percent(confidence)];
		return row(cells, read.doubtful.has(name), name);
	});
	const lines = read.lines.map((line, index) =>
		row(
			[index + 1, line.goodsName, line.unitPrice, line.amount, line.taxRate, line.tax],
			line.doubts.length > 0 || line.expectedTax !== null,
		),
	);
	const checks = read.checks.map((one) =>
		row([one.name, one.result, one.expected, foundBy(one, naming)], one.result === 'failed'),
	);
	return [
		table('Fields', ['Field', 'Text', 'Confidence'], fields),
		table('Line items', ['Line', 'Name', 'Unit price', 'Amount', 'Tax rate', 'Tax'], lines),
		table('Checks', ['Check', 'Result', 'Expected', 'Found'], checks),
	].join('\n');
}

function table(caption: string, head: string[], rows: string[]): string {
	if (rows.length === 0) return '';
	const heads = head.map((text) => `<th>${text}</th>`).join('');
	return `<table><caption>${caption}</caption><tr>${heads}</tr>${rows.join('')}</table>`;
}

function row(cells: Array<number | string | null>, doubtful: boolean, id?: string): string {
	const attributes = `${id ? ` id="${id}"` : ''}${doubtful ? ' class="doubtful"' : ''}`;
	const texts = cells.map((cell) => `<td>${escape(String(cell ?? ''))}</td>`).join('');
	return `<tr${attributes}>${texts}</tr>`;
}

const labelOf = (name: FieldName, naming: FieldNaming) =>
	naming === 'english' ? fieldTitle(name) : fieldLabel(name, naming);

function shortened(text: string): string {
	const characters = [...text.replace(/\s+/g, ' ')];
	return characters.length > 24 ? `${characters.slice(0, 23).join('')}…` : characters.join('');
}

const percent = (confidence: number) => `${Math.round(confidence * 100)}%`;
const round = (value: number) => Math.round(value * 10) / 10;
const escape = (text: string) => escapeHtml(text).replace(/[^\P{Cc}\n]/gu, ' ');
