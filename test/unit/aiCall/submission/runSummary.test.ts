import type { Row } from '../../../../nodes/IflytekAiCall/rows/row';
import { summarize, type ReportedRow } from '../../../../nodes/IflytekAiCall/rows/rowItems';
import { rowNumbers } from '../../../../nodes/IflytekAiCall/submission/outcome';

it('says of row numbers which stretches they make, within bounds', () => {
	expect(rowNumbers([4])).toEqual({ english: 'row 4', chinese: '第 4 行' });
	expect(rowNumbers([1, 2, 3, 7, 9, 10])).toEqual({
		english: 'rows 1–3, 7, 9–10',
		chinese: '第 1–3、7、9–10 行',
	});
	const many = Array.from({ length: 30 }, (_, n) => n * 2);
	expect(rowNumbers(many).english).toMatch(/^rows (\d+, ){10}…$/);
});

it('counts rows by status and reason', () => {
	const refused = (row: number, message: string): ReportedRow => ({
		of: { row } as Row,
		status: 'refused',
		outcome: { status: 'refused', problem: { message, remedy: '', retryClass: 'never' } },
		isOpen: false,
	});
	const rows = [...'ABACD'].map((message, index) => refused(index + 2, message));
	expect(
		summarize([{ ...refused(1, 'none'), status: 'accepted', outcome: undefined }, ...rows]),
	).toEqual({
		english: '1 accepted, 5 refused (rows 2, 4: A; row 3: B; row 5: C; and 1 more)',
		chinese: '1 行已受理，5 行被拒绝（第 2、4 行：A；第 3 行：B；第 5 行：C；另有 1 项）',
	});
});
