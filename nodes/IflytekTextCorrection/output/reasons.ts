import { PARTS, RULES } from '../../shared/formats/prose/obstacles';
import type { WordFileError } from '../../shared/formats/word/wordFile';
import type { UnreadPlace } from '../../shared/formats/prose/prose';
import { lookUp } from '../../shared/http/json';
import {
	worded,
	type Language,
	type Pair,
	type Said,
	type Wording,
} from '../../shared/problem/language';
import { unusable, type Result } from '../../shared/problem/problem';
import type { CorrectionCause } from '../protocol/applyCorrections';
import { categoryName, REPLACE_ALWAYS } from '../protocol/categories';

/** Why a correction is not applied; {0} is what the cause is about. */
const CAUSES: Readonly<Record<CorrectionCause['code'], Pair>> = {
	format: ['{0}', '{0}'],
	inTwoWays: [
		'The text contains emoji or other characters that can be counted in two ways, and both give a possible position',
		'文中有表情等字符，位置有两种可能，请人工核对',
	],
	kept: [
		'Kept: it touches "{0}", which is in Keep These Words',
		'涉及要保留的“{0}”（Keep These Words），保留原文',
	],
	leftOut: ['Its category is not among those to apply', '不属于要修改的类别'],
	miscounted: [
		'Another correction of the same text was not found at the reported position, so this position may be wrong too',
		'同一段文字中另一处的位置与原文对不上，此处的位置也可能有误，请人工核对',
	],
	noSide: [
		'The suggestion does not say on which side of the text something is missing',
		'无法确定应在这段文字的哪一侧补充',
	],
	noSuggestion: ['The service has no suggestion', '没有修改建议，请人工核对'],
	noText: ['The service does not say which text is wrong', '没有指出具体的错误文字，请人工核对'],
	notFound: [
		'"{0}" was not found at the reported position, nor near it',
		'在给出的位置及其附近没有找到“{0}”，请人工核对',
	],
	notOnce: [
		'"{0}" was not found at the reported position, and occurs in the text more than once',
		'在给出的位置没有找到“{0}”，而文中有多处，请人工核对',
	],
	outside: [
		'The position that the service sent is not in the text',
		'服务给出的位置不在文中，请人工核对',
	],
	over: ['It goes over {0}', '涉及{0}，未自动修改'],
	overlap: [
		'Overlaps the correction of "{0}" ({1}), which is applied',
		'与已采用的修改（“{0}”）重叠',
	],
	same: ['The suggestion is the same as the text', '建议与原文相同，请人工核对'],
	several: ['The service suggests several texts: {0}. Choose one', '有多个修改建议，请选择'],
	tooShort: [
		'"{0}" was not found at the reported position, and a single character is not looked for near it',
		'在给出的位置没有找到“{0}”，单个字不在附近查找，请人工核对',
	],
	touches: ['It touches {0}', '涉及{0}，未自动修改'],
	unknownRow: [
		'The service sent a row in an unknown form: {0}',
		'服务返回了无法识别的内容：{0}，请人工核对',
	],
};

const OVERLAPS_REPLACEMENT: Pair = [
	'Overlaps the replacement of "{0}" (Replace Always)',
	CAUSES.overlap[1],
];

/** The words for what a cause is about, where that is a code. */
const CAUSE_DETAILS: Readonly<Record<string, Readonly<Record<string, Pair>>>> = {
	format: RULES,
	over: PARTS,
	touches: PARTS,
};

/** Why a correction is not applied, in words. */
export function reasonOf({ code, what, category = '' }: CorrectionCause, language: Language) {
	const reason = category === REPLACE_ALWAYS ? OVERLAPS_REPLACEMENT : CAUSES[code];
	const name = lookUp<Pair>(CAUSE_DETAILS[code] ?? {}, what);
	const values = [name ? worded(name) : what, categoryName(category, language)];
	return worded(reason, values)[language];
}

/** Why a part of a file is not read, and what to do about it. */
export const UNREAD: Readonly<Record<UnreadPlace['what'], Said>> = {
	drawing: [
		'The words of a chart, a SmartArt drawing or WordArt were not read',
		'图表、SmartArt 图形或艺术字中的文字没有读取',
		'Look at them in Word.',
		'请在 Word 中自行检查。',
	],
	fallback: [
		'Words that only older programs show were not read',
		'只在旧版程序中显示的文字没有读取',
		'Open the file in an older program, or as .doc, and look at them.',
		'请在旧版程序中打开文件自行检查。',
	],
	field: [
		'A field begins here that never ends: what stands behind it was not checked',
		'此处的域没有结束标记，其后的内容没有检查',
		'Open the file in Word, delete the field or insert it again, save it, and use that.',
		'用 Word 打开文件，删除这个域或重新插入，保存后再检查。',
	],
	htmlBlock: [
		'A block of HTML was not read',
		'HTML 代码块没有读取',
		"Check it by itself, with 'Text Format' on HTML.",
		'请单独检查这部分，“Text Format”选 HTML。',
	],
	openElement: [
		'An element begins here that is left alone and never closed: what stands behind it was not read',
		'此处有一个不检查的元素没有结束标签，其后的内容没有读取',
		'Close it, and check the page again.',
		'请补上结束标签后再检查。',
	],
	otherFormat: [
		'A part in another format (altChunk), which Word takes in when it opens the file, was not read',
		'以其他格式嵌入的内容（altChunk）没有读取',
		'Open the file in Word, save it as .docx, and use that.',
		'用 Word 打开文件，另存为 .docx 后再检查。',
	],
	subDocument: [
		'A sub-document, which is a file of its own, was not read',
		'子文档是单独的文件，没有读取',
		'Correct that file too, or put its text into this one.',
		'请另行检查子文档，或把它的文字放进这个文件。',
	],
	textBox: [
		'A text box whose copy for older programs says something else was not checked',
		'文本框的两份内容不一致，没有检查',
		'Open the file in Word, change something in the text box, save the file, and use that.',
		'用 Word 打开文件，在文本框里改动一处，保存后再检查。',
	],
};

const SAVE_AS_DOCX: Pair = [
	'Save it as a Word document (.docx) and use that.',
	'请另存为 Word 文档（.docx）后再使用。',
];
const SAVE_AGAIN: Pair = [
	'Open it in Word or LibreOffice, save it again as .docx, and use that.',
	'请用 Word 或 LibreOffice 打开，重新保存为 .docx 后再使用。',
];

/** Why the file {0} cannot be read as a Word file; {1} is what the error is about. */
const REFUSED_FILES: Readonly<Record<WordFileError['code'], Said>> = {
	empty: ['{0} is empty', '{0}是空的'],
	failed: ['{0} could not be read ({1})', '无法读取{0}（“{1}”）', ...SAVE_AGAIN],
	macros: [
		'{0} holds macros (.docm)',
		'{0}含有宏（.docm）',
		`Macros are not supported. ${SAVE_AS_DOCX[0]}`,
		`不支持宏。${SAVE_AS_DOCX[1]}`,
	],
	notWord: ['{0} is not a Word document (.docx)', '{0}不是 Word 文档（.docx）'],
	oldWord: ['{0} is in the old format of Word (.doc)', '{0}是旧版 Word 格式（.doc）'],
	openDocument: ['{0} is an OpenDocument file (.odt)', '{0}是 OpenDocument 文件（.odt）'],
	password: [
		'{0} is protected by a password',
		'{0}有密码保护',
		'Remove the password in Word (File → Info → Protect Document), save it, and use that.',
		'请在 Word 中取消密码（文件 → 信息 → 保护文档），保存后再使用。',
	],
	pdf: ['{0} is a PDF', '{0}是 PDF 文件'],
	presentation: ['{0} is a PowerPoint presentation', '{0}是 PowerPoint 演示文稿'],
	richText: ['{0} is in Rich Text Format (.rtf)', '{0}是富文本格式（.rtf）'],
	signed: [
		'{0} is digitally signed, and a change would break the signature',
		'{0}有数字签名，修改会使签名失效',
		'Use a copy without the signature.',
		'请使用没有签名的副本。',
	],
	unreadable: [
		'{0} cannot be read as a Word document: it {1}',
		'{0}无法作为 Word 文档读取：已损坏、过大或格式特殊',
		...SAVE_AGAIN,
	],
	workbook: ['{0} is an Excel workbook', '{0}是 Excel 工作簿'],
};

/** Why a file cannot be read, and what to do. @param title the file */
export function refusedFile({ code, detail }: WordFileError, title: Wording): Result<never> {
	const said = REFUSED_FILES[code];
	return unusable(said.length === 2 ? [...said, ...SAVE_AS_DOCX] : said, [title, detail]);
}
