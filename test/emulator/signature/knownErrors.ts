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
		['粗旷', '粗犷'],
		['追朔', '追溯'],
		['寒喧', '寒暄'],
		['渡假', '度假'],
		['针贬', '针砭'],
		['幅射', '辐射'],
		['脉博', '脉搏'],
		['宣泻', '宣泄'],
		['装祯', '装帧'],
		['竣功', '竣工'],
		['部暑', '部署'],
		['水笼头', '水龙头'],
	]),
	...list('word', 'word', [
		['权利机关', '权力机关'],
		['反应情况', '反映情况'],
		['截止目前', '截至目前'],
		['做为一名', '作为一名'],
		['必需遵守', '必须遵守'],
		['即然如此', '既然如此'],
		['以经完成', '已经完成'],
		['在次确认', '再次确认'],
		['帐户余额', '账户余额'],
		['按装调试', '安装调试'],
	]),
	...list('redund', 'redund', [
		['大约三天[左右]', ''],
		['凯旋[归来]', ''],
		['进行了[了]', ''],
		['他们[们]', ''],
		['被评为[为]', ''],
		['非常之[很]好', ''],
		['这些[些]数据', ''],
	]),
	...list('miss', 'miss', [
		['深入调查究', '深入调查研究'],
		['圆满完任务', '圆满完成任务'],
		['召开作会议', '召开工作会议'],
		['认真贯落实', '认真贯彻落实'],
		['按时成任务', '按时完成任务'],
		['提出了宝意见', '提出了宝贵意见'],
	]),
	...list('order', 'lx_word', [
		['问题解决已经', '问题已经解决'],
		['快速经济发展', '经济快速发展'],
		['开展积极工作', '积极开展工作'],
		['提高明显质量', '质量明显提高'],
	]),
	...list('order', 'lx_char', [
		['按照求要', '按照要求'],
		['作工报告', '工作报告'],
		['设建项目', '建设项目'],
		['益收增长', '收益增长'],
	]),
	...list('dapei', 'dapei', [
		['[增强]生活水平', '提高'],
		['[改进]生活条件', '改善'],
		['[发挥]了巨大损失', '造成'],
		['[打开]深入调查', '展开'],
		['[扩大]产品质量', '提高'],
		['[履行]年度目标', '实现'],
	]),
	...list('idm', 'idm', [
		['画蛇天足', '画蛇添足'],
		['一愁莫展', '一筹莫展'],
		['再接再励', '再接再厉'],
		['走头无路', '走投无路'],
		['迫不急待', '迫不及待'],
		['谈笑风声', '谈笑风生'],
		['一如继往', '一如既往'],
		['不径而走', '不胫而走'],
		['世外桃园', '世外桃源'],
		['甘败下风', '甘拜下风'],
		['原形必露', '原形毕露'],
		['食不裹腹', '食不果腹'],
	]),
	...list('org', 'org_R', [
		['中国人民银行行', '中国人民银行'],
		['国家知识产权产权局', '国家知识产权局'],
	]),
	...list('org', 'org_M', [
		['国家市场监督总局', '国家市场监督管理总局'],
		['国家发展和改革会', '国家发展和改革委员会'],
	]),
	...list('org', 'org_S', [
		['国家税物总局', '国家税务总局'],
		['中国科学员', '中国科学院'],
	]),
	...list('org', 'org_N', [
		['国家工商行政管理总局', '国家市场监督管理总局'],
		['国家新闻出版广电总局', '国家广播电视总局'],
	]),
	...list('org', 'org_P', [
		['中国银行人民', '中国人民银行'],
		['最高法院人民', '最高人民法院'],
	]),
	...list('leader', 'lea', [
		['付总经理', '副总经理'],
		['付局长', '副局长'],
		['常务付市长', '常务副市长'],
		['董士长', '董事长'],
		['校长助里', '校长助理'],
	]),
];

/** Found in the observed voice only: categories the specification does not have. */
export const OBSERVED_ERRORS: KnownError[] = [
	...list('addr', 'addr_S', [
		['江苏省杭州市', '浙江省杭州市'],
		['广东省桂林市', '广西壮族自治区桂林市'],
	]),
	...list('grammar_pc', 'grammar_pc', [
		['目的是为了', '目的是'],
		['原因是因为', '原因是'],
	]),
];
