import { isRecord } from '../../shared/http/json';
import { hasRightKey, keyCheck } from '../access/webhookSecret';

/** A fault of the URL that the platform has for one of its modules. */
export interface RegistrationDifference {
	/** the platform's name for it, such as receiveVoice */
	module: string;
	/** the registered address, without the secret that its query may hold */
	found: string;
}

/**
 * Compares the platform's interface configuration with this trigger's URL, by the same rules by which
 * the trigger takes a request.
 * @param urls `result.urls` of the configuration query
 * @param modules the platform's names for the trigger's events
 * @param wanted the URL of the webhook, without a query
 * @param secret the webhook secret; empty when none is used
 */
export function compareRegistration(
	urls: unknown,
	modules: string[],
	wanted: string,
	secret: string,
): RegistrationDifference[] {
	const entries = (Array.isArray(urls) ? urls : []).filter(isRecord);
	return modules.flatMap((module) => {
		const registered = entries
			.filter((entry) => entry.url_module === module)
			.map(({ url }) => String(url ?? '').trim())
			.filter((url) => url !== '');
		if (registered.length === 0) return [{ module, found: 'has no URL' }];
		const differences = registered.map((url) => difference(url, wanted, secret));
		const [found] = differences;
		return differences.includes(null) || !found ? [] : [{ module, found }];
	});
}

/** Why requests to a registered URL do not reach the trigger; null when they do. */
function difference(registered: string, wanted: string, secret: string): string | null {
	if (!URL.canParse(registered)) return 'has something that is not a URL';
	const url = new URL(registered);
	const address = withoutQuery(url);
	if (address.replace(/\/$/, '') !== withoutQuery(new URL(wanted)).replace(/\/$/, '')) {
		return `has ${address}`;
	}
	return hasRightKey(url, keyCheck(secret)) ? null : 'has this URL without the right ?key=';
}

/** A URL without the parts that may be secret, also where a mistyped question mark makes them part of the path. */
const withoutQuery = ({ protocol, host, pathname }: URL): string =>
	`${protocol}//${host}${pathname.replace(/key=.*/i, 'key=…')}`;

/** Whether a URL can be reached only from this machine or its network. */
export function isLocal(url: string): boolean {
	const { hostname } = new URL(url);
	return (
		/^((127|10)(\.\d+){3}$|0\.0\.0\.0$|192\.168(\.\d+){2}$|172\.(1[6-9]|2\d|3[01])(\.\d+){2}$|\[(::1|f[cd])|[^.:]+$)/.test(
			hostname,
		) || /\.(local|localhost|internal|lan)$/.test(hostname)
	);
}
