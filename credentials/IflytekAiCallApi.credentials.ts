import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
	Icon,
	INodeProperties,
} from 'n8n-workflow';

import {
	isUrlSafe,
	pastedText,
	resolveRequestUrl,
	withUrl,
	type Authenticate,
} from '../nodes/shared/http/pasted';
import { notice } from '../nodes/shared/description/properties';
import { baseUrlField, secretField } from './fields';
import { aiCallTestRules, TEST_REQUEST } from './credentialTest';
import {
	clearToken,
	forgetIssuedToken,
	isFreshToken,
	isUsableToken,
	obtainToken,
	TokenNeeded,
} from '../nodes/shared/aiCall/token';

/** Marks the request of the credential test, which must try the keys, not a stored token. */
const TEST_MARK = 'x-iflytek-credential-test';

const UNSAFE_SECRET =
	"'Webhook Secret' contains characters that change in a URL, so every event would be refused. Use letters and digits only.";

export class IflytekAiCallApi implements ICredentialType {
	name = 'iflytekAiCallApi';
	displayName = 'iFLYTEK AI Call API';
	icon: Icon = { light: 'file:../icons/iflytek.svg', dark: 'file:../icons/iflytek.dark.svg' };
	documentationUrl = 'https://github.com/n8n-nodes-iflytek/n8n-nodes-iflytek#iflytek-ai-call-api';

	properties: INodeProperties[] = [
		notice(
			'console',
			'Copy both values from the AI call page of your application in the <a href="https://console.xfyun.cn/app/myapp" target="_blank">iFLYTEK console</a>.',
		),
		{
			displayName: 'App Key',
			name: 'appKey',
			type: 'string',
			default: '',
			required: true,
			hint: 'App Key of the AI call service: 48 characters',
		},
		secretField('App Secret', 'appSecret', 'Beside the App Key in the console: 44 characters'),
		baseUrlField(
			'https://callapi.xfyun.cn',
			'Address of the service. Change it only for a proxy or another host of the vendor.',
		),
		{
			displayName: 'Webhook Secret',
			name: 'pushSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			hint: 'Optional, for the trigger: a random secret (letters and digits). Put ?key= and this secret at the end of the URL that you paste in the console; events without it are refused.',
		},
		{
			displayName: 'Token',
			name: 'token',
			type: 'hidden',
			typeOptions: { expirable: true, password: true },
			default: '',
		},
		{ displayName: 'Expires At', name: 'expiresAt', type: 'hidden', default: '' },
	];

	/**
	 * Called by n8n when `authenticate` found no usable token. Returns nothing while there is one: n8n repeats any failed
	 * request for which this returns a token, and a repeated call-out dials people twice.
	 */
	async preAuthentication(
		this: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<IDataObject> {
		if (credentials.token !== '') return {};
		return { ...(await obtainToken(this.helpers.httpRequest, credentials)) };
	}

	/**
	 * Puts the token into the query. Without a usable one it throws as an HTTP 401 would: n8n then calls
	 * `preAuthentication`, stores its result and comes back here; nothing was sent.
	 */
	authenticate: Authenticate = async (credentials, requestOptions) => {
		const url = resolveRequestUrl(requestOptions, credentials.baseUrl);
		const { [TEST_MARK]: testMark, ...headers } = requestOptions.headers ?? {};
		const isTest = testMark !== undefined;
		if (isTest && !isUrlSafe(pastedText(credentials.pushSecret))) throw new Error(UNSAFE_SECRET);
		if (!(isTest ? isFreshToken(credentials) : isUsableToken(credentials))) {
			if (isTest) forgetIssuedToken(credentials);
			clearToken(credentials);
			throw new TokenNeeded();
		}
		const qs = { ...requestOptions.qs };
		delete qs.token;
		url.searchParams.set('token', String(credentials.token));
		return withUrl({ ...requestOptions, headers: withCharset(headers, requestOptions), qs }, url);
	};

	test: ICredentialTestRequest = {
		request: {
			...TEST_REQUEST,
			url: '/v1/service/v1/aicall/config/v1/query',
			headers: { 'Content-Type': 'application/json;charset=UTF-8', [TEST_MARK]: 'yes' },
			body: { type: 4 },
		},
		rules: aiCallTestRules,
	};
}

/** Adds the charset that JSON needs (services.md, AI Call: Protocol): n8n's HTTP Request node leaves it out. */
function withCharset(headers: IDataObject, { body }: IHttpRequestOptions): IDataObject {
	const name = Object.keys(headers).find((key) => key.toLowerCase() === 'content-type');
	// n8n sends a plain object as JSON when no type is given; a form is an object of a class
	const isPlain = Object.getPrototypeOf(body ?? '') === Object.prototype;
	const isBareJson = name === undefined ? isPlain : headers[name] === 'application/json';
	if (!isBareJson) return headers;
	return { ...headers, [name ?? 'Content-Type']: 'application/json;charset=UTF-8' };
}
