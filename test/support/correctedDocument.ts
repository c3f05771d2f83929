/** Correcting Word files with findings made up at random, without a service. */
import { correctedFile } from '../../nodes/shared/formats/word/correctedFile';
import { openWordFile, type WordFile } from '../../nodes/shared/formats/word/wordFile';
import { WORD, wordProse } from '../../nodes/shared/formats/word/wordProse';
import { remarksOf } from '../../nodes/IflytekTextCorrection/output/remarks';
import {
	applyCorrections,
	type RulesInText,
} from '../../nodes/IflytekTextCorrection/protocol/applyCorrections';
import type { CategoryChoice } from '../../nodes/IflytekTextCorrection/protocol/categories';
import type { PlacedFinding } from '../../nodes/IflytekTextCorrection/protocol/locateFindings';
import { edited, editsOf, divideChange } from '../../nodes/shared/formats/prose/prose';
import { described } from './appliedFindings';
import { chance } from '../fixtures/docx/handCut';
import { schemaFaults } from './wordSchema';

export const AUTHOR = 'Editor <1> & "Co"';

export const SENTENCES = [
	'他做事总是画蛇天足，精神很松驰。',
	'会议部暑了下半年工作，𠮷野家也来了。',
	'𠮷𠮶𠞷三字，𠞷𠮷𠮶再来，𠮶𠞷𠮷再来。',
	'全体人员必需遵守截止目前的进度安排。',
	'第一章 总则 & <说明>',
	'被评为为反面例子😀，走头无路。',
];

export const finding = (
	index: number,
	original: string,
	suggestion: string,
	category = suggestion === '' ? 'redund' : original === '' ? 'miss' : 'word',
): PlacedFinding => ({
	finding: { category, position: index, original, suggestion, type: category },
	place: { index },
});

/** Findings at random places, of all kinds: as long as the original, longer, shorter, deletions, insertions. */
export function randomFindings(text: string, seed: number): PlacedFinding[] {
	const { upTo, one } = chance(seed);
	const starts: number[] = [];
	for (let at = 0; at < text.length; at += text.codePointAt(at)! > 0xffff ? 2 : 1) starts.push(at);
	starts.push(text.length);
	// of the last three, each has half of its UTF-16 in common with another one
	const letters = [...'新的字词语句𠮷𠮶𠞷'];
	return Array.from({ length: 3 + upTo(12) }, () => {
		const from = upTo(starts.length - 1);
		const to = Math.min(starts.length - 1, from + upTo(5));
		const original = text.slice(starts[from], starts[to]);
		const size = one([0, [...original].length, upTo(4), 1]);
		const suggestion = Array.from({ length: size }, () => one(letters)).join('');
		return finding(starts[from]!, original, suggestion);
	});
}

export async function open(file: Buffer): Promise<WordFile> {
	const opened = await openWordFile(file);
	if (opened instanceof Error) throw opened;
	return opened;
}

/** A file with these findings tracked or simply made, and the texts before and after. */
export async function correct(
	file: Buffer,
	find: (text: string) => PlacedFinding[],
	{
		tracked = true,
		comments = true,
		rules = {},
		choice = { apply: 'all', categories: new Set() },
	}: {
		tracked?: boolean;
		comments?: boolean;
		rules?: RulesInText;
		choice?: CategoryChoice | undefined;
	} = {},
) {
	const word = await open(file);
	const { prose, paragraphs } = wordProse(word);
	const corrections = applyCorrections(prose.text, find(prose.text), choice, {
		...rules,
		obstacle: (change) => {
			const found = divideChange(prose, change, WORD);
			return Array.isArray(found) ? null : found;
		},
	});
	const edits = editsOf(prose, corrections, WORD);
	const bytes = await correctedFile(word, paragraphs, {
		edits,
		remarks: tracked && comments ? remarksOf(prose, corrections) : [],
		author: { name: AUTHOR, date: '2026-11-23T10:00:00Z' },
		isTracked: tracked,
	});
	expect(schemaFaults(bytes)).toEqual(schemaFaults(file));
	return {
		bytes,
		corrections: corrections.map(described),
		paragraphs,
		prose,
		original: prose.document,
		corrected: edited(prose.document, edits, WORD.encode),
	};
}
