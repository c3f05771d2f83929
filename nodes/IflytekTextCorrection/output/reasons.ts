import type { FormatRule, NamedPart } from '../../shared/formats/prose/prose';
import { lookUp } from '../../shared/http/json';
import type { Language } from '../../shared/problem/language';
import type { CorrectionCause } from '../protocol/applyCorrections';
import { categoryName, REPLACE_ALWAYS } from '../protocol/categories';

/** What a correction touches or goes over, as a reader of the document calls it. */
const PARTS: Readonly<Record<NamedPart, string>> = {
	Markdown: 'Markdown 标记',
	'a break': '换行或分段',
	'a break between two paragraphs': '段落之间的分隔',
	'a backslash': '反斜杠',
	'a backtick': '反引号',
	'a bracket': '括号',
	'a character reference': '字符实体',
	'a comment': '注释',
	'a content control': '内容控件',
	'a field': '域',
	'a footnote': '脚注',
	'a formula': '公式',
	'a line break': '换行符',
	'a link': '链接',
	'a phonetic guide': '拼音指南',
	'a picture': '图片',
	'a symbol': '符号',
	'a tag': '标签',
	'a tab or break': '制表符或分隔符',
	'a template': '模板',
	'a text box with another copy': '两份内容不一致的文本框',
	'an address': '网址或邮箱',
	'an alternative for other programs': '供其他程序使用的备选内容',
	'an earlier insertion': '先前的修订',
	'an embedded object': '嵌入的对象',
	code: '代码',
	'code or hidden text': '代码或隐藏文字',
	markup: '标记',
	'the label of a link': '链接的标签',
	'white space': '空白',
};

/** What a format says against a change. */
const RULES: Readonly<Record<FormatRule, string>> = {
	'It changes the space beside a tag': '会改变标签旁的空格',
	'It could begin or end a template or a formula': '会产生或破坏模板或公式',
	'It has a character that ends a line': '建议中有换行字符',
	'It has characters that a Word file cannot hold': '建议中有 Word 文件不能包含的字符',
	'It has characters that HTML cannot hold': '建议中有 HTML 不能包含的字符',
	'It would change what the Markdown beside it means': '会改变旁边的 Markdown 标记',
	'It would make an address, or end one': '会产生或破坏网址或邮箱',
	'Nothing would be left between two marks of Markdown': '两个 Markdown 标记之间会没有文字',
	'Nothing would be left between two tags': '两个标签之间会没有文字',
};

const untouched = (what: string) => `涉及${lookUp<string>(PARTS, what) ?? what}，未自动修改`;

/** Why a correction is not applied. */
const REASONS: Readonly<
	Record<CorrectionCause['code'], Record<Language, (what: string, category: string) => string>>
> = {
	format: { english: (rule) => rule, chinese: (rule) => lookUp<string>(RULES, rule) ?? rule },
	kept: {
		english: (words) => `Kept: it touches "${words}", which is in Keep These Words`,
		chinese: (words) => `涉及要保留的“${words}”（Keep These Words），保留原文`,
	},
	leftOut: {
		english: () => 'Its category is not among those to apply',
		chinese: () => '不属于要修改的类别',
	},
	noPlace: {
		english: (reason) => reason,
		chinese: () => '服务给出的位置与原文对不上，请人工核对',
	},
	noSide: {
		english: () => 'The suggestion does not say on which side of the text something is missing',
		chinese: () => '无法确定应在这段文字的哪一侧补充',
	},
	noSuggestion: {
		english: () => 'The service has no suggestion',
		chinese: () => '没有修改建议，请人工核对',
	},
	noText: {
		english: () => 'The service does not say which text is wrong',
		chinese: () => '没有指出具体的错误文字，请人工核对',
	},
	over: { english: (what) => `It goes over ${what}`, chinese: untouched },
	overlap: {
		english: (words, category) =>
			category === REPLACE_ALWAYS
				? `Overlaps the replacement of "${words}" (Replace Always)`
				: `Overlaps the correction of "${words}" (${categoryName(category, 'english')}), which is applied`,
		chinese: (words) => `与已采用的修改（“${words}”）重叠`,
	},
	same: {
		english: () => 'The suggestion is the same as the text',
		chinese: () => '建议与原文相同，请人工核对',
	},
	several: {
		english: (texts) => `The service suggests several texts: ${texts}. Choose one`,
		chinese: () => '有多个修改建议，请选择',
	},
	touches: { english: (what) => `It touches ${what}`, chinese: untouched },
};

/** Why a correction is not applied, in words. */
export function reasonOf(
	{ code, what, category = '' }: CorrectionCause,
	language: Language,
): string {
	return REASONS[code][language](what, category);
}
