import { ELEMENT_KEYS, startEmulator, type Emulator, type Habit, type InvoiceTruth } from './index';
import {
	decoded,
	INVOICE_PATH,
	invoiceBody,
	sendSigned,
	TEXT_PATH,
	textBody,
	type Reply,
} from './fixtures/client';
import { invoiceBmp, invoiceJpeg, invoicePng } from './fixtures/invoiceImages';
import { plainPng } from './fixtures/labelled';
import { sampleInvoice } from './fixtures/sampleInvoice';
import { sha256 } from './images/truths';
import { KNOWN_ERRORS, OBSERVED_ERRORS } from './signature/knownErrors';
import { findErrors } from './signature/findErrors';

let emulator: Emulator;
const recognize = async (image: Buffer, encoding = 'png'): Promise<Reply> =>
	await sendSigned(emulator.port, INVOICE_PATH, invoiceBody(image, encoding));
const correct = async (text: string): Promise<any> =>
	decoded(await sendSigned(emulator.port, TEXT_PATH, textBody(text)));
const regionsOf = (document: any): any[] => document.object_list[0].region_list;
const region = (document: any, type: string): any =>
	regionsOf(document).find((candidate) => candidate.type === type);

beforeAll(async () => {
	emulator = await startEmulator();
});
afterAll(async () => await emulator.stop());
beforeEach(() => emulator.reset());

describe('invoice answer', () => {
	const { truth } = sampleInvoice({ seed: 5, lines: 4, discount: true, wrapped: true });

	it('has every field of the specification’s table, of the type given there', async () => {
		const document = decoded(await recognize(invoicePng(truth)));
		expect(document).toEqual({
			engine_version: expect.any(String),
			error_code: 0,
			error_msg: 'success',
			object_count: 1,
			version: expect.any(Number),
			object_list: [
				{
					error_code: 0,
					error_msg: 'success',
					type: expect.any(String),
					description: expect.any(String),
					width: 600,
					height: 380,
					idx: 0,
					table_count: 0,
					table_list: [],
					region_count: 24,
					region_list: expect.any(Array),
				},
			],
		});
		const whole = expect.any(Number);
		const point = { x: whole, y: whole };
		const position = { tl_point: point, tr_point: point, bl_point: point, br_point: point };
		regionsOf(document).forEach((one, order) => {
			expect(one).toEqual({
				id: String(order),
				order,
				type: ELEMENT_KEYS[order],
				position,
				text_block_count: 1,
				text_block_list: [
					{
						id: '0',
						order: 0,
						key: one.type,
						value: expect.any(String),
						position,
						ocr_flag: 1,
						tag: '',
						class: one.type,
						text_sent_count: one.text_block_list[0].text_sent_list.length,
						text_sent_list: expect.any(Array),
					},
				],
			});
			for (const line of one.text_block_list[0].text_sent_list) {
				expect(line).toEqual({
					text: expect.any(String),
					position,
					image_data: '',
					angle: 0,
					char_count: [...line.text].length,
					det_score: expect.any(Number),
					score: expect.any(Number),
				});
				const { tl_point: from, br_point: to } = line.position;
				expect(from.x >= 0 && from.y >= 0 && to.x <= 600 && to.y <= 380).toBe(true);
				expect(from.x < to.x && from.y < to.y).toBe(true);
				expect(Number.isInteger(from.x) && Number.isInteger(to.y)).toBe(true);
				expect(line.score).toBeGreaterThan(0.89);
				expect(line.score).toBeLessThanOrEqual(1);
			}
		});
	});

	it.each([
		['png', invoicePng(truth)],
		['jpg', invoiceJpeg(truth)],
		['bmp', invoiceBmp(truth)],
	])('says what the %s carries', async (encoding, image) => {
		const document = decoded(await recognize(image, encoding));
		for (const [key, field] of Object.entries(truth.fields ?? {})) {
			const value = Array.isArray(field) ? field.filter((line) => line !== '').join('\n') : field;
			expect(region(document, key).text_block_list[0].value).toBe(value);
		}
	});

	it('keeps the rows of the goods table on one height, empty cells included', async () => {
		const document = decoded(await recognize(invoicePng(truth)));
		const tops = (type: string): number[] =>
			region(document, type).text_block_list[0].text_sent_list.map(
				(line: any) => line.position.tl_point.y,
			);
		const names = tops('vat-invoice-goods-list');
		// The wrapped name takes rows 0 and 1; the discount in row 2 has no unit price.
		expect(names).toHaveLength(6);
		names.slice(1).forEach((top, row) => expect(top - (names[row] as number)).toBeGreaterThan(8));
		expect(tops('vat-invoice-price-list')).toEqual([names[0], ...names.slice(2)]);
		expect(tops('unit-price')).toEqual([names[0], ...names.slice(3)]);
	});

	it('scales its positions to the image', async () => {
		const width = async (image: Buffer): Promise<number> => {
			const document = decoded(await recognize(image));
			const { tl_point: from, tr_point: to } = region(document, 'vat-invoice-seller-name').position;
			return to.x - from.x;
		};
		const small = await width(invoicePng(truth, { width: 600, height: 380 }));
		const large = await width(invoicePng(truth, { width: 1200, height: 760 }));
		expect(Math.abs(large - 2 * small)).toBeLessThanOrEqual(2);
	});

	it('flags elements without a text, or leaves them out', async () => {
		const fields: InvoiceTruth['fields'] = { 'vat-invoice-haoma': '01234567' };
		const flagged = decoded(await recognize(invoicePng({ fields })));
		expect(regionsOf(flagged)).toHaveLength(24);
		expect(region(flagged, 'check-code').text_block_list[0]).toMatchObject({
			ocr_flag: 0,
			value: '',
			text_sent_count: 0,
		});
		const omitted = decoded(await recognize(invoicePng({ fields, absent: 'omitted' })));
		expect(regionsOf(omitted).map(({ type }) => type)).toEqual(['vat-invoice-haoma']);
	});

	it('repeats complete regions as they are told', async () => {
		const corner = { x: 3, y: 4 };
		const position = { tl_point: corner, tr_point: corner, bl_point: corner, br_point: corner };
		const document = decoded(
			await recognize(
				invoicePng({
					width: 900,
					height: 500,
					description: '电子发票',
					regions: [
						{
							type: 'vat-invoice-haoma',
							position,
							blocks: [
								{ key: '', value: '12', ocrFlag: 1, lines: [{ text: '1', position, score: 0.4 }] },
								{ key: 'new-key', lines: ['x', 'y'] },
							],
						},
					],
				}),
			),
		);
		expect(document.object_list[0]).toMatchObject({
			width: 900,
			height: 500,
			description: '电子发票',
		});
		const [one] = regionsOf(document);
		expect(one).toMatchObject({ type: 'vat-invoice-haoma', position, text_block_count: 2 });
		expect(one.text_block_list[0]).toMatchObject({ key: '', value: '12', position });
		expect(one.text_block_list[0].text_sent_list[0]).toMatchObject({ position, score: 0.4 });
		expect(one.text_block_list[1]).toMatchObject({ key: 'new-key', value: 'x\ny' });
	});

	it('lists several objects, a failed one among them', async () => {
		const document = decoded(
			await recognize(
				invoicePng({
					objects: [{ fields: { 'vat-invoice-haoma': '1' } }, { fields: {}, errorCode: 37042 }],
				}),
			),
		);
		expect(document.object_count).toBe(2);
		expect(document.object_list[1]).toMatchObject({
			idx: 1,
			error_code: 37042,
			error_msg: 'Failure',
			region_list: [],
		});
	});

	it('knows an image by its hash when the image says nothing', async () => {
		const image = plainPng(1);
		emulator.tellInvoice(sha256(image), { fields: { 'vat-invoice-haoma': '7654' } });
		const document = decoded(await recognize(image));
		expect(region(document, 'vat-invoice-haoma').text_block_list[0].value).toBe('7654');
		emulator.reset();
		expect(decoded(await recognize(image)).error_code).toBe(37042);
	});

	it('says 37042 without a truth, at the level of the voice', async () => {
		const image = plainPng(2);
		const inText = decoded(await recognize(image));
		expect(inText).toMatchObject({
			error_code: 37042,
			error_msg: 'Failure',
			object_count: 0,
			object_list: [],
		});
		expect(emulator.ledger().entries.at(-1)?.code).toBe('37042');

		emulator.set({ voice: 'observed' });
		const inHeader = await recognize(image);
		expect([inHeader.status, inHeader.json.header.code]).toEqual([502, 37042]);
	});

	it('has seq, status and a NUL behind the document in the observed voice only', async () => {
		const image = invoicePng(truth);
		const text = (reply: Reply): string =>
			Buffer.from(reply.json.payload.result.text, 'base64').toString();
		const documented = await recognize(image);
		expect(Object.keys(documented.json.payload.result)).toEqual([
			'compress',
			'encoding',
			'format',
			'text',
		]);
		expect(text(documented).endsWith('}')).toBe(true);
		emulator.set({ voice: 'observed' });
		const observed = await recognize(image);
		expect(observed.json.payload.result).toMatchObject({ seq: '0', status: '3' });
		expect(text(observed).endsWith('}\0')).toBe(true);
	});
});

describe('text answer', () => {
	const ELEVEN = [
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
	];
	const rows = (document: any): any[][] =>
		Object.values(document).flatMap((value) => (Array.isArray(value) ? value : []));

	it('has the eleven categories and ret 0, documented', async () => {
		const document = await correct('今天天气很好。');
		expect(Object.keys(document).sort()).toEqual([...ELEVEN, 'ret'].sort());
		expect(document.ret).toBe(0);
		expect(rows(document)).toEqual([]);
	});

	it('has sixteen categories and no ret, observed', async () => {
		emulator.set({ voice: 'observed' });
		const document = await correct('江苏省杭州市');
		expect(Object.keys(document)).toHaveLength(16);
		expect('ret' in document).toBe(false);
		expect(document.addr).toEqual([[0, '江苏省杭州市', '浙江省杭州市', 'addr_S']]);
	});

	it.each([null, 0, '0', 1, 'refused'])('says ret %j when ordered', async (ret) => {
		emulator.set({ signature: { ret } });
		expect((await correct('好')).ret).toBe(ret);
	});

	it('leaves ret out when ordered', async () => {
		emulator.set({ signature: { ret: 'absent' } });
		expect('ret' in (await correct('好'))).toBe(false);
	});

	it('finds each known error where it stands, with its right form', async () => {
		expect(KNOWN_ERRORS.length).toBeGreaterThanOrEqual(60);
		for (const { category, phrase, offset, wrong, right, description } of KNOWN_ERRORS) {
			const document = await correct(`这里是开头部分，${phrase}`);
			expect(rows(document)).toEqual([[8 + offset, wrong, right, description]]);
			expect(document[category]).toHaveLength(1);
		}
	});

	it('covers all eleven categories and every documented description', () => {
		const text =
			'好,的。。好，。，，好、等。。。2020年-2021年[2021]5号……等《甲、乙》（好\n，好13月2月30日25:70';
		const found = [...findErrors(text), ...KNOWN_ERRORS];
		expect(new Set(found.map(({ category }) => category))).toEqual(new Set(ELEVEN));
		expect(new Set(found.map(({ description }) => description))).toEqual(
			new Set([
				...['char', 'word', 'redund', 'miss', 'lx_word', 'lx_char', 'dapei', 'idm', 'lea'],
				...['org_R', 'org_M', 'org_S', 'org_N', 'org_P', 'time', 'date-m', 'date-d'],
				...['半角标点误用', '成对符号不匹配', '重复标点', '连续使用标点', '顿号使用不当'],
				...['省略号使用不当', '连接号使用不当', '标示发文年号不规范', '疑似省略号误用'],
				...['书名号内顿号使用不当', '疑似标点错误'],
			]),
		);
	});

	it.each([
		['你好,世界', [[2, ',', '，', '半角标点误用']]],
		['好。。坏', [[1, '。。', '。', '重复标点']]],
		['好，。', [[1, '，。', '。', '连续使用标点']]],
		['甲、乙、等', [[3, '、等', '等', '顿号使用不当']]],
		['然后。。。', [[2, '。。。', '……', '省略号使用不当']]],
		['2020年-2021年', [[5, '-', '—', '连接号使用不当']]],
		['国发（2021）5号', [[2, '（2021）', '〔2021〕', '标示发文年号不规范']]],
		['甲……等', [[1, '……等', '等', '疑似省略号误用']]],
		['《甲、乙》', [[2, '、', '', '书名号内顿号使用不当']]],
		['（甲乙', [[0, '（', '', '成对符号不匹配']]],
		['甲乙》', [[2, '》', '', '成对符号不匹配']]],
		['，开头', [[0, '，', '', '疑似标点错误']]],
		['《甲》（乙）“丙”，好。', []],
		['价格为1,200.50元，时间10:30。', []],
	])('finds the punctuation of %s', async (text, expected) => {
		expect((await correct(text)).punc).toEqual(expected);
	});

	it.each([
		['6月31日开会', [[0, '6月31日', '', 'date-d']]],
		['于13月2日', [[1, '13月', '', 'date-m']]],
		['2023年2月30日', [[5, '2月30日', '', 'date-d']]],
		[
			'今天25:10和08:61',
			[
				[2, '25:10', '', 'time'],
				[8, '08:61', '', 'time'],
			],
		],
		['2024年2月29日08:59至24:00', []],
	])('finds the numbers of %s', async (text, expected) => {
		expect((await correct(text)).number).toEqual(expected);
	});

	it('finds an error as often as it stands there, in order of position', async () => {
		const document = await correct('松驰又松驰，气慨');
		expect(document.char).toEqual([
			[0, '松驰', '松弛', 'char'],
			[3, '松驰', '松弛', 'char'],
			[6, '气慨', '气概', 'char'],
		]);
	});

	it.each([
		['codePoint', 3],
		['utf16', 5],
		['byte', 11],
	] as const)('counts positions by %s', async (positionUnit, position) => {
		emulator.set({ signature: { positionUnit } });
		expect((await correct('😀😀好松驰')).char).toEqual([[position, '松驰', '松弛', 'char']]);
	});

	it('shifts positions when ordered', async () => {
		emulator.set({ signature: { positionShift: -1 } });
		expect((await correct('好松驰')).char[0][0]).toBe(0);
	});

	it('tells an omission by a phrase or by an empty string in its place', async () => {
		expect((await correct('要圆满完任务')).miss).toEqual([
			[1, '圆满完任务', '圆满完成任务', 'miss'],
		]);
		emulator.set({ signature: { missAs: 'empty' } });
		expect((await correct('要圆满完任务')).miss).toEqual([[4, '', '成', 'miss']]);
	});

	it('inserts every known omission in the right place', async () => {
		emulator.set({ signature: { missAs: 'empty' } });
		for (const { wrong, right } of KNOWN_ERRORS.filter(({ category }) => category === 'miss')) {
			const [[at, , inserted]] = (await correct(wrong)).miss;
			expect(wrong.slice(0, at) + inserted + wrong.slice(at)).toBe(right);
		}
	});
});

describe('habits, each by itself', () => {
	const { truth } = sampleInvoice();
	const lineOf = async (): Promise<any> =>
		region(decoded(await recognize(invoicePng(truth))), 'vat-invoice-haoma').text_block_list[0]
			.text_sent_list[0];
	const rowOf = async (text = '好松驰'): Promise<any> => (await correct(text)).char[0];
	const textOf = (reply: Reply): string =>
		Buffer.from(reply.json.payload.result.text, 'base64').toString();
	const kindOf = async (fields: InvoiceTruth['fields']): Promise<any> =>
		decoded(await recognize(invoicePng({ fields }))).object_list[0].description;

	it.each<[Habit, () => Promise<unknown>, unknown, unknown]>([
		['numbersAsText', async () => (await rowOf())[0], 1, '1'],
		['numbersAsText', async () => typeof (await lineOf()).score, 'number', 'string'],
		['numbersAsText', async () => typeof (await lineOf()).position.tl_point.x, 'number', 'string'],
		['noLinePositions', async () => 'position' in (await lineOf()), true, false],
		['shortRows', async () => (await rowOf()).length, 4, 3],
		['alternatives', async () => (await rowOf())[2], '松弛', '松弛|松弛的'],
		['trimmedPositions', async () => (await rowOf(' \r\n好松驰'))[0], 4, 1],
		['lineEndsAsOne', async () => (await rowOf('好\r\n松驰'))[0], 3, 2],
		[
			'byteOrderMark',
			async () => textOf(await sendSigned(emulator.port, TEXT_PATH, textBody('好')))[0],
			'{',
			'\ufeff',
		],
		[
			'invoiceKind',
			async () => await kindOf({ 'vat-invoice-haoma': '1' }),
			'增值税发票',
			'增值税专用发票',
		],
		[
			'invoiceKind',
			async () => await kindOf({ 'check-code': '1' }),
			'增值税发票',
			'增值税普通发票',
		],
	])('%s', async (habit, seen, without, withIt) => {
		expect(await seen()).toEqual(without);
		emulator.set({ habits: [habit] });
		expect(await seen()).toEqual(withIt);
	});
});

describe('the list of known errors', () => {
	const all = [...KNOWN_ERRORS, ...OBSERVED_ERRORS];

	it('has no phrase twice and no phrase inside another', () => {
		const phrases = all.map(({ phrase }) => phrase);
		expect(new Set(phrases).size).toBe(phrases.length);
		for (const one of phrases) {
			const inside = phrases.filter((other) => other !== one && other.includes(one));
			expect([one, inside]).toEqual([one, []]);
		}
	});

	it('holds no error in a right form', () => {
		for (const { phrase, offset, wrong, right } of all) {
			const corrected = phrase.slice(0, offset) + right + phrase.slice(offset + wrong.length);
			expect([corrected, findErrors(corrected, true)]).toEqual([corrected, []]);
		}
	});
});
