import {
	NodeConnectionTypes,
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { triggerProperties } from './description';
import { answerDialogContext } from './dialogContext/answerDialogContext';
import { receivePush } from './push/receivePush';
import { checkBeforeActivation } from './registration/checkRegistration';

export class IflytekAiCallTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'iFLYTEK AI Call Trigger',
		name: 'iflytekAiCallTrigger',
		icon: { light: 'file:../../icons/aiCall.svg', dark: 'file:../../icons/aiCall.dark.svg' },
		group: ['trigger'],
		// for version 1 n8n evaluates an expression before each request, which takes it an engine of its own
		version: [1, 1.1],
		defaultVersion: 1.1,
		subtitle:
			'={{ $parameter["receive"] === "dialogContext" ? "dialog context" : $parameter["events"].length > 2 ? $parameter["events"].length + " kinds of pushes" : $parameter["events"].join(", ").replace("callRecord", "call record") }}',
		// n8n lists this node and iFLYTEK AI Call as one, under this sentence
		description:
			'Calls by a telephone robot: place them, and start workflows on their records, recordings and dialogs',
		eventTriggerDescription:
			'Send a saved push to the test URL: POST its JSON with curl or an HTTP Request node',
		defaults: { name: 'iFLYTEK AI Call Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'iflytekAiCallApi', required: false }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				path: 'push',
				responseMode: 'onReceived',
				responseData: 'success',
				ndvHideUrl: '={{ $parameter["receive"] === "dialogContext" }}',
				ndvHideMethod: '={{ $parameter["receive"] === "dialogContext" }}',
			},
			{
				name: 'setup',
				httpMethod: 'POST',
				path: 'context',
				responseMode: 'lastNode',
				responseData: 'firstEntryJson',
				ndvHideUrl: '={{ $parameter["receive"] !== "dialogContext" }}',
				ndvHideMethod: '={{ $parameter["receive"] !== "dialogContext" }}',
			},
		],
		triggerPanel: {
			header: 'Receive a test push',
			executionsHelp: {
				inactive:
					'The trigger has two URLs. <br /><br /><b>While you build</b>, press the button above, send a push to the test URL, and it shows up here. The platform keeps one URL for each interface, so rather send a copy of a push yourself than paste the test URL into the console.<br /><br /><b>When all is ready</b>, activate (publish) the workflow and paste the production URL into the iFLYTEK console. Its runs are in the <a data-key="executions">executions list</a>, not here.',
				active:
					'The workflow is active: pushes to the production URL start it, and the runs are in the <a data-key="executions">executions list</a>.<br /><br /><b>While you build</b>, press the button above and send a copy of a push to the test URL; the production URL goes on working.',
			},
			activationHint:
				'Activate (publish) the workflow so that the production URL answers, then paste that URL into the iFLYTEK console.',
		},
		properties: triggerProperties,
	};

	webhookMethods = {
		default: {
			// whether a URL is registered is no matter of n8n: only create looks at the platform
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return false;
			},
			async create(this: IHookFunctions): Promise<boolean> {
				await checkBeforeActivation(this, 'pushes');
				return true;
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return true;
			},
		},
		setup: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return false;
			},
			async create(this: IHookFunctions): Promise<boolean> {
				await checkBeforeActivation(this, 'dialogContext');
				return true;
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return this.getWebhookName() === 'setup'
			? await answerDialogContext(this)
			: await receivePush(this);
	}
}
