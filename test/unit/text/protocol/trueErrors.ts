/**
 * Texts with errors whose truth is known, and a service that finds exactly those: each piece of text is
 * answered with a row for every error that stands in it whole.
 */
import fc from 'fast-check';

import type { Finding } from '../../../../nodes/IflytekTextCorrection/protocol/correctionAnswer';
import type { CheckedPiece } from '../../../../nodes/IflytekTextCorrection/protocol/locateFindings';
import type { Piece } from '../../../../nodes/IflytekTextCorrection/protocol/splitText';

interface TrueError {
	category: string;
	/** UTF-16 index in the whole text */
	index: number;
	wrong: string;
	right: string;
}

export interface TextWithErrors {
	text: string;
	truth: string;
	errors: TrueError[];
}

type Part = string | { category: string; wrong: string; right: string };

/** Wrong words without a character in common with each other or with the other parts. */
const WRONG: Part[] = [
	{ category: 'idm', wrong: '画蛇天足', right: '画蛇添足' },
	{ category: 'char', wrong: '松驰', right: '松弛' },
	{ category: 'word', wrong: '帐户余额', right: '账户' },
	{ category: 'redund', wrong: '归来', right: '' },
	{ category: 'miss', wrong: '贯落', right: '贯彻落' },
	{ category: 'order', wrong: '益收𠮷', right: '收益𠮷' },
	{ category: 'brand_new', wrong: '👩‍🚒', right: '👨‍🚒好' },
];
const INSERTION: Part = { category: 'miss', wrong: '', right: '研究' };
const OF_ERRORS = new Set(
	[...WRONG, INSERTION].flatMap((part) =>
		typeof part === 'string' ? [...part] : [...part.wrong, ...part.right],
	),
);

const filler = fc.oneof(
	{ weight: 4, arbitrary: fc.stringMatching(/^[一-龥]{1,60}$/) },
	{ weight: 3, arbitrary: fc.constantFrom('，', '。', '！”', '…', '\n', '\r\n', '“', '《', ' ') },
	{ weight: 2, arbitrary: fc.constantFrom('😀', '👍🏽', '🇨🇳', '𪚥𪚥', 'e\u0301') },
	{ weight: 2, arbitrary: fc.constantFrom('2024年3月31日', '3.14', 'text', '1,000') },
	{ weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 80, size: 'max' }) },
);

function assemble(parts: Part[]): TextWithErrors {
	const result: TextWithErrors = { text: '', truth: '', errors: [] };
	for (const part of parts) {
		if (typeof part === 'string') {
			const clean = [...part].filter((character) => !OF_ERRORS.has(character)).join('');
			result.text += clean;
			result.truth += clean;
		} else {
			const index = result.text.length;
			const last = result.errors[result.errors.length - 1];
			// two insertions at one place have no true order
			if (part === INSERTION && last?.wrong === '' && last.index === index) continue;
			result.errors.push({ ...part, index });
			result.text += part.wrong;
			result.truth += part.right;
		}
	}
	return result;
}

/** Texts from empty to some ten thousand characters, with errors anywhere in them. */
export function textWithErrors(withInsertions: boolean): fc.Arbitrary<TextWithErrors> {
	const error = fc.constantFrom(...WRONG);
	const part = withInsertions
		? fc.oneof(
				{ weight: 6, arbitrary: fc.stringMatching(/^[一-龥，。“”《》 ]{1,60}$/) },
				{ weight: 2, arbitrary: error },
				{ weight: 1, arbitrary: fc.constantFrom(INSERTION) },
			)
		: fc.oneof({ weight: 4, arbitrary: filler }, { weight: 1, arbitrary: error });
	return fc
		.tuple(fc.array(part, { maxLength: 80, size: 'max' }), fc.integer({ min: 1, max: 8 }))
		.map(([parts, times]) => assemble(Array.from({ length: times }, () => parts).flat()));
}

/** What the service answers to every piece, counting positions in UTF-16 units or code points. */
export function checkPieces(
	{ text, errors }: TextWithErrors,
	pieces: Piece[],
	unit: 'utf16' | 'codePoint',
): CheckedPiece[] {
	return pieces.map((piece) => {
		const findings = errors
			.filter(({ index, wrong }) => index >= piece.start && index + wrong.length <= piece.end)
			.map(({ category, index, wrong, right }): Finding => {
				const before = text.slice(piece.start, index);
				const position = unit === 'utf16' ? before.length : [...before].length;
				return { category, position, original: wrong, suggestion: right, type: category };
			});
		return { piece, findings };
	});
}
