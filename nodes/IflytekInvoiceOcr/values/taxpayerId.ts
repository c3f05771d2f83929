/** GB 32100-2015: the characters of a unified social credit code; I, O, S, V and Z are not used. */
const CHARACTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY';

/** A taxpayer ID in its normal form: half-width, upper case, without spaces. */
export function normalTaxpayerId(text: string): string {
	return text.normalize('NFKC').replace(/\s/g, '').toUpperCase();
}

/**
 * The check character that the first 17 characters of an 18-character taxpayer ID ask for
 * (GB 32100-2015); null when one of them is not in use.
 */
export function taxpayerCheckCharacter(id: string): string | null {
	let sum = 0;
	let weight = 1;
	for (const character of id.slice(0, 17)) {
		const value = CHARACTERS.indexOf(character);
		if (value < 0) return null;
		sum += value * weight;
		weight = (weight * 3) % 31;
	}
	return CHARACTERS.charAt((31 - (sum % 31)) % 31);
}

const IDENTITY_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/**
 * Whether 18 characters are a person's identity number (GB 11643-1999): region, a day of birth that
 * exists, and the check character. Some individual businesses pay tax under it.
 */
export function isIdentityNumber(id: string): boolean {
	const birth = /^[1-8]\d{5}((?:19|20)\d\d)(\d\d)(\d\d)\d{3}[\dX]$/.exec(id);
	if (birth === null) return false;
	const [, year, month, day] = birth.map(Number) as [number, number, number, number];
	// a day that the month does not have becomes one of the next month
	const date = new Date(Date.UTC(year, month - 1, day));
	if (date.getUTCMonth() !== month - 1) return false;
	const sum = IDENTITY_WEIGHTS.reduce((total, weight, at) => total + weight * Number(id[at]), 0);
	return id[17] === '10X98765432'[sum % 11];
}
