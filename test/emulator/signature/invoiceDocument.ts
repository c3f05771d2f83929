import { has, TO_THE_LETTER, type Manner } from '../core/habits';
import { messageOf } from './codes';
import {
	ELEMENT_KEYS,
	type ElementKey,
	type InvoiceTruth,
	type Quad,
	type TruthBlock,
	type TruthLine,
	type TruthRegion,
} from './invoiceTruth';

/** Where an element stands on the printed form, on a sheet of 1200 by 760. */
interface Place {
	x: number;
	y: number;
	width: number;
	/** Height of one line, or of the whole column for the goods table. */
	height: number;
	column?: true;
}

const SHEET = { width: 1200, height: 760 };
/** Images narrower than this carry no layout worth scaling to. */
const LEAST_WIDTH = 200;

const at = (x: number, y: number, width: number, height = 26): Place => ({ x, y, width, height });
const column = (x: number, width: number): Place => ({
	x,
	y: 290,
	width,
	height: 220,
	column: true,
});

const PLACES: Record<ElementKey, Place> = {
	'check-code': at(900, 116, 270),
	'cryptographic-area': at(690, 155, 460),
	'unit-price': column(610, 110),
	'vat-invoice-daima': at(60, 32, 200, 34),
	'vat-invoice-daima-right-side': at(950, 72, 160, 22),
	'vat-invoice-goods-list': column(50, 300),
	'vat-invoice-haoma': at(950, 32, 180, 34),
	'vat-invoice-haoma-right-side': at(1010, 96, 120, 22),
	'vat-invoice-issue-date': at(640, 112, 200),
	'vat-invoice-payer-addr-tell': at(180, 208, 480),
	'vat-invoice-payer-bank-account': at(180, 236, 480),
	'vat-invoice-payer-name': at(180, 152, 480),
	'vat-invoice-price-list': column(730, 150),
	'vat-invoice-rate-payer-id': at(180, 180, 480),
	'vat-invoice-seller-addr-tell': at(180, 646, 480),
	'vat-invoice-seller-bank-account': at(180, 674, 480),
	'vat-invoice-seller-id': at(180, 618, 480),
	'vat-invoice-seller-name': at(180, 590, 480),
	'vat-invoice-tax-list': column(990, 150),
	'vat-invoice-tax-rate-list': column(900, 70),
	'vat-invoice-tax-total': at(990, 520, 150),
	'vat-invoice-total': at(730, 520, 150),
	'vat-invoice-total-cover-tax': at(270, 552, 420),
	'vat-invoice-total-cover-tax-digits': at(930, 552, 200),
};

const ANYWHERE = at(60, 710, 500);

export interface Sheet {
	width: number;
	height: number;
}

function box(x: number, y: number, width: number, height: number): Quad {
	const [left, top] = [Math.round(x), Math.round(y)];
	const [right, bottom] = [Math.round(x + width), Math.round(y + height)];
	return {
		tl_point: { x: left, y: top },
		tr_point: { x: right, y: top },
		bl_point: { x: left, y: bottom },
		br_point: { x: right, y: bottom },
	};
}

function around(quads: Quad[]): Quad {
	if (quads.length === 0) return box(0, 0, 0, 0);
	const points = quads.flatMap((quad) => Object.values(quad));
	const xs = points.map(({ x }) => x);
	const ys = points.map(({ y }) => y);
	const [left, top] = [Math.min(...xs), Math.min(...ys)];
	return box(left, top, Math.max(...xs) - left, Math.max(...ys) - top);
}

/** Width of a text in line heights: a Chinese character is square, a Latin one about half of it. */
function textWidth(text: string): number {
	let width = 0;
	for (const character of text) width += (character.codePointAt(0) as number) > 0x2e7f ? 1 : 0.55;
	return width;
}

function linePosition(key: string, text: string, row: number, rows: number, sheet: Sheet): Quad {
	const place = PLACES[key as ElementKey] ?? ANYWHERE;
	const [scaleX, scaleY] = [sheet.width / SHEET.width, sheet.height / SHEET.height];
	const pitch = place.column ? Math.min(28, place.height / Math.max(rows, 1)) : place.height;
	const height = pitch * 0.8;
	const width = Math.min(place.width, Math.max(height * 0.5, textWidth(text) * height * 0.85));
	return box(place.x * scaleX, (place.y + row * pitch) * scaleY, width * scaleX, height * scaleY);
}

/** A confidence between 0.9 and 0.999 that depends on the text alone. */
function confidence(text: string, salt: number): number {
	let hash = salt;
	for (const character of text) hash = (hash * 31 + (character.codePointAt(0) as number)) % 9973;
	return Math.round((0.9 + (hash % 1000) / 10_100) * 10_000) / 10_000;
}

interface Line extends TruthLine {
	position: Quad;
}

/** Gives every line its place; empty ones keep a row and vanish. */
function placeLines(
	key: string,
	lines: Array<string | TruthLine>,
	rows: number,
	sheet: Sheet,
): Line[] {
	return lines
		.map((line) => (typeof line === 'string' ? { text: line } : line))
		.map((line, row) => ({
			...line,
			position: line.position ?? linePosition(key, line.text, row, rows, sheet),
		}))
		.filter(({ text }) => text !== '');
}

const sentence = (line: Line) => ({
	text: line.text,
	position: line.position,
	image_data: '',
	angle: line.angle ?? 0,
	char_count: [...line.text].length,
	det_score: line.detScore ?? confidence(line.text, 7),
	score: line.score ?? confidence(line.text, 13),
});

function block(region: TruthRegion, truth: TruthBlock, order: number, rows: number, sheet: Sheet) {
	const key = truth.key ?? region.type;
	const lines = placeLines(key || region.type, truth.lines, rows, sheet);
	const value = truth.value ?? lines.map(({ text }) => text).join('\n');
	return {
		id: String(order),
		order,
		key,
		value,
		position: truth.position ?? around(lines.map(({ position }) => position)),
		ocr_flag: truth.ocrFlag ?? (value === '' ? 0 : 1),
		tag: '',
		class: truth.class ?? key,
		text_sent_count: lines.length,
		text_sent_list: lines.map(sentence),
	};
}

function regionsOf(truth: InvoiceTruth): TruthRegion[] {
	if (truth.regions) return truth.regions;
	return ELEMENT_KEYS.map((type) => {
		const field = truth.fields?.[type] ?? [];
		return { type, blocks: [{ lines: typeof field === 'string' ? [field] : field }] };
	}).filter(({ blocks }) => truth.absent !== 'omitted' || blocks.some((b) => b.lines.length > 0));
}

function object(truth: InvoiceTruth, idx: number, image: Sheet | null) {
	const natural = image && image.width >= LEAST_WIDTH ? image : SHEET;
	const sheet = { width: truth.width ?? natural.width, height: truth.height ?? natural.height };
	const regions = truth.errorCode ? [] : regionsOf(truth);
	const rows = Math.max(
		0,
		...regions
			.filter(({ type }) => PLACES[type as ElementKey]?.column)
			.flatMap(({ blocks }) => blocks.map(({ lines }) => lines.length)),
	);
	return {
		error_code: truth.errorCode ?? 0,
		error_msg: truth.errorMsg ?? messageOf(truth.errorCode ?? 0),
		type: '',
		description: truth.description ?? '增值税发票',
		width: sheet.width,
		height: sheet.height,
		idx,
		table_count: 0,
		table_list: [],
		region_count: regions.length,
		region_list: regions.map((region, order) => {
			const blocks = region.blocks.map((one, place) => block(region, one, place, rows, sheet));
			return {
				id: String(order),
				order,
				type: region.type,
				position: region.position ?? around(blocks.map(({ position }) => position)),
				text_block_count: blocks.length,
				text_block_list: blocks,
			};
		}),
	};
}

/** The decoded answer's frame without any object, with its own error_code. */
export function emptyDocument(code: number, message: string = messageOf(code)) {
	return {
		engine_version: '1.0.0',
		error_code: code,
		error_msg: message,
		object_count: 0,
		version: 1,
		object_list: [] as unknown[],
	};
}

const SENT_AS_TEXT = ['x', 'y', 'score', 'det_score'];

/** A replacer for JSON.stringify that brings a document into a manner. */
function shaping(manner: Manner): (key: string, value: unknown) => unknown {
	return (key, value) => {
		if (key === 'text_sent_list' && has(manner, 'noLinePositions')) {
			return (value as Line[]).map((line) => ({ ...line, position: undefined }));
		}
		const asText = typeof value === 'number' && SENT_AS_TEXT.includes(key);
		return asText && has(manner, 'numbersAsText') ? String(value) : value;
	};
}

/**
 * Lays out the decoded answer for an invoice's truth by the specification's table. `image` is the
 * picture's size in pixels, to which the positions are scaled.
 */
export function invoiceDocument(truth: InvoiceTruth, image: Sheet | null, manner = TO_THE_LETTER) {
	const truths = truth.objects ?? [truth];
	const list = truths.map((one, idx) => object(one, idx, image));
	const document = { ...emptyDocument(0), object_count: list.length, object_list: list };
	return JSON.parse(JSON.stringify(document, shaping(manner))) as typeof document;
}
