import { PLATFORM, readList, type AiCallAnswer } from '../../shared/aiCall/answer';
import { failure, success, type Result } from '../../shared/items/problem';

/**
 * The ids of accepted rows, in their order (docs/services.md, AI Call: Calls and tasks); null where all rows were taken but
 * the ids do not belong to them one by one. An answer that takes another number of rows than were
 * sent does not say which, so that the outcome is unknown.
 */
export function decodeAcceptedRows(
	{ result }: AiCallAnswer,
	rowCount: number,
): Result<Array<string | null>> {
	const ids = readList(result.task_data_ids).map(idText);
	if (ids.length === rowCount) return success(ids);
	const total = Number(result.total);
	if (total === rowCount) return success(new Array(rowCount).fill(null));
	return failure({
		message: `${PLATFORM} took ${Number.isFinite(total) ? total : ids.length} of ${rowCount} rows and does not say which`,
		remedy: '',
		httpStatus: 200,
		retryClass: 'never',
	});
}

/** The id of a created task (docs/services.md, AI Call: Calls and tasks). */
export function decodeTaskId({ result }: AiCallAnswer): string | undefined {
	return idText(result.task_id) ?? undefined;
}

/** An identifier as text: it may come as a number or as text. */
function idText(id: unknown): string | null {
	if (typeof id === 'number') return String(id);
	return typeof id === 'string' && id !== '' ? id : null;
}
