interface Category {
	/** the service's key */
	key: string;
	/** in parameters and in the output */
	value: string;
	/** in the editor */
	name: string;
	/** in words, for a reader of the list */
	meaning: string;
}

/**
 * Categories of corrections: the 11 of the spec (B, response body), then 5 more that the live service
 * sends. Of two overlapping corrections of the same length at the same place, the earlier one here wins.
 */
export const CATEGORIES: readonly Category[] = [
	{ key: 'char', value: 'wrongCharacter', name: 'Wrong Character', meaning: 'Wrong character' },
	{ key: 'word', value: 'wrongWord', name: 'Wrong Word', meaning: 'Wrong word' },
	{
		key: 'redund',
		value: 'redundancy',
		name: 'Redundancy',
		meaning: 'Redundant character or word',
	},
	{ key: 'miss', value: 'omission', name: 'Omission', meaning: 'Missing character or word' },
	{ key: 'order', value: 'wordOrder', name: 'Word Order', meaning: 'Wrong order' },
	{
		key: 'dapei',
		value: 'collocation',
		name: 'Word Pairing',
		meaning: 'Words that do not go together',
	},
	{ key: 'punc', value: 'punctuation', name: 'Punctuation', meaning: 'Punctuation' },
	{ key: 'idm', value: 'idiom', name: 'Idiom', meaning: 'Idiom in a wrong form' },
	{
		key: 'org',
		value: 'organizationName',
		name: 'Organization Name',
		meaning: 'Name of an organization',
	},
	{ key: 'leader', value: 'leaderTitle', name: 'Leader Title', meaning: 'Title of a leader' },
	{ key: 'number', value: 'numberOrDate', name: 'Number or Date', meaning: 'Number' },
	{
		key: 'black_list',
		value: 'wordList',
		name: 'Custom Word List',
		meaning: 'Word on the uploaded list',
	},
	{ key: 'pol', value: 'politicalTerm', name: 'Political Term', meaning: 'Political term' },
	{ key: 'addr', value: 'placeName', name: 'Place Name', meaning: 'Name of a place' },
	{ key: 'name', value: 'personName', name: 'Person Name', meaning: 'Name of a person' },
	{
		key: 'grammar_pc',
		value: 'sentenceStructure',
		name: 'Sentence Structure',
		meaning: 'Mixed sentence patterns or repeated meaning',
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

function describeType(key: string, type: string): string | undefined {
	if (key === 'punc') {
		return PUNCTUATION_DETAILS.find(([pattern]) => pattern.test(type))?.[1] ?? (type || undefined);
	}
	const nameDetail = /^(?:org|addr)_([RMSNP])$/.exec(type)?.[1];
	return nameDetail === undefined ? DETAILS.get(type) : NAME_DETAILS.get(nameDetail);
}
