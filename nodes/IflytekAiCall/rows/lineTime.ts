import type { AiCallClient } from '../../shared/aiCall/client';
import { queryConfiguration } from '../../shared/aiCall/configuration';
import { endOfHours, isAllowed, momentText, type CallingHours } from '../hours/callingHours';
import { rowNumbers } from '../submission/outcome';
import type { Pace } from '../submission/pace';
import type { Cut } from '../submission/requests';
import type { SendableRow } from './row';

interface Line {
	/** how many rows of the run go to it */
	wanted: number;
	/** the rows that it was given */
	given: GivenCalls[];
}

/**
 * How many rows the lines of a run can reach before the allowed hours end. A direct call carries no hours:
 * what is sent, the platform calls, whenever a line is free. Where the platform does not tell how many
 * calls a line carries at once, all rows may go.
 */
export class LineTime {
	private readonly lines = new Map<string, Line>();

	private found: Promise<Map<string, number>> | undefined;

	/** @param rows those that are to be sent, each to the one line that it names */
	constructor(
		private readonly client: AiCallClient,
		private readonly hours: CallingHours,
		rows: readonly SendableRow[],
	) {
		for (const [line, { length }] of this.byLine(rows)) {
			this.lines.set(line, { wanted: length, given: [] });
		}
	}

	/** How much of a request its line can still reach; undefined where it is all. Must not throw. */
	async cut(rows: readonly SendableRow[], pace: Pick<Pace, 'space'>): Promise<Cut | undefined> {
		const name = lineOf(rows[0]!);
		const { wanted, given } = this.line(name);
		// one call at a time would do
		if (wanted <= callsWithin(this.endFrom(Date.now()) - Date.now(), 1)) return undefined;
		const isAsked = this.found !== undefined;
		const atOnce = (await this.concurrencies()).get(name);
		if (!isAsked) await pace.space();
		if (atOnce === undefined) return undefined;
		const now = Date.now();
		const end = this.endFrom(now);
		const mostRows = roomBefore(end, now, atOnce, given);
		if (mostRows >= rows.length) return undefined;
		return {
			mostRows,
			problem: {
				message: `Calling ends at ${momentText(end, now)} in China, and line ${name} cannot reach the row before that, ${speed(atOnce)}`,
				remedy:
					'Use Task: Run for long lists: its task keeps the hours and goes on the next day. Or send the row again within the allowed calling hours.',
				retryClass: 'never',
				outsideHours: true,
			},
		};
	}

	/** Notes that a line was given rows. */
	gave(rows: readonly SendableRow[]): void {
		this.line(lineOf(rows[0]!)).given.push({ at: Date.now(), rows: rows.length });
	}

	/** How long the lines take for rows, and which of them a live run now would leave out, in sentences. */
	async estimate(rows: readonly SendableRow[]): Promise<string[]> {
		const found = await this.concurrencies();
		const now = Date.now();
		const end = this.endFrom(now);
		const notes: string[] = [];
		for (const [name, ofLine] of this.byLine(rows)) {
			const atOnce = found.get(name);
			if (atOnce === undefined) continue;
			const minutes = minutesFor(ofLine.length, atOnce);
			const takes = `Line ${name} takes about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, ${speed(atOnce)}`;
			const late = ofLine.slice(callsWithin(end - now, atOnce)).map(({ row }) => row);
			const tooLate = () =>
				`: a live run now would not send ${rowNumbers(late)}, which it cannot reach before ${momentText(end, now)}`;
			notes.push(`${takes}${late.length === 0 ? '' : tooLate()}.`);
		}
		return notes;
	}

	private line(name: string): Line {
		// a row that goes out in place of a refused one may have a line of its own
		const line = this.lines.get(name) ?? { wanted: Infinity, given: [] };
		this.lines.set(name, line);
		return line;
	}

	/** When the hours end; Infinity outside them, when nothing is sent anyway. */
	private endFrom(now: number): number {
		return isAllowed(this.hours, now) ? endOfHours(this.hours, now) : Infinity;
	}

	/** How many calls the lines carry at once, by number, asked for once. */
	private async concurrencies(): Promise<Map<string, number>> {
		this.found ??= findConcurrencies(this.client);
		return await this.found;
	}

	private byLine(rows: readonly SendableRow[]): Map<string, SendableRow[]> {
		const byLine = new Map<string, SendableRow[]>();
		for (const row of rows) {
			const name = lineOf(row);
			const ofLine = byLine.get(name);
			if (ofLine === undefined) byLine.set(name, [row]);
			else ofLine.push(row);
		}
		return byLine;
	}
}

async function findConcurrencies(client: AiCallClient): Promise<Map<string, number>> {
	const found = await queryConfiguration(client, 'lines');
	const concurrencies = new Map<string, number>();
	for (const line of found.ok ? found.value.lines : []) {
		const atOnce = concurrencyOf(line);
		if (atOnce !== undefined) concurrencies.set(String(line.line_num), atOnce);
	}
	return concurrencies;
}

function lineOf({ target }: SendableRow): string {
	return target.ids.lines![0]!;
}

function speed(atOnce: number): string {
	return `at ${SECONDS_PER_CALL} seconds a call and ${atOnce} at once`;
}

/** How long one call takes, as a rough estimate. */
export const SECONDS_PER_CALL = 30;

/**
 * How many rows a line can begin to call in a time, at 30 seconds a call.
 * @param atOnce how many calls the line carries at the same time
 */
export function callsWithin(ms: number, atOnce: number): number {
	return Math.ceil(ms / (SECONDS_PER_CALL * 1000)) * atOnce;
}

/** How long a line takes for some rows, in whole minutes. */
export function minutesFor(rows: number, atOnce: number): number {
	return Math.ceil((Math.ceil(rows / atOnce) * SECONDS_PER_CALL) / 60);
}

/** How many calls a line carries at the same time; undefined if the platform does not say. */
export function concurrencyOf(
	line: Readonly<Record<string, unknown>> | undefined,
): number | undefined {
	const count = Number(line?.concurrents ?? NaN);
	return Number.isSafeInteger(count) && count > 0 ? count : undefined;
}

/** Direct calls that were given to a line together. */
export interface GivenCalls {
	/** in milliseconds since 1970 */
	at: number;
	rows: number;
}

/**
 * How many further rows a line can begin to call before a time: never fewer than it really can.
 * @param given what this run gave it before, in order of time
 * @param endMs the time, in milliseconds since 1970, like `now`
 */
export function roomBefore(
	endMs: number,
	now: number,
	atOnce: number,
	given: readonly GivenCalls[],
): number {
	/** since when the line has been busy without a break, and with how many rows */
	let busySince = -Infinity;
	let rows = 0;
	for (const more of [...given, { at: now, rows: 0 }]) {
		const freeAt = busySince + Math.ceil(rows / atOnce) * SECONDS_PER_CALL * 1000;
		if (freeAt <= more.at) {
			busySince = more.at;
			rows = 0;
		}
		rows += more.rows;
	}
	return Math.max(callsWithin(endMs - busySince, atOnce) - rows, 0);
}
