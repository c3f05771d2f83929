/** So many jobs at a time; of those that wait, the one with the lowest rank is next. */
export class Slots {
	#free;
	#waiting = [];

	constructor(count) {
		this.#free = count;
	}

	async use(rank, work) {
		if (this.#free > 0) this.#free--;
		else await new Promise((begin) => this.#waiting.push({ rank, begin }));
		try {
			return await work();
		} finally {
			this.#waiting.sort((one, other) => one.rank - other.rank);
			const next = this.#waiting.shift();
			if (next) next.begin();
			else this.#free++;
		}
	}
}
