import { NodeOperationError, type IDataObject, type IHookFunctions } from 'n8n-workflow';

import { openAiCall } from '../../shared/aiCall/client';
import { queryConfiguration } from '../../shared/aiCall/configuration';
import type { Receive } from '../admission';
import { isUrlSafe, readPushSecret, unreadableAddresses } from '../protection';
import { compareRegistration, type UrlModule } from './compareRegistration';

const QUERY_OPTIONS = { timeout: 8000, maxAttempts: 2, maxTimePerItem: 20 };

const MODULES: Record<string, UrlModule> = {
	callRecord: 'receiveCallRecord',
	recording: 'receiveVoice',
	dialog: 'receiveDialog',
};

/**
 * What is done when a workflow is activated: the node's settings and its push secret are checked, and
 * on request the platform's interface configuration is compared with this webhook's URL. The platform
 * has no call to register a URL, so a difference can only be told.
 * @throws NodeOperationError for settings that cannot be read, for a push secret that does not survive in
 * a URL, and for a difference when the option says so; the last two not when n8n starts, where an
 * unreachable platform would keep the workflow from receiving
 */
export async function checkBeforeActivation(
	context: IHookFunctions,
	receive: Receive,
): Promise<void> {
	if (context.getNodeParameter('receive') !== receive) return;
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const unreadable = unreadableAddresses(String(options.allowedAddresses ?? ''));
	if (unreadable.length > 0) {
		throw new NodeOperationError(
			context.getNode(),
			`'Allowed Addresses' holds something that is no address: ${unreadable.join(', ')}`,
			{ description: 'Use IP addresses and IPv4 ranges such as 203.0.113.0/24.' },
		);
	}
	const unfit = await unfitSecret(context);
	if (unfit !== undefined) return tell(context, unfit, true);

	const check = options.checkRegistration ?? 'off';
	if (check === 'off' || context.getActivationMode() === 'manual') return;
	const finding = await findDifference(context, receive).catch((error: Error) =>
		notChecked(error.message, 'Check the credential.'),
	);
	if (finding !== undefined) tell(context, finding, check === 'refuse');
}

function tell(context: IHookFunctions, { message, description }: Finding, refuse: boolean): void {
	if (refuse && !['init', 'leadershipChange'].includes(context.getActivationMode())) {
		throw new NodeOperationError(context.getNode(), message, { description });
	}
	context.logger.warn(`'${context.getNode().name}': ${message}. ${description}`);
}

interface Finding {
	message: string;
	description: string;
}

function notChecked(why: string, description: string): Finding {
	return {
		message: `The registered URLs could not be checked: ${why}`,
		description: `${description} Or set the option 'Check Registration' to Off.`,
	};
}

/** A push secret that may arrive as another one: then every push is refused, and nobody sees why. */
async function unfitSecret(context: IHookFunctions): Promise<Finding | undefined> {
	if (!context.getNode().credentials?.iflytekAiCallApi) return undefined;
	let secret: string;
	try {
		secret = readPushSecret(await context.getCredentials('iflytekAiCallApi'));
	} catch (error) {
		return {
			message: `The credential cannot be read: ${(error as Error).message}`,
			description: 'Pushes would be refused. Select the credential in the node again.',
		};
	}
	if (isUrlSafe(secret)) return undefined;
	return {
		message: "The credential's Push Secret holds characters that change in a URL",
		description:
			'Choose one of letters and digits only: enter it in the credential, and behind ?key= at the end of the URL in the iFLYTEK console.',
	};
}

async function findDifference(
	context: IHookFunctions,
	receive: Receive,
): Promise<Finding | undefined> {
	if (!context.getNode().credentials?.iflytekAiCallApi) {
		return {
			message: "'Check Registration' needs an AI Call credential",
			description: 'Select one in the node, or set the option to Off.',
		};
	}
	const secret = readPushSecret(await context.getCredentials('iflytekAiCallApi'));
	const platform = await openAiCall(context, QUERY_OPTIONS);
	const found = await queryConfiguration(platform, 'interfaces');
	if (!found.ok) {
		return notChecked(found.problem.message, found.problem.remedy);
	}
	const differences = compareRegistration(
		found.value.interfaces,
		modulesOf(context, receive),
		context.getNodeWebhookUrl(receive === 'pushes' ? 'default' : 'setup') ?? '',
		secret,
	);
	if (differences.length === 0) return undefined;
	return {
		message: "The platform's interface configuration does not fit this trigger",
		description: `In the iFLYTEK console, ${differences.join('; ')}.`,
	};
}

function modulesOf(context: IHookFunctions, receive: Receive): UrlModule[] {
	if (receive === 'dialogContext') return ['getDialogContext'];
	const events = context.getNodeParameter('events', []) as string[];
	return events.flatMap((event) => MODULES[event] ?? []);
}
