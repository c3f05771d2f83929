import { inDocument, type Prose } from '../../shared/formats/prose/prose';
import type { Remark } from '../../shared/formats/word/correctedFile';
import { isSetAside, type Correction } from '../protocol/applyCorrections';
import { describeFinding } from '../protocol/categories';
import type { FailedPiece } from './correctionItems';
import { reasonOf, UNREAD } from './reasons';

/** Comments on the corrections that are not applied but worth a look, and that have a place. */
export function remarksOf(prose: Prose, corrections: readonly Correction[]): Remark[] {
	return corrections.flatMap((correction) => {
		const { position, original, suggestion, cause, category, type } = correction;
		if (!cause || isSetAside(correction) || position === null || original === null) return [];
		const change =
			suggestion === null
				? original && `：“${original}”`
				: `：“${original || '‸'}” → ${suggestion === '' ? '删除' : `“${suggestion.replaceAll(' | ', '”或“')}”`}`;
		const text = `${describeFinding(category, type, 'chinese')}${change}。${reasonOf(cause, 'chinese')}。`;
		return [inDocument(prose, { start: position, end: position + original.length, text })];
	});
}

/** How many characters of an unchecked part are quoted. */
const MAX_QUOTED = 15;

/** A comment on what was not checked, for the reader of the file; undefined if all was. */
export function unfinishedNote(prose: Prose, failedPieces: readonly FailedPiece[]) {
	const places = [
		...failedPieces.map(({ start, end }) =>
			inDocument(prose, { why: '检查服务没有返回结果', start, end }),
		),
		...(prose.unread ?? []).map(({ what, ...place }) => ({ why: UNREAD[what][1], ...place })),
	];
	if (places.length === 0) return undefined;
	const named = places
		.sort((a, b) => a.start - b.start)
		.map(({ why, start, end }) => {
			// a character may be two units
			const words = prose.document.slice(start, Math.min(end, start + 2 * MAX_QUOTED + 2)).trim();
			const shown = [...words.replace(/\s+/g, ' ')].slice(0, MAX_QUOTED).join('');
			const isCut = end - start > shown.length;
			return shown === '' ? why : `“${shown}${isCut ? '…' : ''}”（${why}）`;
		});
	return `本文件只检查了一部分。未检查的内容：${named.join('；')}。`;
}
