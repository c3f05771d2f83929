import { edited, editOf, type Change } from '../../shared/formats/prose/prose';
import { success, unusable, type Meaning, type Result } from '../../shared/problem/problem';
import { readLines } from './styleLines';

/** Words, and what replaces them. */
export type Replacements = ReadonlyMap<string, string>;

/** A place in a text that the house style changes. */
export interface ReplacedPlace {
	/** UTF-16 */
	index: number;
	from: string;
	to: string;
}

const NO_RULE: Meaning = [
	`'Replace Always' has the line "{0}", which is not in the form from = to`,
	'“Replace Always”中的“{0}”不是“原文 = 新文”的形式',
	'Write the words to replace, an equals sign between two spaces, and what to write instead. Nothing after the sign deletes the words.',
	'请依次写要替换的文字、前后各有一个空格的等号和替换成的文字。等号后为空表示删除。',
];
const TWO_RULES: Meaning = [
	`'Replace Always' replaces "{0}" by both "{1}" and "{2}"`,
	'“Replace Always”把“{0}”既替换为“{1}”，又替换为“{2}”',
	'Leave out one of the two lines.',
	'请删去其中一行。',
];

/**
 * Reads 'Replace Always': lines, or a list of lines, in the form "from = to"; an empty right side deletes.
 * @returns or what is wrong with which line
 */
export function readReplacements(value: unknown): Result<Replacements> {
	const lines = readLines(value, 'Replace Always');
	if (!lines.ok) return lines;
	const replacements = new Map<string, string>();
	for (const line of lines.value) {
		const parts = line.split(/ = | =$/);
		const [from, to] = (parts.length === 2 ? parts : line.split('=')).map((part) => part.trim());
		const isOne = parts.length === 2 || line.split('=').length === 2;
		if (!isOne || from === undefined || to === undefined || from === '' || from === to) {
			return unusable(NO_RULE, [line]);
		}
		const other = replacements.get(from);
		if (other !== undefined && other !== to) return unusable(TWO_RULES, [from, other, to]);
		replacements.set(from, to);
	}
	return success(replacements);
}

/**
 * Where a text has words to replace, in order; of several at a place the longest. Words that stand there as
 * part of their own replacement are already right.
 * @param part where to look; what is around it only tells what is already right
 */
export function findReplacements(
	text: string,
	replacements: Replacements,
	part = { start: 0, end: text.length },
): ReplacedPlace[] {
	const lengths = new Map<string, Set<number>>();
	for (const from of [...replacements.keys()].sort((a, b) => b.length - a.length)) {
		const longer = lengths.get(from[0]!) ?? new Set();
		lengths.set(from[0]!, longer.add(from.length));
	}
	const places: ReplacedPlace[] = [];
	for (let index = part.start; index < part.end; index++) {
		for (const length of lengths.get(text[index]!) ?? []) {
			const from = text.slice(index, index + length);
			const to = replacements.get(from);
			if (to === undefined || index + length > part.end) continue;
			if (!isPartOf(text, index, from, to)) places.push({ index, from, to });
			index += length - 1;
			break;
		}
	}
	return places;
}

/**
 * The places that are still to be replaced once a text is corrected: a correction often makes the right words
 * itself, such as 科大讯飞 of 科达讯飞.
 * @param places in order
 * @param changes in order, none of which overlap
 */
export function leftToReplace(
	text: string,
	places: ReplacedPlace[],
	changes: readonly Change[],
): ReplacedPlace[] {
	const corrected = edited(text, changes.map(editOf));
	let next = 0;
	let shift = 0;
	const growth = (at: number) => changes[at]!.suggestion.length - changes[at]!.original.length;
	const endOf = (at: number) => changes[at]!.position + changes[at]!.original.length;
	return places.filter(({ index, from, to }) => {
		for (; next < changes.length && endOf(next) <= index; next++) shift += growth(next);
		// the place together with the corrections that share characters with it
		let [start, end, grown] = [index, index + from.length, 0];
		for (let at = next; at < changes.length && changes[at]!.position < index + from.length; at++) {
			start = Math.min(start, changes[at]!.position);
			end = Math.max(end, endOf(at));
			grown += growth(at);
		}
		let isRight = false;
		for (let at = start + shift; at < end + shift + grown; at++) {
			if (!corrected.startsWith(from, at)) continue;
			if (!isPartOf(corrected, at, from, to)) return true;
			isRight = true;
		}
		return !isRight;
	});
}

/** Such as 讯飞, to be written as 科大讯飞, inside of 科大讯飞. */
function isPartOf(text: string, index: number, from: string, to: string): boolean {
	for (let offset = to.indexOf(from); offset !== -1; offset = to.indexOf(from, offset + 1)) {
		if (index >= offset && text.startsWith(to, index - offset)) return true;
	}
	return false;
}

/** What the service suggests, in house style; what stands before and behind it can be part of the right words. */
export function inHouseStyle(
	suggestion: string,
	replacements: Replacements,
	{ before, after } = { before: '', after: '' },
): string {
	const part = { start: before.length, end: before.length + suggestion.length };
	const edits = findReplacements(before + suggestion + after, replacements, part).map(
		({ index, from, to }) => {
			const start = index - before.length;
			return { start, end: start + from.length, inserted: to };
		},
	);
	return edited(suggestion, edits);
}
