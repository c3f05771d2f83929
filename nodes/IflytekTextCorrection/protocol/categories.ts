interface Category {
	/** the service's key */
	key: string;
	/** in parameters and in the output */
	value: string;
	/** in the editor */
	name: string;
	/** in words, for a reader of the list */
	meaning: string;
	/** for a reader of the document */
	chinese: string;
}

/**
 * Categories of corrections: the 11 of the spec (B, response body), then 5 more that the live service
 * sends. Of two overlapping corrections of the same length at the same place, the earlier one here wins.
 */
export const CATEGORIES: readonly Category[] = [
	{
		key: 'char',
		value: 'wrongCharacter',
		name: 'Wrong Character',
		meaning: 'Wrong character',
		chinese: '错别字',
	},
	{
		key: 'word',
		value: 'wrongWord',
		name: 'Wrong Word',
		meaning: 'Wrong word',
		chinese: '用词错误',
	},
	{
		key: 'redund',
		value: 'redundancy',
		name: 'Redundancy',
		meaning: 'Redundant character or word',
		chinese: '多余的字词',
	},
	{
		key: 'miss',
		value: 'omission',
		name: 'Omission',
		meaning: 'Missing character or word',
		chinese: '缺少字词',
	},
	{
		key: 'order',
		value: 'wordOrder',
		name: 'Word Order',
		meaning: 'Wrong order',
		chinese: '语序错误',
	},
	{
		key: 'dapei',
		value: 'collocation',
		name: 'Word Pairing',
		meaning: 'Words that do not go together',
		chinese: '搭配不当',
	},
	{
		key: 'punc',
		value: 'punctuation',
		name: 'Punctuation',
		meaning: 'Punctuation',
		chinese: '标点错误',
	},
	{
		key: 'idm',
		value: 'idiom',
		name: 'Idiom',
		meaning: 'Idiom in a wrong form',
		chinese: '成语错误',
	},
	{
		key: 'org',
		value: 'organizationName',
		name: 'Organization Name',
		meaning: 'Name of an organization',
		chinese: '机构名称错误',
	},
	{
		key: 'leader',
		value: 'leaderTitle',
		name: 'Leader Title',
		meaning: 'Title of a leader',
		chinese: '领导人职务错误',
	},
	{
		key: 'number',
		value: 'numberOrDate',
		name: 'Number or Date',
		meaning: 'Number',
		chinese: '数字或日期错误',
	},
	{
		key: 'black_list',
		value: 'wordList',
		name: 'Custom Word List',
		meaning: 'Word on the uploaded list',
		chinese: '词表中的词',
	},
	{
		key: 'pol',
		value: 'politicalTerm',
		name: 'Political Term',
		meaning: 'Political term',
		chinese: '政治用语错误',
	},
	{
		key: 'addr',
		value: 'placeName',
		name: 'Place Name',
		meaning: 'Name of a place',
		chinese: '地名错误',
	},
	{
		key: 'name',
		value: 'personName',
		name: 'Person Name',
		meaning: 'Name of a person',
		chinese: '人名错误',
	},
	{
		key: 'grammar_pc',
		value: 'sentenceStructure',
		name: 'Sentence Structure',
		meaning: 'Mixed sentence patterns or repeated meaning',
		chinese: '句式杂糅或语义重复',
	},
];

/** The user's choice for every category that is not in the table. */
export const OTHER_CATEGORIES = 'other';

/** The category of the user's own replacements; the service has none of this name. */
export const REPLACE_ALWAYS = 'replaceAlways';
const REPLACEMENT: Category = {
	key: REPLACE_ALWAYS,
	value: REPLACE_ALWAYS,
	name: 'Replace Always',
	meaning: 'Your own replacement',
	chinese: '统一用词',
};

const BY_KEY = new Map(
	[...CATEGORIES, REPLACEMENT].map((category, order) => [category.key, { ...category, order }]),
);

const DETAILS: ReadonlyMap<string, string> = new Map([
	['lx_word', 'words'],
	['lx_char', 'characters'],
	['time', 'time'],
	['date-m', 'date (month)'],
	['date-d', 'date (day)'],
]);

/** Last letter of the detailed types of names: org_R, addr_S, ... */
const NAME_DETAILS: ReadonlyMap<string, string> = new Map([
	['R', 'redundant character or word'],
	['M', 'missing character or word'],
	['S', 'wrong character or word'],
	['N', 'changed name'],
	['P', 'wrong order'],
]);

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

/** Place of a category in the table; unknown ones come last. */
export function categoryOrder(key: string): number {
	return BY_KEY.get(key)?.order ?? CATEGORIES.length;
}

/** What parameters and the output call a category; the service's own key for an unknown one. */
export function categoryValue(key: string): string {
	return BY_KEY.get(key)?.value ?? key;
}

/** Name of a category for the reader; the service's own key for an unknown one. */
export function categoryName(key: string): string {
	return BY_KEY.get(key)?.name ?? key;
}

/** What a finding is, in words: its category and, where the service gives more, its detailed type. */
export function describeFinding(key: string, type: string): string {
	const meaning = BY_KEY.get(key)?.meaning ?? `Category ${key}`;
	const detail = describeType(key, type);
	return detail === undefined ? meaning : `${meaning}: ${detail}`;
}

/** The same in Chinese, for a reader of the document. */
export function categoryInChinese(key: string, type: string): string {
	const { chinese = key } = BY_KEY.get(key) ?? {};
	// the detailed types of punctuation are Chinese names
	return key === 'punc' && /\p{Script=Han}/u.test(type) ? `${chinese}（${type}）` : chinese;
}

function describeType(key: string, type: string): string | undefined {
	if (key === 'punc') {
		return PUNCTUATION_DETAILS.find(([pattern]) => pattern.test(type))?.[1] ?? (type || undefined);
	}
	const nameDetail = /^(?:org|addr)_([RMSNP])$/.exec(type)?.[1];
	return nameDetail === undefined ? DETAILS.get(type) : NAME_DETAILS.get(nameDetail);
}
