/**
 * `--small` measures a twentieth of everything, once: it shows that the benchmark still works, which the
 * tests at full size do. Its numbers mean nothing.
 */
export const SMALL = process.argv.includes('--small');

/** So many items; in a small run a twentieth of them. */
export const sized = (count: number): number => (SMALL ? Math.ceil(count / 20) : count);

/** So many rounds; in a small run one. */
export const rounds = (count: number): number => (SMALL ? 1 : count);

/** A list of plans; in a small run the first of them. */
export const plans = <Plan>(all: readonly Plan[]): readonly Plan[] =>
	SMALL ? all.slice(0, 1) : all;
