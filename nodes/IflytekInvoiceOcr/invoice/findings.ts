import type { Pair } from '../../shared/problem/language';
import { fieldLabel, type FieldNaming, fieldTitle, type Finding, type OtherPlace } from './invoice';

/** The sentence of a finding, in the language that goes with a row's labels. */
export function sayFinding(one: Finding, naming: FieldNaming): string {
	const isChinese = naming === 'chinese';
	const sentence = filled((isChinese ? CHINESE : ENGLISH)[one.code], one, naming);
	if (one.line === undefined) return sentence;
	return isChinese ? `第 ${one.line} 行：${sentence}` : `Line ${one.line}: ${sentence}`;
}

/** What the summary of a run says of a finding. */
export function inFewWords(one: Finding, naming: FieldNaming): string {
	const [english, chinese] =
		FEW_WORDS.find(([, , ...codes]) => codes.includes(one.code)) ?? UNPROVED;
	return filled(naming === 'chinese' ? chinese : english, one, naming);
}

const PLACE = /\{(\w+)(?:\|([^}]*))?\}/g;

function filled(template: string, { field, values }: Finding, naming: FieldNaming): string {
	const title = field && (naming === 'chinese' ? fieldLabel(field, naming) : fieldTitle(field));
	return template.replace(PLACE, (_, name: string, instead = '') => {
		const value = (name === 'field' ? title : values[Number(name)]) ?? instead;
		return typeof value === 'object' ? placeName(value, naming) : String(value);
	});
}

/** How a row refers to another invoice of the run. */
export function placeName(
	{ fileName, row, fileField, by, page }: OtherPlace,
	naming: FieldNaming,
): string {
	const isChinese = naming === 'chinese';
	const itemName = isChinese ? `第 ${row} 项` : `input item ${row}`;
	const name = fileName ?? itemName;
	if (by === undefined || (by === 'item' && fileName === null)) return name;
	if (by === 'item') return isChinese ? `${itemName}的 ${name}` : `${name} of ${itemName}`;
	if (by === 'field')
		return isChinese ? `字段 ${fileField} 中的 ${name}` : `${name} in the field ${fileField}`;
	if (page === null) return isChinese ? `${name} 中的数据` : `the data in ${name}`;
	return isChinese ? `${name} 第 ${page} 页` : `page ${page} of ${name}`;
}

/** Sentences: {0} is the finding's first value, or "none" if it is missing in {0|none}; {field} is its field. */
export const ENGLISH = {
	// what is missing or unreadable
	missing: 'No {field} was found',
	unreadable: 'The {field} "{0}" cannot be read',
	different: 'Different texts for the {field|invoice}: {0}',
	unknownCharacter: 'A character of the {field|invoice} is unknown: "{0}"',
	formula: 'The name "{0}" begins like a formula of a spreadsheet',
	lowConfidence: 'The confidence of the {field} is {0}, below {1}',
	lowOnLine: 'The confidence is below {0} in {1}',
	lacking: 'No {field} was found',

	// its lines
	noLines: 'No line item was found',
	noList: 'The list of goods is not in the file',
	notMatched: 'The columns of the table of line items could not be matched beyond doubt',
	priceNotMatched: 'The unit prices could not be matched beyond doubt',
	nameNotMatched: 'The goods name could not be matched beyond doubt',
	twoValues: 'The column of {field} has two values',
	unreadableCell: 'The text "{0}" in the column of {field} is not readable',
	noGoodsName: 'The line has no goods name',
	noAmount: 'The line has no amount',
	noTaxRate: 'The line has no tax rate',
	noTax: 'The line has no tax',
	onlyCategory: 'The goods name "{0}" is only its category',
	rateWithoutTax: 'The line has the tax rate {0}, but no tax',
	discountName: 'the discount is named {0|nothing}, the line above {1|nothing}',

	// its sums
	noLineAmounts: 'The line amounts cannot be compared with the total amount',
	lineAmounts: 'Line amounts add up to {0}, the total amount is {1}',
	noLineTaxes: 'The line taxes cannot be compared with the total tax',
	lineTaxes: 'Line taxes add up to {0}, the total tax is {1}',
	noRates: 'The tax cannot be compared with its rate',
	rate: '{0} of {1} is {2}, not {3}',
	noTotals: 'Total amount, tax and total with tax cannot be compared',
	totals: 'Total amount {2} and tax {3} add up to {0}, the total with tax is {1}',
	noTotalInWords: 'Total in words and digits cannot be compared',
	unreadableWords: 'Total in words ({0}) cannot be read',
	totalInWords: 'Total in words ({0} = {1}) differs from digits {2}',

	// its numbers and date
	codeLength: 'The invoice code {0} does not have 10 or 12 digits',
	numberLength: 'The invoice number {0} does not have 8 or 20 digits',
	rightSide: 'The {field} {0} differs from {1} on the right side',
	numberWithoutCode: 'The number {0} has 8 digits, but no code was found',
	numberWithCode: 'The number {0} has 20 digits, but the invoice also has the code {1}',
	yearOfNumber: 'The number {0} is from 20{1}, but the date is {2}',
	yearOfCode: 'The code {0} is from 20{1}, but the date is {2}',
	checkCodeLength: 'The check code {0} does not have 20 digits',
	noSuchDate: 'The issue date "{0}" does not exist',
	futureDate: 'The issue date {0} is in the future (today is {1})',
	earlyDate: 'The issue date {0} is before {1}',

	// its parties
	noExpectedBuyer: 'The {field} should be {0}, none was found',
	otherBuyer: 'The {field} is {1} instead of {0}',
	taxIdUnproved: 'The {field} {0} has no check character to prove it',
	taxIdLength: 'The {field} {0} has {1} characters instead of 15, 18 or 20',
	taxIdCharacter: 'The {field} {0} holds a character that no taxpayer ID has',
	taxIdCheck: 'The {field} {0} has a wrong character: its check character would be {1}',
	sameParties: 'Buyer and seller are both {0}',

	// what its page leaves open
	twoTotals: 'The page holds more than one total in words',
	twoBeside: 'There are two texts beside {0}',
	otherBeside: '"{0}" stands beside {1}',
	mixedBeside: '"{0}" beside {1} is not one text',
	mixedRemark: 'The remark is not printed as one text',
	remarkEnd: 'The page does not show where the remark ends',
	noFare: 'The page does not state the fare',
	fareAndRefund: 'The page states a fare of {0} and a refund fee of {1}',
	noTicketTax:
		'A rail ticket does not show its tax on the page: download the OFD or XML from 12306, which has it',
	unclearParties: 'The page does not say which names are the buyer and the seller',
	sellerOnLeft: 'The page names the seller on the left, where the buyer usually stands',
	noLabel: 'No label of the {field} was found',
	manyLines: 'The {field} has {0} lines',
	fieldEnd: 'The page does not show where the {field} ends',
	mixedField: 'The {field} is not printed as one text',
	unclearWord: 'Whether "{0}" belongs to the {field} is not clear',
	unclearPart: 'Whether "{0}" belongs to "{1}" is not clear',
	unknownHead: 'The heading of a column cannot be read',
	ofNoLine: '"{0}" in the table belongs to no line',
	oneColumn: 'One column has the values "{0}"',
	unclearNames: 'It is not clear which goods name belongs to which line',
	unclearName: 'the goods name is not clear',
	unclearSpecifications: 'It is not clear which lines the specifications "{0}" belong to',
	printedOver: '"{0}" in the table may be printed over another text',
	noProduct: 'a quantity or a unit price alone cannot be checked',
	noNumbers: 'quantity or unit price is not a number',
	product: '{0} times {1} is not {2}',

	// what else is on its page
	stamped: '"{0}" is stamped on the page',
	covered: '"{0}" is cut off, or covered by what is drawn over it',
	addedOver: '"{0}" was added over the text of the page',
	unsureSight: 'What is drawn on the page may hide a part of its text',
	alsoText: 'Page {0} also holds text that was not read: print it to its own page',
	alsoPicture: 'Page {0} also holds a picture, which was not read: print it to its own page',
	alsoInvoice:
		'Page {0} also holds invoice {1|of another number}, which was not read: print it to its own page',

	// what the run knows
	sameInvoice: 'Same invoice as {0}',
	differs: 'The {field} is {0|missing} here, and {1|missing} in {2}',
	readBefore: 'Read before by this node',
	alikeBefore: 'An invoice of this seller, date and total was read before by this node',
	andMore: 'and {0} more',
	andMoreAlike: 'and {0} more like this',
};

export type FindingCode = keyof typeof ENGLISH;

/** The sentences for rows with Chinese labels. */
export const CHINESE: Readonly<Record<FindingCode, string>> = {
	missing: '未找到{field}',
	unreadable: '{field}“{0}”无法识读',
	different: '{field|发票}前后不一致：{0}',
	unknownCharacter: '{field|发票}含有无法识别的字符：“{0}”',
	formula: '名称“{0}”的开头形同电子表格公式',
	lowConfidence: '{field}的识别置信度为 {0}，低于 {1}',
	lowOnLine: '识别置信度低于 {0}：{1}',
	lacking: '未找到{field}',
	noLines: '未找到商品明细',
	noList: '文件中没有其销货清单',
	notMatched: '商品明细各列无法确定对应关系',
	priceNotMatched: '单价无法确定属于哪一行',
	nameNotMatched: '商品名称无法确定属于哪一行',
	twoValues: '{field}一栏有两段文字',
	unreadableCell: '{field}一栏的“{0}”无法识读',
	noGoodsName: '该行没有商品名称',
	noAmount: '该行没有金额',
	noTaxRate: '该行没有税率',
	noTax: '该行没有税额',
	onlyCategory: '商品名称“{0}”只有分类',
	rateWithoutTax: '税率为 {0}，但没有税额',
	discountName: '折扣行名称为 {0|空}，上一行为 {1|空}',
	noLineAmounts: '各行金额无法与合计金额核对',
	lineAmounts: '各行金额之和 {0} 与合计金额 {1} 不符',
	noLineTaxes: '各行税额无法与合计税额核对',
	lineTaxes: '各行税额之和 {0} 与合计税额 {1} 不符',
	noRates: '税额无法与税率核对',
	rate: '{1} 的 {0} 为 {2}，而税额为 {3}',
	noTotals: '合计金额、合计税额与价税合计无法核对',
	totals: '合计金额 {2} 加税额 {3} 为 {0}，与价税合计 {1} 不符',
	noTotalInWords: '价税合计大写与小写无法核对',
	unreadableWords: '价税合计大写（{0}）无法识读',
	totalInWords: '价税合计大写（{0} = {1}）与小写 {2} 不符',
	codeLength: '发票代码 {0} 不是 10 位或 12 位数字',
	numberLength: '发票号码 {0} 不是 8 位或 20 位数字',
	rightSide: '{field} {0} 与右侧的 {1} 不符',
	numberWithoutCode: '发票号码 {0} 为 8 位，但未找到发票代码',
	numberWithCode: '发票号码 {0} 为 20 位，却另有发票代码 {1}',
	yearOfNumber: '发票号码 {0} 属于 20{1} 年，开票日期为 {2}',
	yearOfCode: '发票代码 {0} 属于 20{1} 年，开票日期为 {2}',
	checkCodeLength: '校验码 {0} 不是 20 位数字',
	noSuchDate: '开票日期“{0}”不是有效日期',
	futureDate: '开票日期 {0} 晚于今天（{1}）',
	earlyDate: '开票日期 {0} 早于 {1}',
	noExpectedBuyer: '{field}应为 {0}，但未找到',
	otherBuyer: '{field}为 {1}，应为 {0}',
	taxIdUnproved: '{field} {0} 没有可核对的校验位',
	taxIdLength: '{field} {0} 有 {1} 位，应为 15、18 或 20 位',
	taxIdCharacter: '{field} {0} 含有纳税人识别号不使用的字符',
	taxIdCheck: '{field} {0} 有误：其校验位应为 {1}',
	sameParties: '购买方与销售方相同：{0}',
	twoTotals: '页面上有多个价税合计大写',
	twoBeside: '“{0}”旁边有两段文字',
	otherBeside: '“{1}”旁边为“{0}”',
	mixedBeside: '“{1}”旁边的“{0}”不是一段完整的文字',
	mixedRemark: '备注不是一段完整的文字',
	remarkEnd: '备注在何处结束不明确',
	noFare: '页面未注明票价',
	fareAndRefund: '页面同时注明票价 {0} 和退票费 {1}',
	noTicketTax: '铁路客票版面不印税额：请从 12306 下载含有税额的 OFD 或 XML',
	unclearParties: '页面未标明哪个名称是购买方、哪个是销售方',
	sellerOnLeft: '页面左侧为销售方，通常左侧为购买方',
	noLabel: '未找到“{field}”的标签',
	manyLines: '{field}有 {0} 行文字',
	fieldEnd: '{field}在何处结束不明确',
	mixedField: '{field}不是一段完整的文字',
	unclearWord: '“{0}”是否属于{field}不明确',
	unclearPart: '“{0}”是否属于“{1}”不明确',
	unknownHead: '有一栏的表头无法识读',
	ofNoLine: '表中的“{0}”不属于任何一行',
	oneColumn: '“{0}”位于同一栏',
	unclearNames: '商品名称与各行的对应关系不明确',
	unclearName: '商品名称不明确',
	unclearSpecifications: '规格型号“{0}”与各行的对应关系不明确',
	printedOver: '表中的“{0}”可能与其他文字重叠',
	noProduct: '仅有数量或单价，无法核对',
	noNumbers: '数量或单价不是数字',
	product: '{0} × {1} 不等于 {2}',
	stamped: '页面上盖有“{0}”',
	covered: '“{0}”被裁切，或被其他内容遮盖',
	addedOver: '“{0}”是后来加在页面文字上的',
	unsureSight: '页面上的图形可能遮盖了部分文字',
	alsoText: '第 {0} 页还有内容未识读：请将其单独打印为一页',
	alsoPicture: '第 {0} 页还有一张图片未识读：请将其单独打印为一页',
	alsoInvoice: '第 {0} 页还有发票{1}未识读：请将其单独打印为一页',
	sameInvoice: '与 {0} 是同一张发票',
	differs: '{field}在此为 {0|空}，在 {2} 中为 {1|空}',
	readBefore: '此节点以前读过',
	alikeBefore: '此节点以前读过同一销售方、日期和金额的发票',
	andMore: '另有 {0} 处',
	andMoreAlike: '另有 {0} 处类似问题',
};

/** What the summary of a run says of findings: UNPROVED of all that are not listed. */
const FEW_WORDS: ReadonlyArray<readonly [...words: Pair, ...codes: FindingCode[]]> = [
	[
		'main fields are missing or unreadable',
		'主要字段缺失或无法识读',
		'missing',
		'unreadable',
		'different',
	],
	['a character is unknown', '有无法识别的字符', 'unknownCharacter'],
	['a name begins like a formula', '名称的开头形同公式', 'formula'],
	['confidence is low', '识别置信度低', 'lowConfidence', 'lowOnLine'],
	['line items are missing', '缺少商品明细', 'noLines', 'noList'],
	[
		'line items are doubtful',
		'商品明细存疑',
		'notMatched',
		'priceNotMatched',
		'nameNotMatched',
		'twoValues',
		'unreadableCell',
		'noGoodsName',
		'noAmount',
		'noTaxRate',
		'noTax',
		'onlyCategory',
		'rateWithoutTax',
	],
	['a discount does not have the name of the line above', '折扣行与上一行名称不同', 'discountName'],
	['line amounts do not add up', '各行金额之和与合计不符', 'lineAmounts'],
	['line taxes do not add up', '各行税额之和与合计不符', 'lineTaxes'],
	['tax is not rate times amount', '税额不等于金额乘税率', 'rate'],
	['totals do not add up', '合计金额加税额与价税合计不符', 'totals'],
	['total in words differs', '价税合计大小写不符', 'unreadableWords', 'totalInWords'],
	['invoice code has a wrong length', '发票代码位数有误', 'codeLength'],
	['invoice number has a wrong length', '发票号码位数有误', 'numberLength'],
	['{field} differs from the right side', '{field}与右侧不符', 'rightSide'],
	[
		'code and number do not go together',
		'发票代码与号码不匹配',
		'numberWithoutCode',
		'numberWithCode',
	],
	['number is from another year', '发票号码的年份与开票日期不符', 'yearOfNumber'],
	['code is from another year', '发票代码的年份与开票日期不符', 'yearOfCode'],
	['check code has a wrong length', '校验码位数有误', 'checkCodeLength'],
	['issue date is impossible', '开票日期有误', 'noSuchDate', 'futureDate', 'earlyDate'],
	['buyer is not the expected one', '购买方与预期不符', 'noExpectedBuyer', 'otherBuyer'],
	['{field} is invalid', '{field}有误', 'taxIdLength', 'taxIdCharacter', 'taxIdCheck'],
	['buyer and seller are the same', '购买方与销售方相同', 'sameParties'],
	['read twice in this run', '本次运行中重复', 'sameInvoice'],
	['its statements differ', '同一发票的内容前后不一致', 'differs'],
	['read before by this node', '此节点以前读过', 'readBefore', 'alikeBefore'],
];

const UNPROVED: Pair = [
	'its text does not confirm it: compare it with the document',
	'其文字不足以证实：请与原件核对',
];
