import { PATHS } from '../../../shared/aiCall/client';
import type { Operation } from '../../../shared/description/operations';
import {
	CALL_WARNING,
	lineLocator,
	NOT_ACCEPTED_TEXT,
	ROWS_TEXT,
	scriptLocator,
	voiceLocator,
} from '../../parameters/fields';
import { locatorValue, requiredId } from '../../parameters/values';
import { clockTime, momentText, nextAllowed } from '../../hours/hours';
import { LineTime } from '../../rows/lineTime';
import { prepareRows } from '../../rows/readRows';
import { firstRows } from '../../rows/row';
import { carryOut, type RowSender } from '../../rows/sendRows';
import { callModeProperties, callNotice, rowProperties } from '../../settings/properties';
import { rowOptions } from '../../settings/runSettings';
import { text } from '../../words/say';

export const option: Operation['option'] = {
	name: 'Place',
	value: 'place',
	action: 'Call numbers with an AI robot',
	description: 'Call numbers directly, without a task of their own',
};

export const tool = `Lets a telephone robot call Chinese mobile numbers at once. ${CALL_WARNING} ${ROWS_TEXT} Returns one result for each row: accepted means that the person will be called, not that the call has taken place; ${NOT_ACCEPTED_TEXT}`;

export const properties: Operation['properties'] = [
	...callNotice,
	...callModeProperties,
	...scriptLocator,
	...lineLocator,
	voiceLocator,
	...rowProperties(['script.value']),
	rowOptions({
		hours:
			'Nothing is sent outside these hours, even if they end during a run. Rows that the line cannot reach before they end are held back.',
	}),
];

/** Places direct calls: one item for each row. */
export const execute: Operation['execute'] = async (context) => {
	const plan = await prepareRows(context, (item) => {
		const [robot_id, line_num] = [requiredId(item, 'script'), requiredId(item, 'line')];
		const voice_code = locatorValue(item, 'voice');
		// without a voice, the platform uses the script's own
		const body = { robot_id, line_num, ...(voice_code !== '' && { voice_code }) };
		const ids = { scriptId: robot_id, lines: [line_num] };
		// the numbers of all direct calls go to the application's long-term task
		return { key: JSON.stringify(body), task: '', ids, body };
	});
	if ('items' in plan) return plan.items;
	const { client, state, settings } = plan;
	const { callingHours, mode } = settings;
	const lineTime = new LineTime(client, callingHours, state);
	const sender: RowSender = {
		bodyOf: ({ body }) => ({ ...body }),
		// the platform says "if any record is non-compliant, the whole batch fails": a refusal took none
		send: async (row, body) =>
			await client.sendOnce(PATHS.callout, body, () => lineTime.whyNotNow(row)),
		lineTime,
		unknownRemedy: text('rowIsOpen'),
	};
	const now = Date.now();
	const next = nextAllowed(callingHours, now);
	return await carryOut(plan, sender, {
		notes: mode === 'dryRun' ? await lineTime.estimate(firstRows(plan.rows)) : [],
		// a live run would send nothing now
		...(next !== now && {
			dryRunAdvice: text('chooseLiveLater', clockTime(now), momentText(next, now)),
		}),
	});
};
