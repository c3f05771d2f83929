/** How many items at the beginning of a list fit; after the first that does not, none may. */
export function fittingFirst<T>(list: readonly T[], fits: (item: T) => boolean): number {
	let [low, high] = [0, list.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (fits(list[middle]!)) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** Index of the last part that begins at or before a place; -1 if there is none. @param parts in order */
export function lastAt(parts: ReadonlyArray<{ at: number }>, place: number): number {
	return fittingFirst(parts, ({ at }) => at <= place) - 1;
}

/** Adds an item to the list that a map has for a key. */
export function addTo<K, V>(lists: Map<K, V[]>, key: K, item: V): void {
	const list = lists.get(key);
	if (list === undefined) lists.set(key, [item]);
	else list.push(item);
}

/** Whether all characters of a text are in another one, in the same order. */
export function isKeptIn(text: string, longer: string): boolean {
	let found = 0;
	for (const unit of longer.split('')) if (unit === text[found]) found++;
	return found === text.length;
}

/** Where a global pattern matches next; at the end of the text if it does not. */
export function placeOf(pattern: RegExp, text: string, from: number): number {
	pattern.lastIndex = from;
	return pattern.exec(text)?.index ?? text.length;
}

/** Where a sticky pattern that matches at a place ends; the place itself if it does not. */
export function endOfMatch(pattern: RegExp, text: string, at: number): number {
	pattern.lastIndex = at;
	return pattern.test(text) ? pattern.lastIndex : at;
}
