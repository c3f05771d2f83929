import {
	decodeCorrectionAnswer,
	readFindings,
} from '../../../../nodes/IflytekTextCorrection/protocol/correctionAnswer';

function answer(document: unknown, statusCode = 200) {
	const text = Buffer.from(JSON.stringify(document)).toString('base64');
	return {
		statusCode,
		headers: {},
		text: JSON.stringify({
			header: { code: 0, message: 'success', sid: 'sid1' },
			payload: { result: { text } },
		}),
	};
}

describe('ret decides after header.code', () => {
	it.each([
		['absent', {}],
		['null', { ret: null }],
		['0', { ret: 0 }],
		["'0'", { ret: '0' }],
	])('%s is success', (_name, document) => {
		expect(decodeCorrectionAnswer(answer({ char: [], ...document }))).toMatchObject({
			ok: true,
			value: { sid: 'sid1', document },
		});
	});

	it.each([
		[1, '1'],
		['5', '5'],
		[-3, '-3'],
		['', '""'],
		[false, 'false'],
		[[0], '[0]'],
		[{ code: 2 }, '{"code":2}'],
	])('%j is a refusal that tells its value and is not tried again', (ret, shown) => {
		expect(decodeCorrectionAnswer(answer({ ret, char: [[0, '天', '添', 'char']] }))).toEqual({
			ok: false,
			problem: expect.objectContaining({
				message: `The text correction service refused the text (ret ${shown})`,
				code: shown,
				sid: 'sid1',
				retryClass: 'never',
			}),
		});
	});

	it('a code in the header goes before ret, whatever the HTTP status', () => {
		const refused = {
			statusCode: 502,
			headers: {},
			text: JSON.stringify({ header: { code: 10009, message: 'input invalid data', sid: 's' } }),
		};
		expect(decodeCorrectionAnswer(refused)).toMatchObject({
			ok: false,
			problem: { code: '10009', message: 'The input data is not valid', retryClass: 'never' },
		});
	});
});

describe('the rows of an answer', () => {
	it('are read from every category, documented or not', () => {
		expect(
			readFindings({
				ret: 0,
				idm: [[3, '画蛇天足', '画蛇添足', 'idm']],
				addr: [[9, '江苏省杭州市', '浙江省杭州市', 'addr_S']],
				brand_new: [[1, '甲', '乙', 'brand_new_x']],
				char: [],
			}),
		).toEqual([
			{ category: 'idm', position: 3, original: '画蛇天足', suggestion: '画蛇添足', type: 'idm' },
			{
				category: 'addr',
				position: 9,
				original: '江苏省杭州市',
				suggestion: '浙江省杭州市',
				type: 'addr_S',
			},
			{ category: 'brand_new', position: 1, original: '甲', suggestion: '乙', type: 'brand_new_x' },
		]);
	});

	it.each([
		['no type', [7, '甲', '乙'], { original: '甲', suggestion: '乙', type: '' }],
		['the position as text', [' 7.0 ', '甲', '乙', 'x'], { position: 7, original: '甲' }],
		['numbers for text', [7, 31, 30, 'date-d'], { original: '31', suggestion: '30' }],
		[
			'alternatives',
			[7, '甲', '乙| 丙|乙|', 'x'],
			{ suggestion: '乙 | 丙', alternatives: ['乙', '丙'] },
		],
		['one alternative', [7, '甲', '乙|', 'x'], { suggestion: '乙' }],
		['a bar of their own', [7, '甲|丁', '乙|丁', 'x'], { suggestion: '乙|丁' }],
		['a bar as suggestion', [7, '丨', '|', 'x'], { suggestion: '|' }],
	])('may have %s', (_name, row, expected) => {
		const [found] = readFindings({ char: [row] });
		expect(found).toMatchObject({ position: 7, ...expected });
		expect(found.unreadable).toBeUndefined();
		expect(Boolean(found.alternatives)).toBe('alternatives' in expected);
	});

	it('may have their position as text, null for an empty text, and more than four elements', () => {
		expect(readFindings({ miss: [['7', null, '了', null, 0.9]] })).toEqual([
			{ category: 'miss', position: 7, original: '', suggestion: '了', type: '' },
		]);
	});

	it.each([
		['no list', 'broken'],
		['too short', [1, '甲']],
		['a position that is no number', ['x', '甲', '乙', 'char']],
		['a negative position', [-1, '甲', '乙', 'char']],
		['a fraction', [1.5, '甲', '乙', 'char']],
		['an object as text', [1, {}, '乙', 'char']],
		['a list as suggestion', [1, '甲', ['乙'], 'char']],
		['null', null],
		['an object', { pos: 1 }],
	])('that are not in the documented form are kept: %s', (_name, row) => {
		expect(readFindings({ char: [row] })).toEqual([
			{
				category: 'char',
				position: null,
				original: null,
				suggestion: null,
				type: '',
				unreadable: row,
			},
		]);
	});

	it('a documented category that is no list is kept, other fields are no categories', () => {
		expect(readFindings({ char: 'x', version: '1.0', word: null, info: { a: 1 } })).toEqual([
			expect.objectContaining({ category: 'char', unreadable: 'x' }),
		]);
	});
});

it('counts a row that comes twice in its category once', () => {
	const row = [3, '的', '地', 'char'];
	const rows = [row, [...row], [4, '的', '地', 'char']];
	const findings = readFindings({ char: rows, word: [row] });
	expect(findings.map(({ category, position }) => [category, position])).toEqual([
		['char', 3],
		['char', 4],
		['word', 3],
	]);
});
