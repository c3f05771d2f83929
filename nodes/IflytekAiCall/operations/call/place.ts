import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { AiCall } from '../../../shared/aiCall/client';
import { PATHS } from '../../../shared/aiCall/endpoints';
import type { Item } from '../../../shared/items/item';
import { invalid, success, type Result } from '../../../shared/items/problem';
import { toolDescription } from '../../../shared/description/properties';
import { HOURS_OF_CALLS } from '../../parameters/callingHours';
import { lineLocator, locatorValue, scriptLocator, voiceLocator } from '../../parameters/locators';
import { CALL_WARNING, NOT_ACCEPTED_TEXT, ROWS_TEXT } from '../../parameters/toolText';
import {
	clockTime,
	isAnyTime,
	momentText,
	nextAllowed,
	outsideHours,
	type CallingHours,
} from '../../protocol/callingHours';
import { calloutBody, type CallSettings } from '../../protocol/requests';
import { holdBackUnreachable } from '../../rows/lineTime';
import type { Target } from '../../rows/row';
import { rowOptions } from '../../rows/rowOptions';
import { callNotice, rowProperties, testProperties } from '../../rows/rowProperties';
import type { RunSettings } from '../../rows/runSettings';
import { findColumns, lookup } from '../../rows/scriptColumns';
import { sendRows, type RowOperation } from '../../rows/sendRows';

const show = { resource: ['call'], operation: ['place'] };

export const option: INodePropertyOptions = {
	name: 'Place',
	value: 'place',
	action: 'Call numbers with an AI robot',
	description: 'Call numbers directly, without a task of their own',
};

const TOOL_TEXT = `Lets a telephone robot call Chinese mobile numbers at once. ${CALL_WARNING} ${ROWS_TEXT} Returns one result for each row: accepted means that the person will be called, not that the call has taken place; ${NOT_ACCEPTED_TEXT}`;

export const properties: INodeProperties[] = [
	toolDescription(show, TOOL_TEXT),
	...callNotice(show),
	...testProperties(show),
	...scriptLocator(show),
	...lineLocator(show),
	voiceLocator(show),
	...rowProperties(show, 'script', ['script.value']),
	rowOptions(show, HOURS_OF_CALLS),
];

type PlaceTarget = Target & { settings: CallSettings };

/** Numbers of a direct call-out all go to the application's long-term task (docs/services.md, AI Call: Calls and tasks). */
const DEFAULT_TASK = '';

const UNKNOWN_REMEDY =
	'These people may be called. Do not send the row again before you know: wait for the call record of the number, or look it up in the iFLYTEK console.';

/** Places direct calls. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	return await sendRows(context, { hasTestNumber: true }, operationOf);
}

function operationOf(service: AiCall, settings: RunSettings): RowOperation<PlaceTarget> {
	const { callingHours } = settings;
	const columns = lookup(service, findColumns);
	const whyNotNow = isAnyTime(callingHours)
		? undefined
		: () => outsideHours(callingHours, Date.now());
	let notes: string[] = [];
	return {
		source: {
			target: readTarget,
			columns: async (item, { settings: { robotId } }) => await columns(item, robotId),
		},
		names: ({ settings: { robotId, lineNum } }) => ({ scriptId: robotId, lines: [lineNum] }),
		lookAhead: async (rows) => {
			const lineOf = (target: PlaceTarget) => target.settings.lineNum;
			notes = await holdBackUnreachable(service, rows, lineOf, settings);
		},
		sender: {
			request: ({ settings: call }, columnNames, rows) => calloutBody(call, columnNames, rows),
			// "if any record is non-compliant, the whole batch fails": a refusal took none
			send: async (_target, request) => await service.sendOnce(PATHS.callout, request, whyNotNow),
			whyNotNow,
			notes: () => notes,
			dryRunAdvice: () => dryRunAdvice(callingHours, Date.now()),
			unknownRemedy: UNKNOWN_REMEDY,
		},
	};
}

/** What to do after a dry run: by night a live one would send nothing. */
function dryRunAdvice(hours: CallingHours, now: number): string {
	const next = nextAllowed(hours, now);
	return next === now
		? "Switch 'Dry Run' off to send the rows."
		: `It is ${clockTime(now)} in China: a live run would send nothing before ${momentText(next, now)}. Switch 'Dry Run' off then to send the rows.`;
}

function readTarget(item: Item): Result<PlaceTarget> {
	const settings: CallSettings = {
		robotId: locatorValue(item, 'script'),
		lineNum: locatorValue(item, 'line'),
		voiceCode: locatorValue(item, 'voice'),
	};
	if (settings.robotId === '') {
		return invalid("'Call Script' is empty", 'Pick a script from the list, or enter its ID.');
	}
	if (settings.lineNum === '') {
		return invalid("'Phone Line' is empty", 'Pick a line from the list, or enter its number.');
	}
	return success({ key: JSON.stringify(settings), task: DEFAULT_TASK, settings });
}
