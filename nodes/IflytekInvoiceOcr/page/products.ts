import { ofLine, say, type Sentence } from '../invoice/elements';
import type { InvoiceLine } from './table';
import { plain } from '../../shared/formats/pageText/words';

const DECIMAL = /^-?\d+(?:\.(\d+))?$/;

/** Quantity times unit price has to equal the amount, which reveals a value in the wrong column. */
export function productDoubts(lines: InvoiceLine[]): Sentence[] {
	return lines.flatMap((line, index) => {
		const [quantity, price, amount] = [line.quantity, line.unitPrice, line.amount].map((text) =>
			text === undefined ? undefined : plain(text).replace(/[,¥]/g, ''),
		);
		if (quantity === undefined && price === undefined) return [];
		if (quantity === undefined || price === undefined || amount === undefined) {
			return [
				ofLine(
					index,
					say('a quantity or a unit price alone cannot be checked', '仅有数量或单价，无法核对'),
				),
			];
		}
		const parts = [quantity, price].map((text) => DECIMAL.exec(text));
		if (parts.includes(null)) {
			return [ofLine(index, say('quantity or unit price is not a number', '数量或单价不是数字'))];
		}
		const [ofQuantity, ofPrice] = parts.map((part) => 0.5 * 10 ** -(part![1]?.length ?? 0)) as [
			number,
			number,
		];
		const slack =
			0.0151 + Math.abs(Number(quantity)) * ofPrice + Math.abs(Number(price)) * ofQuantity;
		return Math.abs(Number(quantity) * Number(price) - Number(amount)) <= slack
			? []
			: [
					ofLine(
						index,
						say(
							`${quantity} times ${price} is not ${amount}`,
							`${quantity} × ${price} 不等于 ${amount}`,
						),
					),
				];
	});
}
