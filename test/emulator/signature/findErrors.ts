import { KNOWN_ERRORS, OBSERVED_ERRORS, type Category, type KnownError } from './knownErrors';

/** One error found; `at` counts UTF-16 units from the start of the text. */
export interface Finding {
	category: Category;
	at: number;
	wrong: string;
	right: string;
	description: string;
}

/** Where each phrase of the list stands, overlapping ones included. */
function findKnown(text: string, known: KnownError[]): Finding[] {
	const found: Finding[] = [];
	for (const { phrase, offset, category, wrong, right, description } of known) {
		for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + phrase.length)) {
			found.push({ category, at: at + offset, wrong, right, description });
		}
	}
	return found;
}

interface PunctuationRule {
	description: string;
	pattern: RegExp;
	right: (match: RegExpExecArray) => string;
}

const FULL_WIDTH: Record<string, string> = {
	',': '，',
	';': '；',
	':': '：',
	'?': '？',
	'!': '！',
};
const HAN = '\\p{Script=Han}';

/** The specification's punctuation types, under their Chinese names; pairs are counted apart. */
const PUNCTUATION: PunctuationRule[] = [
	{
		description: '半角标点误用',
		pattern: new RegExp(`(?<=${HAN})[,;:?!](?=${HAN}|$)`, 'gmu'),
		right: ([mark]) => FULL_WIDTH[mark] ?? '',
	},
	{
		description: '重复标点',
		pattern: /(?<!。)(。)。(?!。)|([，、；：？！])\2+/gu,
		right: (match) => match[1] ?? match[2] ?? '',
	},
	{
		description: '连续使用标点',
		pattern: /([，、；])(?!\1)([，、；。])/gu,
		right: (match) => match[2] ?? '',
	},
	{ description: '顿号使用不当', pattern: /、(?=等|和|与)./gu, right: ([found]) => found.slice(1) },
	{ description: '省略号使用不当', pattern: /。{3,}|\.{3,}/gu, right: () => '……' },
	{ description: '连接号使用不当', pattern: /(?<=\d{4}年)-(?=\d{4}年)/gu, right: () => '—' },
	{
		description: '标示发文年号不规范',
		pattern: /[[（(【]((?:19|20)\d{2})[\]）)】](?=\d+号)/gu,
		right: (match) => `〔${match[1]}〕`,
	},
	{ description: '疑似省略号误用', pattern: /……等/gu, right: () => '等' },
	{
		description: '书名号内顿号使用不当',
		pattern: /(?<=《[^《》]*)、(?=[^《》]*》)/gu,
		right: () => '',
	},
	{ description: '疑似标点错误', pattern: /(?<=^|\n)[，、；。]/gu, right: () => '' },
];

function findPunctuation(text: string): Finding[] {
	const found: Finding[] = [];
	for (const { description, pattern, right } of PUNCTUATION) {
		for (const match of text.matchAll(pattern)) {
			found.push({
				category: 'punc',
				at: match.index,
				wrong: match[0],
				right: right(match as RegExpExecArray),
				description,
			});
		}
	}
	return found;
}

const PAIRS: Record<string, string> = { '（': '）', '《': '》', '“': '”', '【': '】', '「': '」' };

/** Opening marks never closed, and closing marks never opened; there is no suggestion for them. */
function findUnmatched(text: string): Finding[] {
	const open: Array<{ mark: string; at: number }> = [];
	const alone: Array<{ mark: string; at: number }> = [];
	for (let at = 0; at < text.length; at++) {
		const mark = text[at] as string;
		if (mark in PAIRS) open.push({ mark, at });
		if (!Object.values(PAIRS).includes(mark)) continue;
		const last = open.pop();
		if (last && PAIRS[last.mark] === mark) continue;
		if (last) open.push(last);
		alone.push({ mark, at });
	}
	return [...alone, ...open].map(({ mark, at }) => ({
		category: 'punc',
		at,
		wrong: mark,
		right: '',
		description: '成对符号不匹配',
	}));
}

const LONGEST_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Months, days and times of day that do not exist; there is no suggestion for them. */
function findNumbers(text: string): Finding[] {
	const found: Finding[] = [];
	const add = (at: number, wrong: string, description: string): void => {
		found.push({ category: 'number', at, wrong, right: '', description });
	};
	for (const match of text.matchAll(/(?<!\d)(\d{1,2})月(?:(\d{1,2})[日号])?/gu)) {
		const [whole, month, day] = match;
		const longest = LONGEST_MONTH[Number(month) - 1];
		if (longest === undefined) add(match.index, `${month}月`, 'date-m');
		else if (day !== undefined && (Number(day) < 1 || Number(day) > longest)) {
			add(match.index, whole, 'date-d');
		}
	}
	for (const match of text.matchAll(/(?<![\d:：])(\d{1,2})[:：](\d{2})(?![\d:：])/gu)) {
		if (Number(match[1]) > 24 || Number(match[2]) > 59) add(match.index, match[0], 'time');
	}
	return found;
}

/**
 * Searches a text for everything the emulator knows, in order of position.
 * `observed` adds the categories that only the live service has.
 */
export function findErrors(text: string, observed = false): Finding[] {
	return [
		...findKnown(text, observed ? [...KNOWN_ERRORS, ...OBSERVED_ERRORS] : KNOWN_ERRORS),
		...findPunctuation(text),
		...findUnmatched(text),
		...findNumbers(text),
	].sort((a, b) => a.at - b.at || b.wrong.length - a.wrong.length);
}
