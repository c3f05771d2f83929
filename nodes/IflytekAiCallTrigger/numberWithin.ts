/** A number from a parameter within bounds; the default for what is no number. */
export function numberWithin(
	value: unknown,
	byDefault: number,
	least: number,
	most: number,
): number {
	const number = value === undefined || value === '' ? NaN : Number(value);
	return Number.isNaN(number) ? byDefault : Math.min(Math.max(number, least), most);
}
