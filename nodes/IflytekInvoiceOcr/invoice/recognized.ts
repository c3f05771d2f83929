import type { Quad } from '../values/geometry';
import type { FieldName } from './elements';

/** One recognized line of text. */
export interface TextLine {
	text: string;
	/** the same line in the service's post-processed value, where that has as many lines */
	postProcessed?: string;
	quad: Quad | null;
	/** recognition confidence from 0 to 1; null when the service sent none */
	confidence: number | null;
	/** the service sent something other than a number from 0 to 1 */
	hasInvalidConfidence?: true;
}

/** What was read for one element. */
export interface RecognizedField {
	/** the service's value; null when nothing was recognized */
	text: string | null;
	lines: TextLine[];
	/** position of the field; that of the first block when there are several */
	quad: Quad | null;
	/** lowest recognition confidence of its lines */
	confidence: number | null;
	/** differing texts of further blocks of the same element */
	conflicts: string[];
}

/** One invoice found in an image. */
export interface RecognizedInvoice {
	/** what the service calls the document, such as 增值税专用发票; null when it does not say */
	description: string | null;
	/** size of the image in which positions are counted, in pixels; 0 when not given */
	width: number;
	height: number;
	fields: Record<FieldName, RecognizedField>;
}

/** The lowest of the lines' confidences; null when the service gave none. */
export function lowestConfidence(lines: TextLine[]): number | null {
	const known = lines.flatMap(({ confidence }) => (confidence === null ? [] : [confidence]));
	return known.length > 0 ? Math.min(...known) : null;
}
