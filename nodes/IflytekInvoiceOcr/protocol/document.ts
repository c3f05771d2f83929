import { isRecord } from '../../shared/http/json';
import { failure, success, type Result } from '../../shared/items/problem';
import { sanitize } from '../../shared/items/sanitize';
import { INVOICE_SERVICE } from './service';
import { signatureProblem, type SignatureAnswer } from '../../shared/signature/answer';
import { ELEMENTS, fieldOfKey, type FieldName } from './elements';
import { readQuad, type Quad } from './geometry';

/** One recognized line of text. */
export interface TextLine {
	text: string;
	quad: Quad | null;
	/** recognition confidence from 0 to 1; null when the service gave none */
	confidence: number | null;
}

/** What was read for one of the 24 elements. */
export interface RecognizedField {
	/** the service's value; null when nothing was recognized */
	text: string | null;
	lines: TextLine[];
	/** where the field stands; the first block's place when there are several */
	quad: Quad | null;
	/** lowest recognition confidence of its lines */
	confidence: number | null;
	/** texts of further blocks of the same element that say something else */
	conflicts: string[];
}

/** One invoice found in an image. */
export interface RecognizedInvoice {
	/** size of the image in which positions are counted, in pixels; 0 when not given */
	width: number;
	height: number;
	fields: Record<FieldName, RecognizedField>;
}

const NO_INVOICE = '37042';

/**
 * Reads the decoded document (spec: invoice, decoded text document) after `header.code` was 0: its own
 * `error_code` and that of every object must be 0 too. No object is answered with the failure of 37042.
 */
export function decodeInvoices(answer: SignatureAnswer): Result<RecognizedInvoice[]> {
	const { document, sid } = answer;
	const objects = Array.isArray(document.object_list) ? document.object_list.filter(isRecord) : [];
	for (const level of [document, ...objects]) {
		const code = codeOf(level);
		if (code !== undefined) {
			return failure(signatureProblem(code, INVOICE_SERVICE, { sid, message: level.error_msg }));
		}
	}
	if (objects.length === 0) return failure(signatureProblem(NO_INVOICE, INVOICE_SERVICE, { sid }));
	return success(objects.map(readObject));
}

function codeOf(level: Record<string, unknown>): string | undefined {
	const code = sanitize(level.error_code ?? 0);
	return code === '0' ? undefined : code;
}

function readObject(object: Record<string, unknown>): RecognizedInvoice {
	const blocks = new Map<FieldName, RecognizedField[]>();
	for (const region of records(object.region_list)) {
		for (const block of records(region.text_block_list)) {
			const name = fieldOfKey(block.key) ?? fieldOfKey(region.type) ?? fieldOfKey(block.class);
			if (name === undefined) continue;
			const others = blocks.get(name);
			if (others === undefined) blocks.set(name, [readBlock(block)]);
			else others.push(readBlock(block));
		}
	}
	const fields = Object.fromEntries(
		ELEMENTS.map(({ name, kind }) => [name, joinBlocks(blocks.get(name) ?? [], kind === 'list')]),
	) as Record<FieldName, RecognizedField>;
	return { width: positive(object.width), height: positive(object.height), fields };
}

function readBlock(block: Record<string, unknown>): RecognizedField {
	const value = typeof block.value === 'string' ? block.value.trim() : '';
	const recognized = String(block.ocr_flag ?? 1) !== '0' && value !== '';
	if (!recognized) return NOTHING;
	const quad = readQuad(block.position);
	const sentences = records(block.text_sent_list)
		.map(readLine)
		.filter(({ text }) => text.trim() !== '');
	const lines = sentences.length > 0 ? sentences : linesOfValue(value, quad);
	return { text: value, lines, quad, confidence: lowestConfidence(lines), conflicts: [] };
}

const NOTHING: RecognizedField = {
	text: null,
	lines: [],
	quad: null,
	confidence: null,
	conflicts: [],
};

function readLine(sentence: Record<string, unknown>): TextLine {
	return {
		text: typeof sentence.text === 'string' ? sentence.text : '',
		quad: readQuad(sentence.position),
		confidence: typeof sentence.score === 'number' ? sentence.score : null,
	};
}

/** The lines of a block that came without any: only a single one stands where its block stands. */
function linesOfValue(value: string, quad: Quad | null): TextLine[] {
	const texts = value
		.split('\n')
		.map((text) => text.trim())
		.filter((text) => text !== '');
	return texts.map((text) => ({ text, quad: texts.length === 1 ? quad : null, confidence: null }));
}

function joinBlocks(blocks: RecognizedField[], isList: boolean): RecognizedField {
	const read = blocks.filter(({ text }) => text !== null);
	const [first, ...others] = read;
	if (first === undefined) return NOTHING;
	if (!isList) {
		const conflicts = others.flatMap(({ text }) =>
			text === null || text === first.text ? [] : [text],
		);
		return { ...first, conflicts };
	}
	const lines = read.flatMap((block) => block.lines);
	return {
		...first,
		text: read.map(({ text }) => text).join('\n'),
		lines,
		confidence: lowestConfidence(lines),
	};
}

/** The lowest of the lines' confidences; null when the service gave none. */
export function lowestConfidence(lines: TextLine[]): number | null {
	const known = lines.flatMap(({ confidence }) => (confidence === null ? [] : [confidence]));
	return known.length > 0 ? Math.min(...known) : null;
}

function records(value: unknown): Array<Record<string, unknown>> {
	return Array.isArray(value) ? value.filter(isRecord) : [];
}

function positive(value: unknown): number {
	return typeof value === 'number' && value > 0 ? value : 0;
}
