import type { CategoryChoice } from '../../../../nodes/IflytekTextCorrection/protocol/categories';
import type { PlacedFinding } from '../../../../nodes/IflytekTextCorrection/protocol/locateFindings';
import { appliedFindings } from '../../../support/appliedFindings';

const ALL: CategoryChoice = { apply: 'all', categories: new Set() };

function found(
	category: string,
	index: number,
	original: string,
	suggestion: string,
	type = category,
): PlacedFinding {
	return {
		finding: { category, position: index, original, suggestion, type },
		place: { index },
	};
}

const apply = (text: string, ...findings: PlacedFinding[]) => appliedFindings(text, findings, ALL);

const reasons = (result: ReturnType<typeof appliedFindings>) =>
	result.corrections.map(({ reason }) => reason);

describe('applying corrections', () => {
	it('replaces, deletes and inserts at once, whatever the lengths', () => {
		const text = '他画蛇天足，进行了了调查究。';
		const { correctedText, corrections } = apply(
			text,
			found('miss', 12, '', '研'),
			found('idm', 1, '画蛇天足', '画蛇添足'),
			found('redund', 9, '了', ''),
		);
		expect(correctedText).toBe('他画蛇添足，进行了调查研究。');
		expect(corrections.map(({ position }) => position)).toEqual([1, 9, 12]);
		expect(corrections.every(({ applied, reason }) => applied && reason === null)).toBe(true);
	});

	it('offers several suggestions and inserts none of them', () => {
		const several = found('char', 0, '甲', '乙 | 丙');
		several.finding.alternatives = ['乙', '丙'];
		expect(apply('甲。', several)).toMatchObject({
			correctedText: '甲。',
			corrections: [
				{
					suggestion: '乙 | 丙',
					applied: false,
					doubtful: true,
					reason: 'The service suggests several texts: 乙, 丙. Choose one',
				},
			],
		});
	});

	it('leaves the text alone without corrections', () => {
		expect(apply('好。')).toEqual({ correctedText: '好。', corrections: [] });
	});

	it.each(['number', 'char', 'punc', 'black_list', 'miss', 'brand_new'])(
		'an empty suggestion deletes nothing in category %s',
		(category) => {
			const result = apply('在6月31日前', found(category, 1, '6月31日', ''));
			expect(result.correctedText).toBe('在6月31日前');
			expect(result.corrections[0]).toMatchObject({
				applied: false,
				suggestion: null,
				reason: 'The service has no suggestion',
				doubtful: true,
			});
		},
	);

	it('an empty suggestion deletes in category redund', () => {
		const result = apply('这些些数据', found('redund', 2, '些', ''));
		expect(result.correctedText).toBe('这些数据');
		expect(result.corrections[0]).toMatchObject({ applied: true, suggestion: '', doubtful: false });
	});

	it('an omission is an insertion, or a replacement that keeps every character', () => {
		const missing = (original: string, suggestion: string) =>
			apply('圆满完任务', found('miss', 2, original, suggestion));
		expect(missing('', '成').correctedText).toBe('圆满成完任务');
		expect(missing('完任务', '完成任务').correctedText).toBe('圆满完成任务');
		expect(missing('完', '完成').correctedText).toBe('圆满完成任务');
		const unclear = missing('完', '成');
		expect(unclear.correctedText).toBe('圆满完任务');
		expect(unclear.corrections[0].doubtful).toBe(true);
		expect(reasons(unclear)).toEqual([
			'The suggestion does not say on which side of the text something is missing',
		]);
	});

	it('does not insert in a category that is not about omissions', () => {
		const result = apply('好人', found('char', 1, '', '的'));
		expect(result.correctedText).toBe('好人');
		expect(reasons(result)).toEqual(['The service does not say which text is wrong']);
		expect(result.corrections[0].doubtful).toBe(true);
	});

	it('does not count a suggestion that changes nothing', () => {
		const result = apply('好', found('word', 0, '好', '好'));
		expect(reasons(result)).toEqual(['The suggestion is the same as the text']);
		expect(result.corrections[0].doubtful).toBe(false);
	});

	it('keeps what could not be placed, with the reason, behind the others', () => {
		const result = apply(
			'他好',
			{
				finding: {
					category: 'char',
					position: 9,
					original: '坏',
					suggestion: '好',
					type: 'char',
				},
				place: { code: 'outside', what: '' },
			},
			{
				finding: {
					category: 'char',
					position: null,
					original: null,
					suggestion: null,
					type: '',
					unreadable: 1,
				},
				place: { code: 'unknownRow', what: '1' },
			},
			found('char', 0, '他', '她'),
		);
		expect(result.correctedText).toBe('她好');
		expect(result.corrections.map(({ position, applied }) => [position, applied])).toEqual([
			[0, true],
			[null, false],
			[null, false],
		]);
		expect(new Set(reasons(result))).toEqual(
			new Set([
				null,
				'The position that the service sent is not in the text',
				'The service sent a row in an unknown form: 1',
			]),
		);
		expect(result.corrections.some(({ doubtful }) => doubtful)).toBe(false);
	});
});

describe('overlapping corrections', () => {
	it('the one that covers more text is applied', () => {
		const result = apply(
			'画蛇天足',
			found('char', 2, '天', '田'),
			found('idm', 0, '画蛇天足', '画蛇添足'),
		);
		expect(result.correctedText).toBe('画蛇添足');
		expect(reasons(result)).toEqual([
			null,
			'Overlaps the correction of "画蛇天足" (Idiom), which is applied',
		]);
	});

	it('also when it begins later', () => {
		const result = apply(
			'甲乙丙丁',
			found('char', 0, '甲乙', 'AB'),
			found('idm', 1, '乙丙丁', 'BCD'),
		);
		expect(result.correctedText).toBe('甲BCD');
	});

	it('of equally long ones the first is applied, at one place the earlier category', () => {
		expect(
			apply('甲乙丙', found('char', 1, '乙丙', 'YZ'), found('idm', 0, '甲乙', 'XY')).correctedText,
		).toBe('XY丙');
		const result = apply(
			'甲乙',
			found('brand_new', 0, '甲', '1'),
			found('word', 0, '甲', '2'),
			found('char', 0, '甲', '3'),
		);
		expect(result.correctedText).toBe('3乙');
		expect(result.corrections.map(({ category, applied }) => [category, applied])).toEqual([
			['char', true],
			['word', false],
			['brand_new', false],
		]);
	});

	it('one that loses does not stand in the way of a third', () => {
		const result = apply(
			'一二三四五',
			found('char', 0, '一二', 'AB'),
			found('word', 1, '二三四', 'BCD'),
			found('char', 4, '五', 'E'),
			found('char', 0, '一', 'A'),
		);
		expect(result.correctedText).toBe('ABCDE');
	});

	it('an insertion inside a replaced text is not applied, beside it it is', () => {
		const insert = (index: number) =>
			apply('一二三', found('word', 1, '二三', '23'), found('miss', index, '', '+')).correctedText;
		expect(insert(0)).toBe('+一23');
		expect(insert(1)).toBe('一+23');
		expect(insert(2)).toBe('一23');
		expect(insert(3)).toBe('一23+');
	});

	it('of two insertions at one place one is applied', () => {
		const result = apply('一二', found('miss', 1, '', '甲'), found('miss', 1, '', '乙'));
		expect(result.correctedText).toBe('一甲二');
		expect(reasons(result)[1]).toBe('Overlaps the correction of "甲" (Omission), which is applied');
		expect(result.corrections[1].doubtful).toBe(false);
	});

	it('one without a suggestion does not stand in the way', () => {
		const result = apply('6月31日', found('number', 0, '6月31日', ''), found('punc', 1, '月', '-'));
		expect(result.correctedText).toBe('6-31日');
	});
});

test('a suggestion that the words around it put in house style stays as it is', () => {
	const replacements = new Map([['讯飞', '科大讯飞']]);
	const findings = [found('word', 2, '迅飞', '讯飞'), found('word', 5, '迅飞', '讯飞')];
	const result = appliedFindings('科大迅飞，迅飞', findings, ALL, { replacements });
	expect(result.correctedText).toBe('科大讯飞，科大讯飞');
});

test.each([
	['请登陆讯飞网站', [found('word', 1, '登陆讯飞', '登录讯飞')], '请登录科大讯飞网站'],
	['请登陆科达讯飞', [found('word', 1, '登陆科达讯飞', '登录科大讯飞')], '请登录科达科大讯飞'],
	['科大讯飞和讯飞', [found('word', 0, '科大讯飞和讯', '科大讯飞与讯')], '科大讯飞和科大讯飞'],
	['讯飞和讯飞', [found('word', 0, '讯飞和讯飞', '科大讯飞与讯飞')], '科大讯飞与科大讯飞'],
] as const)(
	'no word is left that a correction does not make right in the end: %s',
	(text, findings, corrected) => {
		const replacements = new Map([
			['讯飞', '科大讯飞'],
			['登陆', '登录'],
		]);
		expect(appliedFindings(text, [...findings], ALL, { replacements }).correctedText).toBe(
			corrected,
		);
	},
);

test.each([
	['whole', [found('word', 0, '科达讯飞', '科大讯飞')], '科大讯飞和科大讯飞'],
	['in front of it', [found('word', 0, '科达', '科大')], '科大讯飞和科大讯飞'],
	['over its beginning', [found('word', 1, '达讯', '大讯')], '科大讯飞和科大讯飞'],
	[
		'behind an insertion',
		[found('miss', 0, '', '在'), found('word', 0, '科达', '科大')],
		'在科大讯飞和科大讯飞',
	],
	['and there is no correction', [], '科达科大讯飞和科大讯飞'],
	['to something else', [found('word', 0, '科达', '柯达')], '柯达科大讯飞和科大讯飞'],
	['away', [found('redund', 0, '科达讯飞', '')], '科达科大讯飞和科大讯飞'],
] as const)(
	'words are not replaced where the service corrects them %s',
	(_, findings, corrected) => {
		const replacements = new Map([['讯飞', '科大讯飞']]);
		const result = appliedFindings('科达讯飞和讯飞', [...findings], ALL, { replacements });
		expect(result.correctedText).toBe(corrected);
	},
);

describe('chosen categories', () => {
	const text = '甲乙丙';
	const findings = [
		found('char', 0, '甲', '1'),
		found('punc', 1, '乙', '2'),
		found('brand_new', 2, '丙', '3'),
	];
	const chosen = (how: CategoryChoice['apply'], ...categories: string[]) =>
		appliedFindings(text, findings, { apply: how, categories: new Set(categories) });

	it('only those are applied, the others listed with the reason', () => {
		const result = chosen('chosen', 'punctuation');
		expect(result.correctedText).toBe('甲2丙');
		expect(reasons(result)).toEqual([
			'Its category is not among those to apply',
			null,
			'Its category is not among those to apply',
		]);
		expect(result.corrections[0].doubtful).toBe(false);
	});

	it('all but those are applied', () => {
		expect(chosen('allExcept', 'punctuation').correctedText).toBe('1乙3');
	});

	it('an unknown category is chosen as other, or by its own key', () => {
		expect(chosen('chosen', 'other').correctedText).toBe('甲乙3');
		expect(chosen('chosen', 'brand_new').correctedText).toBe('甲乙3');
		expect(chosen('allExcept', 'other').correctedText).toBe('12丙');
	});

	it('none chosen applies none', () => {
		expect(chosen('chosen').correctedText).toBe(text);
	});

	it('one that is not chosen does not win over one that is', () => {
		const overlapping = [found('idm', 0, '甲乙', 'AB'), found('char', 0, '甲', '1')];
		expect(
			appliedFindings(text, overlapping, {
				apply: 'chosen',
				categories: new Set(['wrongCharacter']),
			}).correctedText,
		).toBe('1乙丙');
	});
});
