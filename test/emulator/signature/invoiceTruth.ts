import { isObject } from '../core/rules';

/** The specification's 24 element keys, in its order. */
export const ELEMENT_KEYS = [
	'check-code',
	'cryptographic-area',
	'unit-price',
	'vat-invoice-daima',
	'vat-invoice-daima-right-side',
	'vat-invoice-goods-list',
	'vat-invoice-haoma',
	'vat-invoice-haoma-right-side',
	'vat-invoice-issue-date',
	'vat-invoice-payer-addr-tell',
	'vat-invoice-payer-bank-account',
	'vat-invoice-payer-name',
	'vat-invoice-price-list',
	'vat-invoice-rate-payer-id',
	'vat-invoice-seller-addr-tell',
	'vat-invoice-seller-bank-account',
	'vat-invoice-seller-id',
	'vat-invoice-seller-name',
	'vat-invoice-tax-list',
	'vat-invoice-tax-rate-list',
	'vat-invoice-tax-total',
	'vat-invoice-total',
	'vat-invoice-total-cover-tax',
	'vat-invoice-total-cover-tax-digits',
] as const;

export type ElementKey = (typeof ELEMENT_KEYS)[number];

interface Point {
	x: number;
	y: number;
}

export interface Quad {
	tl_point: Point;
	tr_point: Point;
	bl_point: Point;
	br_point: Point;
}

/** One recognised line; what is left out, the emulator makes up from the layout. */
export interface TruthLine {
	text: string;
	position?: Quad;
	score?: number;
	detScore?: number;
	angle?: number;
}

export interface TruthBlock {
	/** Element key; the region's type when absent. */
	key?: string;
	class?: string;
	/** The lines joined by line feeds when absent. */
	value?: string;
	/** 1 when there is a value, else 0, when absent. */
	ocrFlag?: number;
	position?: Quad;
	lines: Array<string | TruthLine>;
}

export interface TruthRegion {
	type: string;
	position?: Quad;
	blocks: TruthBlock[];
}

/**
 * What an invoice image shows. `fields` gives texts by element key: a string for one line, an array
 * for several, where '' keeps a row of the goods table empty. `regions` instead gives everything.
 */
export interface InvoiceTruth {
	fields?: Partial<Record<ElementKey, string | Array<string | TruthLine>>>;
	regions?: TruthRegion[];
	/** Pixels; the image's own size when absent. */
	width?: number;
	height?: number;
	description?: string;
	/** Elements without a text: a region with ocr_flag 0, or no region at all. */
	absent?: 'flagged' | 'omitted';
	/** The object's own error_code and error_msg. */
	errorCode?: number;
	errorMsg?: string;
	/** Several targets in one image; nothing else of this truth counts then. */
	objects?: InvoiceTruth[];
}

/** Whether a value read from an image or a control call can be an invoice's truth. */
export function isInvoiceTruth(value: unknown): value is InvoiceTruth {
	if (!isObject(value)) return false;
	const { fields, regions, objects } = value;
	if (Array.isArray(objects)) return objects.every(isInvoiceTruth);
	return isObject(fields) || Array.isArray(regions);
}
