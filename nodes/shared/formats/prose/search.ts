/** How many items at the beginning of a list fit; behind the first that does not, none does. */
export function fittingFirst<T>(list: readonly T[], fits: (item: T) => boolean): number {
	let [low, high] = [0, list.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (fits(list[middle]!)) low = middle + 1;
		else high = middle;
	}
	return low;
}
