/**
 * Do-not-call lists in random shapes, with numbers in random forms: whoever wrote a list knows who is in it,
 * and shares no code with its reader. Either the reader finds everybody, or it names what it cannot read. The tables
 * are READABLE and UNREADABLE (forms of a number), SHAPES (of a list) and aside (what else stands there: names,
 * dates, landlines of eight and of seven digits, short and foreign numbers).
 *
 * Not made: CSV with line breaks in its cells, XML, numbers with an extension that is not named.
 */
import { readDoNotCall } from '../../../../nodes/IflytekAiCall/cells/doNotCall';
import { FULL_SIZE } from '../../../support/fullSize';

const LISTS = FULL_SIZE ? 100_000 : 2_000;

let state = 1;
function random(): number {
	state = (state + 0x6d2b79f5) | 0;
	let mixed = Math.imul(state ^ (state >>> 15), state | 1);
	mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
	return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
const below = (count: number) => Math.floor(random() * count);
const oneOf = <T>(some: readonly T[]): T => some[below(some.length)]!;
const happens = (share: number) => random() < share;

function mobile(): string {
	// zeros are the digits that people write in other ways
	const digits = Array.from({ length: 9 }, () => (happens(0.25) ? 0 : below(10)));
	return `1${3 + below(7)}${digits.join('')}`;
}

const GROUPS = [[3, 4, 4], [4, 4, 3], [3, 3, 5], [1, 3, 3, 4], [2, 3, 3, 3], [5, 6], [11]];
function grouped(number: string, between: string): string {
	let at = 0;
	return oneOf(GROUPS)
		.map((length) => number.slice(at, (at += length)))
		.join(between);
}
const digitsFrom = (zero: number) => (number: string) =>
	number.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
const digitsOf = (signs: string) => (number: string) =>
	number.replace(/\d/g, (digit) => [...signs][Number(digit)]!);
const wide = digitsFrom(0xff10);
const chinese = digitsOf('零一二三四五六七八九');
const thousands = (sign: string) => (number: string) =>
	Number(number).toLocaleString('en-US').replace(/,/g, sign);

type Form = (number: string) => string;

/** Forms that are read. */
const READABLE: Form[] = [
	(number) => number,
	(number) =>
		grouped(number, oneOf([' ', '-', ' - ', '\u00a0', '\u2009', '.', '–', '·', '_', '\u3000'])),
	wide,
	(number) => wide(grouped(number, oneOf(['-', ' ', '\u3000']))),
	(number) =>
		oneOf(['+86', '+86 ', '86-', '0086', '(+86)', '（+86）', '+86 (0)', '0', 'tel:+86-', '电话:']) +
		grouped(number, oneOf(['', ' ', '-'])),
	(number) => [...number].join(oneOf(['\u200b', '\u200d', '\ufeff', '\u00ad', '\u2060'])),
	(number) => `\u202d${number}\u202c`,
	digitsFrom(0x1d7ce),
	digitsOf('⁰¹²³⁴⁵⁶⁷⁸⁹'),
	digitsOf('⓪①②③④⑤⑥⑦⑧⑨'),
	(number) => number.replace(/\d/g, '$&\ufe0f\u20e3'),
	(number) => number + oneOf(['.0', '.00']),
];

/** Forms that no text may have beside readable ones without being named. */
const UNREADABLE: Form[] = [
	...[0x660, 0x6f0, 0x966, 0xe50, 0xf20].map(digitsFrom),
	(number) => digitsFrom(0x660)(number.slice(0, 5)) + number.slice(5),
	chinese,
	digitsOf('〇幺贰叁肆伍陆柒捌玖'),
	(number) => grouped(chinese(number), oneOf([' ', '-'])),
	(number) => chinese(number.slice(0, 4)) + number.slice(4, 7) + chinese(number.slice(7)),
	(number) => `${number.slice(0, 10).replace(/0/g, oneOf(['零', '〇', '○']))}七`,
	(number) => `1${number.slice(1, 9)}${oneOf(['O', 'О', 'o'])}${number.slice(10)}`,
	(number) => `${number[0]}.${number.slice(1, 1 + below(9))}1E+10`,
	thousands(','),
	(number) => `${number.slice(0, 10)}`,
	(number) => number + number[10],
	(number) => `${number.slice(0, 3)}****${number.slice(7)}`,
	(number) => `${number}/${number.slice(-2)}`,
	() => '[object Object]',
];

const NAMES = ['张三', '李 四', 'Wang Wei', "O'Brien", '(VIP)', '3号楼', '老王（5月）', ''];
const aside = () =>
	oneOf([
		...NAMES,
		'2026-01-05',
		'2026/1/6 10:30',
		'2025年3月4日',
		'a@b.cn',
		'010-65001234',
		'0755-83765432-801',
		'0476-8234567',
		'(0851) 523 4567',
		'86-476-8234567',
		'021 6500 1234 转 12',
		'4008208820',
		'95588',
		'+1 202 555 0123',
		'00852 9123 4567',
		'9f1c2b3a-1111-4222-8333-123456789012',
	]);
const escaped = (text: string) =>
	text.replace(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
const endOfLine = () => oneOf(['\n', '\r\n', '\r', '\n\n', '\u2028']);

/** Lists in which every entry counts. */
const SHAPES: Array<(texts: string[]) => unknown> = [
	(texts) => oneOf(['', '\ufeff', '\n']) + texts.join(endOfLine()),
	(texts) => texts.join(oneOf([',', ', ', '，', ';', '；', '、', '|', '\t', ' / ', ',,'])),
	(texts) => texts.map((text) => `${oneOf(NAMES)} ${text}`).join('\n'),
	(texts) => texts.map((text) => `${text}\t${aside()}`).join('\r\n'),
	(texts) => {
		const sign = oneOf([',', ';', '\t']);
		const cell = happens(0.5) ? (text: string) => `"${text}"` : (text: string) => text;
		const lines = texts.map((text) => [aside(), cell(text), aside()].join(sign));
		return [oneOf([`name${sign}phone`, '\ufeff手机号,姓名']), ...lines].join('\n');
	},
	(texts) => `"phone"\n${texts.map((text) => `"${text}"`).join('\n')}`,
	(texts) => ['张三', ...texts].join(','),
	(texts) => texts.map((text) => `<tr><td>${oneOf(NAMES)}</td><td>${text}</td></tr>`).join('\n'),
	(texts) => oneOf(['', '\ufeff', ' \n']) + JSON.stringify(texts),
	(texts) => escaped(JSON.stringify(texts)),
	(texts) => JSON.stringify(texts.map((phone) => ({ phone, name: oneOf(NAMES) }))),
	(texts) => texts.map((phone) => JSON.stringify({ phone })).join('\n'),
	(texts) => JSON.stringify({ list: JSON.stringify(texts) }),
	(texts) => JSON.stringify(texts.join('\n')),
	(texts) => `${JSON.stringify(texts).slice(0, -1)},]`,
	(texts) => texts,
	(texts) => new Set(texts),
	(texts) => texts.map((text) => new Set([text])),
	(texts) => texts.values(),
	(texts) => new Map(texts.map((text, index) => [`k${index}`, text])),
	(texts) => new Map(texts.map((text) => [text, { since: '2026-01-05' }])),
	(texts) => Object.fromEntries(texts.map((text) => [text, oneOf([true, 1, '', {}, []])])),
	(texts) => texts.map((text) => [text, aside(), '2026-01-05']),
	(texts) => texts.map((phone) => ({ json: { id: 7, phone, name: oneOf(NAMES) } })),
	(texts) => ({ json: { data: texts.map((text) => ({ properties: { tel: text } })) } }),
	(texts) => ({ a: texts.slice(0, 1), b: texts.slice(1) }),
	(texts) => Object.fromEntries(texts.map((text, index) => [`phone${index}`, text])),
	(texts) => [[texts.map((text) => [text])]],
	(texts) => [texts.join(','), '010-65001234'],
	(texts) => ({ json: { data: `${texts.join('\n')}\n010-65001234\n95588`, file: 'dnc.txt' } }),
];

interface Made {
	list: unknown;
	numbers: string[];
	/** whether an entry is in a form that is not read */
	hasUnreadable: boolean;
}

function make(): Made {
	const share = oneOf([0, 0, 0.2, 1]);
	const numbers: string[] = [];
	let hasUnreadable = false;
	const texts = Array.from({ length: 1 + below(5) }, () => {
		const number = mobile();
		numbers.push(number);
		const isUnreadable = happens(share);
		hasUnreadable ||= isUnreadable;
		return oneOf(isUnreadable ? UNREADABLE : READABLE)(number);
	});
	return { list: oneOf(SHAPES)(texts), numbers, hasUnreadable };
}

it(`finds everybody in ${LISTS} lists, or names what it cannot read`, () => {
	const wrong: string[] = [];
	let stopped = 0;
	for (let made = 0; made < LISTS; made++) {
		const { list, numbers, hasUnreadable } = make();
		const found = readDoNotCall(list);
		const say = (what: string) => void wrong.push(`${what} in list ${made}: ${shown(list)}`);
		if (found.unreadable.length > 0) {
			stopped++;
			if (!hasUnreadable) say(`${found.unreadable.join()} cannot be read`);
			continue;
		}
		for (const number of numbers) if (!found.numbers.has(number)) say(`${number} was missed`);
		if (found.numbers.size > new Set(numbers).size) say('somebody else was found');
	}
	expect(wrong.slice(0, 10)).toEqual([]);
	expect(stopped).toBeGreaterThan(LISTS / 5);
}, 600_000);

function shown(list: unknown): string {
	const isEnumerable = list instanceof Set || list instanceof Map;
	return JSON.stringify(isEnumerable ? [...(list as Iterable<unknown>)] : list);
}
