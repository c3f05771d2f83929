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
import { lineLocator, locatorValue, scriptLocator, voiceLocator } from '../../parameters/locators';
import { CALL_WARNING, NOT_ACCEPTED_TEXT, ROWS_TEXT } from '../../parameters/toolText';
import { calloutBody, type CallSettings } from '../../protocol/requests';
import type { Target } from '../../rows/readRows';
import { callNotice, rowOptions, rowProperties, testProperties } from '../../rows/rowProperties';
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
	rowOptions(show, '08:00 to 21:00'),
];

type PlaceTarget = Target & { settings: CallSettings };

/** Numbers of a direct call-out all go to the application's long-term task (docs/services.md, AI Call: Calls and tasks). */
const DEFAULT_TASK = '';

const UNKNOWN_REMEDY =
	'These people may be called. Do not send the row again before you know: wait for the call record of the number, or look it up in the iFLYTEK console.';

/** People are at the other end: by day, unless the user says otherwise. */
const BY_DAY = { from: 8 * 60, to: 21 * 60 };

/** Places direct calls. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const defaults = { callingHours: BY_DAY, hasTestNumber: true };
	return await sendRows(context, defaults, operationOf);
}

function operationOf(service: AiCall): RowOperation<PlaceTarget> {
	const columns = lookup(service, findColumns);
	return {
		source: {
			target: readTarget,
			columns: async (item, { settings }) => await columns(item, settings.robotId),
		},
		names: ({ settings }) => ({ scriptId: settings.robotId, lines: [settings.lineNum] }),
		sender: {
			request: ({ settings }, columnNames, rows) => calloutBody(settings, columnNames, rows),
			// "if any record is non-compliant, the whole batch fails": a refusal took none
			send: async (_target, request) => await service.sendOnce(PATHS.callout, request),
			unknownRemedy: UNKNOWN_REMEDY,
		},
	};
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
