import { edited, editOf, type Change, type Edit } from '../../shared/formats/prose/prose';
import { success, unusable, type Meaning, type Result } from '../../shared/problem/problem';
import { readLines } from './styleLines';

/** Words, and what replaces them. */
export type Replacements = ReadonlyMap<string, string>;

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
 * @returns the rules, or what is wrong with which line
 */
export function readReplacements(value: unknown): Result<Replacements> {
	const lines = readLines(value, 'Replace Always');
	if (!lines.ok) return lines;
	const replacements = new Map<string, string>();
	for (const line of lines.value) {
		// many write an arrow for the sign
		const spaced = line.split(/ =>? | =>?$/);
		const parts = spaced.length === 2 ? spaced : line.split(/=>?/);
		const [from = '', to = ''] = parts.map((part) => part.trim());
		if (parts.length !== 2 || from === '' || from === to) return unusable(NO_RULE, [line]);
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
): Change[] {
	const lengths = new Map<string, Set<number>>();
	for (const from of [...replacements.keys()].sort((a, b) => b.length - a.length)) {
		const longer = lengths.get(from[0]!) ?? new Set();
		lengths.set(from[0]!, longer.add(from.length));
	}
	const places: Change[] = [];
	for (let position = part.start; position < part.end; position++) {
		for (const length of lengths.get(text[position]!) ?? []) {
			const original = text.slice(position, position + length);
			const suggestion = replacements.get(original);
			if (suggestion === undefined || position + length > part.end) continue;
			const place = { position, original, suggestion };
			if (!isInOwnReplacement(text, place)) places.push(place);
			position += length - 1;
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
export function stillToReplace<P extends Change>(
	text: string,
	places: P[],
	changes: readonly Change[],
): P[] {
	const edits = changes.map(editOf);
	const corrected = edited(text, edits);
	const growth = ({ start, end, inserted }: Edit) => inserted.length - (end - start);
	let next = 0;
	let shift = 0;
	return places.filter((place) => {
		const { original, suggestion } = place;
		let { start, end } = editOf(place);
		const placeEnd = end;
		for (; next < edits.length && edits[next]!.end <= start; next++) shift += growth(edits[next]!);
		// the place together with the corrections that share characters with it
		let grown = 0;
		for (let at = next; at < edits.length && edits[at]!.start < placeEnd; at++) {
			start = Math.min(start, edits[at]!.start);
			end = Math.max(end, edits[at]!.end);
			grown += growth(edits[at]!);
		}
		let isThere = false;
		for (let position = start + shift; position < end + shift + grown; position++) {
			if (!corrected.startsWith(original, position)) continue;
			if (!isInOwnReplacement(corrected, { position, original, suggestion })) return true;
			isThere = true;
		}
		return !isThere;
	});
}

/** Whether words stand in a text as a part of what replaces them, such as 讯飞 inside of 科大讯飞. */
function isInOwnReplacement(text: string, { position, original, suggestion }: Change): boolean {
	let offset = suggestion.indexOf(original);
	for (; offset !== -1; offset = suggestion.indexOf(original, offset + 1)) {
		if (position >= offset && text.startsWith(suggestion, position - offset)) return true;
	}
	return false;
}

/** The service's suggestion in house style; the text before and after it can be part of the right words. */
export function inHouseStyle(
	suggestion: string,
	replacements: Replacements,
	{ before, after } = { before: '', after: '' },
): string {
	const part = { start: before.length, end: before.length + suggestion.length };
	const text = before + suggestion + after;
	const edits = findReplacements(text, replacements, part).map(editOf);
	return edited(text.slice(0, part.end), edits).slice(before.length);
}
