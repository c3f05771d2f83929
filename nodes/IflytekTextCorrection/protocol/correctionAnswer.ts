import type { HttpAnswer } from '../../shared/http/response';
import { failure, success, type Result } from '../../shared/items/problem';
import { quoted } from '../../shared/items/quoted';
import { decodeSignatureAnswer, type SignatureAnswer } from '../../shared/signature/answer';
import { isKnownCategory } from './categories';

/** One row of the answer: what the service found at one place. */
export interface Finding {
	/** the service's key of the category, also one that is not documented */
	category: string;
	/** as the service counts it, from 0; null in a row that is not in the documented form */
	position: number | null;
	/** the text that is not right; empty where something is missing */
	original: string | null;
	/** the right text; empty for a deletion or where there is no suggestion */
	suggestion: string | null;
	/** the service's own detailed type */
	type: string;
	/** the row as it came, only when it is not in the documented form */
	unreadable?: unknown;
}

/**
 * Decodes the answer to one text: success is header.code 0 and then `ret`, where absent, null, 0 and
 * '0' are success and anything else is a refusal with its value (spec: B, response body and Errors).
 */
export function decodeCorrectionAnswer(answer: HttpAnswer): Result<SignatureAnswer> {
	const outcome = decodeSignatureAnswer(answer, 'text');
	if (!outcome.ok) return outcome;
	const { document, sid } = outcome.value;
	const { ret } = document;
	if (ret === undefined || ret === null || ret === 0 || ret === '0') return success(outcome.value);
	const value = quoted(ret) || '""';
	return failure({
		message: `The text correction service refused the text (ret ${value})`,
		remedy:
			'What this value means is not documented. Check that the text is readable Chinese. If it stays, report the session ID (sid) to iFLYTEK.',
		code: value,
		sid: quoted(sid),
		httpStatus: answer.statusCode,
		retry: false,
	});
}

/**
 * The rows of a decoded answer, in the answer's order. Every key that holds a list is a category, also
 * an undocumented one. A row that is not [position, text, suggestion, type] is kept as unreadable.
 */
export function readFindings(document: Record<string, unknown>): Finding[] {
	return Object.entries(document).flatMap(([category, rows]) => {
		if (Array.isArray(rows)) return rows.map((row) => readRow(category, row));
		return isKnownCategory(category) && rows !== null ? [readRow(category, rows)] : [];
	});
}

function readRow(category: string, row: unknown): Finding {
	if (Array.isArray(row) && row.length >= 4) {
		const [position, original, suggestion, type] = row as unknown[];
		const index = readPosition(position);
		if (index !== null && isText(original) && isText(suggestion)) {
			return {
				category,
				position: index,
				original: original ?? '',
				suggestion: suggestion ?? '',
				type: typeof type === 'string' ? type : '',
			};
		}
	}
	return {
		category,
		position: null,
		original: null,
		suggestion: null,
		type: '',
		unreadable: row,
	};
}

function readPosition(value: unknown): number | null {
	const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
	return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null;
}

function isText(value: unknown): value is string | null {
	return typeof value === 'string' || value === null;
}
