import { centsText, LONGEST_VALUE } from './amounts';

/** Every way a digit is written, or commonly read by OCR as another form of the same character. */
const DIGITS = digitTable([
	['零'],
	['壹', '壱', '弌', '一'],
	['贰', '貳', '貮', '弍', '二', '两', '兩'],
	['叁', '參', '叄', '参', '弎', '三'],
	['肆', '四'],
	['伍', '五'],
	['陆', '陸', '六'],
	['柒', '漆', '七'],
	['捌', '八'],
	['玖', '九'],
]);

const TENS: ReadonlyMap<string, number> = new Map([
	['廿', 2],
	['卅', 3],
	['卌', 4],
]);

const PLACES: ReadonlyMap<string, number> = new Map([
	['拾', 10],
	['十', 10],
	['佰', 100],
	['百', 100],
	['陌', 100],
	['仟', 1000],
	['千', 1000],
	['阡', 1000],
]);

const NORMAL: ReadonlyArray<[RegExp, string]> = [
	[/[〇○]/g, '零'],
	[/[圓元圜园]/g, '圆'],
	[/[萬]/g, '万'],
	[/[億]/g, '亿'],
	[/[角毛]/g, '角'],
	[/[正]/g, '整'],
	[/[負]/g, '负'],
];

/**
 * Reads an amount in Chinese words (大写), such as 壹佰壹拾陆圆陆角整, into yuan. Traditional and
 * everyday characters, 廿 卅 卌, 零 and its absence where it changes nothing, 万 and 亿 are known; the
 * mark ⊗ in front, spaces and 人民币 are skipped, and a credit note's (负数) is a minus. Returns null for
 * what is incomplete or could be read in two ways, as 壹仟伍圆 (1005, or 1500 in speech).
 */
export function parseAmountInWords(text: string): number | null {
	// each 亿 is read by a call in the call before
	if (text.length > LONGEST_VALUE) return null;
	let words = text
		.normalize('NFKC')
		.replace(/\s/g, '')
		.replace(/^[^\p{Script=Han}〇\p{Pd}−]+/u, '')
		.replace(/^(?:价税合计|價稅合計)?(?:\(大写\)|\(大寫\)|大写)?[^\p{Script=Han}〇\p{Pd}−]*/u, '')
		.replace(/^人民[币幣]:?/, '')
		.replace(/^\(?[负負][数數]\)?:?/, '负');
	for (const [forms, normal] of NORMAL) words = words.replace(forms, normal);
	const match = /^(负)?(?:(.+?)圆)?(?:零)?(?:(.)角)?(?:零)?(?:(.)分)?整?$/.exec(words);
	if (!match) return null;
	const [, minus, yuanWords, jiaoWord, fenWord] = match;
	if (yuanWords === undefined && jiaoWord === undefined && fenWord === undefined) return null;
	const yuan = yuanWords === undefined ? 0 : readWhole(yuanWords);
	const jiao = jiaoWord === undefined ? 0 : DIGITS.get(jiaoWord);
	const fen = fenWord === undefined ? 0 : DIGITS.get(fenWord);
	if (yuan === null || jiao === undefined || fen === undefined) return null;
	const value = yuan * 100 + jiao * 10 + fen;
	if (!Number.isSafeInteger(value)) return null;
	return Number(centsText(minus && value !== 0 ? -value : value));
}

/** Whole yuan: [… 亿] [… 万] [up to four places]; null when it is not beyond doubt. */
function readWhole(words: string): number | null {
	const aboveYi = splitAtLast(words, '亿');
	if (aboveYi !== null) {
		const high = readWhole(aboveYi[0]);
		return high === null ? null : joinParts(high, 1e8, aboveYi[1], readBelow);
	}
	return readBelow(words);
}

/** Whole yuan below 亿. */
function readBelow(words: string): number | null {
	const aboveWan = splitAtLast(words, '万');
	if (aboveWan === null) return readSection(words);
	const high = readSection(aboveWan[0]);
	return high === null ? null : joinParts(high, 1e4, aboveWan[1], readSection);
}

function joinParts(
	high: number,
	unit: number,
	rest: string,
	read: (words: string) => number | null,
): number | null {
	if (rest === '' || rest === '零') return high * unit;
	// 壹万伍圆 may mean 10005 or, in speech, 15000
	if (rest.length === 1) return null;
	const low = read(rest);
	return low === null || low >= unit ? null : high * unit + low;
}

/** Up to four places: 仟 佰 拾 and ones, falling; null for what is incomplete or in doubt. */
function readSection(words: string): number | null {
	if (words === '') return null;
	let total = 0;
	let below = 10_000;
	let digit: number | undefined;
	let zero = false;
	const characters = [...words];
	for (const [index, character] of characters.entries()) {
		const place = PLACES.get(character);
		if (place !== undefined) {
			if (place >= below) return null;
			// 拾 alone opens a number: 拾伍圆
			if (digit === undefined && !(place === 10 && index === 0)) return null;
			// 零拾 is an empty place only right below the one before: elsewhere 壹 may have been left out
			if (digit === 0 && place * 10 !== below) return null;
			total += (digit ?? 1) * place;
			[below, digit, zero] = [place, undefined, false];
			continue;
		}
		if (digit !== undefined) return null;
		const tens = TENS.get(character);
		if (tens !== undefined) {
			if (below <= 10) return null;
			total += tens * 10;
			[below, zero] = [10, false];
			continue;
		}
		const value = DIGITS.get(character);
		if (value === undefined) return null;
		if (value === 0 && !PLACES.has(characters[index + 1] ?? '')) {
			zero = true;
			continue;
		}
		digit = value;
	}
	if (digit === undefined) return total;
	// 壹佰伍圆 may mean 105 or, in speech, 150; a 零 or a place right above settles it
	if (below > 10 && below < 10_000 && !zero) return null;
	return total + digit;
}

function splitAtLast(words: string, unit: string): [string, string] | null {
	const at = words.lastIndexOf(unit);
	return at < 0 ? null : [words.slice(0, at), words.slice(at + 1)];
}

function digitTable(forms: string[][]): ReadonlyMap<string, number> {
	return new Map(forms.flatMap((characters, value) => characters.map((one) => [one, value])));
}
