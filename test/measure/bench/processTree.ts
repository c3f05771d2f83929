import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Length of the kernel's clock tick, in milliseconds (USER_HZ is 100 on Linux). */
const TICK_MS = 10;

interface Entry {
	pid: number;
	parent: number;
	/** user and system time of the process and of its children that have ended */
	cpuMs: number;
}

/**
 * CPU time in milliseconds that a process and everything below it has used: n8n runs the Code node in
 * a process of its own, whose time counts too (Linux).
 */
export function cpuOfTree(root: number): number {
	const entries = readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name))
		.flatMap((pid) => readEntry(Number(pid)));
	const members = new Set([root]);
	for (let grown = true; grown;) {
		grown = false;
		for (const { pid, parent } of entries) {
			if (members.has(parent) && !members.has(pid)) {
				members.add(pid);
				grown = true;
			}
		}
	}
	return entries.filter(({ pid }) => members.has(pid)).reduce((sum, { cpuMs }) => sum + cpuMs, 0);
}

function readEntry(pid: number): Entry[] {
	let stat: string;
	try {
		stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
	} catch {
		return [];
	}
	// the name in parentheses may itself hold spaces and parentheses
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	const [parent, ...times] = [fields[1], fields[11], fields[12], fields[13], fields[14]].map(
		Number,
	);
	return [{ pid, parent, cpuMs: times.reduce((sum, ticks) => sum + ticks, 0) * TICK_MS }];
}

/** Makes the peak that the kernel remembers of a process start again from what it uses now (Linux). */
export function resetPeakMemory(pid: number): void {
	writeFileSync(`/proc/${pid}/clear_refs`, '5');
}
