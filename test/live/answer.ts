/** An answer as far as it can be judged; `fault` says why there is none. */
export interface Answer {
	status: number | null;
	json: unknown;
	fault: string | null;
}

const PATIENCE_MS = 60_000;

/** POSTs once, never again; every failure is in the answer. */
export async function post(
	url: string,
	headers: Record<string, string>,
	body: string | Buffer,
): Promise<Answer> {
	try {
		const response = await fetch(url, {
			method: 'POST',
			headers,
			body: new Uint8Array(Buffer.from(body)),
			redirect: 'manual',
			signal: AbortSignal.timeout(PATIENCE_MS),
		});
		return { status: response.status, json: parsed(await response.text()), fault: null };
	} catch (error) {
		const { cause, name } = error as { cause?: { code?: string }; name: string };
		return { status: null, json: undefined, fault: cause?.code ?? name };
	}
}

export function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** The value at a path of names and places; undefined where there is none. */
export function at(value: unknown, ...path: Array<string | number>): unknown {
	return path.reduce<unknown>(
		(inner, key) =>
			typeof inner === 'object' && inner !== null
				? (inner as Record<string | number, unknown>)[key]
				: undefined,
		value,
	);
}

export const listAt = (value: unknown, ...path: Array<string | number>): unknown[] => {
	const inner = at(value, ...path);
	return Array.isArray(inner) ? inner : [];
};

const MOST_NAMES = 12;

/** Names and types of a value, without any content: texts and numbers are told by their kind alone. */
export function shapeOf(value: unknown, depth = 3): string {
	if (value === undefined) return 'absent';
	if (value === null) return 'null';
	if (typeof value === 'string') return /^-?\d+(\.\d+)?$/.test(value) ? 'number as text' : 'text';
	if (typeof value === 'number') return Number.isInteger(value) ? 'whole number' : 'number';
	if (typeof value === 'boolean') return 'true or false';
	if (Array.isArray(value)) {
		return value.length === 0 ? 'empty list' : `list of ${shapeOf(value[0], depth - 1)}`;
	}
	if (depth <= 0) return 'object';
	const names = Object.keys(value as object).map((name) =>
		/^[A-Za-z_][\w-]{0,40}$/.test(name) ? name : '(another name)',
	);
	const more = names.length > MOST_NAMES ? ', …' : '';
	return `object {${names.slice(0, MOST_NAMES).join(', ')}${more}}`;
}

/** The code of any service's answer. */
const codeIn = (json: unknown): unknown => at(json, 'header', 'code') ?? at(json, 'code');
export const codeOf = ({ json }: Answer): string => String(codeIn(json));

/** HTTP status and code, where there are any. */
export function outcome({ status, json, fault }: Answer): string {
	if (fault !== null) return `no answer (${fault})`;
	const code = codeIn(json);
	if (typeof code === 'number' || typeof code === 'string') {
		const told = /^-?\d{1,9}$/.test(String(code)) ? String(code) : shapeOf(code);
		return `HTTP ${status}, code ${told}${typeof code === 'string' ? ' as text' : ''}`;
	}
	return `HTTP ${status}, ${shapeOf(json)}`;
}

/** No licence, a limit, a whitelist: the keys' own trouble, which shows nothing of the service. */
const OF_THE_KEYS = /^(10010|10110|11200|11201|11202|11203)$/;

/** Whether an answer shows nothing of what was asked: none at all, a limit, a proxy's failure. */
export function showsNothing({ status, json }: Answer): boolean {
	const code = codeIn(json);
	if (status === null || status === 429) return true;
	return code === undefined ? status >= 500 : OF_THE_KEYS.test(String(code));
}

const ADDRESS = /\d{1,3}(\.\d{1,3}){3}/g;
const LONG_WORD = /[\w@/+=-]{16,}/g;

/** The words of an error text: plain ASCII, without addresses and anything that could be a key. */
export function words(text: unknown): string {
	if (typeof text !== 'string') return shapeOf(text);
	const plain = text.replace(/[^\x20-\x7e]+/g, '…').replace(ADDRESS, '(address)');
	return `"${plain.replace(LONG_WORD, '…').slice(0, 120)}"`;
}
