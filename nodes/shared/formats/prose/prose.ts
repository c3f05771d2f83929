import type { FormatRule, LockedPart } from './obstacles';
import { addTo, lastAt } from './search';
import { isInsidePair } from './textBoundary';

/** A part of a text, in UTF-16 indexes. */
export interface TextRange {
	start: number;
	end: number;
}

/** A part of a text that stands in one piece in its document, in UTF-16 indexes. */
export interface Segment extends TextRange {
	/** where it begins in the text, and its length there; as long in the document unless it is locked */
	at: number;
	length: number;
	/** what it is, if it is sent only as context and must not change */
	locked?: LockedPart | undefined;
	/** whether it is not sent, and does not change either */
	unsent?: boolean;
}

type UnreadInWord = 'drawing' | 'fallback' | 'field' | 'otherFormat' | 'subDocument' | 'textBox';

/** A part of a document with words that are not read; empty where `document` does not have them either. */
export interface UnreadPlace extends TextRange {
	what: UnreadInWord | 'htmlBlock' | 'openElement';
}

/** The words of a document: one text for the service, and where each of its parts stands in the document. */
export interface Prose {
	document: string;
	text: string;
	/** in order; a character of the text in none of them stands for a break between paragraphs */
	segments: Segment[];
	unread?: readonly UnreadPlace[];
}

/** How a document's format treats changes of its text. */
export interface Format {
	/** what stands between two segments that belong to the same sentence */
	joint: LockedPart | '';
	/** Why a segment cannot become another text; null if it can. */
	obstacle: (prose: Prose, segment: Segment, becomes: string) => FormatRule | null;
	/** A text as it is written in the document. */
	encode: (text: string) => string;
}

/** A change of a text, by its place in it (UTF-16). */
export interface Change {
	position: number;
	original: string;
	suggestion: string;
}

/** Why a change is not made: a code, and the part or the words that it is about. */
export interface Cause {
	code: string;
	what: string;
}

/** Why a change cannot be made in its document: it goes over something or touches it, or the format says so. */
export interface Obstacle extends Cause {
	code: 'over' | 'touches' | 'format';
}

export interface WantedChange {
	/** null where it could not be found */
	position: number | null;
	original: string | null;
	/** '' deletes, null where nobody knows a better text, ' | ' between several */
	suggestion: string | null;
	/** why it is not made; null where it is */
	cause: Cause | null;
}

/** A part of a text, and what replaces it. */
export interface Edit extends TextRange {
	inserted: string;
}

/** A change as an edit of its text. */
export function editOf({ position, original, suggestion }: Change): Edit {
	return { start: position, end: position + original.length, inserted: suggestion };
}

/** Plain text is its own document. */
export const PLAIN: Format = { joint: 'break', obstacle: () => null, encode: (text) => text };

/** A text without any markup. */
export function plainProse(text: string): Prose {
	const { length } = text;
	return { document: text, text, segments: [{ at: 0, length, start: 0, end: length }] };
}

/** Puts the text of a document together from its parts, in their order. */
export class ProseWriter {
	private words = '';
	private readonly segments: Segment[] = [];
	private isBroken = false;

	constructor(protected readonly document: string) {}

	/** A part of the document that may be changed. */
	text(start: number, end: number): void {
		if (start < end) this.add(this.document.slice(start, end), { start, end });
	}

	/** A part of the document that the service sees, as it reads, but that must not change. */
	locked(start: number, end: number, what: LockedPart, reads = this.document.slice(start, end)) {
		if (reads !== '') this.add(reads, { start, end, locked: what });
	}

	/** What follows belongs to another paragraph. */
	break(): void {
		this.isBroken = this.words !== '';
	}

	prose(): Prose {
		return { document: this.document, text: this.words, segments: this.segments };
	}

	private add(reads: string, place: Omit<Segment, 'at' | 'length'>): void {
		if (this.isBroken) this.words += '\n';
		this.isBroken = false;
		const last = this.segments.at(-1);
		const goesOn =
			last !== undefined &&
			last.end === place.start &&
			last.at + last.length === this.words.length &&
			last.locked === undefined &&
			place.locked === undefined;
		if (goesOn) {
			last.end = place.end;
			last.length += reads.length;
		} else this.segments.push({ at: this.words.length, length: reads.length, ...place });
		this.words += reads;
	}
}

/** The document index of a place in the text. */
export function documentIndex({ segments, document }: Prose, index: number): number {
	const segment = segments[lastAt(segments, index)];
	if (segment === undefined) return segments[0]?.start ?? document.length;
	return Math.min(segment.end, segment.start + index - segment.at);
}

/** A part of the text, its place counted in the document. */
export function inDocument<R extends TextRange>(prose: Prose, range: R): R {
	const [start, end] = [documentIndex(prose, range.start), documentIndex(prose, range.end)];
	return { ...range, start, end };
}

/** An edit of a part of a text, counted from its beginning. */
export type PartEdit<P> = Edit & { part: P };

/**
 * Divides an edit of a text among the parts that it touches. If the number of characters stays the same, each part
 * keeps its number; else the first part takes all. An insertion goes to the first part around it that may change, as
 * it takes the formatting before it; to none if there is none.
 * @param parts in order
 */
export function divideEdit<P extends Segment>(
	text: string,
	{ start, end, inserted }: Edit,
	parts: readonly P[],
): Array<PartEdit<P>> {
	if (start === end) {
		const part = partsAround(parts, start).find(({ locked, unsent }) => !locked && !unsent);
		if (part === undefined) return [];
		return [{ part, start: start - part.at, end: end - part.at, inserted }];
	}
	const rest = [...inserted];
	const isSameLength = [...text.slice(start, end)].length === rest.length;
	const shares: Array<PartEdit<P>> = [];
	for (let i = Math.max(0, lastAt(parts, start)); i < parts.length; i++) {
		const part = parts[i]!;
		const from = Math.max(start, part.at);
		const to = Math.min(end, part.at + part.length);
		if (part.at >= end) break;
		if (from >= to) continue;
		const count = isSameLength ? [...text.slice(from, to)].length : rest.length;
		const own = rest.splice(0, count).join('');
		shares.push({ part, start: from - part.at, end: to - part.at, inserted: own });
	}
	return shares;
}

/**
 * Divides a change among the segments of its document; what original and suggestion share at their ends stays.
 * @returns its edits, or why it cannot be made
 */
export function divideChange(
	{ text, segments }: Prose,
	change: Change,
	{ joint }: Pick<Format, 'joint'>,
): Array<PartEdit<Segment>> | Obstacle {
	const edit = narrowed(change);
	const { start, end, inserted } = edit;
	if (isInAddress(text, edit)) return { code: 'touches', what: 'address' };
	const shares = divideEdit(text, edit, segments);
	if (start === end && shares.length === 0)
		return { code: 'touches', what: partsAround(segments, start)[0]?.locked ?? 'break' };
	let covered = start;
	for (const { part, start: first, end: last } of shares) {
		if (part.at + first > covered) break;
		if (part.locked !== undefined) return { code: 'touches', what: part.locked };
		covered = part.at + last;
	}
	if (covered < end) return { code: 'over', what: 'paragraphBreak' };
	const isSameLength = [...text.slice(start, end)].length === [...inserted].length;
	if (shares.length > 1 && !isSameLength && joint !== '') return { code: 'over', what: joint };
	return shares;
}

/** An address in running text, without a mark that ends a sentence. */
const ADDRESS =
	/(?:(?:https?|ftp):\/\/|www\.)[!-~]*[\w/#&=%-]|[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64})+/gi;
const LONGEST_ADDRESS = 2000;

/** Whether a change is inside of an address, or cuts one. */
function isInAddress(text: string, { start, end }: Edit): boolean {
	const isPart = (at: number) => text[at]! > ' ' && text[at]! <= '~';
	let [from, to] = [start, end];
	while (start - from < LONGEST_ADDRESS && isPart(from - 1)) from--;
	while (to - end < LONGEST_ADDRESS && isPart(to)) to++;
	for (const { 0: address, index } of text.slice(from, to).matchAll(ADDRESS))
		if (from + index < end && start < from + index + address.length) return true;
	return false;
}

/** The parts that have a place inside of them or at one of their ends. */
function partsAround<P extends Segment>(parts: readonly P[], place: number): P[] {
	const first = Math.max(0, lastAt(parts, place - 1));
	const near = parts.slice(first, first + 2);
	return near.filter(({ at, length }) => at <= place && place <= at + length);
}

/** A change as an edit of what differs, without the common beginning and end. */
function narrowed({ position, original, suggestion }: Change): Edit {
	let head = 0;
	let [end, last] = [original.length, suggestion.length];
	while (head < Math.min(end, last) && original[head] === suggestion[head]) head++;
	if (isInsidePair(original, head) || isInsidePair(suggestion, head)) head--;
	for (; Math.min(end, last) > head && original[end - 1] === suggestion[last - 1]; last--) end--;
	if (isInsidePair(original, end) || isInsidePair(suggestion, last))
		[end, last] = [end + 1, last + 1];
	return { start: position + head, end: position + end, inserted: suggestion.slice(head, last) };
}

type CorrectionChange = PartEdit<Segment> & { correction: WantedChange };

/** Whether a change is part of the changed text. */
export function isApplied<C extends WantedChange>(change: C): change is C & Change {
	return change.cause === null;
}

/**
 * The edits of the document for the applied corrections; those that a segment cannot take get a cause instead.
 * @param wanted in order of their position
 * @returns in the order of the document
 */
export function editsOf(prose: Prose, wanted: readonly WantedChange[], format: Format): Edit[] {
	const changes = new Map<Segment, CorrectionChange[]>();
	for (const correction of wanted.filter(isApplied)) {
		const found = divideChange(prose, correction, format);
		if (!Array.isArray(found)) (correction as WantedChange).cause = found;
		else for (const one of found) addTo(changes, one.part, { ...one, correction });
	}
	// taking a change back in one segment alters other segments that were already checked
	for (let isSettled = false; !isSettled;) {
		isSettled = true;
		for (const [segment, found] of changes) {
			const standing = found.filter(({ correction }) => isApplied(correction));
			if (standing.length === 0) continue;
			const source = prose.document.slice(segment.start, segment.end);
			const obstacle = (made: CorrectionChange[]) =>
				format.obstacle(prose, segment, edited(source, made));
			if (takeWhatFits([], standing, obstacle).length < standing.length) isSettled = false;
		}
	}
	return [...changes]
		.sort(([a], [b]) => a.start - b.start)
		.flatMap(([{ start }, found]) =>
			found
				.filter(({ correction }) => isApplied(correction))
				.map((one) => ({ start: start + one.start, end: start + one.end, inserted: one.inserted })),
		);
}

/** A text with edits made. @param edits in order */
export function edited(text: string, edits: readonly Edit[], encode = PLAIN.encode): string {
	const parts: string[] = [];
	let done = 0;
	for (const { start, end, inserted } of edits) {
		parts.push(text.slice(done, start), encode(inserted));
		done = end;
	}
	return parts.join('') + text.slice(done);
}

/**
 * The changes that can be made together with those that are already made; the others are taken back. Tried by
 * halves: trying each change of a long segment by itself would take seconds.
 */
function takeWhatFits(
	made: CorrectionChange[],
	wanted: CorrectionChange[],
	obstacleOf: (changes: CorrectionChange[]) => string | null,
): CorrectionChange[] {
	const all = [...made, ...wanted];
	const obstacle = obstacleOf(all);
	if (obstacle === null) return all;
	if (wanted.length === 1) {
		wanted[0]!.correction.cause = { code: 'format', what: obstacle } satisfies Obstacle;
		return made;
	}
	const half = wanted.length >> 1;
	const first = takeWhatFits(made, wanted.slice(0, half), obstacleOf);
	return takeWhatFits(first, wanted.slice(half), obstacleOf);
}
