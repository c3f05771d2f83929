import { numberField, textField } from './fields';

/** The fields of a recording push (spec: AI call, receiveVoice); `url` may be a relative path. */
export function recordingFields(body: Record<string, unknown>) {
	return {
		url: textField(body.url),
		sizeBytes: numberField(body.size),
		durationSeconds: numberField(body.duration),
	};
}
