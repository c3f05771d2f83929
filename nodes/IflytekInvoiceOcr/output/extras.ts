import type { EInvoice, ExtraName, LineField } from '../eInvoice/fields';
import type { FieldNaming } from '../invoice/elements';
import type { LineItem } from '../lineItems/lineItems';

type Json = Record<string, unknown>;

/** Fields that only a file or page gives, with their labels on a Chinese invoice. */
const EXTRAS: ReadonlyArray<[name: ExtraName, label: string]> = [
	['remark', '备注'],
	['drawer', '开票人'],
	['payee', '收款人'],
	['reviewer', '复核人'],
	['machineNumber', '机器编号'],
	['originalInvoiceNumber', '原发票号码'],
];

export const EXTRA_FIELDS: readonly string[] = ['categories', ...EXTRAS.map(([name]) => name)];

const LINE_EXTRAS: ReadonlyArray<[name: LineField, label: string]> = [
	['specification', '规格型号'],
	['unit', '单位'],
	['quantity', '数量'],
	['taxCategoryCode', '税收分类编码'],
];

/** The fields of a row beyond those of the service; null if its source lacks them. */
export function invoiceExtras(
	{ lines, texts }: { lines: LineItem[]; texts: EInvoice['texts'] },
	naming: FieldNaming,
): Json {
	const categories = new Set(lines.map(categoryOf).filter((one) => one !== null));
	return {
		categories: categories.size > 0 ? [...categories].join('\n') : null,
		...Object.fromEntries(
			EXTRAS.map(([name, label]) => [naming === 'chinese' ? label : name, texts[name] ?? null]),
		),
	};
}

/** The fields of a line beyond those of the service. @param texts those of its source */
export function lineExtras(
	line: LineItem | undefined,
	texts: EInvoice['lines'][number] | undefined,
	naming: FieldNaming,
): Json {
	return {
		category: line === undefined ? null : categoryOf(line),
		...Object.fromEntries(
			LINE_EXTRAS.map(([name, label]): [string, unknown] => {
				const text = texts?.[name] ?? null;
				const isNumber = name === 'quantity' && text !== null && /^-?\d+(\.\d+)?$/.test(text);
				return [naming === 'chinese' ? label : name, isNumber ? Number(text) : text];
			}),
		),
	};
}

/** The category that is printed in front of a name between asterisks. */
function categoryOf({ goodsName }: LineItem): string | null {
	return /^\s*\*([^*]+)\*/.exec(goodsName ?? '')?.[1]?.replace(/\s/g, '') ?? null;
}
