import {
	CATEGORIES,
	categoryName,
	categoryOrder,
	categoryValue,
	isKnownCategory,
	describeFinding,
} from '../../../../nodes/IflytekTextCorrection/protocol/categories';

const DOCUMENTED = 'char word redund miss order dapei punc idm org leader number'.split(' ');

describe('categories', () => {
	it('are the eleven documented ones and the five that the live service adds', () => {
		expect(CATEGORIES.map(({ key }) => key)).toEqual([
			...DOCUMENTED,
			...['black_list', 'pol', 'addr', 'name', 'grammar_pc'],
		]);
		expect(new Set(CATEGORIES.map(({ name }) => name)).size).toBe(16);
	});

	it('have these names and meanings', () => {
		const meaning = (key: string) => describeFinding(key, '', 'english');
		expect(
			CATEGORIES.map(({ key }) => [
				key,
				categoryValue(key),
				categoryName(key, 'english'),
				meaning(key),
			]),
		).toEqual([
			['char', 'wrongCharacter', 'Wrong Character', 'Wrong character'],
			['word', 'wrongWord', 'Wrong Word', 'Wrong word'],
			['redund', 'redundancy', 'Redundancy', 'Redundant character or word'],
			['miss', 'omission', 'Omission', 'Missing character or word'],
			['order', 'wordOrder', 'Word Order', 'Wrong order'],
			['dapei', 'collocation', 'Word Pairing', 'Words that do not go together'],
			['punc', 'punctuation', 'Punctuation', 'Punctuation'],
			['idm', 'idiom', 'Idiom', 'Idiom in a wrong form'],
			['org', 'organizationName', 'Organization Name', 'Name of an organization'],
			['leader', 'leaderTitle', 'Leader Title', 'Title of a leader'],
			['number', 'numberOrDate', 'Number or Date', 'Number or date'],
			['black_list', 'wordList', 'Custom Word List', 'Word on the uploaded list'],
			['pol', 'politicalTerm', 'Political Term', 'Political term'],
			['addr', 'placeName', 'Place Name', 'Name of a place'],
			['name', 'personName', 'Person Name', 'Name of a person'],
			[
				'grammar_pc',
				'sentenceStructure',
				'Sentence Structure',
				'Mixed sentence patterns or repeated meaning',
			],
		]);
		expect(CATEGORIES.map(({ key }) => categoryOrder(key))).toEqual(CATEGORIES.map((_, i) => i));
		expect(CATEGORIES.every(({ key }) => isKnownCategory(key))).toBe(true);
		expect(categoryOrder('brand_new')).toBe(16);
	});

	it.each([
		['char', 'char', 'Wrong character'],
		['order', 'lx_word', 'Wrong order: words'],
		['order', 'lx_char', 'Wrong order: characters'],
		['org', 'org_R', 'Name of an organization: redundant character or word'],
		['org', 'org_M', 'Name of an organization: missing character or word'],
		['org', 'org_S', 'Name of an organization: wrong character or word'],
		['org', 'org_N', 'Name of an organization: changed name'],
		['org', 'org_P', 'Name of an organization: wrong order'],
		['addr', 'addr_S', 'Name of a place: wrong character or word'],
		['leader', 'lea', 'Title of a leader'],
		['number', 'time', 'Wrong time'],
		['number', 'date-m', 'Date: wrong month'],
		['number', 'date-d', 'Date: wrong day'],
		['punc', '半角标点误用', 'Punctuation: half-width mark'],
		['punc', '成对符号不匹配', 'Punctuation: mark without its partner'],
		['punc', '重复标点', 'Punctuation: repeated mark'],
		['punc', '连续使用标点', 'Punctuation: consecutive marks'],
		['punc', '顿号使用不当', 'Punctuation: improper enumeration comma'],
		['punc', '省略号使用不当', 'Punctuation: improper ellipsis'],
		['punc', '连接号使用不当', 'Punctuation: improper connector mark'],
		['punc', '标示发文年号不规范', 'Punctuation: nonstandard year in a document number'],
		['punc', '疑似省略号误用', 'Punctuation: suspected misuse of ellipsis'],
		['punc', '书名号内顿号使用不当', 'Punctuation: enumeration comma inside title marks'],
		['punc', '疑似标点错误', 'Punctuation: suspected'],
		['punc', '', 'Punctuation'],
		['punc', '标点连用', 'Punctuation: consecutive marks'],
		['punc', '书名号误用', 'Punctuation: 书名号误用'],
		['org', 'org_X', 'Name of an organization'],
		['org', 'xorg_R', 'Name of an organization'],
		['org', 'org_RS', 'Name of an organization'],
	])('%s %s means "%s"', (category, type, words) => {
		expect(describeFinding(category, type, 'english')).toBe(words);
	});

	it.each([
		['char', 'char', '错别字'],
		['order', 'lx_word', '语序错误（词语）'],
		['order', 'lx_char', '语序错误（单字）'],
		['org', 'org_R', '机构名称错误（多余的字词）'],
		['org', 'org_M', '机构名称错误（缺少字词）'],
		['addr', 'addr_S', '地名错误（错误的字词）'],
		['org', 'org_N', '机构名称错误（名称已变更）'],
		['org', 'org_P', '机构名称错误（顺序错误）'],
		['org', 'org_X', '机构名称错误'],
		['number', 'time', '时间有误'],
		['number', 'date-m', '日期有误（月）'],
		['number', 'date-d', '日期有误（日）'],
		['punc', '重复标点', '标点错误（重复标点）'],
		['punc', 'new', '标点错误'],
		['brand_new', 'constructor', 'brand_new'],
	])('%s %s is %s in Chinese', (category, type, words) => {
		expect(describeFinding(category, type, 'chinese')).toBe(words);
	});

	it('an unknown category keeps its key, an unknown punctuation type its words', () => {
		expect(isKnownCategory('brand_new')).toBe(false);
		expect(categoryName('brand_new', 'english')).toBe('brand_new');
		expect(categoryValue('brand_new')).toBe('brand_new');
		expect(describeFinding('brand_new', 'constructor', 'english')).toBe('Category brand_new');
		expect(describeFinding('punc', '新类型', 'english')).toBe('Punctuation: 新类型');
		expect(categoryOrder('brand_new')).toBeGreaterThan(categoryOrder('grammar_pc'));
	});
});
