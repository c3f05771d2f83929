import { passed, refusal, type Reading } from './reading';

/**
 * A whole number that an option or an expression gives; the default where it gives nothing. What is no
 * number is refused rather than taken for no limit.
 */
export function wholeNumber(
	value: unknown,
	{ name, least, byDefault }: { name: string; least: number; byDefault: number },
): Reading<number> {
	if (value === undefined || value === null || value === '') return passed(byDefault);
	const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : NaN;
	return Number.isSafeInteger(number) && number >= least
		? passed(number)
		: refusal(`'${name}' is not a whole number of at least ${least}`, `Correct '${name}'.`);
}
