import { parseLosslessJson } from '../../shared/http/json';

/** A text or number as text; null for an empty text and for everything else. */
export function textField(value: unknown): string | null {
	if (typeof value === 'number') return String(value);
	return typeof value === 'string' && value !== '' ? value : null;
}

/** A number, also one sent as text; null for everything else. */
export function numberField(value: unknown): number | null {
	if (typeof value === 'string' && value.trim() === '') return null;
	const number = typeof value === 'string' ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** A list, also one sent as JSON text; null for everything else. */
export function listField(value: unknown): unknown[] | null {
	if (Array.isArray(value)) return value as unknown[];
	if (typeof value !== 'string' || !value.trim().startsWith('[')) return null;
	try {
		return parseLosslessJson(value) as unknown[];
	} catch {
		return null;
	}
}

/** The identifiers that tie the pushes of one call together; null where not sent. */
export function identifiers(body: Record<string, unknown>) {
	return {
		callUuid: textField(body.call_uuid),
		taskId: textField(body.task_id),
		taskDataId: textField(body.task_data_id),
		callRelationId: textField(body.call_relation_id),
		robotId: textField(body.robot_id),
		businessId: textField(body.business_id),
		appId: textField(body.app_id),
	};
}
