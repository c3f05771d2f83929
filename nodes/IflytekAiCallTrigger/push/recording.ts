import { numberIn } from '../../shared/http/json';
import { textField } from '../protocol/body';
import type { PushKind } from './pushKind';

/** Where a recording is; `url` may be a path without a host. */
export const recording: PushKind = {
	event: 'recording',
	label: 'Recording',
	description: 'Where the recording of a call is stored',
	action: 'On recording',
	urlModule: 'receiveVoice',
	decisiveFields: ['url'],
	typicalFields: ['size', 'duration'],
	summary: (body) => ({
		durationSeconds: numberIn(body.duration),
		url: textField(body.url),
	}),
	details: (body) => ({ sizeBytes: numberIn(body.size) }),
};
