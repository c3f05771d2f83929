/** A cell's text, or what is wrong with the cell; the fault continues a sentence about it. */
export type CellText = { text: string } | { fault: string };

/**
 * A cell's value as text without loss: no exponent, no dropped leading zero, no rounded digits.
 * Objects and numbers that have already lost digits are refused; so is an absent value.
 */
export function cellText(cell: unknown): CellText {
	switch (typeof cell) {
		case 'string':
		case 'boolean':
		case 'bigint':
			return { text: String(cell) };
		case 'number':
			return numberText(cell);
		case 'undefined':
			return { fault: 'has no value' };
		default:
			return cell === null ? { fault: 'has no value' } : dateText(cell as object);
	}
}

function numberText(number: number): CellText {
	if (!Number.isFinite(number)) return { fault: 'is not a number that can be written' };
	if (Number.isInteger(number) && !Number.isSafeInteger(number)) {
		return {
			fault: 'is a number with more digits than a numeric cell can hold: some are already lost',
		};
	}
	return { text: withoutExponent(String(number)) };
}

/** Numbers below 1e-6 are written by JavaScript with an exponent. */
function withoutExponent(text: string): string {
	const parts = /(-?)(\d)\.?(\d*)e-(\d+)/.exec(text);
	if (parts === null) return text;
	const [, sign, whole, fraction, exponent] = parts;
	return `${sign}0.${'0'.repeat(Number(exponent) - 1)}${whole}${fraction}`;
}

/** n8n's expressions give dates as Luxon DateTime objects. */
function dateText(value: object): CellText {
	const date = value as { toISO?: () => string | null; toISOString?: () => string };
	if (typeof date.toISO === 'function') {
		const iso = date.toISO();
		if (typeof iso === 'string') return { text: iso };
	} else if (value instanceof Date && !Number.isNaN(value.getTime())) {
		return { text: value.toISOString() };
	}
	return {
		fault: Array.isArray(value)
			? 'is a list and not a text or number'
			: 'is an object and not a text or number',
	};
}
