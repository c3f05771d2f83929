import type { Finding } from './correctionAnswer';
import { isInsidePair, codePointStart } from '../../shared/formats/prose/textBoundary';

/** A text as it was sent, with what the service found in it. */
export interface CheckedText {
	text: string;
	findings: Finding[];
}

/** The place of a finding (UTF-16 index in its text), or why it is unknown. */
export type Place = { index: number } | { reason: string };

/** How far from its position a text is looked for, in UTF-16 units. */
const NEIGHBORHOOD = 20;

/**
 * Finds the place of every finding and makes sure that the text it names is there. The service
 * counts characters from 0. Whether an emoji is one or two is not known, so both ways are tried, first
 * the one that fits more findings of all the texts; likewise whether it counts a line break of two
 * characters as one, and from where. Where nothing fits, the neighborhood is searched for words that
 * stand in the text only once.
 * @returns for each text, a place for each of its findings
 */
export function locateFindings(checkedTexts: CheckedText[]): Place[][] {
	const readings = checkedTexts.map(({ text, findings }) =>
		readPositions(text, findings, findCount(text, findings)),
	);
	const all = readings.flat();
	const fits = (way: 'utf16' | 'codePoint') => all.filter((reading) => reading[way].fits).length;
	const lead = fits('utf16') - fits('codePoint');
	return checkedTexts.map(({ text, findings }, i) => {
		const isMiscounted = findings.some(
			(finding, j) => isNamed(text, finding) && !fitsAnyWay(readings[i]![j]!),
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
	'Another correction of the same text was not found at the reported position, so this position may be wrong too';

/** How the service may have counted, emoji apart. */
interface Count {
	/** a carriage return and line feed count as one */
	crlfAsOne: boolean;
	/** where the text begins for the service: it may have counted a trimmed text */
	start: number;
}

/**
 * The way of counting positions that fits all findings in a text: the plain one where it does, else one that a word
 * shows which occurs only once.
 */
function findCount(text: string, findings: Finding[]): Count {
	const plain = { crlfAsOne: false, start: 0 };
	const named = findings.filter((finding) => isNamed(text, finding));
	const fitsAll = (count: Count) => readPositions(text, named, count).every(fitsAnyWay);
	if (fitsAll(plain)) return plain;
	const lineBreaks = text.includes('\r\n') ? [false, true] : [false];
	const counts = lineBreaks.flatMap((crlfAsOne) =>
		shownStarts(text, named, crlfAsOne).map((start) => ({ crlfAsOne, start })),
	);
	return counts.find(fitsAll) ?? plain;
}

/** Where the text may begin for the service, as words that stand in it only once show. */
function shownStarts(text: string, findings: Finding[], crlfAsOne: boolean): number[] {
	const words = findings.filter(
		({ original }) =>
			[...original!].length > 1 && text.indexOf(original!) === text.lastIndexOf(original!),
	);
	if (words.length === 0) return [];
	// two categories may name the same word, which counts once
	const hasTwo = new Set(words.map(({ original }) => original)).size > 1;
	return [false, true].flatMap((asCodePoints) => {
		const offsets = countedOffsets(text, { asCodePoints, crlfAsOne });
		const trimmed = offsets.indexOf(text.length - text.trimStart().length);
		const { original, position } = words[0]!;
		const shift = offsets.indexOf(text.indexOf(original!)) - position!;
		return [0, trimmed, ...(hasTwo ? [shift] : [])];
	});
}

/** Whether a finding names a text that occurs somewhere. */
function isNamed(text: string, { original }: Finding): boolean {
	return original !== null && original !== '' && text.includes(original);
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

function fitsAnyWay({ utf16, codePoint }: Reading): boolean {
	return utf16.fits || codePoint.fits;
}

function readPositions(text: string, findings: Finding[], { crlfAsOne, start }: Count): Reading[] {
	const offsets = {
		utf16: countedOffsets(text, { asCodePoints: false, crlfAsOne }),
		codePoint: countedOffsets(text, { asCodePoints: true, crlfAsOne }),
	};
	return findings.map(({ position, original }) => {
		const candidate = (way: keyof Reading): Candidate => {
			const counted = position === null ? -1 : position + start;
			const index = offsets[way][counted] ?? counted;
			return {
				index,
				fits:
					original !== null &&
					counted in offsets[way] &&
					!isInsidePair(text, index) &&
					text.startsWith(original, index),
			};
		};
		return { utf16: candidate('utf16'), codePoint: candidate('codePoint') };
	});
}

/** UTF-16 index of every unit that is counted as one, and of the end. */
function countedOffsets(
	text: string,
	{ asCodePoints, crlfAsOne }: { asCodePoints: boolean; crlfAsOne: boolean },
): number[] {
	const offsets: number[] = [];
	let index = 0;
	while (index < text.length) {
		offsets.push(index);
		const isPair = asCodePoints && isInsidePair(text, index + 1);
		const isBreak = crlfAsOne && text.startsWith('\r\n', index);
		index += isPair || isBreak ? 2 : 1;
	}
	offsets.push(index);
	return offsets;
}

function place(text: string, finding: Finding, reading: Reading, lead: number): Place {
	const { original, unreadable } = finding;
	if (original === null) {
		return { reason: `The service sent a row in an unknown form: ${abbreviate(unreadable)}` };
	}
	const { utf16, codePoint } = reading;
	if (utf16.fits && codePoint.fits && utf16.index !== codePoint.index && lead === 0) {
		return {
			reason:
				'The text contains emoji or other characters that can be counted in two ways, and both give a possible position',
		};
	}
	const inOrder = lead >= 0 ? [utf16, codePoint] : [codePoint, utf16];
	const fitting = inOrder.find((candidate) => candidate.fits);
	if (fitting !== undefined) return { index: fitting.index };
	if (original === '') return { reason: 'The position that the service sent is not in the text' };

	const elsewhere = (where: string): Place => ({
		reason: `"${abbreviate(original)}" was not found at the reported position, ${where}`,
	});
	const index = text.indexOf(original);
	// a position may be off by more than the neighborhood, so the nearest of several can be the wrong one
	if (index !== text.lastIndexOf(original)) {
		return elsewhere('and occurs in the text more than once');
	}
	if (index === -1 || Math.abs(index - inOrder[0]!.index) > NEIGHBORHOOD) {
		return elsewhere('nor near it');
	}
	if ([...original].length === 1) {
		return elsewhere('and a single character is not looked for near it');
	}
	return { index };
}

function abbreviate(value: unknown): string {
	const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
	return text.length > 60 ? `${text.slice(0, codePointStart(text, 60))}…` : text;
}
