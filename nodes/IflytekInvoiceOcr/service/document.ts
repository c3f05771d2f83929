import { UNKNOWN } from '../values/unknown';
import { isRecord } from '../../shared/http/json';
import { failure, success, type Result, sanitize } from '../../shared/problem/problem';
import { INVOICE_SERVICE } from './service';
import { signatureProblem, type SignatureAnswer } from '../../shared/signature/answer';
import { ELEMENTS, fieldOfKey, type FieldName } from '../invoice/elements';
import {
	lowestConfidence,
	type RecognizedField,
	type RecognizedInvoice,
	type TextLine,
} from '../invoice/recognized';
import { readNumber, readQuad, type Quad } from '../values/geometry';

const NO_INVOICE = '37042';

/**
 * Reads the decoded document (services.md, Invoices: Decoded document) after `header.code` was 0: its own
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
	return {
		description: readText(object.description).trim() || null,
		width: positive(object.width),
		height: positive(object.height),
		fields,
	};
}

function readBlock(block: Record<string, unknown>): RecognizedField {
	const value = readText(block.value).trim();
	const recognized = String(block.ocr_flag ?? 1) !== '0' && value !== '';
	if (!recognized) return NOTHING;
	const quad = readQuad(block.position);
	const sentences = records(block.text_sent_list)
		.map(readLine)
		.filter(({ text }) => text.trim() !== '');
	const lines =
		sentences.length > 0 ? withPostProcessed(sentences, value) : linesOfValue(value, quad);
	const isUnknown = lines.some(({ postProcessed }) => postProcessed?.includes(UNKNOWN));
	const text = isUnknown ? lines.map((line) => line.text).join('\n') : value;
	return { text, lines, quad, confidence: lowestConfidence(lines), conflicts: [] };
}

const NOTHING: RecognizedField = {
	text: null,
	lines: [],
	quad: null,
	confidence: null,
	conflicts: [],
};

function readLine({ text, position, score }: Record<string, unknown>): TextLine {
	const given = score !== undefined && score !== null && score !== '';
	const number = readNumber(score);
	const confidence = number !== null && number >= 0 && number <= 1 ? number : null;
	return {
		text: readText(text),
		quad: readQuad(position),
		confidence,
		...(given && confidence === null ? { hasInvalidConfidence: true } : {}),
	};
}

function withPostProcessed(sentences: TextLine[], value: string): TextLine[] {
	const texts = linesOf(value);
	if (texts.length !== sentences.length) return sentences;
	return sentences.map((line, index) => ({ ...line, postProcessed: texts[index]! }));
}

function linesOf(value: string): string[] {
	return value
		.split('\n')
		.map((text) => text.trim())
		.filter((text) => text !== '');
}

/** The lines of a block that came without any; the block's position is that of the line only if there is one line. */
function linesOfValue(value: string, quad: Quad | null): TextLine[] {
	const texts = linesOf(value);
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

function records(value: unknown): Array<Record<string, unknown>> {
	return Array.isArray(value) ? value.filter(isRecord) : [];
}

function positive(value: unknown): number {
	return Math.max(readNumber(value) ?? 0, 0);
}

/** The text of a value; a number becomes text, anything else is ignored. */
function readText(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
