import { readHtml, HTML } from '../../../../nodes/shared/formats/markup/html';
import { MARKDOWN, readMarkdown } from '../../../../nodes/shared/formats/markup/markdown';
import { editsOf, type WantedChange } from '../../../../nodes/shared/formats/prose/prose';
import { reasonOf } from '../../../../nodes/IflytekTextCorrection/output/reasons';
import type { CorrectionCause } from '../../../../nodes/IflytekTextCorrection/protocol/applyCorrections';

it.each([
	[readHtml, HTML, '甲', '\u0001', '建议中有 HTML 不能包含的字符'],
	[readHtml, HTML, '甲', '{{', '会产生或破坏模板或公式'],
	[readHtml, HTML, '<b>甲</b>', '', '两个标签之间会没有文字'],
	[readHtml, HTML, '<b>甲</b>', ' 甲', '会改变标签旁的空格'],
	[readMarkdown, MARKDOWN, '甲', '\n', '建议中有换行字符'],
	[readMarkdown, MARKDOWN, '甲', 'a@b.cn', '会产生或破坏网址或邮箱'],
	[readMarkdown, MARKDOWN, '**甲**', '', '两个 Markdown 标记之间会没有文字'],
	[readMarkdown, MARKDOWN, '甲', '# 甲', '会改变旁边的 Markdown 标记'],
])('what a format says against a change is said in Chinese (%#)', (read, format, document, suggestion, reason) => {
	const change: WantedChange = { position: 0, original: '甲', suggestion, cause: null };
	editsOf(read(document), [change], format);
	expect(reasonOf(change.cause as CorrectionCause, 'chinese')).toBe(reason);
}); // prettier-ignore
