/** The specification's eleven categories of the decoded correction. */
export const CATEGORIES = [
	'char',
	'word',
	'redund',
	'miss',
	'order',
	'dapei',
	'punc',
	'idm',
	'org',
	'leader',
	'number',
] as const;

/** Categories as the live service has them today, in the order captured. */
export const OBSERVED_CATEGORIES = [
	'black_list',
	'punc',
	'leader',
	'org',
	'pol',
	'grammar_pc',
	'order',
	'idm',
	'word',
	'char',
	'redund',
	'miss',
	'dapei',
	'number',
	'addr',
	'name',
] as const;

export type Category = (typeof CATEGORIES)[number] | (typeof OBSERVED_CATEGORIES)[number];

/** An error that the emulator finds wherever `phrase` stands in a text. */
export interface KnownError {
	category: Category;
	phrase: string;
	/** Where in the phrase the erroneous text starts. */
	offset: number;
	/** The erroneous text. */
	wrong: string;
	/** Its right form; '' deletes it (redund) or means that there is no suggestion. */
	right: string;
	description: string;
}

/** `written` is the phrase, the erroneous part in brackets when it is not the whole. */
function entry(
	category: Category,
	description: string,
	written: string,
	right: string,
): KnownError {
	const marked = /^(.*)\[(.+)\](.*)$/.exec(written);
	const [before, wrong, after] = marked ? marked.slice(1) : ['', written, ''];
	return {
		category,
		phrase: `${before}${wrong}${after}`,
		offset: (before as string).length,
		wrong: wrong as string,
		right,
		description,
	};
}

const list = (
	category: Category,
	description: string,
	pairs: Array<[string, string]>,
): KnownError[] => pairs.map(([written, right]) => entry(category, description, written, right));

/** What the emulator knows word by word; numbers and punctuation are found by rule. */
export const KNOWN_ERRORS: KnownError[] = [
	...list('char', 'char', [
		['松驰', '松弛'],
		['气慨', '气概'],
		['部暑', '部署'],
	]),
	...list('word', 'word', [
		['截止目前', '截至目前'],
		['做为一名', '作为一名'],
		['必需遵守', '必须遵守'],
		['以经完成', '已经完成'],
		['帐户余额', '账户余额'],
	]),
	...list('redund', 'redund', [
		['大约三天[左右]', ''],
		['进行了[了]', ''],
		['被评为[为]', ''],
		['这些[些]数据', ''],
	]),
	...list('miss', 'miss', [
		['圆满完任务', '圆满完成任务'],
		['认真贯落实', '认真贯彻落实'],
		['按时成任务', '按时完成任务'],
	]),
	...list('order', 'lx_word', [['问题解决已经', '问题已经解决']]),
	...list('order', 'lx_char', [['按照求要', '按照要求']]),
	...list('dapei', 'dapei', [['[增强]生活水平', '提高']]),
	...list('idm', 'idm', [
		['画蛇天足', '画蛇添足'],
		['走头无路', '走投无路'],
	]),
	...list('org', 'org_R', [['中国人民银行行', '中国人民银行']]),
	...list('org', 'org_M', [['国家市场监督总局', '国家市场监督管理总局']]),
	...list('org', 'org_S', [['国家税物总局', '国家税务总局']]),
	...list('org', 'org_N', [['国家工商行政管理总局', '国家市场监督管理总局']]),
	...list('org', 'org_P', [['中国银行人民', '中国人民银行']]),
	...list('leader', 'lea', [['付总经理', '副总经理']]),
];

/** Found in the observed voice only: categories the specification does not have. */
export const OBSERVED_ERRORS: KnownError[] = [
	...list('addr', 'addr_S', [['江苏省杭州市', '浙江省杭州市']]),
	...list('grammar_pc', 'grammar_pc', [['目的是为了', '目的是']]),
];
