import { finding, type Finding, onLine } from '../invoice/findings';
import type { InvoiceLine } from '../invoice/invoice';
import { plain } from '../../shared/formats/pageText/words';

const DECIMAL = /^-?\d+(?:\.(\d+))?$/;

/** Quantity times unit price has to equal the amount, which reveals a value in the wrong column. */
export function productDoubts(lines: InvoiceLine[]): Finding[] {
	return lines.flatMap((line, index) => {
		const [quantity, price, amount] = [line.quantity, line.unitPrice, line.amount].map((text) =>
			text === undefined ? undefined : plain(text).replace(/[,¥]/g, ''),
		);
		if (quantity === undefined && price === undefined) return [];
		if (quantity === undefined || price === undefined || amount === undefined) {
			return [onLine(index, finding('noProduct'))];
		}
		const parts = [quantity, price].map((text) => DECIMAL.exec(text));
		if (parts.includes(null)) {
			return [onLine(index, finding('noNumbers'))];
		}
		const [ofQuantity, ofPrice] = parts.map((part) => 0.5 * 10 ** -(part![1]?.length ?? 0)) as [
			number,
			number,
		];
		const slack =
			0.0151 + Math.abs(Number(quantity)) * ofPrice + Math.abs(Number(price)) * ofQuantity;
		return Math.abs(Number(quantity) * Number(price) - Number(amount)) <= slack
			? []
			: [onLine(index, finding('product', quantity, price, amount))];
	});
}
