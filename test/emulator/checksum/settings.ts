import { oneOf, type Rule } from '../core/rules';

export interface ChecksumSettings {
	/** `data` of a failure; by voice as the specification's two examples, or as captured. */
	dataOnFailure: 'voice' | 'array' | 'string';
}

export const checksumSettingRules: Record<string, Rule> = {
	dataOnFailure: oneOf('voice', 'array', 'string'),
};
