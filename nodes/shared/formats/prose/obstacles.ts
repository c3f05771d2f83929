type Meanings = Readonly<Record<string, readonly [english: string, chinese: string]>>;

/** Parts that a change cannot touch or go over, as a reader of the document calls them. */
export const PARTS = {
	address: ['an address', '网址或邮箱'],
	alternative: ['an alternative for other programs', '供其他程序使用的备选内容'],
	backslash: ['a backslash', '反斜杠'],
	backtick: ['a backtick', '反引号'],
	bracket: ['a bracket', '括号'],
	break: ['a break', '换行或分段'],
	characterReference: ['a character reference', '字符实体'],
	code: ['code', '代码'],
	codeOrHidden: ['code or hidden text', '代码或隐藏文字'],
	comment: ['a comment', '注释'],
	contentControl: ['a content control', '内容控件'],
	earlierInsertion: ['an earlier insertion', '先前的修订'],
	field: ['a field', '域'],
	footnote: ['a footnote', '脚注'],
	formula: ['a formula', '公式'],
	lineBreak: ['a line break', '换行符'],
	link: ['a link', '链接'],
	linkLabel: ['the label of a link', '链接的标签'],
	markdown: ['Markdown', 'Markdown 标记'],
	markup: ['markup', '标记'],
	object: ['an embedded object', '嵌入的对象'],
	paragraphBreak: ['a break between two paragraphs', '段落之间的分隔'],
	phoneticGuide: ['a phonetic guide', '拼音指南'],
	picture: ['a picture', '图片'],
	symbol: ['a symbol', '符号'],
	tabOrBreak: ['a tab or break', '制表符或分隔符'],
	tag: ['a tag', '标签'],
	template: ['a template', '模板'],
	unequalTextBox: ['a text box with another copy', '两份内容不一致的文本框'],
	whiteSpace: ['white space', '空白'],
} as const satisfies Meanings;

/** One of them, or a sign in quotes. */
export type LockedPart = keyof typeof PARTS | `"${string}"`;

/** Why a format does not allow a change. */
export const RULES = {
	addressChange: ['It would make an address, or end one', '会产生或破坏网址或邮箱'],
	emptyBetweenMarks: [
		'Nothing would be left between two marks of Markdown',
		'两个 Markdown 标记之间会没有文字',
	],
	emptyBetweenTags: ['Nothing would be left between two tags', '两个标签之间会没有文字'],
	lineEnd: ['It has a character that ends a line', '建议中有换行字符'],
	markdownMeaning: [
		'It would change what the Markdown beside it means',
		'会改变旁边的 Markdown 标记',
	],
	notInHtml: ['It has characters that HTML cannot hold', '建议中有 HTML 不能包含的字符'],
	notInWord: ['It has characters that a Word file cannot hold', '建议中有 Word 文件不能包含的字符'],
	tagSpace: ['It changes the space beside a tag', '会改变标签旁的空格'],
	templateOrFormula: ['It could begin or end a template or a formula', '会产生或破坏模板或公式'],
} as const satisfies Meanings;

export type FormatRule = keyof typeof RULES;
