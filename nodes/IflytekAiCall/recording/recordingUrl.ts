import { fileNameIn, parseWebAddress } from '../../shared/http/pasted';
import { invalid, success, type Result } from '../../shared/problem/problem';

/**
 * The address a recording is fetched from. Anybody who can post an event chooses it: a path is joined to the base URL;
 * a whole address, such as a redirect's, must have the base URL's host or an allowed one (with any unusual port).
 */
export function recordingAddress(
	given: unknown,
	baseUrl: unknown,
	allowedHosts: readonly string[],
): Result<URL> {
	const text = String(given ?? '').trim();
	if (text === '') {
		return invalid("'Recording URL' is empty", "Map the field 'url' of a recording event.");
	}
	const baseText = String(baseUrl ?? '').trim();
	const base = httpUrl(baseText);
	if (baseText !== '' && base === undefined) {
		return invalid(
			"'Recording Base URL' is not a web address",
			'Enter an address that starts with http:// or https://.',
		);
	}
	const absolute = /^[a-z][a-z0-9+.-]*:/i.test(text);
	if (!absolute && base === undefined) {
		return invalid(
			"'Recording URL' has no host, and 'Recording Base URL' is empty",
			"Enter the address that iFLYTEK gave you for recordings in 'Recording Base URL'.",
		);
	}
	const address = absolute ? httpUrl(text) : joined(text, base!);
	if (address === undefined) {
		return invalid(
			`'Recording URL' is not a web address: ${text.slice(0, 100)}`,
			'It must be a path or start with http:// or https://, without user name or spaces.',
		);
	}
	const hosts = allowedHosts.map((host) => host.toLowerCase().replace(/^https?:\/\/|\/.*/g, ''));
	if (![...hosts, base?.host].includes(address.host)) {
		return invalid(
			`'Recording URL' points to the host ${address.host}, which is not allowed`,
			"If it is your recording server, add it to 'Allowed Hosts'. Otherwise somebody may have sent a forged event.",
		);
	}
	return success(address);
}

/** File name of a recording: the last part of its path, made safe for a file system. */
export function recordingFileName(address: URL): string {
	const name = fileNameIn(address) ?? '';
	return name.replace(/[^\p{L}\p{N}._-]+/gu, '_').replace(/^\.+/, '') || 'recording.wav';
}

/** An http(s) address without user name, password or backslash, or undefined. */
function httpUrl(text: string): URL | undefined {
	const url = text.includes('\\') ? undefined : parseWebAddress(text);
	return url?.username === '' && url.password === '' ? url : undefined;
}

function joined(path: string, base: URL): URL | undefined {
	if (/[\s\\]/.test(path)) return undefined;
	const folder = `${base.origin}${base.pathname.replace(/(?<!\/)\/*$/, '/')}`;
	const relative = path.replace(/^\/+/, '');
	return URL.canParse(relative, folder) ? new URL(relative, folder) : undefined;
}
