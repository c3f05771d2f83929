import { oneOf, type Rule } from '../core/rules';

export interface ChecksumSettings {
	/** Code of a checksum that does not match. */
	checksumCode: 10105 | 40203;
	/** `data` of a failure; by voice as the specification's two examples, or as captured. */
	dataOnFailure: 'voice' | 'array' | 'string';
}

export const checksumSettingRules: Record<string, Rule> = {
	checksumCode: oneOf(10105, 40203),
	dataOnFailure: oneOf('voice', 'array', 'string'),
};
