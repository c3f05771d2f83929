import type { AiCall } from '../../shared/aiCall/client';
import { queryConfiguration } from '../../shared/aiCall/configuration';
import { endOfHours, isAllowed, momentText, type CallingHours } from '../protocol/callingHours';
import { callsWithin, concurrencyOf, minutesFor, SECONDS_PER_CALL } from '../protocol/lineCapacity';
import { rowNumbers } from '../protocol/runSummary';
import type { SendableRow, Target } from './row';

/**
 * A direct call carries no hours: what is sent, the platform calls, whenever a line is free. So rows that
 * their line surely cannot reach before the hours end are held back. Where the platform does not tell how
 * many calls the line carries at once, none is.
 * @returns in a dry run, how long the lines take, in sentences
 */
export async function holdBackUnreachable<T extends Target>(
	service: AiCall,
	rows: ReadonlyArray<SendableRow<T>>,
	lineOf: (target: T) => string,
	{ callingHours, dryRun }: { callingHours: CallingHours; dryRun: boolean },
): Promise<string[]> {
	const now = Date.now();
	const end = isAllowed(callingHours, now) ? endOfHours(callingHours, now) : Infinity;
	const leftMs = end - now;
	const byLine = groupBy(rows, ({ target }) => lineOf(target));
	const isPlenty = [...byLine.values()].every((ofLine) => ofLine.length <= callsWithin(leftMs, 1));
	if (!dryRun && isPlenty) return [];
	const found = await queryConfiguration(service, 'lines');
	const lines = found.ok ? found.value.lines : [];
	const notes: string[] = [];
	for (const [number, ofLine] of byLine) {
		const atOnce = concurrencyOf(lines.find(({ line_num }) => String(line_num) === number));
		if (atOnce === undefined) continue;
		const late = ofLine.slice(callsWithin(leftMs, atOnce));
		const pace = `at ${SECONDS_PER_CALL} seconds a call and ${atOnce} at once`;
		if (dryRun) {
			const minutes = minutesFor(ofLine.length, atOnce);
			const takes = `Line ${number} takes about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, ${pace}`;
			const tooLate = () =>
				`: a live run now would not send ${rowNumbers(late.map(({ row }) => row))}, which it cannot reach before ${momentText(end, now)}`;
			notes.push(`${takes}${late.length === 0 ? '' : tooLate()}.`);
			continue;
		}
		for (const row of late) {
			row.outcome = {
				status: 'notSent',
				heldBack: true,
				problem: {
					message: `Calling ends at ${momentText(end, now)} in China, and line ${number} cannot reach the row before that, ${pace}`,
					remedy:
						'Use Task: Run for long lists: its task keeps the hours and goes on the next day. Or send the row again within the allowed calling hours.',
					retryClass: 'never',
					outsideHours: true,
				},
			};
		}
	}
	return notes;
}

function groupBy<R>(rows: readonly R[], keyOf: (row: R) => string): Map<string, R[]> {
	const groups = new Map<string, R[]>();
	for (const row of rows) {
		const group = groups.get(keyOf(row));
		if (group === undefined) groups.set(keyOf(row), [row]);
		else group.push(row);
	}
	return groups;
}
