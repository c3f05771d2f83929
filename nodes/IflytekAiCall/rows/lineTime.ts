import { queryConfiguration, type AiCallClient } from '../../shared/aiCall/client';
import { lookUp, numberIn } from '../../shared/http/json';
import type { Wording } from '../../shared/problem/language';
import type { Problem } from '../../shared/problem/problem';
import {
	clockTime,
	endOfHours,
	hoursText,
	hoursWithin,
	isAllowed,
	lineWindows,
	momentText,
	nextAllowed,
	outsideHoursProblem,
	windowsText,
	type CallingHours,
} from '../hours/hours';
import { rowNumbers } from '../submission/outcome';
import type { Pace } from '../submission/pace';
import { grouped, type Limit } from '../submission/submitRows';
import { messageOf, reason, text } from '../words/say';
import type { ExecutionState, LineLoad, LineSettings, SendableRow } from './row';

/** How long one call takes, as a rough estimate. */
const SECONDS_PER_CALL = 30;
/** How long an execution relies on what the platform said about its lines. */
const LINES_FRESH_MS = 3_600_000;

/**
 * When lines may call, and how many rows they can reach before the calling hours or the line's own hours end. A
 * direct call carries no hours: the platform calls whatever was sent as soon as a line is free. A setting of a
 * line that the platform does not tell is no limit.
 */
export class LineTime {
	/** whether this run has asked for the lines, or did not need to */
	private isSettled = false;

	constructor(
		private readonly client: AiCallClient,
		private readonly hours: CallingHours,
		private readonly state: Pick<ExecutionState, 'lines' | 'loads'>,
	) {}

	/** How many rows of a request their line can still reach; undefined if all. Never throws. */
	async limit(rows: readonly SendableRow[], pace: Pick<Pace, 'space'>): Promise<Limit | undefined> {
		const line = lineOf(rows[0]);
		if (await this.ask()) await pace.space();
		const now = Date.now();
		const outside = this.lineHoursProblem(line, now);
		if (outside !== undefined) return { mostRows: 0, problem: outside };
		const { atOnce } = this.settingsOf(line);
		if (atOnce === undefined) return undefined;
		const end = this.endOf(line, now);
		const mostRows = roomBefore(end, now, atOnce, lookUp(this.state.loads, line));
		if (mostRows >= rows.length) return undefined;
		const ends = momentText(end, now);
		return { mostRows, problem: byTheClock('lineTooSlow', ends, line, SECONDS_PER_CALL, atOnce) };
	}

	/** Why nobody may be called now, or not by a row's line as far as its hours are known. */
	whyNotNow(row?: SendableRow): Problem | undefined {
		const now = Date.now();
		return outsideHoursProblem(this.hours, now) ?? (row && this.lineHoursProblem(lineOf(row), now));
	}

	/** Notes that a line was given rows. */
	noteSent(rows: readonly SendableRow[]): void {
		const line = lineOf(rows[0]);
		const { atOnce } = this.settingsOf(line);
		if (atOnce === undefined) return;
		const load = loadAt(Date.now(), atOnce, lookUp(this.state.loads, line));
		this.state.loads[line] = { ...load, rows: load.rows + rows.length };
	}

	/** For a dry run: sentences on how long the lines take, and on the rows a live run would leave out now. */
	async estimate(rows: readonly SendableRow[]): Promise<Wording[]> {
		await this.ask();
		const now = Date.now();
		const notes: Wording[] = [];
		for (const [line, ofLine] of grouped(rows, lineOf)) {
			const { atOnce, windows } = this.settingsOf(line);
			if (windows) notes.push(text('lineWorks', line, windowsText(windows)));
			const outside = this.lineHoursProblem(line, now);
			if (outside) notes.push(text('sendsNoneOfLine', messageOf(outside)));
			if (atOnce === undefined) continue;
			const minutes = Math.ceil((Math.ceil(ofLine.length / atOnce) * SECONDS_PER_CALL) / 60);
			const end = this.endOf(line, now);
			const late = ofLine.slice(callsWithin(end - now, atOnce)).map(({ row }) => row);
			const tooLate =
				late.length === 0 ? '' : text('tooLate', rowNumbers(late), momentText(end, now));
			notes.push(text('lineTakes', line, minutes, SECONDS_PER_CALL, atOnce, tooLate));
		}
		return notes;
	}

	/** Why a line may not call now although the calling hours allow it. */
	private lineHoursProblem(line: string, now: number): Problem | undefined {
		const { windows } = this.settingsOf(line);
		if (windows === undefined || !isAllowed(this.hours, now)) return undefined;
		const own = windowsText(windows);
		const common = hoursWithin(this.hours, windows);
		if (common === undefined) return byTheClock('lineNeverCalls', own, line, hoursText(this.hours));
		const next = nextAllowed(common, now);
		if (next === now) return undefined;
		return byTheClock('outsideHoursOfLine', clockTime(now), own, line, momentText(next, now));
	}

	/** When a line's present hours end; Infinity outside its hours, when nothing is sent anyway. */
	private endOf(line: string, now: number): number {
		const { windows } = this.settingsOf(line);
		const hours = windows === undefined ? this.hours : hoursWithin(this.hours, windows);
		return hours && isAllowed(hours, now) ? endOfHours(hours, now) : Infinity;
	}

	private settingsOf(line: string): LineSettings {
		return lookUp(this.state.lines?.settings ?? {}, line) ?? {};
	}

	/** Asks for the settings of all lines, once in a run and unless they are fresh. @returns whether it did */
	private async ask(): Promise<boolean> {
		const { askedAt = -Infinity } = this.state.lines ?? {};
		const isKnown = this.isSettled || Date.now() - askedAt < LINES_FRESH_MS;
		this.isSettled = true;
		if (isKnown) return false;
		const found = await queryConfiguration(this.client, 'lines');
		if (!found.ok) return true;
		const settings = found.value.lines.map((line): [string, LineSettings] => [
			String(line.line_num),
			{ atOnce: concurrencyOf(line), windows: lineWindows(line.time_work) },
		]);
		this.state.lines = { askedAt: Date.now(), settings: Object.fromEntries(settings) };
		return true;
	}
}

/** The one line that a direct call names. */
function lineOf(row: SendableRow | undefined): string {
	return row?.target.ids.lines?.[0] ?? '';
}

function byTheClock(...why: Parameters<typeof reason>): Problem {
	return { ...reason(...why), outsideHours: true };
}

/** How many calls a line with `atOnce` calls at the same time can begin within `ms`, at 30 seconds a call. */
export function callsWithin(ms: number, atOnce: number): number {
	return Math.ceil(ms / (SECONDS_PER_CALL * 1000)) * atOnce;
}

/** How many calls a line carries at the same time; undefined if the platform does not say. */
export function concurrencyOf(line: Readonly<Record<string, unknown>>): number | undefined {
	const count = numberIn(line.concurrents) ?? 0;
	return Number.isSafeInteger(count) && count > 0 ? count : undefined;
}

/** What a line is still busy with at a time. */
function loadAt(now: number, atOnce: number, load: LineLoad | undefined): LineLoad {
	if (load === undefined) return { since: now, rows: 0 };
	const freeAt = load.since + Math.ceil(load.rows / atOnce) * SECONDS_PER_CALL * 1000;
	return freeAt <= now ? { since: now, rows: 0 } : load;
}

/** How many more calls a line can begin before `endMs` (in milliseconds since 1970): rather too many than too few. */
export function roomBefore(
	endMs: number,
	now: number,
	atOnce: number,
	load: LineLoad | undefined,
): number {
	const { since, rows } = loadAt(now, atOnce, load);
	return Math.max(callsWithin(endMs - since, atOnce) - rows, 0);
}
