import type { Step } from '../../../support/chain';

/** The node's name in every chain. */
export const HTTP_REQUEST = 'HTTP Request';

/** n8n's own HTTP Request node, posting JSON with a credential of this package. */
export function httpRequest(
	credentialType: string,
	credential: { id: string; name: string },
	url: string,
	{ body, options = {} }: { body: unknown; options?: Record<string, unknown> },
): Step {
	return {
		name: HTTP_REQUEST,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			method: 'POST',
			url,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: credentialType,
			sendBody: true,
			specifyBody: 'json',
			jsonBody: JSON.stringify(body),
			options,
		},
		credentials: { [credentialType]: { id: credential.id, name: credential.name } },
	};
}
