import { NodeOperationError, type IDataObject, type IHookFunctions } from 'n8n-workflow';

import { openAiCall } from '../../shared/aiCall/aiCallService';
import { queryConfiguration } from '../../shared/aiCall/configuration';
import type { Receive } from '../admission';
import { unreadableAddresses } from '../protection';
import { compareRegistration, type UrlModule } from './compareRegistration';

const QUERY_OPTIONS = { timeout: 8000, maxAttempts: 2, maxTimePerItem: 20 };

const MODULES: Record<string, UrlModule> = {
	callRecord: 'receiveCallRecord',
	recording: 'receiveVoice',
	dialog: 'receiveDialog',
};

/**
 * What is done when a workflow is activated: the node's settings are checked, and on request the
 * platform's interface configuration is compared with this webhook's URL. The platform has no call to
 * register a URL, so a difference can only be told.
 * @throws NodeOperationError for settings that cannot be read, and for a difference when the option
 * says so; not when n8n starts, where an unreachable platform would keep the workflow from receiving
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
	const check = options.checkRegistration ?? 'off';
	const activation = context.getActivationMode();
	if (check === 'off' || activation === 'manual') return;

	const finding = await findDifference(context, receive).catch((error: Error) =>
		notChecked(error.message, 'Check the credential.'),
	);
	if (finding === undefined) return;
	if (check === 'refuse' && !['init', 'leadershipChange'].includes(activation)) {
		throw new NodeOperationError(context.getNode(), finding.message, {
			description: finding.description,
		});
	}
	context.logger.warn(`'${context.getNode().name}': ${finding.message}. ${finding.description}`);
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
	const { pushSecret } = await context.getCredentials('iflytekAiCallApi');
	const platform = await openAiCall(context, QUERY_OPTIONS);
	const found = await queryConfiguration(platform, 'interfaces');
	if (found.kind !== 'answered') {
		return notChecked(found.failure.message, found.failure.description);
	}
	const differences = compareRegistration(
		found.configuration.interfaces,
		modulesOf(context, receive),
		context.getNodeWebhookUrl(receive === 'pushes' ? 'default' : 'setup') ?? '',
		String(pushSecret ?? '').trim(),
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
