import type { ICredentialTestRequest, ICredentialType, Icon, INodeProperties } from 'n8n-workflow';

import { checksum, checksumScheme } from '../nodes/shared/checksum/scheme';
import { notice } from '../nodes/shared/description/properties';
import {
	requiredField,
	resolveRequestUrl,
	withUrl,
	type Authenticate,
} from '../nodes/shared/http/pasted';
import { APP_ID_FIELD, baseUrlField, secretField, serviceField } from './fields';
import { checksumTestRules, forService, refuseUntilChosen, TEST_REQUEST } from './credentialTest';

/** Base64 of `{"image_name":"image"}`: the documentation asks for a name with every picture. */
const DEFAULT_PARAM = 'eyJpbWFnZV9uYW1lIjoiaW1hZ2UifQ==';

const OWN_HEADER = /^x-(appid|curtime|param|checksum)$/i;

/** Address of a picture for the test request; the service downloads it, n8n does not. */
const PROBE_PARAM = `={{ (JSON.stringify({ image_name: "test.png", image_url: "https://www.xfyun.cn/favicon.png" })).base64Encode() }}`;

export class IflytekChecksumApi implements ICredentialType {
	name = 'iflytekChecksumApi';
	displayName = 'iFLYTEK Image API';
	icon: Icon = { light: 'file:../icons/iflytek.svg', dark: 'file:../icons/iflytek.dark.svg' };
	documentationUrl = 'https://github.com/n8n-nodes-iflytek/n8n-nodes-iflytek#iflytek-checksum-api';

	properties: INodeProperties[] = [
		serviceField(
			checksumScheme,
			'The service that the key below is for: each has a key of its own. Saving tests it with the address of one picture, which the service may count.',
		),
		notice(
			'console',
			'Copy both values from the page of the service in the <a href="https://console.xfyun.cn/app/myapp" target="_blank">iFLYTEK console</a>. Switch its IP whitelist (IP白名单) off, or add the public IP address of your n8n.',
		),
		APP_ID_FIELD,
		secretField(
			'API Key',
			'apiKey',
			'APIKey of scene or object recognition in the console: 32 characters',
		),
		baseUrlField(
			'http://tupapi.xfyun.cn',
			'Change it only for a proxy or another host of the vendor.',
		),
	];

	/**
	 * Sets the four X- headers (services.md, Checksum scheme: Authentication). The caller's X-Param is kept and goes into
	 * the checksum as it is sent; so does an X-CurTime that comes without a checksum.
	 */
	authenticate: Authenticate = async (credentials, requestOptions) => {
		const url = resolveRequestUrl(requestOptions, credentials.baseUrl);
		refuseUntilChosen(url);
		const given = Object.entries(requestOptions.headers ?? {});
		const headerOf = (name: string) => given.find(([key]) => key.toLowerCase() === name)?.[1];
		const param = String(headerOf('x-param') ?? DEFAULT_PARAM).trim();
		const time = String(headerOf('x-curtime') ?? '').trim();
		const isGiven = /^\d+$/.test(time) && headerOf('x-checksum') === undefined;
		const curTime = isGiven ? time : String(Math.floor(Date.now() / 1000));
		const headers = {
			...Object.fromEntries(given.filter(([name]) => !OWN_HEADER.test(name))),
			'X-Appid': requiredField(credentials, 'appId', 'App ID'),
			'X-CurTime': curTime,
			'X-Param': param,
			'X-CheckSum': checksum(requiredField(credentials, 'apiKey', 'API Key'), curTime, param),
		};
		return withUrl({ ...requestOptions, headers }, url);
	};

	test: ICredentialTestRequest = {
		request: {
			...TEST_REQUEST,
			url: forService({ object: '"/v1/currency"', scene: '"/v1/scene"' }),
			headers: { 'X-Param': PROBE_PARAM },
		},
		rules: checksumTestRules,
	};
}
