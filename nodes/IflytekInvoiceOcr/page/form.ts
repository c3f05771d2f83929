import type { PageText } from '../../shared/formats/pageText/pageText';
import { labelsOf, type Label, type LabelName } from './labels';
import {
	charactersOf,
	joined,
	linesOf,
	plain,
	wordsOf,
	type Character,
	type Word,
} from '../../shared/formats/pageText/words';

/** A part of a page, in points. */
export interface Box {
	left: number;
	right: number;
	top: number;
	bottom: number;
}

/** In heights of the type: how far from its label a value begins, and how far its words stand apart. */
const FARTHEST = 14;
const WIDEST_GAP = 3.5;
/** How far a word reaches, in heights of its type, to both sides of an edge that cuts it. */
const CUT = 0.4;
/** How far a value's middle may lie from its label's, in heights of the label's type. */
const BESIDE = 0.62;

/** The labels of a printed form, and the texts between them. */
export class Form {
	readonly page: number;

	readonly labels: Label[];

	readonly width: number;

	/** all text without spaces, from top to bottom */
	readonly text: string;

	/** the largest print, without spaces, in half-width signs */
	readonly title: string;

	private readonly characters: Character[];

	/** words that are not labels */
	private readonly values: Character[];

	/** words that are not page numbers */
	private readonly texts: Character[];

	constructor(source: PageText) {
		this.page = source.page;
		const characters = charactersOf(source);
		this.characters = characters;
		const lines = linesOf(characters);
		this.labels = lines.flatMap(labelsOf);
		const labelled = new Set(this.labels.flatMap((label) => label.characters));
		this.values = characters.filter((one) => !labelled.has(one));
		const numbers = new Set(this.all('pages').flatMap((label) => label.characters));
		this.texts = characters.filter((one) => !numbers.has(one));
		this.width = Math.max(source.width, source.height);
		this.title = printedTitle(characters);
		this.text = lines.map((line) => line.characters.map(({ text }) => text).join('')).join('\n');
	}

	all(name: LabelName): Label[] {
		return this.labels.filter((label) => label.name === name);
	}

	/** Lines of words whose middles lie in a part of the page, from top to bottom. */
	lines(box: Box): Word[][] {
		return linesIn(this.values, box);
	}

	/** Whether the left or right edge of a part of the page cuts a word. */
	isCutting(box: Box): boolean {
		const row = this.lines({ ...box, left: -Infinity, right: Infinity }).flat();
		return [box.left, box.right].some((edge) =>
			row.some(({ left, right, size }) => left < edge - CUT * size && right > edge + CUT * size),
		);
	}

	/** The same where no labels are but page numbers: what looks like one is a part of a text. */
	textLines(box: Box): Word[][] {
		return linesIn(this.texts, box);
	}

	/** The same as `lines`, with labels. */
	words(box: Box): Word[][] {
		return linesIn(this.characters, box);
	}

	/**
	 * The text to the right of a label: near it, without wide gaps, up to the next label.
	 * @param farthest how far from the label it may begin, in heights of the type
	 * @returns undefined if there is none; null if there are two lines and it is unclear which one counts
	 */
	beside(label: Label, farthest = FARTHEST): string | null | undefined {
		const words = this.wordsBeside(label, farthest);
		return words && joined(words);
	}

	/** The same as words. */
	wordsBeside(label: Label, farthest = FARTHEST): Word[] | null | undefined {
		const end = this.endOf(label);
		const lines = this.lines({ ...this.rowOf(label), right: end })
			.map((words) => untilGap(words, label, farthest))
			.filter((words) => words.length > 0);
		if (lines.length === 0) return undefined;
		return lines.length > 1 && overlap(lines) ? null : lines.flat().sort(byPlace);
	}

	/** The row of a label, from its end to the end of the page. */
	rowOf({ characters, v, size }: Label): Box {
		const reach = BESIDE * size;
		return { left: characters.at(-1)!.x, right: Infinity, top: v - reach, bottom: v + reach };
	}

	/** Where the next label of the same row begins. */
	endOf(label: Label): number {
		const after = this.labels.filter(
			({ left, v }) => left >= label.right && Math.abs(v - label.v) <= BESIDE * label.size,
		);
		return Math.min(Infinity, ...after.map(({ left }) => left));
	}
}

function linesIn(characters: Character[], { left, right, top, bottom }: Box): Word[][] {
	const inside = characters.filter(({ x, width, v }) => {
		const middle = x + width / 2;
		return middle >= left && middle <= right && v >= top && v <= bottom;
	});
	return linesOf(inside).map(wordsOf);
}

function untilGap(words: Word[], label: Label, farthest: number): Word[] {
	const kept: Word[] = [];
	let [end, widest] = [label.right, farthest * label.size];
	for (const word of words) {
		if (word.left - end > widest) break;
		kept.push(word);
		[end, widest] = [word.right, WIDEST_GAP * label.size];
	}
	return kept;
}

const byPlace = (one: Word, other: Word) => one.left - other.left;

/** Whether words of two lines stand one above the other. */
function overlap(lines: Word[][]): boolean {
	const words = lines.flat();
	return words.some((one) =>
		words.some(
			({ left, right, v }) =>
				v !== one.v && Math.min(right, one.right) - Math.max(left, one.left) > 1,
		),
	);
}

/** Characters of a title are larger than most, and of one size: a seal lies over them. */
const LARGER = 1.3;

function printedTitle(characters: Character[]): string {
	const sizes = characters.map(({ size }) => size).sort((one, other) => one - other);
	const usual = sizes[Math.floor(sizes.length / 2)] ?? 0;
	const large = characters.filter(({ size }) => size >= LARGER * usual);
	const lines = linesOf(large).map((line) => line.characters.map(({ text }) => text).join(''));
	return plain(lines.join('|'));
}
