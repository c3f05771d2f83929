/** A do-not-call list: every number in it is found, and what cannot be read is named. */
import { createContext, runInContext } from 'node:vm';
import fc from 'fast-check';

import { readDoNotCall } from '../../../../nodes/IflytekAiCall/cells/doNotCall';
import { mobileNumber } from '../../../../nodes/IflytekAiCall/cells/rowCells';
import { runs } from '../../../support/fullSize';
import { leastProcessorTime } from '../../../support/processorTime';

const ONE = '13800138000';
const TWO = '13900139000';
const BOTH = [ONE, TWO];
const DAY = `${ONE} (2026-01-05)`;
const WIDE_ONE = '１３８００１３８０００';
const WIDE_TWO = '１３９００１３９０００';
/** A number as JSON escapes: \uff11\uff13… */
const escaped = (text: string) =>
	[...text].map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
const otherRealm = (code: string): unknown => runInContext(code, createContext());

const phones = (count: number) =>
	Array.from({ length: count }, (_, index) => String(13_800_000_000 + index));

const cellsOf = (line: string) => line.split(',');

const numbersOf = (given: unknown) => {
	const { numbers, unreadable } = readDoNotCall(given);
	expect(unreadable).toEqual([]);
	return [...numbers].sort();
};
const unreadableIn = (given: unknown) => readDoNotCall(given).unreadable;

describe('text', () => {
	it.each<[string, string]>([
		['a name beside full-width digits', `张三 ${WIDE_ONE}, ${TWO}`],
		['full-width signs between', `${ONE}；${WIDE_TWO}`],
		['a slash between', `${ONE}/${TWO}`],
		['nothing between', ONE + TWO],
		['numbers in parts', '138 0013 8000 139-0013-9000'],
		['a plus inside a number', `13+800138000\n${TWO}`],
		['a number cut to pieces', `${TWO}, 张三 138001; 38000`],
		['dots in numbers', '138.0013.8000, 1390013.9000'],
		['a blank after every digit', [...(ONE + TWO)].join(' ')],
		['country codes', '+86 138 0013 8000, (86)139-0013-9000'],
		['the zeros of area codes', `0${ONE}; +86 (0)${TWO}; 00${ONE}`],
		['links', `tel:+86-138-0013-8000\nhttps://wa.me/86${TWO}`],
		['apostrophes of a spreadsheet', `'${ONE}\n'${TWO}`],
		['a numbered list', `13. ${ONE}\n14. ${TWO}`],
		['names and remarks', `${ONE} (张三, 2026-01-05 10:30)\n李四 ${TWO} # complained twice`],
		['a CSV file with empty cells', `phone,name\n${ONE},null\n${TWO},undefined`],
		['a CSV file', `id,姓名,手机,date\n1,张三,"${ONE}",2026-01-05\n2,李四,${TWO},2026/1/6`],
		['a header in traditional characters', `電話號碼\n${ONE}\n${TWO}`],
		["the platform's name of the column", `callee\n${ONE}\n${TWO}`],
		['comments', `# asked us in 2026\n${ONE}\n// by mail\n${TWO}`],
		['numbers that no row has', `${ONE}, 010-65001234, 0551-69101407, 4008208820, 95588\n${TWO}`],
		['numbers abroad', `${ONE}\n+1 202 555 0123\n+852 9123 4567\n0044 20 7946 0958\n${TWO}`],
	])('with %s', (_name, list) => {
		expect(numbersOf(list)).toEqual(expect.arrayContaining(BOTH));
	});

	it('with numbers that have a date in them', () => {
		const list = '0086-138-2012-12-31\n(86)1900-0-0 00000\n0086-139-2012-12-31 (2026-01-05)';
		const dated = ['13820121231', '13920121231', '19000000000'];
		expect(numbersOf(list)).toEqual(expect.arrayContaining(dated));
	});

	it('with a number in groups, one of which is a short code', () => {
		expect(numbersOf(`name,phone\n张三,15,081,126,720\n李四,${ONE}`)).toContain('15081126720');
	});

	it.each<[string, string, string]>([
		['an exponent', '1.3800138E+10', "'1.3800138E+10'"],
		['ten digits and decimals', '1380013800.0', "'1380013800.0'"],
		['twelve digits', '138001380001', "'138001380001'"],
		['groups of thousands', '13,800,138,000', "'13,800,138,000'"],
		['a landline without area code', '65001234', "'65001234'"],
		['Arabic-Indic digits', '١٣٨٠٠١٣٨٠٠٠', "'١٣٨٠٠١٣٨٠٠٠'"],
		['signs for digits', '❶❸❽⓿⓿❶❸❽⓿⓿⓿', "'❶❸❽⓿⓿❶❸❽⓿⓿⓿'"],
		['the letter O for zero', '138OO138OOO', "'138OO138OOO'"],
		['a masked number', '138****8000', "'138****8000'"],
		['a country code and ten digits', '+86 1380013800', "'+86 1380013800'"],
		['few digits', '1380', "'1380'"],
		['a name', '张三', "'张三'"],
		['words of a header below it', '手机号不详', "'手机号不详'"],
		['an object made into text', '[object Object]', "'[object Object]'"],
		['only the last digits of a second number', '138 0013 8000/8001', "'138 0013 8000/8001'"],
		['a range in Chinese', '13800138000至8009', "'13800138000至8009'"],
	])('names what is no number beside good ones: %s', (_name, entry, shown) => {
		expect(unreadableIn(entry)).toEqual([shown]);
		expect(unreadableIn(`${ONE}\n${entry}\n${TWO}`)).toEqual([shown]);
		if (!['张三', '手机号不详', '[object Object]'].includes(entry))
			expect(unreadableIn(`${ONE}, ${entry}, ${TWO}`)).toEqual([shown]);
		expect(unreadableIn([ONE, entry])).toEqual([shown]);
		expect(unreadableIn(JSON.stringify([ONE, entry]))).toEqual([shown]);
		expect(readDoNotCall([ONE, entry]).numbers).toEqual(new Set([ONE]));
	});

	it('names a range, of which it would find the ends only', () => {
		expect(unreadableIn(`${ONE}-${TWO}`)).toEqual([`'${ONE}-${TWO}'`]);
		expect(unreadableIn(`${ONE} ~ ${TWO}`)).toHaveLength(1);
	});

	it.each(['phone', '# nobody', ', ', '-', 'null', '0'])('without a number: %j', (text) => {
		expect(unreadableIn(text)).toHaveLength(1);
	});

	it.each(['', ' ', '\n\r\n', '\ufeff', '[]', '{}', '[{}]', '[""]', '""'])(
		'that is nothing: %j',
		(text) => {
			expect(numbersOf(text)).toEqual([]);
		},
	);

	it.each<[string, string, string]>([
		['twelve digits in groups', '13900139000, 8,613,800,138,000', "'8,613,800,138,000'"],
		['parts of a number with commas', `${TWO}, 138,0013,8000`, "'138,0013,8000'"],
		['a day before ten digits', `${DAY} 1380013800, ${TWO}`, `'${DAY} 1380013800'`],
		['a number and ten digits', '14929 001627 9068870002', "'14929 001627 9068870002'"],
		['decimals', `${ONE}.5`, `'${ONE}.5'`],
		['some digits in Chinese', `${TWO}, 138零零138零零零`, "'138零零138零零零'"],
		['circles for zeros', `${TWO}, 138○○138○○○`, "'138○○138○○○'"],
		['a Cyrillic letter for zero', `${TWO}, 138ОО138ООО`, "'138ОО138ООО'"],
		['what a text makes of a list', `${TWO}, [object Object]`, "'[object Object]'"],
		['an expression without a value', `${TWO},undefined`, "'undefined'"],
	])('that only looks like a list: %s', (_name, text, shown) => {
		expect(unreadableIn(text)).toContain(shown);
	});
});

describe('JSON text', () => {
	it.each<[string, string]>([
		['escapes, cut off', `["${escaped(WIDE_ONE)}", "${escaped(TWO)}`],
		['a mark before it', `\ufeff\n [${ONE}, "${TWO}"]`],
		['a line for each object', `{"phone": "${escaped(WIDE_ONE)}"}\n{"phone": ${TWO}}\n`],
		['two fields of one name', `{"phone": "${ONE}", "phone": "${TWO}"}`],
		['a list as a field', `{"blocked": [${ONE}, ${TWO}], "next": null}`],
		['numbers as keys', `{"${ONE}": true, "${escaped(WIDE_TWO)}": {"since": "2026-01-05"}}`],
	])('with %s', (_name, text) => {
		expect(numbersOf(text)).toEqual(BOTH);
	});

	it('with an exponent, which has lost digits: it is named', () => {
		expect(unreadableIn(`["${TWO}", 1.3800138E+10]`)).toEqual(["'1.3800138E+10'"]);
		expect(unreadableIn(`[${2 ** 60}]`)).toHaveLength(1);
	});
});

describe('values of an expression', () => {
	it.each<[string, unknown]>([
		['numbers', BOTH.map(Number)],
		['big integers', BOTH.map(BigInt)],
		['texts with several numbers', [`${ONE} / ${WIDE_TWO}`]],
		['keys of an object', { [ONE]: true, [TWO]: { reason: 'complained' } }],
		['keys beside which something else stands', { [ONE]: {}, [TWO]: {}, page: { count: 2 } }],
		['unexpected fields', [{ x: { y: ONE } }, { z: [TWO] }]],
		['a set of another realm', otherRealm(`new Set(${JSON.stringify(BOTH)})`)],
		['a map of another realm', otherRealm(`new Map([["${ONE}", 1], ["${TWO}", 2]])`)],
		['objects of another realm', otherRealm(`[{ a: new String("${ONE}") }, { a: ${TWO} }]`)],
		['lists by name', { mobile: [ONE], other: [{ mobile: TWO }] }],
		['rows with a header', ['姓名,手机', `张三,${ONE}`, `李四,${WIDE_TWO},`].map(cellsOf)],
		['a number cut to pieces in a field', { phone: ONE, other: '1390013,9000' }],
		['keys in fields', { phone: ONE, others: { [TWO]: {} } }],
		['keys in lists of fields', { phone: ONE, others: [{ a: { [TWO]: true } }] }],
		['a landline in any field', [{ x: '010-65001234', name: '张三' }, ...BOTH]],
		[
			'words in a phone field',
			[
				{ phone: 'n/a', mobile: ONE },
				{ mobile: TWO, tel: '无' },
			],
		],
		['keys in lists beside fields', { phone: ONE, x: 'y', others: [{ a: { [TWO]: true } }] }],
		['a field named like that of an item', { json: { phone: ONE }, phone: TWO }],
		['keys that look like a field name', { [`tel:${ONE}`]: 1, [`电话${TWO}`]: 2 }],
		['decimals of a spreadsheet in a field', [{ x: `${ONE}.0` }, { name: '张三', x: `${TWO}.00` }]],
		['text objects in a list', [new String(ONE), new String(TWO)]],
		['records by name', { a: { phone: ONE }, b: { phone: TWO } }],
	])('%s', (_name, given) => {
		expect(numbersOf(given)).toEqual(BOTH);
	});

	it('items of n8n, with what tables and CRMs put beside a number', () => {
		const beside = {
			id: 1_718_112_341,
			createdAt: '2026-01-05T10:00:00.000Z',
			updated_at: 1_718_112_341,
			建立時間: 1_718_112_341,
			name: '王 2 号',
			age: 35,
			amount: 1234567.89,
			idCard: '110101199003074514',
			tags: ['vip', 2],
			notes: null,
			active: true,
		};
		const items = [
			{ json: { ...beside, phone: ONE }, pairedItem: { item: 0 } },
			{ json: { ...beside, phone: TWO }, pairedItem: { item: 1 }, binary: { data: { x: '1' } } },
			{ json: Object.fromEntries(['phone', ...Object.keys(beside)].map((name) => [name, ''])) },
		];
		expect(numbersOf(items)).toEqual(BOTH);
		expect(numbersOf(items[1])).toEqual([TWO]);
	});

	it.each<[string, unknown]>([
		['an empty list', []],
		['an empty set', new Set()],
		['the one empty item of a node that always outputs data', [{ json: {} }]],
		['it alone', { json: {}, pairedItem: { item: 0 } }],
		['empty cells', ['', ' ']],
		['an empty row', [['', ''], [ONE]].slice(0, 1)],
		['an empty field', [{ json: { phone: '' } }, { json: { id: 3, phone: '' } }]],
	])('that are nothing: %s', (_name, given) => {
		expect(numbersOf(given)).toEqual([]);
	});

	const circular: Record<string, unknown> = { phone: ONE };
	circular.self = circular;
	const endless: unknown[] = [];
	endless.push(endless);
	it.each<[string, unknown, string]>([
		['undefined', undefined, 'undefined'],
		['null', null, 'null'],
		['undefined in a list', [undefined], 'undefined'],
		['nothing in a list', new Array(1), 'undefined'],
		['null in a list', [ONE, null], 'null'],
		['an empty item beside another', [{ json: { phone: ONE } }, { json: {} }], '{"json":{}}'],
		[
			'an item whose list is a file',
			{ json: {}, binary: { data: {} } },
			'{"json":{},"binary":{"data":{}}}',
		],
		['a record without a number', [{ phone: null, name: '张三' }], '{"phone":null,"name":"张三"}'],
		[
			'a record with an ID alone',
			[{ json: { id: 10086, phone: null } }],
			'{"id":10086,"phone":null}',
		],
		['a guess alone', { phone: null, x: '138,00138000' }, '{"phone":null,"x":"138,00138000"}'],
		['a row without a number', [[ONE], [null]], '[null]'],
		['a row of a cell that was never set', [[ONE], new Array(1)], '[null]'],
		['no number', NaN, 'NaN'],
		['no number beside one', { phone: ONE, other: NaN }, 'NaN'],
		['true', true, 'true'],
		['a function', () => ONE, 'function'],
		['a function in a field', { phone: ONE, get: () => TWO }, 'function'],
		['a symbol', Symbol(ONE), 'symbol'],
		['a circular object', circular, 'object'],
		['a circular list', endless, 'object'],
		['a date', new Date(0), '"1970-01-01T00:00:00.000Z"'],
		['what cannot be looked into', Promise.resolve(ONE), '{}'],
		['an expression without result', /x/, '{}'],
		['bytes', new Uint8Array([1]), "'1'"],
		['ten digits in a phone field', { phone: ONE, phone2: '38001380' }, "'38001380'"],
		['ten digits in any field', { phone: ONE, other: 'or 1380013800' }, "'or 1380013800'"],
		[
			'few digits in a phone field in traditional characters',
			{ 手機: ONE, 電話: '38001380' },
			"'38001380'",
		],
		['an exponent in any field', { phone: ONE, x: '1.38E+10' }, "'1.38E+10'"],
		['ten digits as a key', { [ONE]: true, '1380013900': true }, "'1380013900'"],
		[
			'keys of records without a number',
			{ '١٣٨٠٠١٣٨٠٠٠': {}, a: { phone: ONE } },
			'["١٣٨٠٠١٣٨٠٠٠",{}]',
		],
		[
			'a key that is a short code in part',
			new Map(Object.entries({ [ONE]: true, '1.96015201E+10': { since: '2026-01-05' } })),
			'{"1.96015201E+10":{"since":"2026-01-05"}}',
		],
		['keys with empty fields', { '1380013900': '', x: '' }, "'1380013900'"],
		['keys with empty lists', { '1.9539831E+10': [], x: {} }, "'1.9539831E+10'"],
		['digits of two scripts', { data: `١٣٨٠٠138000`, file: 'x', phone: ONE }, "'١٣٨٠٠138000'"],
		['a number that has lost digits', { phone: ONE, phone2: 1.38e21 }, '1.38e+21'],
		[
			'spelled digits beside what could be a header',
			['客户 一三八零零一三八零零零', ONE],
			"'客户 一三八零零一三八零零零'",
		],
		[
			'no text beside what could be a header',
			[['name: [object Object]'], [ONE]],
			"'name: [object Object]'",
		],
		['an entry in a list of a field', { data: `${ONE},${TWO},95588,8001380`, x: 1 }, "'8001380'"],
		['a map whose keys are lists', new Map([[[ONE], TWO]]), '{}'],
		[
			'a map with a key that is missing',
			new Map([
				[ONE, 1],
				[undefined, TWO],
			] as never),
			'{}',
		],
		['a map with a key that has lost digits', new Map([[1.9601e22, TWO]]), '{}'],
		['an entry of a map', new Map(Object.entries({ a: ONE, b: '380013800' })), "'380013800'"],
		['a name in a list by name', { blocked: [ONE, 'x'] }, "'x'"],
	])('that cannot be read: %s', (_name, given, shown) => {
		expect(unreadableIn(given)).toEqual([shown]);
	});

	it('that lie too deep', () => {
		let deep: unknown = ONE;
		for (let depth = 0; depth < 10_000; depth++) deep = [[deep], ''];
		expect(unreadableIn(deep)).toHaveLength(1);
		expect(unreadableIn(`${'['.repeat(5000)}"${ONE}"${']'.repeat(5000)}`)).toHaveLength(1);
	});

	it.each<[string, (count: number) => unknown, number, number]>([
		['in a text that all lost their form', (count) => '13,800,138,000;'.repeat(count), 0, 150_000],
		[
			'in a record of a record',
			(count) => ({ blocked: Object.fromEntries(phones(count).map((one) => [one, true])) }),
			150_000,
			0,
		],
	])('more than a function takes as its arguments, %s', (_name, list, found, unreadable) => {
		const read = readDoNotCall(list(150_000));
		expect([read.numbers.size, read.unreadable.length]).toEqual([found, unreadable]);
	});

	it.each([
		...[' ', '1', '1 ', '1,', '1.', '1*', '1e', 'O1', '1:11 ', '2026-01-05 ', '010-65001234 '],
		...['[', '\\u', '一', 'a '],
	])('of many signs, in time linear in them: %j', (part) => {
		const many = `${part.repeat(10_000)}x`;
		const lists = [ONE + many, `[${many}`, [{ phone: ONE, note: many }], { [many]: ONE }];
		const spent = leastProcessorTime(2_000, () => lists.forEach(readDoNotCall));
		expect(spent).toBeLessThan(2_000);
	});

	it('shows long entries in part', () => {
		expect(unreadableIn('x'.repeat(200))[0]).toHaveLength(61);
	});
});

const mobile = fc.integer({ min: 13_000_000_000, max: 19_999_999_999 }).map(String);
const wide = (text: string) =>
	text.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
/** A number as people write it. */
const written = fc
	.tuple(
		mobile,
		fc.constantFrom('', '', '+86', '+86 ', '86', '0086', '(86)', '(+86) ', '0'),
		fc.array(fc.constantFrom('', '', '', ' ', '-', '–', '\u200b', '·', '\u00a0', '('), {
			minLength: 11,
			maxLength: 11,
		}),
		fc.boolean(),
		fc.constantFrom(
			...['#', '"#"', "'#", '(#)', '<#>', '张三 #', '# 李四', 'tel:#', '电话：#', '# (2026-01-05)'],
		),
	)
	.map(([number, prefix, between, isWide, around]) => {
		const text =
			prefix + [...number].map((digit, i) => digit + (i < 10 ? between[i] : '')).join('');
		return { number, text: around.replace('#', isWide ? wide(text) : text) };
	});
const separator = fc.constantFrom(
	...['\n', '\r\n', '\n\n', ',', ', ', '，', ';', '；', '、', '|', '\t', ' / ', ' , ,'],
);

it('finds all numbers of any list, however it is written', () => {
	fc.assert(
		fc.property(
			fc.array(written, { minLength: 1, maxLength: 8 }),
			fc.array(separator, { minLength: 8, maxLength: 8 }),
			fc.constantFrom<(texts: string[], joined: string) => unknown>(
				(_texts, joined) => joined,
				(texts) => texts,
				(texts) => new Set(texts),
				(texts) => JSON.stringify(texts),
				(texts) => JSON.stringify(texts).replace(/[^\p{ASCII}]/gu, escaped),
				(texts) => texts.map((text) => ({ json: { id: 7, phone: text, name: 'x' } })),
				(texts) => Object.fromEntries(texts.map((text) => [text, true])),
				(texts) => new Map(texts.map((text) => [text, { since: '2026-01-05' }])),
				(texts) => ({ data: texts.map((text) => [text, 'x']) }),
				(texts) => texts.map((text) => JSON.stringify({ phone: text })).join('\n'),
			),
			(entries, separators, container) => {
				const texts = entries.map(({ text }) => text);
				const joined = texts.map((text, i) => (i > 0 ? separators[i] : '') + text).join('');
				const found = numbersOf(container(texts, joined));
				expect(found).toEqual(expect.arrayContaining(entries.map(({ number }) => number)));
			},
		),
		{ numRuns: runs(1000) },
	);
});

it('finds a number in every format that a row may have', () => {
	fc.assert(
		fc.property(
			fc.string({ unit: fc.constantFrom(...'0138６+-. ()\n\u200b') }),
			mobile,
			(text, one) => {
				for (const cell of [text, text + one, one + text, Number(one)]) {
					const read = mobileNumber(cell);
					if ('text' in read) expect(numbersOf(cell)).toContain(read.text);
				}
			},
		),
		{ numRuns: runs(1000) },
	);
});

it('finds one unreadable entry among any numbers', () => {
	fc.assert(
		fc.property(
			fc.array(written, { maxLength: 4 }),
			fc.array(written, { maxLength: 4 }),
			fc.constantFrom('1.3800138E+10', '1380013800', '13,800,138,000', '١٣٨٠٠١٣٨٠٠٠'),
			separator,
			fc.boolean(),
			(before, after, entry, between, isText) => {
				const texts = [...before.map(({ text }) => text), entry, ...after.map(({ text }) => text)];
				expect(unreadableIn(isText ? texts.join(between) : texts)).not.toEqual([]);
			},
		),
		{ numRuns: runs(500) },
	);
});
