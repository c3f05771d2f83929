import { isRecord } from '../../shared/http/response';

/** The platform's names for what it sends (spec: AI call, Interface configuration). */
export type UrlModule = 'receiveCallRecord' | 'receiveVoice' | 'receiveDialog' | 'getDialogContext';

/**
 * What has to be changed in the platform's interface configuration, one sentence for each module;
 * empty when all is right. Query parameters of a registered URL are never shown: they may hold the
 * secret.
 * @param urls `result.urls` of the configuration query
 * @param wanted the URL of the webhook, without a query
 * @param secret the push secret; empty when none is used
 */
export function compareRegistration(
	urls: unknown,
	modules: UrlModule[],
	wanted: string,
	secret: string,
): string[] {
	const entries = (Array.isArray(urls) ? urls : []).filter(isRecord);
	const paste = secret === '' ? wanted : `${wanted}?key=<Push Secret>`;
	return modules.flatMap((module) => {
		const registered = entries
			.filter((entry) => entry.url_module === module)
			.map(({ url }) => String(url ?? '').trim())
			.filter((url) => url !== '');
		if (registered.length === 0) return [`${module} has no URL: paste ${paste}`];
		const problems = registered.map((url) => difference(url, wanted, secret));
		if (problems.includes(null)) return [];
		return [`${module} ${problems[0]}: paste ${paste}`];
	});
}

function difference(registered: string, wanted: string, secret: string): string | null {
	let url: URL;
	try {
		url = new URL(registered);
	} catch {
		return 'holds something that is no URL';
	}
	const key = url.searchParams.get('key');
	url.search = '';
	url.hash = '';
	url.username = '';
	url.password = '';
	if (url.href.replace(/\/$/, '') !== new URL(wanted).href.replace(/\/$/, '')) {
		return `points to ${url.href}`;
	}
	if (secret !== '' && key !== secret) return 'points here without the right ?key=';
	return null;
}
