import { ControlError, type JsonObject, type Voice } from './core/types';
import { checksumSettingRules, type ChecksumSettings } from './checksum/settings';
import { signatureSettingRules, type SignatureSettings } from './signature/settings';
import { limitRules, type Capacity, type Rate } from './core/limits';
import { habitsRule, type Manner } from './core/habits';
import { isObject, oneOf, type Rule } from './core/rules';

/** Milliseconds before an answer: fixed, or drawn evenly from a range by a seeded generator. */
export type Latency = number | { min: number; max: number; seed?: number };

export interface Settings extends Manner {
	latency: Latency;
	/** Answers wait until so many requests have been under way at once; 0 for no wait. */
	together: number;
	/** Seconds that the server's clock is ahead of the machine's; the Date header follows it. */
	clockOffset: number;
	capacity: Capacity | null;
	rate: Rate | null;
	/**
	 * Whether to take what the vendor's own clients send outside the specification; by voice the
	 * documented one refuses it and the observed one takes it.
	 */
	vendorClients: 'voice' | 'accept' | 'refuse';
	signature: SignatureSettings;
	checksum: ChecksumSettings;
}

export type SettingsChange = Partial<Omit<Settings, 'signature' | 'checksum'>> & {
	signature?: Partial<SignatureSettings>;
	checksum?: Partial<ChecksumSettings>;
};

const isCount = (value: unknown): value is number =>
	typeof value === 'number' && Number.isFinite(value) && value >= 0;

function isLatency(value: unknown): boolean {
	if (isCount(value)) return true;
	if (!isObject(value)) return false;
	return isCount(value.min) && isCount(value.max) && value.min <= value.max;
}

const coreRules: Record<string, Rule> = {
	voice: oneOf('documented', 'observed'),
	habits: habitsRule,
	latency: [isLatency, 'milliseconds or {min, max, seed}'],
	together: [isCount, 'a number of requests'],
	clockOffset: [(value) => typeof value === 'number' && Number.isFinite(value), 'seconds'],
	...limitRules,
	vendorClients: oneOf('voice', 'accept', 'refuse'),
};

const groupRules: Record<string, Record<string, Rule>> = {
	signature: signatureSettingRules,
	checksum: checksumSettingRules,
};

export function defaultSettings(voice: Voice = 'documented'): Settings {
	return {
		voice,
		habits: 'voice',
		latency: 0,
		together: 0,
		clockOffset: 0,
		capacity: null,
		rate: null,
		vendorClients: 'voice',
		signature: {
			positionUnit: 'codePoint',
			positionShift: 0,
			missAs: 'anchor',
			ret: 'voice',
		},
		checksum: { dataOnFailure: 'voice' },
	};
}

/** Whether the requests of the vendor's own clients are taken, where they differ from the spec. */
export function takesVendorClients({ vendorClients, voice }: Settings): boolean {
	return vendorClients === 'voice' ? voice === 'observed' : vendorClients === 'accept';
}

function check(rules: Record<string, Rule>, change: JsonObject, where: string): void {
	for (const [key, value] of Object.entries(change)) {
		const rule = rules[key];
		if (!rule) throw new ControlError(`There is no setting '${where}${key}'.`);
		if (!rule[0](value)) throw new ControlError(`Setting '${where}${key}' takes ${rule[1]}.`);
	}
}

/**
 * Lays a change over settings and returns the result; groups are merged one level deep.
 * Throws a ControlError naming the setting that does not exist or does not take the value.
 */
export function changeSettings(current: Settings, change: JsonObject): Settings {
	const next = { ...current };
	const flat: JsonObject = {};
	for (const [key, value] of Object.entries(change)) {
		const rules = groupRules[key];
		if (!rules) {
			flat[key] = value;
			continue;
		}
		if (!isObject(value)) throw new ControlError(`Setting '${key}' takes an object.`);
		check(rules, value, `${key}.`);
		Object.assign(next, { [key]: { ...next[key as 'signature' | 'checksum'], ...value } });
	}
	check(coreRules, flat, '');
	return Object.assign(next, flat);
}
