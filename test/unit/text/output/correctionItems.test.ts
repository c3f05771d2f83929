import type { Correction } from '../../../../nodes/IflytekTextCorrection/protocol/applyCorrections';
import {
	fullItem,
	singleItems,
	wholeItem,
	type CorrectedText,
} from '../../../../nodes/IflytekTextCorrection/output/correctionItems';
import { plainProse } from '../../../../nodes/shared/formats/prose/prose';

const applied: Correction = {
	category: 'idm',
	type: 'idm',
	position: 1,
	original: '画蛇天足',
	suggestion: '画蛇添足',
	cause: null,
};
const open: Correction = {
	category: 'brand_new',
	type: 't',
	position: null,
	original: null,
	suggestion: null,
	cause: { code: 'unknownRow', what: '1' },
};
const failedPiece = {
	start: 6,
	end: 8,
	reason: 'The service is busy',
	whatToDo: 'Run the workflow again later.',
	code: '10019',
	sid: 'sid2',
	httpStatus: 200,
};

const given = ({
	text = '他画蛇天足。末了',
	...change
}: Partial<CorrectedText> & { text?: string } = {}): CorrectedText => ({
	row: 3,
	language: 'english',
	prose: plainProse(text),
	correctedText: '他画蛇添足。末了',
	corrections: [applied, open],
	failedPieces: [],
	...change,
});

describe('in Chinese', () => {
	const language = 'chinese';

	it('is what is words: names, meanings, reasons and what is marked up', () => {
		const left: Correction = { ...applied, cause: { code: 'leftOut', what: '' } };
		const item = wholeItem(given({ language, corrections: [left, open] }));
		expect(item.corrections).toMatchObject([
			{ categoryName: '成语错误', meaning: '成语错误', reason: '不属于要修改的类别' },
			{
				categoryName: 'brand_new',
				meaning: 'brand_new',
				reason: '服务返回了无法识别的内容：1，请人工核对',
			},
		]);
	});

	it('says what was not checked, and that nothing was found', () => {
		const unread = [{ what: 'drawing' as const, start: 0, end: 2 }];
		const failedPieces = [failedPiece];
		const prose = { ...plainProse('他画蛇天足。末了'), unread };
		const some = given({ language, corrections: [], failedPieces, prose });
		expect(wholeItem(some).complete).toBe(false);
		expect(singleItems(some)).toMatchObject([
			{ categoryName: '未检查', meaning: '这部分文字没有检查', category: 'notChecked' },
			{ reason: '图表、SmartArt 图形或艺术字中的文字没有读取。请在 Word 中自行检查。' },
		]);
		expect(wholeItem(some).html).toContain('title="未检查：The service is busy"');
		expect(wholeItem(some, 'markdown').markdown).toContain('未检查：** 末了**未检查部分结束');
		expect(singleItems(given({ language, corrections: [] }))).toMatchObject([
			{ categoryName: '没有问题', meaning: '没有发现问题', category: 'noCorrections' },
		]);
	});
});

describe('the item of a text', () => {
	it('counts a category whatever its name', () => {
		const names = ['constructor', '__proto__', 'toString', 'constructor'];
		const corrections = names.map((category) => ({ ...open, category }));
		const { countsByCategory } = wholeItem(given({ corrections }));
		expect(
			names.map((name) => Object.entries(countsByCategory).find(([key]) => key === name)),
		).toEqual([
			['constructor', 2],
			['__proto__', 1],
			['toString', 1],
			['constructor', 2],
		]);
	});

	it('holds text, list, counts and marked-up versions', () => {
		const item = wholeItem(given());
		expect(item).toMatchObject({
			row: 3,
			correctedText: '他画蛇添足。末了',
			changed: true,
			complete: true,
			correctionCount: 2,
			appliedCount: 1,
			failedPieces: [],
		});
		expect(item.corrections).toEqual([
			{
				category: 'idiom',
				categoryName: 'Idiom',
				meaning: 'Idiom in a wrong form',
				type: '',
				position: 1,
				original: '画蛇天足',
				suggestion: '画蛇添足',
				applied: true,
				kept: false,
				reason: null,
			},
			expect.objectContaining({ category: 'brand_new', position: null, applied: false }),
		]);
		expect(item.html).toContain('<ins');
	});

	it('counts the categories that occur, by the names that the list has', () => {
		const corrections = [applied, open, { ...applied, category: 'dapei', type: 'x' }, applied];
		const item = wholeItem(given({ corrections }));
		expect(item.countsByCategory).toEqual({ idiom: 2, brand_new: 1, collocation: 1 });
		expect(item.corrections[2]).toMatchObject({ category: 'collocation', type: 'x' });
	});

	it('says that it is partial, where and why', () => {
		const item = wholeItem(given({ failedPieces: [failedPiece] }));
		expect(item).toMatchObject({ complete: false, failedPieces: [failedPiece] });
		expect(wholeItem(given({ failedPieces: [failedPiece] }), 'markdown').markdown).toContain(
			'not checked:** 末了',
		);
		expect(item.html).toContain('title="Not checked: The service is busy"');
	});

	it.each(['html', 'markdown'] as const)('is marked up once, in %s', (markedUp) => {
		const fields = Object.keys(wholeItem(given(), markedUp));
		expect(fields.filter((name) => ['html', 'markdown'].includes(name))).toEqual([markedUp]);
		const inMarkdown = wholeItem(given(), 'markdown').markdown;
		expect(inMarkdown).toBe('他~~画蛇天足~~**画蛇添足**。末了');
	});

	it('has no key that n8n would take for a failed item', () => {
		expect(wholeItem(given())).not.toHaveProperty('error');
	});
});

describe('one item for each correction', () => {
	it('says whose it is, and shows its sentence', () => {
		const [first, second] = singleItems(given());
		expect(first).toMatchObject({
			row: 3,
			sentence: '他【画蛇天足→画蛇添足】。',
			original: '画蛇天足',
		});
		expect(second).toMatchObject({ row: 3, sentence: null });
	});

	it('tells the parts that were not checked as items too', () => {
		const items = singleItems(given({ corrections: [], failedPieces: [failedPiece] }));
		expect(items).toEqual([
			{
				row: 3,
				sentence: null,
				category: 'notChecked',
				categoryName: 'Not Checked',
				meaning: 'This part of the text was not checked',
				type: '',
				position: 6,
				original: '末了',
				suggestion: null,
				applied: false,
				kept: false,
				reason: 'The service is busy. Run the workflow again later.',
			},
		]);
	});

	it('is one that says so for a text without corrections', () => {
		expect(singleItems(given({ corrections: [] }))).toEqual([
			{
				row: 3,
				sentence: null,
				category: 'noCorrections',
				categoryName: 'No Corrections',
				meaning: 'No corrections',
				type: '',
				position: null,
				original: null,
				suggestion: null,
				applied: false,
				kept: false,
				reason: null,
			},
		]);
	});

	it('lists a replacement of the user’s own as such, apart from the corrections of a text', () => {
		const own = { ...applied, category: 'replaceAlways', type: '' };
		const change = { corrections: [own, applied] };
		expect(singleItems(given(change))[0]).toMatchObject({
			categoryName: 'Replace Always',
			meaning: 'Your own replacement',
			category: 'replaceAlways',
		});
		const item = wholeItem(given(change));
		expect(item).toMatchObject({ correctionCount: 1, appliedCount: 1, replacementCount: 1 });
		expect(item.countsByCategory).toEqual({ idiom: 1 });
		expect([item.corrections, item.replacements]).toMatchObject([
			[{ category: 'idiom' }],
			[{ category: 'replaceAlways' }],
		]);
	});
});

describe('the full response', () => {
	it('is every answer with its text decoded, every other field as it came', () => {
		const envelope = {
			header: { code: 0, message: 'success', sid: 's', extra: 1 },
			payload: { result: { text: 'e30=', seq: '0', status: '3' }, other: true },
		};
		const item = fullItem(
			[
				{
					piece: { start: 0, end: 5, ownStart: 0, ownEnd: 4 },
					answer: { sid: 's', envelope, document: { char: [] } },
				},
			],
			[failedPiece],
		);
		expect(item).toEqual({
			complete: false,
			pieces: [
				{
					start: 0,
					end: 5,
					response: {
						header: envelope.header,
						payload: { result: { text: { char: [] }, seq: '0', status: '3' }, other: true },
					},
				},
			],
			failedPieces: [failedPiece],
		});
	});
});
