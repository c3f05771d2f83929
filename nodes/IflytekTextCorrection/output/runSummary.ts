import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { isApplied } from '../../shared/formats/prose/prose';
import { Item } from '../../shared/items/item';
import {
	worded,
	type Language,
	type Pair,
	type Value,
	type Wording,
} from '../../shared/problem/language';
import { isSetAside, isToLookAt, type Correction } from '../protocol/applyCorrections';
import type { NoCorrection } from './correctionItems';

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

/** Counts of the texts or documents of a run, for the line above its output. */
export class RunSummary {
	readonly language: Language;

	private readonly counts = {
		corrected: 0,
		unchanged: 0,
		changes: 0,
		toLookAt: 0,
		setAside: 0,
		/** something found, but nothing changed */
		onlyChecked: 0,
		unfinished: 0,
	};

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly unit: Unit,
	) {
		this.language = new Item(context, 0).language;
	}

	/** @param corrections none where the answers are returned as they are */
	add(isComplete: boolean, corrections?: Correction[]): void {
		const { counts } = this;
		if (!isComplete) counts.unfinished++;
		if (corrections === undefined) return;
		const changes = corrections.filter(isApplied).length;
		counts.changes += changes;
		counts.toLookAt += corrections.filter(isToLookAt).length;
		counts.setAside += corrections.filter(isSetAside).length;
		if (changes > 0) counts.corrected++;
		else if (corrections.length > 0) counts.onlyChecked++;
		else counts.unchanged++;
	}

	/** Shows the line, such as "7 texts corrected, 23 changes, 2 to look at, 3 failed". */
	addRunHint(items: INodeExecutionData[]): void {
		const failed = items.filter(({ json }) => json.error !== undefined).length;
		const { corrected, onlyChecked, unchanged, changes, toLookAt, setAside, unfinished } =
			this.counts;
		const units = (count: number) => counted(count, UNITS[this.unit]);
		if (corrected + onlyChecked + unchanged > 0) {
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
				.map(([, what, ...values]) => this.inWords(what, values));
			const message = this.language === 'english' ? `${said.join(', ')}.` : `${said.join('；')}。`;
			this.hint(failed > 0 ? 'warning' : 'info', message);
		}
		if (unfinished > 0) {
			const inRows = items.some(
				({ json }) => json.category === ('notChecked' satisfies NoCorrection),
			);
			const all = units(this.context.getInputData().length);
			const where = inRows ? IN_ROWS : IN_FIELD;
			this.hint('warning', this.inWords(IN_PART, [unfinished, all, where]));
		}
	}

	private inWords(what: Pair, values: Value[]): string {
		return worded(what, values)[this.language];
	}

	private hint(type: 'info' | 'warning', message: string): void {
		this.context.addExecutionHints({ type, message, location: 'outputPane' });
	}
}

function counted(count: number, { english, chinese }: Wording): Wording {
	return {
		english: `${count} ${english}${count === 1 ? '' : 's'}`,
		chinese: `${count} ${chinese}`,
	};
}
