import { z } from 'zod';
import { habits } from './core/habits';
import { capacity, rate } from './core/limits';
import { checked, number } from './core/rules';
import type { Voice } from './core/types';

/** Milliseconds before an answer: fixed, or drawn evenly from a range by a seeded generator. */
const latency = z.union([
	number(),
	z
		.strictObject({ min: number(), max: number(), seed: z.number().optional() })
		.refine(({ min, max }) => min <= max),
]);
export type Latency = z.infer<typeof latency>;

const signature = z.strictObject({
	/** What the position of a correction counts. */
	positionUnit: z.enum(['codePoint', 'utf16', 'byte']).default('codePoint'),
	/** Added to every position, to play a service that miscounts. */
	positionShift: z.number().int().default(0),
	/** An omission as a wrong phrase with its right form, or as an empty string where it belongs. */
	missAs: z.enum(['anchor', 'empty']).default('anchor'),
	/** The decoded correction's `ret`, or 'absent'; by voice 0 (documented) or absent (observed). */
	ret: z.unknown().default('voice'),
});
export type SignatureSettings = z.infer<typeof signature>;

const checksum = z.strictObject({
	/** `data` of a failure; by voice as the specification's two examples, or as captured. */
	dataOnFailure: z.enum(['voice', 'array', 'string']).default('voice'),
});

const all = z.strictObject({
	voice: z.enum(['documented', 'observed']).default('documented'),
	habits: habits.default('voice'),
	latency: latency.default(0),
	/** Answers wait until so many requests have been under way at once; 0 for no wait. */
	together: number().default(0),
	/** Seconds that the server's clock is ahead of the machine's; the Date header follows it. */
	clockOffset: z.number().finite().default(0),
	capacity: capacity.nullable().default(null),
	rate: rate.nullable().default(null),
	/**
	 * Whether to take what the vendor's own clients send outside the specification; by voice the
	 * documented one refuses it and the observed one takes it.
	 */
	vendorClients: z.enum(['voice', 'accept', 'refuse']).default('voice'),
	signature: signature.default({}),
	checksum: checksum.default({}),
});
export type Settings = z.infer<typeof all>;

const some = all.extend({ signature: signature.partial(), checksum: checksum.partial() }).partial();
export type SettingsChange = z.input<typeof some>;

export const defaultSettings = (voice?: Voice): Settings => all.parse({ voice });

/** Whether the requests of the vendor's own clients are taken, where they differ from the spec. */
export function takesVendorClients({ vendorClients, voice }: Settings): boolean {
	return vendorClients === 'voice' ? voice === 'observed' : vendorClients === 'accept';
}

/**
 * Lays a change over settings and returns the result; groups are merged one level deep.
 * Throws a ControlError naming the setting that does not exist or does not take the value.
 */
export function changeSettings(current: Settings, change: unknown): Settings {
	const next = checked(some, change, 'settings');
	return {
		...current,
		...next,
		signature: { ...current.signature, ...next.signature },
		checksum: { ...current.checksum, ...next.checksum },
	};
}
