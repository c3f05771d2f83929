import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SignatureAccount } from '../accounts';
import type { Received } from '../core/types';

/** Something that the specification does not have, beside a signature that is right. */
interface HmacDeviation {
	message: string;
	/** Whether clients of the vendor send it. */
	vendor: boolean;
	/** How it is refused where it is not taken. */
	refusedAs: 'unreadable' | 'mismatch';
}

export type HmacVerdict =
	| { kind: 'valid'; account: SignatureAccount; deviations: HmacDeviation[] }
	| { kind: 'missing' | 'unreadable' | 'unknownKey' | 'clock' }
	| { kind: 'mismatch'; account: SignatureAccount };

const PARAMETERS = ['authorization', 'host', 'date'];

const MAX_SKEW_MS = 300_000;
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const DATE =
	/^([A-Z][a-z]{2}), (\d{2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) (?:GMT|UTC)$/;
const ORIGIN =
	/^api_key="([^"]+)", ?algorithm="([^"]+)", ?headers="([^"]+)", ?signature="([^"]+)"$/;

/**
 * Reads a date of the pattern `EEE, dd MMM yyyy HH:mm:ss z` in zone GMT or UTC.
 * Returns milliseconds, or null where the text is no such date (a wrong weekday included).
 */
function parseSignatureDate(text: string): number | null {
	const match = DATE.exec(text);
	if (!match) return null;
	const [, day, date, month, year, hours, minutes, seconds] = match as unknown as string[];
	const at = new Date(
		Date.UTC(Number(year), MONTHS.indexOf(month), Number(date), +hours, +minutes, +seconds),
	);
	const same =
		MONTHS.includes(month) &&
		at.getUTCDate() === Number(date) &&
		at.getUTCHours() === Number(hours) &&
		at.getUTCMinutes() === Number(minutes) &&
		at.getUTCSeconds() === Number(seconds) &&
		DAYS[at.getUTCDay()] === day;
	return same ? at.getTime() : null;
}

/** Decodes base64 of the standard alphabet with padding; null for anything else. */
export function strictBase64(text: string): Buffer | null {
	if (text.length % 4 !== 0 || text.includes('-') || text.includes('_')) return null;
	const decoded = Buffer.from(text, 'base64');
	const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
	return decoded.length === (text.length / 4) * 3 - padding ? decoded : null;
}

/** Whether `host` is the host name of the request, which may carry its port (spec: Authentication). */
function isHostOf(hostHeader: string, host: string): boolean {
	const [asked, signed] = [hostHeader.toLowerCase(), host.toLowerCase()];
	return signed === asked || signed === asked.replace(/:\d+$/, '');
}

function deviationsOf(
	{ query, headers }: Pick<Received, 'query' | 'headers'>,
	host: string,
	origin: string,
): HmacDeviation[] {
	const deviations: HmacDeviation[] = [];
	for (const name of new Set(query.keys())) {
		if (PARAMETERS.includes(name)) continue;
		const message = `'${name}' is not a query parameter`;
		deviations.push({ message, vendor: false, refusedAs: 'unreadable' });
	}
	if (/",\S/.test(origin)) {
		const message = 'no space between the parts of the authorization';
		deviations.push({ message, vendor: true, refusedAs: 'unreadable' });
	}
	if (!isHostOf(headers.host ?? '', host)) {
		const message = "'host' is not the host of the request";
		deviations.push({ message, vendor: true, refusedAs: 'mismatch' });
	}
	return deviations;
}

/**
 * Re-computes the signature from what was sent: the `host` and `date` of the query and the request
 * line. A parameter that stands there twice cannot be read. `now` is the server's clock in
 * milliseconds.
 */
export function verifyHmac(
	request: Pick<Received, 'query' | 'path' | 'headers' | 'now'>,
	accounts: SignatureAccount[],
): HmacVerdict {
	const { query, path, now } = request;
	const authorization = query.get('authorization');
	if (!authorization) return { kind: 'missing' };

	const date = query.get('date') ?? '';
	const sentAt = parseSignatureDate(date);
	if (sentAt === null || Math.abs(sentAt - now) > MAX_SKEW_MS) return { kind: 'clock' };

	const host = query.get('host');
	const origin = ORIGIN.exec(strictBase64(authorization)?.toString('utf8') ?? '');
	const repeated = PARAMETERS.some((name) => query.getAll(name).length > 1);
	if (!host || !origin || repeated) return { kind: 'unreadable' };
	const [, apiKey, algorithm, headers, signature] = origin;
	const account = accounts.find((candidate) => candidate.apiKey === apiKey);
	if (algorithm !== 'hmac-sha256' || headers !== 'host date request-line') {
		return { kind: 'unreadable' };
	}
	if (!account) return { kind: 'unknownKey' };

	const signed = [`host: ${host}`, `date: ${date}`, `POST ${path} HTTP/1.1`].join('\n');
	const expected = createHmac('sha256', account.apiSecret).update(signed).digest();
	const given = strictBase64(signature as string);
	const same = given?.length === expected.length && timingSafeEqual(given, expected);
	if (!same) return { kind: 'mismatch', account };
	return { kind: 'valid', account, deviations: deviationsOf(request, host, origin[0]) };
}
