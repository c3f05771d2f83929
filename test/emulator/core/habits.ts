import type { Rule } from './rules';
import type { Voice } from './types';

/** One way in which a live service differs, or may differ, from the specification. */
interface HabitRow {
	/** What it does, as the end of "The service …". */
	does: string;
	/** Where it was seen, in words. */
	source: string;
	/**
	 * Part of the observed voice: public captures show it on every answer of the kind, and none shows
	 * otherwise. The others are for a test to order.
	 */
	observed: boolean;
}

const sibling = 'answers of sibling services on the same gateway';
const none = 'seen nowhere; the specification leaves it open';

/**
 * What the observed voice and a test can add to an answer, each by itself. What the two voices
 * differ in beside these is in README.md.
 */
export const HABITS = {
	gatewayWords: {
		does: 'goes on behind the beginning of a 401 text, and says "secret key does not match"',
		source: 'public issues and client code about sibling hosts of the gateway, 2025',
		observed: true,
	},
	numbersAsText: {
		does: 'sends confidences, corner points and positions of corrections as text',
		source: sibling,
		observed: false,
	},
	byteOrderMark: {
		does: 'puts a byte order mark in front of the decoded result',
		source: sibling,
		observed: false,
	},
	alternatives: {
		does: 'names several corrections of one word, parted by |',
		source: sibling,
		observed: false,
	},
	trimmedPositions: {
		does: 'counts positions from the first character that is no blank',
		source: none,
		observed: false,
	},
	lineEndsAsOne: {
		does: 'counts CR LF as one character',
		source: none,
		observed: false,
	},
	noLinePositions: {
		does: 'leaves the corner points of recognized lines out',
		source: none,
		observed: false,
	},
	sparseConfiguration: {
		does: 'gives null for the columns of scripts that are not released, no name for deleted ones, no concurrency for lines that have expired',
		source: 'a public client of the same product, whose fields may be null',
		observed: false,
	},
	listsAsText: {
		does: 'gives the lists of the configuration as JSON text',
		source: 'the task record of the vendor’s own sample, whose lists are JSON text',
		observed: false,
	},
	pushesWithoutAppId: {
		does: 'leaves app_id out of pushes',
		source: 'a failure file of the platform, 2018, the only captured pushes: two call records',
		observed: true,
	},
} satisfies Record<string, HabitRow>;

export type Habit = keyof typeof HABITS;

/** How an answer is shaped: a voice, and the habits that go with it or are ordered. */
export interface Manner {
	voice: Voice;
	/** `voice`: the habits of the voice. A list: these and no others. */
	habits: 'voice' | Habit[];
}

export const habitsRule: Rule = [
	(value) =>
		value === 'voice' ||
		(Array.isArray(value) && value.every((habit) => Object.hasOwn(HABITS, habit as string))),
	`'voice' or a list of ${Object.keys(HABITS).join(', ')}`,
];

/** As the specification says, without any habit. */
export const TO_THE_LETTER: Manner = { voice: 'documented', habits: 'voice' };

/** Whether answers have a habit. */
export function has({ voice, habits }: Manner, habit: Habit): boolean {
	return habits === 'voice'
		? voice === 'observed' && HABITS[habit].observed
		: habits.includes(habit);
}
