import type { Configuration } from '../../shared/aiCall/client';
import { hasRightKey, keyCheck } from '../access/webhookSecret';

/**
 * The modules whose configured URL does not reach this trigger, and what each has instead, without any secret.
 * @param modules the platform's names for the trigger's events, such as receiveVoice
 * @param wanted the URL of the webhook, without a query
 * @param secret the webhook secret, empty if there is none
 */
export function compareRegistration(
	interfaces: Configuration['interfaces'],
	modules: string[],
	wanted: string,
	secret: string,
): Array<{ module: string; found: string }> {
	return modules.flatMap((module) => {
		const faults = interfaces
			.filter((entry) => entry.url_module === module)
			.map(({ url }) => String(url ?? '').trim())
			.filter((url) => url !== '')
			.map((url) => faultOf(url, wanted, secret));
		return faults.includes(null) ? [] : [{ module, found: faults[0] ?? 'has no URL' }];
	});
}

/** Why requests to a registered URL do not reach the trigger; null when they do. */
function faultOf(registered: string, wanted: string, secret: string): string | null {
	if (!URL.canParse(registered)) return 'has something that is not a URL';
	const url = new URL(registered);
	const address = withoutQuery(url);
	const isWanted = address.replace(/\/$/, '') === withoutQuery(new URL(wanted)).replace(/\/$/, '');
	if (!isWanted) return `has ${address}`;
	return hasRightKey(url, keyCheck(secret)) ? null : 'has this URL without the right ?key=';
}

/** A URL without what may be secret, even where a mistyped question mark makes the key part of the path. */
const withoutQuery = ({ protocol, host, pathname }: URL): string =>
	`${protocol}//${host}${pathname.replace(/key=.*/i, 'key=…')}`;

const LOCAL_HOST =
	/^((127|10)(\.\d+){3}$|0\.0\.0\.0$|192\.168(\.\d+){2}$|172\.(1[6-9]|2\d|3[01])(\.\d+){2}$|\[(::1|f[cd])|[^.:]+$)|\.(local|localhost|internal|lan)$/;

/** Whether a URL can be reached only from this machine or its network. */
export function isLocal(url: string): boolean {
	return LOCAL_HOST.test(new URL(url).hostname);
}
