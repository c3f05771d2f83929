/**
 * How many calls it takes to find the bad rows of a list when a call with a bad row is refused as a
 * whole: group testing, as it is known from blood samples.
 */

/** No procedure can do with fewer calls on average: each answer tells one bit about where they are. */
export function informationBound(rows: number, bad: number): number {
	let bits = 0;
	for (let n = 0; n < bad; n++) bits += Math.log2((rows - n) / (n + 1));
	return bits;
}

/**
 * Expected calls of the best procedure that always goes on within a refused call (M. Sobel and
 * P. A. Groll, 1959), which knows the share of bad rows and fills its calls from the whole list.
 * @param share above 0 and below 1
 * @param most rows that fit in one call
 */
export function fewestExpectedCalls(rows: number, share: number, most: number): number {
	const good = Array.from({ length: most + 1 }, (_, n) => (1 - share) ** n);
	/** expected calls for n rows of which nothing is known */
	const open = [0];
	/** refused[n][m]: for n rows, m of which hold a bad one for sure */
	const refused: number[][] = [[]];
	for (let n = 1; n <= rows; n++) {
		const row: number[] = [0, open[n - 1]];
		for (let m = 2; m <= Math.min(most, n); m++) {
			let best = Infinity;
			for (let x = 1; x < m; x++) {
				const inFirst = (1 - good[x]) / (1 - good[m]);
				best = Math.min(best, inFirst * row[x] + (1 - inFirst) * refused[n - x][m - x]);
			}
			row.push(1 + best);
		}
		refused.push(row);
		let best = Infinity;
		for (let x = 1; x <= Math.min(most, n); x++) {
			best = Math.min(best, good[x] * open[n - x] + (1 - good[x]) * row[x]);
		}
		open.push(1 + best);
	}
	return open[rows];
}
