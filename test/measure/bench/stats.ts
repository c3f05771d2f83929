/** The middle value of a list that is not empty; of an even number, the mean of the two middle ones. */
export function median(values: readonly number[]): number {
	return percentile(values, 50);
}

/** The p-th percentile (0 to 100) of a list that is not empty, between neighbours in proportion. */
export function percentile(values: readonly number[], p: number): number {
	if (values.length === 0) throw new Error('There is no median of nothing.');
	const sorted = [...values].sort((a, b) => a - b);
	const place = (p / 100) * (sorted.length - 1);
	const below = Math.floor(place);
	const above = Math.min(below + 1, sorted.length - 1);
	return sorted[below] + (sorted[above] - sorted[below]) * (place - below);
}

/**
 * The ratio of two contenders: the median over the rounds of the ratio within a round, so that what
 * disturbs the machine for a while disturbs both.
 */
export function ratio(of: readonly number[], to: readonly number[]): number {
	return median(of.map((value, round) => value / to[round]));
}

/**
 * Runs every contender once in each round, in an order that turns from round to round. The first
 * `warmUps` rounds are not counted.
 * @returns the results of each contender, one for each counted round
 */
export async function interleaved<Name extends string, Result>(
	contenders: Record<Name, () => Promise<Result>>,
	rounds: number,
	warmUps = 1,
): Promise<Record<Name, Result[]>> {
	const names = Object.keys(contenders) as Name[];
	const results = Object.fromEntries(names.map((name) => [name, [] as Result[]])) as Record<
		Name,
		Result[]
	>;
	for (let round = -warmUps; round < rounds; round++) {
		for (let place = 0; place < names.length; place++) {
			const name = names[(place + round + warmUps) % names.length];
			const result = await contenders[name]();
			if (round >= 0) results[name].push(result);
		}
	}
	return results;
}
