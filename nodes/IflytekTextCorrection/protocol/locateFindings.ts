import type { Cause } from '../../shared/formats/prose/prose';
import { isInsidePair, codePointStart } from '../../shared/formats/prose/textBoundary';
import type { Finding } from './correctionAnswer';
import type { Piece } from './splitText';

/** A piece, and what the service found in it. */
export interface CheckedPiece {
	piece: Piece;
	findings: Finding[];
}

/** A finding with its place in the whole text (UTF-16 index), or why it has none. */
export interface PlacedFinding {
	finding: Finding;
	place: { index: number } | NoPlace;
}

/** Why the place of a finding is unknown; `what` is the text or the row that this is about. */
export interface NoPlace extends Cause {
	code: 'inTwoWays' | 'miscounted' | 'notFound' | 'notOnce' | 'outside' | 'tooShort' | 'unknownRow';
}

/** How far from its position a text is looked for, in UTF-16. */
const NEIGHBORHOOD = 20;

/**
 * Finds the place of every finding of all pieces in the whole text and makes sure that the text it names is there.
 * The service counts characters from 0. It is not known whether an emoji counts as one or two, so both ways are tried,
 * first the one that fits more findings of all the pieces. `findCount` finds how line breaks count, and from where.
 * Where nothing fits, the neighborhood is searched for words that occur in the piece only once.
 * Where pieces overlap, the one that owns the place counts, so that nothing is reported twice.
 */
export function locateFindings(text: string, checkedPieces: CheckedPiece[]): PlacedFinding[] {
	const read = checkedPieces.map(({ piece, findings }) => {
		const sent = text.slice(piece.start, piece.end);
		const readings = readPositions(sent, findings, findCount(sent, findings));
		return { piece, findings, sent, readings };
	});
	const all = read.flatMap(({ readings }) => readings);
	const lead = all.reduce((sum, [one, two]) => sum + Number(one!.fits) - Number(two!.fits), 0);
	return read.flatMap(({ piece: { start, end, ownStart, ownEnd }, findings, sent, readings }) => {
		const isLost = (one: Finding, i: number) => isNamed(sent, one) && !fitsAnyWay(readings[i]!);
		// only other findings show whether the position of one with an empty original is right
		const isMiscounted = findings.some(isLost);
		return findings.flatMap((finding, i): PlacedFinding[] => {
			const place: PlacedFinding['place'] =
				finding.original === '' && isMiscounted
					? { code: 'miscounted', what: '' }
					: placeOfFinding(sent, finding, readings[i]!, lead);
			const at = 'index' in place ? place.index : (finding.position ?? ownStart - start);
			const index = Math.min(start + at, end);
			const isOwn = index >= ownStart && (index < ownEnd || (index === ownEnd && ownEnd === end));
			return isOwn ? [{ finding, place: 'index' in place ? { index } : place }] : [];
		});
	});
}

/** How the service may have counted, emoji apart. */
interface Count {
	crlfAsOne: boolean;
	/** where the text begins for the service: it may have counted a trimmed text */
	start: number;
}

/** The way of counting that fits all findings: the plain one if it does, else one derived from words that occur once. */
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

/** Where the text may begin for the service, derived from words that occur in it only once. */
function shownStarts(text: string, findings: Finding[], crlfAsOne: boolean): number[] {
	const isOnce = (word: string) => text.indexOf(word) === text.lastIndexOf(word);
	const words = findings.filter(({ original }) => [...original!].length > 1 && isOnce(original!));
	if (words.length === 0) return [];
	const { original, position } = words[0]!;
	// two categories may name the same word, which counts once
	const hasTwo = words.some((other) => other.original !== original);
	return offsetsOf(text, crlfAsOne).flatMap((offsets) => {
		const trimmed = offsets.indexOf(text.length - text.trimStart().length);
		const shift = offsets.indexOf(text.indexOf(original!)) - position!;
		return [0, trimmed, ...(hasTwo ? [shift] : [])];
	});
}

/** Whether a finding names a text that occurs somewhere. */
function isNamed(text: string, { original }: Finding): boolean {
	return original !== null && original !== '' && text.includes(original);
}

/** Where a finding is if an emoji counts as two, and if it counts as one; and whether its text stands there. */
type Reading = Array<{ index: number; fits: boolean }>;

function fitsAnyWay(reading: Reading): boolean {
	return reading.some(({ fits }) => fits);
}

function readPositions(text: string, findings: Finding[], { crlfAsOne, start }: Count): Reading[] {
	const ways = offsetsOf(text, crlfAsOne);
	return findings.map(({ position, original }) => {
		const counted = position === null ? -1 : position + start;
		return ways.map((offsets) => {
			const index = offsets[counted] ?? counted;
			const isThere = counted in offsets && !isInsidePair(text, index);
			return { index, fits: isThere && original !== null && text.startsWith(original, index) };
		});
	});
}

/** UTF-16 index of every counted unit and of the end: first with an emoji as two units, then as one. */
function offsetsOf(text: string, crlfAsOne: boolean): number[][] {
	return [false, true].map((asCodePoints) => {
		const offsets = [0];
		for (let index = 0; index < text.length; offsets.push(index)) {
			const isPair = asCodePoints && isInsidePair(text, index + 1);
			const isBreak = crlfAsOne && text.startsWith('\r\n', index);
			index += isPair || isBreak ? 2 : 1;
		}
		return offsets;
	});
}

function placeOfFinding(
	text: string,
	{ original, unreadable }: Finding,
	reading: Reading,
	lead: number,
): PlacedFinding['place'] {
	if (original === null) return { code: 'unknownRow', what: abbreviated(unreadable) };
	const inOrder = lead >= 0 ? reading : [...reading].reverse();
	const fitting = inOrder.filter(({ fits }) => fits).map(({ index }) => index);
	if (lead === 0 && new Set(fitting).size > 1) return { code: 'inTwoWays', what: '' };
	if (fitting.length > 0) return { index: fitting[0]! };
	if (original === '') return { code: 'outside', what: '' };
	const what = abbreviated(original);
	const index = text.indexOf(original);
	// a position may be off by more than the neighborhood, so the nearest of several can be the wrong one
	if (index !== text.lastIndexOf(original)) return { code: 'notOnce', what };
	if (index === -1 || Math.abs(index - inOrder[0]!.index) > NEIGHBORHOOD)
		return { code: 'notFound', what };
	return [...original].length === 1 ? { code: 'tooShort', what } : { index };
}

function abbreviated(value: unknown): string {
	const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
	return text.length > 60 ? `${text.slice(0, codePointStart(text, 60))}…` : text;
}
