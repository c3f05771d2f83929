/** Splits a list given as text at commas, blanks and line breaks. */
export function listEntries(list: string): string[] {
	return list.split(/[\s,;]+/).filter((entry) => entry !== '');
}

/** Entries of an address list that are neither an IP address nor an IPv4 range in CIDR notation. */
export function unreadableAddresses(list: string): string[] {
	return listEntries(list).filter((entry) => readRange(entry) === null);
}

/**
 * Whether an address is in a list of exact IPv4 and IPv6 addresses and IPv4 ranges such as
 * 203.0.113.0/24. An unreadable entry allows nobody.
 * @param address as n8n sees the caller; IPv4 written as IPv6 (::ffff:…) counts as IPv4
 */
export function addressAllowed(address: string | undefined, list: string): boolean {
	const caller = address === undefined ? null : readAddress(address);
	if (caller === null) return false;
	return listEntries(list).some((entry) => {
		const range = readRange(entry);
		if (range === null || typeof range.base !== typeof caller) return false;
		if (typeof caller === 'string') return range.base === caller;
		const size = 2 ** (32 - range.prefix);
		return Math.floor((range.base as number) / size) === Math.floor(caller / size);
	});
}

function readRange(entry: string): { base: number | string; prefix: number } | null {
	const [address = '', prefix, ...rest] = entry.split('/');
	const base = readAddress(address);
	if (base === null || rest.length > 0) return null;
	if (prefix === undefined) return { base, prefix: 32 };
	const bits = /^\d{1,2}$/.test(prefix) ? Number(prefix) : NaN;
	return typeof base === 'number' && bits <= 32 ? { base, prefix: bits } : null;
}

/** An IPv4 address as a number, an IPv6 address in its shortest form, null for neither. */
function readAddress(text: string): number | string | null {
	const ipv4 = text.replace(/^::ffff:(?=\d+\.)/i, '');
	if (/^\d{1,3}(\.\d{1,3}){3}$/.test(ipv4)) {
		const parts = ipv4.split('.').map(Number);
		return parts.every((part) => part <= 255)
			? parts.reduce((sum, part) => sum * 256 + part, 0)
			: null;
	}
	if (!/^[0-9a-f:.]+$/i.test(text) || !text.includes(':')) return null;
	try {
		return new URL(`http://[${text}]`).hostname;
	} catch {
		return null;
	}
}
