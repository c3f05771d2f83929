import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { isApplied } from '../../shared/formats/prose/prose';
import {
	worded,
	type Language,
	type Pair,
	type Value,
	type Wording,
} from '../../shared/problem/language';
import { isSetAside, isToLookAt, type Correction } from '../protocol/applyCorrections';
import type { OtherRowCategory } from './correctionItems';

/** What one item holds. */
export type Unit = keyof typeof UNITS;

const UNITS = {
	text: { english: 'text', chinese: '段文本' },
	document: { english: 'document', chinese: '份文档' },
};
const CHANGE = { english: 'change', chinese: '处改动' };

const CORRECTED: Pair = ['{0} corrected, {1}', '已修改 {0}，共 {1}'];
const CHECKED: Pair = ['{0} checked', '已检查 {0}'];
const ONLY_CHECKED: Pair = ['{0} only checked', '{0}只检查，未修改'];
const TO_LOOK_AT: Pair = ['{0} to look at', '{0} 处需要人工核对'];
const SET_ASIDE: Pair = ['{0} kept or left out', '{0} 处按设置保留或不改'];
const UNCHANGED: Pair = ['{0} without changes', '{0}没有问题'];
const FAILED: Pair = ['{0} failed', '{0} 项失败'];
const IN_PART: Pair = [
	'{0} of {1} checked only in part: see {2}.',
	'{1}中有 {0} 项只检查了一部分：见{2}。',
];
const IN_ROWS = {
	english: "the rows with the category 'notChecked'",
	chinese: '类别为“notChecked”的行',
};
const IN_FIELD = { english: "'failedPieces'", chinese: '“failedPieces”' };

/** A text or a document that was checked, at least in part. */
export interface CheckedText {
	isComplete: boolean;
	/** undefined where the answers are returned as they are */
	corrections?: Correction[];
}

/** Shows the result of a run above the output, such as "7 texts corrected, 23 changes, 2 to look at, 3 failed". */
export function addRunHint(
	context: IExecuteFunctions,
	unit: Unit,
	language: Language,
	checked: CheckedText[],
	items: INodeExecutionData[],
): void {
	const hint = (type: 'info' | 'warning', message: string) =>
		context.addExecutionHints({ type, message, location: 'outputPane' });
	const units = (count: number) => counted(count, UNITS[unit]);

	const texts = checked.flatMap(({ corrections }) => (corrections ? [corrections] : []));
	const corrected = texts.filter((corrections) => corrections.some(isApplied)).length;
	const unchanged = texts.filter((corrections) => corrections.length === 0).length;
	const onlyChecked = texts.length - corrected - unchanged;
	const changes = texts.flat().filter(isApplied).length;
	const toLookAt = texts.flat().filter(isToLookAt).length;
	const setAside = texts.flat().filter(isSetAside).length;
	const failed = items.filter(({ json }) => json.error !== undefined).length;
	const parts: Array<[count: number, what: Pair, ...values: Value[]]> = [
		[corrected, CORRECTED, units(corrected), counted(changes, CHANGE)],
		[onlyChecked, corrected > 0 ? ONLY_CHECKED : CHECKED, units(onlyChecked)],
		[toLookAt, TO_LOOK_AT, toLookAt],
		[setAside, SET_ASIDE, setAside],
		[unchanged, UNCHANGED, units(unchanged)],
		[failed, FAILED, failed],
	];
	const said = parts
		.filter(([count]) => count > 0)
		.map(([, what, ...values]) => worded(what, values)[language]);
	if (said.length > 0) {
		const message = language === 'english' ? `${said.join(', ')}.` : `${said.join('；')}。`;
		hint(failed > 0 ? 'warning' : 'info', message);
	}
	const unfinished = checked.filter(({ isComplete }) => !isComplete).length;
	if (unfinished > 0) {
		const category: OtherRowCategory = 'notChecked';
		const where = items.some(({ json }) => json.category === category) ? IN_ROWS : IN_FIELD;
		const values = [unfinished, units(context.getInputData().length), where];
		hint('warning', worded(IN_PART, values)[language]);
	}
}

function counted(count: number, { english, chinese }: Wording): Wording {
	return {
		english: `${count} ${english}${count === 1 ? '' : 's'}`,
		chinese: `${count} ${chinese}`,
	};
}
