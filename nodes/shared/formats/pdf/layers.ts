import type { PdfFile } from './file';
import { type PdfDictionary, PdfReference, type PdfValue } from './syntax';

/** Conditions inside conditions. */
const MAX_DEPTH = 8;

/** Layers of a PDF, and which of them a viewer shows at first (ISO 32000-1, 8.11). */
export class Layers {
	private readonly off = new Set<number>();

	constructor(private readonly file: PdfFile) {
		const properties = file.dictionary(file.catalog.get('OCProperties'));
		const usual = file.dictionary(properties.get('D'));
		const numbers = (value: PdfValue | undefined) =>
			file.array(value).flatMap((one) => (one instanceof PdfReference ? [one.number] : []));
		if (file.name(usual.get('BaseState')) === 'OFF') {
			for (const one of numbers(properties.get('OCGs'))) this.off.add(one);
		}
		for (const one of numbers(usual.get('ON'))) this.off.delete(one);
		for (const one of numbers(usual.get('OFF'))) this.off.add(one);
		for (const one of file.array(usual.get('AS'))) {
			const rule = file.dictionary(one);
			if (file.name(rule.get('Event')) !== 'View') continue;
			for (const group of file.array(rule.get('OCGs'))) this.useView(group);
		}
	}

	/** What a layer says of itself about being viewed. */
	private useView(group: PdfValue): void {
		if (!(group instanceof PdfReference)) return;
		const usage = this.file.dictionary(this.file.dictionary(group).get('Usage'));
		const state = this.file.name(this.file.dictionary(usage.get('View')).get('ViewState'));
		if (state === 'OFF') this.off.add(group.number);
		else if (state === 'ON') this.off.delete(group.number);
	}

	/** Whether what belongs to this layer, or to layers under a condition, is not shown. */
	isOff(value: PdfValue | undefined, depth = 0): boolean {
		if (value instanceof PdfReference && this.off.has(value.number)) return true;
		const condition = this.file.dictionary(value);
		if (this.file.name(condition.get('Type')) !== 'OCMD' || depth === MAX_DEPTH) return false;
		const rule = this.file.array(condition.get('VE'));
		return rule.length > 0 ? !this.holds(rule, depth) : !this.isMet(condition);
	}

	private isMet(condition: PdfDictionary): boolean {
		const groups = condition.get('OCGs');
		const isList = Array.isArray(this.file.resolve(groups));
		const states = (isList ? this.file.array(groups) : [groups ?? null])
			.filter((one) => one instanceof PdfReference)
			.map((one) => !this.off.has(one.number));
		if (states.length === 0) return true;
		const [areAll, isAny] = [!states.includes(false), states.includes(true)];
		const rule = this.file.name(condition.get('P'));
		if (rule === 'AllOn') return areAll;
		if (rule === 'AnyOff') return !areAll;
		return rule === 'AllOff' ? !isAny : isAny;
	}

	/** An expression of And, Or and Not. */
	private holds([operator, ...operands]: PdfValue[], depth: number): boolean {
		if (depth === MAX_DEPTH) return true;
		const values = operands.map((one) => {
			const inner = this.file.resolve(one);
			return Array.isArray(inner) ? this.holds(inner, depth + 1) : !this.isOff(one, depth + 1);
		});
		const name = this.file.name(operator);
		if (name === 'Not') return values[0] === false;
		return name === 'Or' ? values.includes(true) : !values.includes(false);
	}
}
