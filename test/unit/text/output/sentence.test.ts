import { markedSentence } from '../../../../nodes/IflytekTextCorrection/output/sentence';

const marked = (
	text: string,
	original: string,
	suggestion: string | null,
	at = text.indexOf(original),
) => markedSentence(text, { position: at, original, suggestion });

test.each([
	['前句。他画蛇天足了。后句。', '画蛇天足', '画蛇添足', '他【画蛇天足→画蛇添足】了。'],
	['他说：“好。”我画蛇天足！”后', '天', '添', '我画蛇【天→添】足！”'],
	['大约三天左右', '左右', '', '大约三天【左右→】'],
	['会议6月31日开。', '6月31日', null, '会议【6月31日？】开。'],
	['标题\n第一行\n第二行', '一', '二', '第【一→二】行'],
	['无句号', '无', '有', '【无→有】句号'],
])('the sentence of a change: %j', (text, original, suggestion, expected) => {
	expect(marked(text, original, suggestion)).toBe(expected);
});

test('an insertion stands at its place', () => {
	expect(marked('圆满完任务。', '', '成', 3)).toBe('圆满完【→成】任务。');
});

test('a long sentence is shortened, no character torn', () => {
	const text = '😀'.repeat(50) + '错' + '👍🏽'.repeat(50);
	const sentence = marked(text, '错', '对')!;
	expect(sentence).toBe(`…${'😀'.repeat(30)}【错→对】${'👍🏽'.repeat(15)}…`);
});

test('a change without a place has none', () => {
	expect(markedSentence('文', { position: null, original: '文', suggestion: '' })).toBeNull();
});
