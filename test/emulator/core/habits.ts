import { z } from 'zod';
import type { Voice } from './types';

/**
 * The ways in which a live service differs, or may differ, from the specification, each to be had by
 * itself; README.md says what each does and where it was seen, and what else the voices differ in.
 */
const habit = z.enum([
	'gatewayWords',
	'numbersAsText',
	'byteOrderMark',
	'alternatives',
	'trimmedPositions',
	'lineEndsAsOne',
	'noLinePositions',
	'sparseConfiguration',
	'listsAsText',
	'pushesWithoutAppId',
]);
export type Habit = z.infer<typeof habit>;

/**
 * Part of the observed voice: public captures show them on every answer of the kind, and none shows
 * otherwise. The others are for a test to order.
 */
const OBSERVED: Habit[] = ['gatewayWords', 'pushesWithoutAppId'];

/** `voice`: the habits of the voice. A list: these and no others. */
export const habits = z.union([z.literal('voice'), z.array(habit)]);

/** How an answer is shaped: a voice, and the habits that go with it or are ordered. */
export interface Manner {
	voice: Voice;
	habits: z.infer<typeof habits>;
}

/** As the specification says, without any habit. */
export const TO_THE_LETTER: Manner = { voice: 'documented', habits: 'voice' };

/** Whether answers have a habit. */
export function has({ voice, habits: ordered }: Manner, one: Habit): boolean {
	return ordered === 'voice'
		? voice === 'observed' && OBSERVED.includes(one)
		: ordered.includes(one);
}
