import { oneOf, type Rule } from '../core/rules';

export interface SignatureSettings {
	/** What the position of a correction counts. */
	positionUnit: 'codePoint' | 'utf16' | 'byte';
	/** Added to every position, to play a service that miscounts. */
	positionShift: number;
	/** An omission as a wrong phrase with its right form, or as an empty string where it belongs. */
	missAs: 'anchor' | 'empty';
	/** The decoded correction's `ret`; by voice 0 (documented) or absent (observed). */
	ret: unknown;
}

export const signatureSettingRules: Record<string, Rule> = {
	positionUnit: oneOf('codePoint', 'utf16', 'byte'),
	positionShift: [(value) => Number.isInteger(value), 'a whole number'],
	missAs: oneOf('anchor', 'empty'),
	ret: [() => true, "'voice', 'absent' or any value"],
};
