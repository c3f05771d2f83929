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
});
export type Settings = z.infer<typeof all>;

const some = all.partial();
export type SettingsChange = z.input<typeof some>;

export const defaultSettings = (voice?: Voice): Settings => all.parse({ voice });

/** Whether the requests of the vendor's own clients are taken, where they differ from the spec. */
export function takesVendorClients({ vendorClients, voice }: Settings): boolean {
	return vendorClients === 'voice' ? voice === 'observed' : vendorClients === 'accept';
}

/**
 * Lays a change over settings and returns the result. Throws a ControlError naming the setting that
 * does not exist or does not take the value.
 */
export const changeSettings = (current: Settings, change: unknown): Settings => ({
	...current,
	...checked(some, change, 'settings'),
});
