import type { AiCallClient } from '../../shared/aiCall/client';
import { PATHS } from '../../shared/aiCall/endpoints';
import { isAnyTime, outsideHours, type CallingHours } from '../hours/callingHours';
import { calloutBody, type CallSettings } from '../tasks/requests';
import type { LineTime } from './lineTime';
import type { Target } from './row';
import type { RowSender } from './sendBatch';

export type CallTarget = Target & { settings: CallSettings };

const CALL_UNKNOWN_REMEDY =
	'These people may be called. Do not send the row again before you know: wait for the call record of the number, or look it up in the iFLYTEK console.';

/** Calls rows directly, within the hours. */
export function callSender(
	client: AiCallClient,
	hours: CallingHours,
	lineTime: LineTime,
): RowSender<CallTarget> {
	const whyNotNow = isAnyTime(hours) ? undefined : () => outsideHours(hours, Date.now());
	return {
		request: ({ settings }, columns, rows) => calloutBody(settings, columns, rows),
		// "if any record is non-compliant, the whole batch fails": a refusal took none
		send: async (_target, body) => await client.sendOnce(PATHS.callout, body, whyNotNow),
		whyNotNow,
		lineTime,
		unknownRemedy: CALL_UNKNOWN_REMEDY,
	};
}
