import { NodeOperationError, type IDataObject, type IHookFunctions } from 'n8n-workflow';

import { openAiCallClient, queryConfiguration } from '../../shared/aiCall/client';
import { unreadableAddresses } from '../access/authorize';
import type { Mode } from '../access/request';
import { isUrlSafe } from '../../shared/http/pasted';
import { checked } from '../../shared/items/item';
import { hasRightKey, keyCheck, readWebhookSecret } from '../access/webhookSecret';
import { triggerProperties } from '../properties';
import { PUSH_KINDS } from '../push/kinds';

const TURN_OFF = "Or set the option 'Verify URLs on Publish' to Off.";

/**
 * Checks a workflow that is being published: the node's settings, its webhook secret and, on request, the URL in the
 * platform's interface configuration. The platform has no call to register a URL: the user has to correct it. n8n
 * shows the message of a refused publication and drops its description, so the message says everything.
 * @throws NodeOperationError for settings or a credential that cannot be read, for a webhook secret that a URL would
 * change and, if the option says so, for a different URL. When n8n starts, all but invalid addresses are only logged:
 * an unreachable platform must not keep the workflow from receiving.
 */
export async function checkBeforePublishing(context: IHookFunctions): Promise<void> {
	const mode = context.getNodeParameter('operation') as Mode;
	const options = context.getNodeParameter('options', {}) as IDataObject;
	// an expression or an import may give a value that the editor would not
	for (const name of [mode === 'pushes' ? 'events' : 'respondWith', 'options']) {
		const named = triggerProperties.filter((property) => property.name === name);
		const raw = context.getNodeParameter(name, '', { rawExpressions: true });
		const value = checked(named, context.getNodeParameter(name, ''), raw);
		if (!value.ok) {
			return report(context, `${value.problem.message}. ${value.problem.remedy}`, true);
		}
	}
	const unreadable = unreadableAddresses(String(options.allowedAddresses ?? ''));
	if (unreadable.length > 0) {
		throw new NodeOperationError(
			context.getNode(),
			`'Allowed Addresses' contains an invalid address: ${unreadable.join(', ')}. Use IP addresses and IPv4 ranges such as 203.0.113.0/24.`,
		);
	}
	let secret: string | undefined;
	try {
		if (context.getNode().credentials?.iflytekAiCallApi) {
			secret = readWebhookSecret(await context.getCredentials('iflytekAiCallApi'));
		}
	} catch (error) {
		const reason = (error as Error).message;
		const unusable = `The credential cannot be read: ${reason}. Events would be refused: select the credential in the node again.`;
		return report(context, unusable, true);
	}
	// every push would be refused without explanation
	if (secret !== undefined && !isUrlSafe(secret)) return report(context, UNSAFE_SECRET, true);

	const verify = options.verifyUrlsOnPublish ?? 'off';
	if (verify === 'off' || context.getActivationMode() === 'manual') return;
	const finding = await findDifference(context, mode, secret).catch((error: Error) =>
		notChecked(error.message, 'Check the credential.'),
	);
	if (finding !== undefined) report(context, finding, verify === 'block');
}

const UNSAFE_SECRET =
	"The credential's Webhook Secret contains characters that change in a URL. Choose one of letters and digits only: enter it in the credential, and after ?key= at the end of the URL in the iFLYTEK console.";

function report(context: IHookFunctions, finding: string, block: boolean): void {
	if (block && !['init', 'leadershipChange'].includes(context.getActivationMode())) {
		throw new NodeOperationError(context.getNode(), finding);
	}
	context.logger.warn(`'${context.getNode().name}': ${finding}`);
}

function notChecked(reason: string, remedy: string): string {
	return `The URLs in the iFLYTEK console could not be verified: ${reason.replace(/\.$/, '')}. ${remedy} ${TURN_OFF}`;
}

async function findDifference(
	context: IHookFunctions,
	mode: Mode,
	secret: string | undefined,
): Promise<string | undefined> {
	if (secret === undefined) {
		return "'Verify URLs on Publish' needs an AI Call credential: select one in the node, or set the option to Off.";
	}
	const platform = await openAiCallClient(context, { timeout: 8000, maxTimePerItem: 20 });
	const found = await queryConfiguration(platform, 'interfaces');
	if (!found.ok) return notChecked(found.problem.message, found.problem.remedy);
	const wanted = context.getNodeWebhookUrl(mode === 'pushes' ? 'default' : 'setup') ?? '';
	const events = context.getNodeParameter('events', []) as string[];
	const kinds = PUSH_KINDS.filter(({ event }) => events.includes(event));
	const modules =
		mode === 'pushes' ? kinds.map(({ urlModule }) => urlModule) : ['getDialogContext'];
	const differences = compareRegistration(found.value.interfaces, modules, wanted, secret);
	if (differences.length === 0) return undefined;
	if (isLocal(wanted)) {
		return `n8n knows its own address as ${new URL(wanted).origin}, which the iFLYTEK platform cannot reach. Set the environment variable N8N_WEBHOOK_URL (WEBHOOK_URL in older n8n) to the public address of n8n, restart n8n and publish again. ${TURN_OFF}`;
	}
	const url = secret === '' ? wanted : `${wanted}?key=WEBHOOK_SECRET`;
	const places = differences.map(({ module, found }) => `${module} (${found})`).join(', ');
	return `In the iFLYTEK console, under Interface Configuration, paste ${url} for ${places}. ${TURN_OFF}`;
}

/**
 * The modules whose configured URL does not reach this trigger, and what each has instead, without any secret.
 * @param modules the platform's names for the trigger's events, such as receiveVoice
 * @param wanted the URL of the webhook, without a query
 * @param secret the webhook secret, empty if there is none
 */
export function compareRegistration(
	interfaces: ReadonlyArray<Record<string, unknown>>,
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
