import type { IDataObject } from 'n8n-workflow';

/** A context whose platform answers every request so, and what it was sent. */
export function answeringContext(answer: () => object | Promise<object>, statusCode = 200) {
	const sent: IDataObject[] = [];
	const context = {
		getNode: () => ({ name: 'AI Call', type: 'iflytekAiCall', typeVersion: 1 }),
		getCredentials: async () => ({
			appKey: 'key',
			appSecret: 'secret',
			baseUrl: 'https://callapi.example',
		}),
		getCurrentNodeParameter: () => undefined,
		helpers: {
			httpRequestWithAuthentication: async (_type: string, options: IDataObject) => {
				sent.push(options);
				return { statusCode, headers: {}, body: JSON.stringify(await answer()) };
			},
		},
	};
	return { context, sent };
}
