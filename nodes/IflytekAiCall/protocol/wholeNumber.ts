import { invalid, success, type Result } from '../../shared/items/problem';

/**
 * A whole number that an option or an expression gives; the default where it gives nothing. What is no
 * number is refused rather than taken for no limit.
 */
export function wholeNumber(
	value: unknown,
	{ name, least, byDefault }: { name: string; least: number; byDefault: number },
): Result<number> {
	if (value === undefined || value === null || value === '') return success(byDefault);
	const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : NaN;
	return Number.isSafeInteger(number) && number >= least
		? success(number)
		: invalid(`'${name}' is not a whole number of at least ${least}`, `Correct '${name}'.`);
}
