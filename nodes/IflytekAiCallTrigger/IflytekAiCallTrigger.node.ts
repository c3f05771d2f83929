import {
	NodeConnectionTypes,
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { answerDialogContext } from './dialogContext/answerDialogContext';
import { triggerProperties } from './properties';
import { PUSH_KINDS } from './push/kinds';
import { receivePush } from './push/receivePush';
import { checkBeforePublishing } from './registration/checkRegistration';

export class IflytekAiCallTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'iFLYTEK AI Call Trigger',
		name: 'iflytekAiCallTrigger',
		icon: { light: 'file:../../icons/aiCall.svg', dark: 'file:../../icons/aiCall.dark.svg' },
		group: ['trigger'],
		// for version 1 n8n evaluates an expression before each request and starts one more expression engine for it
		version: [1, 1.1],
		defaultVersion: 1.1,
		subtitle: `={{ $parameter["operation"] === "dialogContext" ? "Caller data requests" : $parameter["events"].length === ${PUSH_KINDS.length} ? "All call events" : $parameter["events"].join(", ").replace(/[A-Z]/g, " $&").toLowerCase() }}`,
		// n8n lists this node and iFLYTEK AI Call as one, under this sentence
		description: 'Call phone numbers with an AI voice robot and react to call results',
		eventTriggerDescription:
			'The test URL waits for one event. The platform only calls the URL in its console, so send a sample event to the test URL yourself, as the example workflow Send a test event does.',
		activationMessage:
			'One step is left: copy the Production URL of the trigger and paste it in the iFLYTEK console, under Interface Configuration. Until then the platform sends nothing.',
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
				ndvHideUrl: '={{ $parameter["operation"] === "dialogContext" }}',
				ndvHideMethod: '={{ $parameter["operation"] === "dialogContext" }}',
			},
			{
				name: 'setup',
				httpMethod: 'POST',
				path: 'context',
				responseMode: 'lastNode',
				responseData: 'firstEntryJson',
				ndvHideUrl: '={{ $parameter["operation"] !== "dialogContext" }}',
				ndvHideMethod: '={{ $parameter["operation"] !== "dialogContext" }}',
			},
		],
		triggerPanel: {
			header: 'Receive a test event',
			executionsHelp: {
				inactive:
					'<b>While you build</b>, press the button above and send a <a href="https://github.com/n8n-nodes-iflytek/n8n-nodes-iflytek/blob/main/docs/ai-call-trigger.md#sample-events" target="_blank">sample event</a> to the test URL: it shows up here. The platform keeps one URL for each interface, so do not paste the test URL in its console.<br /><br /><b>When all is ready</b>, publish the workflow and paste the production URL in the iFLYTEK console. Its runs are in the <a data-key="executions">executions list</a>, not here.',
				active:
					'The workflow is published: events at the production URL start it, and the runs are in the <a data-key="executions">executions list</a>.<br /><br /><b>While you build</b>, press the button above and send a sample event to the test URL; the production URL goes on working.',
			},
			activationHint:
				'Publish the workflow, then paste the production URL in the iFLYTEK console under Interface Configuration.',
		},
		properties: triggerProperties,
	};

	webhookMethods = {
		// n8n cannot register a URL on the platform: only create has something to do, for both webhooks at once
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return false;
			},
			async create(this: IHookFunctions): Promise<boolean> {
				await checkBeforePublishing(this);
				return true;
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const answer = this.getWebhookName() === 'setup' ? answerDialogContext : receivePush;
		return await answer(this);
	}
}
