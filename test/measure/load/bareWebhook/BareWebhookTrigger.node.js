/** What a webhook costs in n8n before any node does anything: it answers and starts no run. */
class BareWebhookTrigger {
	description = {
		displayName: 'Bare Webhook Trigger',
		name: 'bareWebhookTrigger',
		group: ['trigger'],
		version: [1, 1.1],
		description: 'Answers and starts no run',
		defaults: { name: 'Bare Webhook Trigger' },
		inputs: [],
		outputs: ['main'],
		webhooks: [{ name: 'default', httpMethod: 'POST', path: 'push', responseMode: 'onReceived' }],
		properties: [
			{ displayName: 'Options', name: 'options', type: 'collection', default: {}, options: [] },
		],
	};

	async webhook() {
		return { webhookResponse: { name: 'value' } };
	}
}

module.exports = { BareWebhookTrigger };
