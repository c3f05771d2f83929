import type { CreateBody } from './requests';

/** A task that is to be created. */
interface TaskGroup {
	key: string;
	/** of its first item */
	body: CreateBody;
	/** the names that its items give, of which the task gets the first */
	names: Set<string>;
}

/** An expression with $now gives each item a time a little later than that of the item before. */
const SAME_TIME_MS = 60_000;

/**
 * Groups the items of a run by task: items with the same fields, and with times less than a minute from those of the
 * first item, share one. The task gets the first item's name, because a name may contain the time, and its times.
 */
export class TaskGroups {
	/** by their keys, in the order of their first items */
	readonly all = new Map<string | undefined, TaskGroup>();
	private readonly byFields = new Map<string, TaskGroup[]>();

	of(body: CreateBody): TaskGroup {
		const { time_begin: begin, time_end: end, ...others } = body;
		const fields = JSON.stringify([{ ...others, task_name: '' }, end === undefined]);
		const alike = this.byFields.get(fields) ?? [];
		this.byFields.set(fields, alike);
		const isSame = (one = 0, other = 0) => Math.abs(one - other) < SAME_TIME_MS;
		let group = alike.find(
			(known) => isSame(begin, known.body.time_begin) && isSame(end, known.body.time_end),
		);
		if (group === undefined) {
			group = { key: `${fields} ${alike.length}`, body, names: new Set() };
			alike.push(group);
			this.all.set(group.key, group);
		}
		group.names.add(body.task_name);
		return group;
	}
}
