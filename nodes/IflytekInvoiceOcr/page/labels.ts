import { textsOf, type Character, type Line } from '../../shared/formats/pageText/words';

/** Labels printed beside or above values; each without spaces, in half-width signs. */
const LABELS = {
	railTicket: /电子发票\(铁路电子客票\)/,
	goods: /货物或应税劳务、?(?:服务)?名称|货物\(劳务\)、?(?:服务)?名称|(?<!建筑)项目名称/,
	buyerName: /购买?方名称:?/,
	sellerName: /销售?方名称:?/,
	name: /名称:/,
	taxId: /(?:统一社会信用代码[/、]?)?纳税人识别号:?|统一社会信用代码:?/,
	addressPhone: /地址[、,]?电话:?/,
	bankAccount: /开户银?行及[账帐]号:?/,
	listCode: /所属增值税(?:电子)?(?:普通|专用)?发票代码:?/,
	invoiceCode: /发票代码:?/,
	invoiceNumber: /发票号码:?/,
	issueDate: /开票日期:?/,
	listNumber: /(?<!发票|账|帐|证)号码:/,
	checkCode: /校验码:?/,
	machineNumber: /机器编号:?/,
	totalWords: /价税合计\(?大写\)?/,
	totalDigits: /\(小写\)/,
	subtotal: /(?:本页)?小计(?:人民币|\(元\))?:?/,
	total: /(?:本页|总)?合计(?:人民币|\(元\))?:?/,
	listTotal: /总计:?/,
	specification: /规格型号/,
	licensePlate: /车牌号码?/,
	vehicle: /车辆类型|(?<!车辆|工具)类型/,
	tollFrom: /通行日期起/,
	tollTo: /通行日期止/,
	unit: /(?:面积)?单位/,
	quantity: /数量/,
	unitPrice: /单价(?:\(不?含税\))?/,
	amount: /金额(?:\(不?含税\))?/,
	taxRate: /税率(?:[/(]征收率\)?)?|征收率/,
	tax: /税额/,
	payee: /收款人:/,
	reviewer: /复核人?:/,
	drawer: /开票人:/,
	sellerStamp: /销售方:?\(章\)/,
	ordinal: /序号/,
	pages: /共\d*页|第\d*页/,
} as const;

export type LabelName = keyof typeof LABELS;

/** A label and its place on the page. */
export interface Label {
	name: LabelName;
	text: string;
	left: number;
	right: number;
	v: number;
	size: number;
	characters: Character[];
}

/** Labels of the table that are everyday words too: 单位 in 事业单位, 合计 in 联合计量. */
export const WORDS: ReadonlySet<LabelName> = new Set<LabelName>([
	...(['subtotal', 'total', 'listTotal', 'specification', 'licensePlate', 'vehicle'] as const),
	...(['unit', 'quantity', 'unitPrice', 'amount', 'taxRate', 'tax', 'ordinal'] as const),
]);
/** So many of them in a line are the head of the table, also where another text stands right beside one. */
const HEADS = 3;
const HAN = /\p{Script=Han}/u;

/** The widest gap between characters of one label, in heights of the type; and how far digits may overlap. */
const WIDEST_GAP = 9;
const OVERLAP = 0.15;

/** All labels of a line; no character belongs to two of them. */
export function labelsOf(line: Line): Label[] {
	const places: number[] = [];
	let text = '';
	line.characters.forEach(({ text: one }, index) => {
		const normal = one.normalize('NFKC').replace(/\s/g, '');
		text += normal;
		for (let count = 0; count < normal.length; count++) places.push(index);
	});
	const taken = new Set<number>();
	const labels: Label[] = [];
	for (const [name, pattern] of Object.entries(LABELS) as Array<[LabelName, RegExp]>) {
		for (const match of text.matchAll(new RegExp(pattern, 'g'))) {
			const indexes = places.slice(match.index, match.index + match[0].length);
			if (indexes.some((index) => taken.has(index))) continue;
			const characters = indexes.map((index) => line.characters[index]!);
			if (!standTogether(characters)) continue;
			for (const index of indexes) taken.add(index);
			const [first, last] = [characters[0]!, characters.at(-1)!];
			const right = last.x + last.width;
			const size = Math.max(...characters.map((one) => one.size));
			labels.push({ name, text: match[0], left: first.x, right, v: line.v, size, characters });
		}
	}
	return withoutWords(labels, line).sort((a, b) => a.left - b.left);
}

/**
 * Without those that are part of a longer text: taken out of a name, they would shorten it. One whose
 * characters stand apart is not, whatever is stamped beside one of them.
 */
function withoutWords(labels: Label[], line: Line): Label[] {
	if (labels.length === 0) return labels;
	const words = labels.filter(({ name }) => WORDS.has(name));
	const areHeads = new Set(words.map(({ name }) => name)).size >= HEADS;
	const labelled = new Set(labels.flatMap((label) => label.characters));
	const isOther = (one: Character | undefined, pattern: RegExp) =>
		one !== undefined && !labelled.has(one) && pattern.test(one.text);
	const texts = textsOf(line).filter((text) => text.some((one) => isOther(one, /[\p{L}\p{N}]/u)));
	const textOf = new Map(texts.flatMap((text) => text.map((one) => [one, text] as const)));
	return labels.filter(({ name, characters }) => {
		// drawn at once with a name, however far from it
		const isOfText = (one: Character) => one.piece === characters[0]!.piece && isOther(one, HAN);
		if (name === 'pages' && line.characters.some(isOfText)) return false;
		const text = textOf.get(characters[0]!);
		if (text === undefined || !characters.every((one) => textOf.has(one))) return true;
		if (name === 'pages') return false;
		if (WORDS.has(name)) return areHeads || !text.some((one) => isOther(one, HAN));
		// 工程名称: or 本店开票人: begins with a word of its own
		const at = text.indexOf(characters[0]!);
		return ![at - 1, at - 2].every((index) => isOther(text[index], HAN));
	});
}

function standTogether(characters: Character[]): boolean {
	return characters.every((one, index) => {
		const before = characters[index - 1];
		if (before === undefined) return true;
		const gap = (one.x - before.x - before.width) / one.size;
		// a page number printed over a value must not take its digits
		return gap <= WIDEST_GAP && (gap >= -OVERLAP || !/\d/.test(before.text + one.text));
	});
}
