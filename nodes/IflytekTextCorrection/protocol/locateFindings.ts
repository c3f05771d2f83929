import type { Finding } from './correctionAnswer';
import { isInsidePair, wholeCodePoint } from './textBoundary';

/** A text as it was sent, with what the service found in it. */
export interface CheckedText {
	text: string;
	findings: Finding[];
}

/** Where a finding stands (UTF-16 index in its text), or why that cannot be said. */
export type Place = { index: number } | { reason: string };

/** How far from its position a text is looked for, in UTF-16 units. */
const NEIGHBOURHOOD = 20;

/**
 * Finds the place of every finding and makes sure that the text it names stands there. The service
 * counts characters from 0; whether an emoji is one or two is not known, so both ways are tried, first
 * the one that fits more findings of all the texts. Where neither fits, the neighbourhood is searched
 * for words that stand in the text only once.
 * @returns for each text, a place for each of its findings
 */
export function locateFindings(checkedTexts: CheckedText[]): Place[][] {
	const readings = checkedTexts.map(({ text, findings }) => readPositions(text, findings));
	const all = readings.flat();
	const fits = (way: 'utf16' | 'codePoint') => all.filter((reading) => reading[way].fits).length;
	const lead = fits('utf16') - fits('codePoint');
	return checkedTexts.map(({ text, findings }, i) => {
		const isMiscounted = findings.some((finding, j) =>
			isElsewhere(text, finding, readings[i]![j]!),
		);
		return findings.map((finding, j) =>
			finding.original === '' && isMiscounted
				? { reason: MISCOUNTED }
				: place(text, finding, readings[i]![j]!, lead),
		);
	});
}

/** Only the positions of the others show whether that of an empty original is right. */
const MISCOUNTED =
	'Another correction of the same text does not stand where the service says, so this position may be wrong too';

/** Whether a finding names a text that stands somewhere, but not at its position. */
function isElsewhere(text: string, { original }: Finding, { utf16, codePoint }: Reading): boolean {
	if (original === null || original === '') return false;
	return !utf16.fits && !codePoint.fits && text.includes(original);
}

interface Candidate {
	index: number;
	/** the text named by the finding stands at the index */
	fits: boolean;
}

interface Reading {
	utf16: Candidate;
	codePoint: Candidate;
}

function readPositions(text: string, findings: Finding[]): Reading[] {
	const offsets = codePointOffsets(text);
	return findings.map(({ position, original }) => {
		const candidate = (index: number): Candidate => ({
			index,
			fits:
				original !== null &&
				index <= text.length &&
				!isInsidePair(text, index) &&
				text.startsWith(original, index),
		});
		const utf16 = position ?? -1;
		return {
			utf16: candidate(utf16),
			codePoint: candidate(offsets === undefined ? utf16 : (offsets[utf16] ?? text.length + 1)),
		};
	});
}

/** UTF-16 index of every code point and of the end; undefined where both counts are the same. */
function codePointOffsets(text: string): number[] | undefined {
	const offsets: number[] = [];
	let index = 0;
	for (const character of text) {
		offsets.push(index);
		index += character.length;
	}
	offsets.push(index);
	return offsets.length === index + 1 ? undefined : offsets;
}

function place(text: string, finding: Finding, reading: Reading, lead: number): Place {
	const { original, unreadable } = finding;
	if (original === null) {
		return { reason: `The service sent a row in an unknown form: ${inShort(unreadable)}` };
	}
	const { utf16, codePoint } = reading;
	if (utf16.fits && codePoint.fits && utf16.index !== codePoint.index && lead === 0) {
		return {
			reason:
				'The text holds emoji or other characters that can be counted in two ways, and both ways lead to a fitting place',
		};
	}
	const inOrder = lead >= 0 ? [utf16, codePoint] : [codePoint, utf16];
	const fitting = inOrder.find((candidate) => candidate.fits);
	if (fitting !== undefined) return { index: fitting.index };
	if (original === '') return { reason: 'The position that the service sent is not in the text' };

	const elsewhere = (where: string): Place => ({
		reason: `"${inShort(original)}" does not stand where the service says, ${where}`,
	});
	const index = text.indexOf(original);
	// a position may be off by more than the neighbourhood, so the nearest of several can be the wrong one
	if (index !== text.lastIndexOf(original)) {
		return elsewhere('and stands in the text more than once');
	}
	if (index === -1 || Math.abs(index - inOrder[0]!.index) > NEIGHBOURHOOD) {
		return elsewhere('nor near it');
	}
	if ([...original].length === 1) {
		return elsewhere('and a single character is not looked for near it');
	}
	return { index };
}

function inShort(value: unknown): string {
	const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
	return text.length > 60 ? `${text.slice(0, wholeCodePoint(text, 60))}…` : text;
}
