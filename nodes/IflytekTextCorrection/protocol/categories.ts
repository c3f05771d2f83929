import { lookUp } from '../../shared/http/json';
import type { Language, Wording } from '../../shared/problem/language';

/** The category of the user's own replacements; the service has none of this name. */
export const REPLACE_ALWAYS = 'replaceAlways';

/** A category: its key at the service, value in parameters and output, name in the editor, meaning in words. */
type Row = [key: string, value: string, name: string, meaning: string, chinese: string];

/**
 * The 11 of the spec (B, response body), 5 more that the live service sends, and the user's own. Of two overlapping
 * corrections of the same length at the same place, the earlier one here wins.
 */
const ROWS: Row[] = [
	['char', 'wrongCharacter', 'Wrong Character', 'Wrong character', '错别字'],
	['word', 'wrongWord', 'Wrong Word', 'Wrong word', '用词错误'],
	['redund', 'redundancy', 'Redundancy', 'Redundant character or word', '多余的字词'],
	['miss', 'omission', 'Omission', 'Missing character or word', '缺少字词'],
	['order', 'wordOrder', 'Word Order', 'Wrong order', '语序错误'],
	['dapei', 'collocation', 'Word Pairing', 'Words that do not go together', '搭配不当'],
	['punc', 'punctuation', 'Punctuation', 'Punctuation', '标点错误'],
	['idm', 'idiom', 'Idiom', 'Idiom in a wrong form', '成语错误'],
	['org', 'organizationName', 'Organization Name', 'Name of an organization', '机构名称错误'],
	['leader', 'leaderTitle', 'Leader Title', 'Title of a leader', '领导人职务错误'],
	['number', 'numberOrDate', 'Number or Date', 'Number or date', '数字或日期错误'],
	['black_list', 'wordList', 'Custom Word List', 'Word on the uploaded list', '词表中的词'],
	['pol', 'politicalTerm', 'Political Term', 'Political term', '政治用语错误'],
	['addr', 'placeName', 'Place Name', 'Name of a place', '地名错误'],
	['name', 'personName', 'Person Name', 'Name of a person', '人名错误'],
	[
		'grammar_pc',
		'sentenceStructure',
		'Sentence Structure',
		'Mixed sentence patterns or repeated meaning',
		'句式杂糅或语义重复',
	],
	[REPLACE_ALWAYS, REPLACE_ALWAYS, 'Replace Always', 'Your own replacement', '统一用词'],
];

const BY_KEY = new Map(
	ROWS.map(([key, value, name, meaning, chinese], order) => [
		key,
		{ key, value, name, meaning, chinese, order },
	]),
);

/** The service's categories. */
export const CATEGORIES = [...BY_KEY.values()].filter(({ key }) => key !== REPLACE_ALWAYS);

/** The user's choice for every category that is not in the table. */
export const OTHER_CATEGORIES = 'other';

/** Detailed types; those of place names (addr_R) are the same as those of organizations. */
const DETAILS: Readonly<Record<string, Wording>> = {
	lx_word: { english: 'words', chinese: '词语' },
	lx_char: { english: 'characters', chinese: '单字' },
	org_R: { english: 'redundant character or word', chinese: '多余的字词' },
	org_M: { english: 'missing character or word', chinese: '缺少字词' },
	org_S: { english: 'wrong character or word', chinese: '错误的字词' },
	org_N: { english: 'changed name', chinese: '名称已变更' },
	org_P: { english: 'wrong order', chinese: '顺序错误' },
};

/** Detailed types that say more than their category, in its place. */
const IN_ITS_PLACE: Readonly<Record<string, Wording>> = {
	time: { english: 'Wrong time', chinese: '时间有误' },
	'date-m': { english: 'Date: wrong month', chinese: '日期有误（月）' },
	'date-d': { english: 'Date: wrong day', chinese: '日期有误（日）' },
};

/** The detailed types of punctuation are Chinese names, known by the words in them; first match wins. */
const PUNCTUATION_DETAILS: ReadonlyArray<[RegExp, string]> = [
	[/半角/, 'half-width mark'],
	[/成对/, 'mark without its partner'],
	[/书名号.*顿号/, 'enumeration comma inside title marks'],
	[/顿号/, 'improper enumeration comma'],
	[/疑似.*省略号/, 'suspected misuse of ellipsis'],
	[/省略号/, 'improper ellipsis'],
	[/连接号/, 'improper connector mark'],
	[/年号/, 'nonstandard year in a document number'],
	[/重复/, 'repeated mark'],
	[/连续|连用/, 'consecutive marks'],
	[/疑似/, 'suspected'],
];

/** Whether a key of the decoded answer is a category in the table. */
export function isKnownCategory(key: string): boolean {
	return BY_KEY.has(key);
}

/** The categories whose corrections may change the text. */
export interface CategoryChoice {
	apply: 'all' | 'chosen' | 'allExcept';
	categories: ReadonlySet<string>;
}

/** Whether corrections of a category may change the text. */
export function isChosen(key: string, { apply, categories }: CategoryChoice): boolean {
	const isOther = !isKnownCategory(key) && categories.has(OTHER_CATEGORIES);
	const isNamed = isOther || categories.has(categoryValue(key));
	return apply === 'all' || isNamed === (apply === 'chosen');
}

/** Place of a category in the table; unknown ones come last. */
export function categoryOrder(key: string): number {
	return BY_KEY.get(key)?.order ?? CATEGORIES.length;
}

/** What parameters and the output call a category; the service's own key for an unknown one. */
export function categoryValue(key: string): string {
	return BY_KEY.get(key)?.value ?? key;
}

/** Name of a category for the reader; the service's own key for an unknown one. */
export function categoryName(key: string, language: Language): string {
	return BY_KEY.get(key)?.[language === 'chinese' ? 'chinese' : 'name'] ?? key;
}

/** A finding in words: its category and, where the service gives one, its detailed type. */
export function describeFinding(key: string, type: string, language: Language): string {
	const instead = lookUp(IN_ITS_PLACE, type);
	if (instead !== undefined) return instead[language];
	const known = lookUp(DETAILS, type.replace(/^addr_/, 'org_'));
	const detail = key === 'punc' ? punctuationDetail(type, language) : known?.[language];
	const inEnglish = BY_KEY.get(key)?.meaning ?? `Category ${key}`;
	const meaning = language === 'chinese' ? categoryName(key, language) : inEnglish;
	if (detail === undefined) return meaning;
	return language === 'chinese' ? `${meaning}（${detail}）` : `${meaning}: ${detail}`;
}

function punctuationDetail(type: string, language: Language): string | undefined {
	if (language === 'chinese') return /\p{Script=Han}/u.test(type) ? type : undefined;
	return PUNCTUATION_DETAILS.find(([pattern]) => pattern.test(type))?.[1] ?? (type || undefined);
}
