import { documentIndex, type Prose } from '../../shared/formats/prose/prose';
import type { Remark } from '../../shared/formats/word/correctedFile';
import type { UnreadPlace } from '../../shared/formats/word/wordProse';
import type { Correction } from '../protocol/applyCorrections';
import { categoryInChinese } from '../protocol/categories';
import type { FailedPiece } from './correctionItems';

/** What a correction touches or goes over, as a reader of the document calls it. */
const THINGS: Readonly<Record<string, string>> = {
	'a break between two paragraphs': '段落之间的分隔',
	'a content control': '内容控件',
	'a field': '域',
	'a formula': '公式',
	'a line break': '换行符',
	'a phonetic guide': '拼音指南',
	'a picture': '图片',
	'a symbol': '符号',
	'a tab or break': '制表符或分隔符',
	'a text box with another copy': '两份内容不一致的文本框',
	'an alternative for other programs': '供其他程序使用的备选内容',
	'an earlier insertion': '先前的修订',
	'an embedded object': '嵌入的对象',
	'code or hidden text': '代码或隐藏文字',
};

/** Why a correction is not applied, in the language of the document. */
const REASONS: Readonly<Record<string, (what: string) => string>> = {
	format: () => '建议中有 Word 文件不能包含的字符',
	noSide: () => '无法确定应在这段文字的哪一侧补充',
	noSuggestion: () => '没有修改建议，请人工核对',
	noText: () => '没有指出具体的错误文字，请人工核对',
	over: (what) => `涉及${THINGS[what] ?? '格式'}，未自动修改`,
	overlap: (what) => `与已采用的修改（“${what}”）重叠`,
	same: () => '建议与原文相同，请人工核对',
	several: () => '有多个修改建议，请选择',
	touches: (what) => `涉及${THINGS[what] ?? '格式'}，未自动修改`,
};

/** Nobody has to look at words that the user keeps, nor at categories that were left out. */
const SETTLED = new Set(['kept', 'leftOut']);

/**
 * Comments for the corrections that are not applied and that somebody may want to look at; those without a place
 * have none.
 */
export function remarksOf(prose: Prose, corrections: readonly Correction[]): Remark[] {
	return corrections.flatMap(({ position, original, suggestion, cause, category, type }) => {
		if (!cause || SETTLED.has(cause.code) || position === null || original === null) return [];
		const change =
			suggestion === null
				? original && `：“${original}”`
				: `：“${original || '‸'}” → ${suggestion === '' ? '删除' : `“${suggestion.replaceAll(' | ', '”或“')}”`}`;
		return [
			{
				start: documentIndex(prose, position),
				end: documentIndex(prose, position + original.length),
				text: `${categoryInChinese(category, type)}${change}。${REASONS[cause.code]?.(cause.what) ?? '未自动修改'}。`,
			},
		];
	});
}

/** Why a part was not checked. */
const WHY: Readonly<Record<UnreadPlace['what'] | 'service', string>> = {
	drawing: '图表或 SmartArt 图形中的文字',
	field: '此处的域没有结束标记，其后的内容未检查',
	otherFormat: '以其他格式嵌入的内容（altChunk）',
	service: '检查服务没有返回结果',
	subDocument: '子文档，请另行检查',
	textBox: '文本框的两份内容不一致',
};

/** How much of a part is named. */
const SHOWN = 15;

/** What was not checked, for the reader of the file; undefined if all was. */
export function unfinishedNote(
	prose: Prose,
	failedPieces: readonly FailedPiece[],
	unread: readonly UnreadPlace[],
): string | undefined {
	const places = [
		...failedPieces.map(({ start, end }) => ({
			what: 'service' as const,
			start: documentIndex(prose, start),
			end: documentIndex(prose, end),
		})),
		...unread,
	];
	if (places.length === 0) return undefined;
	const named = places
		.sort((a, b) => a.start - b.start)
		.map(({ what, start, end }) => {
			// a character may be two units
			const words = prose.document.slice(start, Math.min(end, start + 2 * SHOWN + 2)).trim();
			const shown = [...words.replace(/\s+/g, ' ')].slice(0, SHOWN).join('');
			const isCut = end - start > shown.length;
			return shown === '' ? WHY[what] : `“${shown}${isCut ? '…' : ''}”（${WHY[what]}）`;
		});
	return `本文件只检查了一部分。未检查的内容：${named.join('；')}。`;
}
