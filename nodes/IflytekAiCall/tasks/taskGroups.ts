import type { CreateBody } from './requests';

interface Group {
	key: string;
	body: CreateBody;
	/** the names that its items give: the task has the first one only */
	names: Set<string>;
	/** times of its first item */
	begin: number;
	end: number;
}

/** An expression with $now gives each item a time a little later than that of the item before. */
const SAME_TIME_MS = 60_000;

/**
 * Groups the items of a run by task: items with the same fields, and with times less than a
 * minute from those of the first, share one. The task gets the name and times of its first item: a name is only a
 * label, and one with the time in it differs for each item.
 */
export class TaskGroups {
	private readonly groups = new Map<string, Group[]>();

	of(body: CreateBody): Pick<Group, 'body' | 'key' | 'names'> {
		const { time_begin: begin, time_end: end = NaN, ...others } = body;
		const fields = JSON.stringify([{ ...others, task_name: '' }, Number.isNaN(end)]);
		const alike = this.groups.get(fields) ?? [];
		this.groups.set(fields, alike);
		let group = alike.find(
			(known) =>
				Math.abs(begin - known.begin) < SAME_TIME_MS &&
				(Number.isNaN(end) || Math.abs(end - known.end) < SAME_TIME_MS),
		);
		if (group === undefined) {
			group = { key: `${fields} ${alike.length}`, body, names: new Set(), begin, end };
			alike.push(group);
		}
		group.names.add(body.task_name);
		return { key: group.key, body: group.body, names: group.names };
	}
}
