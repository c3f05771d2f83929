import type { Finding } from '../../../../nodes/IflytekTextCorrection/protocol/correctionAnswer';
import { locateFindings } from '../../../../nodes/IflytekTextCorrection/protocol/locateFindings';

const TEXT = '一二三四五六七八九十';
const FIRST = { start: 0, end: 7, ownStart: 0, ownEnd: 5 };
const SECOND = { start: 3, end: 10, ownStart: 5, ownEnd: 10 };

function finding(position: number | null, original: string | null): Finding {
	return { category: 'char', position, original, suggestion: 'x', type: 'char' };
}

function join(first: Finding[], second: Finding[]) {
	return locateFindings(TEXT, [
		{ piece: FIRST, findings: first },
		{ piece: SECOND, findings: second },
	]).map(({ place }) => place);
}

describe('the findings of several pieces', () => {
	it('get their places in the whole text', () => {
		expect(join([finding(1, '二')], [finding(4, '八')])).toEqual([{ index: 1 }, { index: 7 }]);
	});

	it('count once where pieces reach into each other', () => {
		const early = [finding(3, '四五')];
		const earlyInSecond = [finding(0, '四五')];
		expect(join(early, earlyInSecond)).toEqual([{ index: 3 }]);
		expect(join([finding(5, '六')], [finding(2, '六')])).toEqual([{ index: 5 }]);
	});

	it('that reach over the cut belong to the piece they begin in', () => {
		expect(join([finding(4, '五六')], [finding(1, '五六')])).toEqual([{ index: 4 }]);
	});

	it('are kept when they cannot be placed, once', () => {
		expect(join([finding(6, '没有')], [finding(3, '没有')])).toEqual([
			{ code: 'notFound', what: '没有' },
		]);
		expect(join([finding(null, null)], [])).toHaveLength(1);
		expect(join([], [finding(900, '没有')])).toHaveLength(1);
	});

	it('may lie at the very end of the text', () => {
		expect(join([], [finding(7, '')])).toEqual([{ index: 10 }]);
	});
});
