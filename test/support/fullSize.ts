/** Whether everything is tested at its full size: `npm run test:full`. */
export const FULL_SIZE = process.env.TEST_FULL === '1';

/** How many cases a property is tried with: all of them in a full run, and other ones in each run but in CI. */
export const runs = (full: number): number => (FULL_SIZE ? full : Math.ceil(full / 5));

/** By which the sizes of the tests in queue mode are multiplied. */
export const QUEUE_SCALE = Number(process.env.QUEUE_SCALE ?? 1);
