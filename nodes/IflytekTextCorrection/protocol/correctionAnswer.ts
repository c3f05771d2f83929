import type { HttpAnswer } from '../../shared/http/response';
import {
	failure,
	sanitize,
	success,
	problemFrom,
	type Meaning,
	type Result,
} from '../../shared/problem/problem';
import { decodeSignatureAnswer, type SignatureAnswer } from '../../shared/signature/scheme';
import { isKnownCategory } from './categories';
import { TEXT_SERVICE } from './service';

/** One row of the answer: what the service found at one place; nulls where it is not in the documented form. */
export interface Finding {
	/** the service's key of the category, also one that is not documented */
	category: string;
	/** as the service counts it, from 0 */
	position: number | null;
	/** the wrong text; empty if something is missing */
	original: string | null;
	/** the right text; empty for a deletion or if there is no suggestion */
	suggestion: string | null;
	/** only when the service suggests more than one text */
	alternatives?: string[];
	/** the service's own detailed type */
	type: string;
	/** the row as it came, only when it is not in the documented form */
	unreadable?: unknown;
}

const REFUSED_TEXT: Meaning = [
	'The text correction service refused the text (ret {0})',
	'服务拒绝了该文本（ret {0}）',
	'What this value means is not documented. Check that the text is readable Chinese. If the problem persists, report the session ID (sid) to iFLYTEK.',
	'文档没有说明该值的含义。请确认文本是可读的中文。如果问题依旧，请把会话 ID（sid）告知讯飞。',
];

/**
 * Decodes the answer to one text: success is header.code 0 and then `ret`, where absent, null, 0 and
 * '0' are success and anything else is a refusal with its value (services.md, Text: Decoded document).
 */
export function decodeCorrectionAnswer(answer: HttpAnswer): Result<SignatureAnswer> {
	const decoded = decodeSignatureAnswer(answer, TEXT_SERVICE);
	if (!decoded.ok) return decoded;
	const { document, sid } = decoded.value;
	const { ret } = document;
	if (ret === undefined || ret === null || ret === 0 || ret === '0') return success(decoded.value);
	const value = sanitize(ret) || '""';
	return failure({ ...problemFrom(REFUSED_TEXT, [value]), code: value, sid: sanitize(sid) });
}

/**
 * The rows of a decoded answer, in the answer's order. Every key that holds a list is a category, also
 * an undocumented one. A row that is not [position, text, suggestion, type], the type being optional,
 * is kept as unreadable. A row that comes twice in its category counts once.
 */
export function readFindings(document: Record<string, unknown>): Finding[] {
	return Object.entries(document).flatMap(([category, rows]) => {
		const isCategory = Array.isArray(rows) || (isKnownCategory(category) && rows !== null);
		const found: unknown[] = isCategory ? [rows].flat() : [];
		const distinct = new Map(found.map((row) => [JSON.stringify(row), row]));
		return [...distinct.values()].map((row) => readRow(category, row));
	});
}

function readRow(category: string, row: unknown): Finding {
	const [at, wrong, right, type] = (Array.isArray(row) ? row : []) as unknown[];
	const [position, original, text] = [readPosition(at), readText(wrong), readText(right)];
	if (position === null || original === null || text === null) {
		const nothing = { position: null, original: null, suggestion: null };
		return { category, ...nothing, type: '', unreadable: row };
	}
	const suggested = readSuggestion(original, text);
	return { category, position, original, ...suggested, type: typeof type === 'string' ? type : '' };
}

/** Several alternatives come in one text, with a bar between them. */
function readSuggestion(original: string, suggestion: string) {
	const parts = suggestion.split('|').map((part) => part.trim());
	const alternatives = [...new Set(parts.filter((part) => part !== ''))];
	// a bar in the text itself, or nothing but bars, is not a separator
	if (parts.length === 1 || alternatives.length === 0 || original.includes('|'))
		return { suggestion };
	const joined = { suggestion: alternatives.join(' | ') };
	return alternatives.length === 1 ? joined : { ...joined, alternatives };
}

function readPosition(value: unknown): number | null {
	const isDigits = typeof value === 'string' && /^\d+(\.0+)?$/.test(value.trim());
	const number = isDigits ? Number(value) : value;
	return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null;
}

/** Null is an empty text; anything but text and numbers is refused. */
function readText(value: unknown): string | null {
	if (value === null) return '';
	return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}
