import type { ICredentialTestRequest, ICredentialType, Icon, INodeProperties } from 'n8n-workflow';

import {
	requiredField,
	resolveRequestUrl,
	withUrl,
	type Authenticate,
} from '../nodes/shared/http/pasted';
import { notice } from '../nodes/shared/description/properties';
import { authorizationParameter, signatureScheme } from '../nodes/shared/signature/scheme';
import { APP_ID_FIELD, baseUrlField, secretField, serviceField } from './fields';
import { forService, refuseUntilChosen, signatureTestRules, TEST_REQUEST } from './credentialTest';

/** A 2 × 2 white PNG: the smallest picture that the invoice service has to look at. */
const PROBE_PICTURE =
	'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAADklEQVR4nGP4DwYMEAoAU7oL9ZisIGcAAAAASUVORK5CYII=';

/** The App ID as `pastedKey` cleans it. */
const PROBE_APP_ID = String.raw`($credentials.appId || "").replace(/\p{Cf}/gu, "").trim()`;

const INVOICE_PROBE = `{
	header: { app_id: ${PROBE_APP_ID}, status: 3 },
	parameter: { s824758f1: { result: { encoding: "utf8", compress: "raw", format: "json" }, template_list: "vat_invoice" } },
	payload: { s824758f1_data_1: { encoding: "png", image: "${PROBE_PICTURE}", status: 3 } }
}`;

/** One character of text (5aW9 is the base64 of 好). */
const TEXT_PROBE = `{
	header: { app_id: ${PROBE_APP_ID}, status: 3 },
	parameter: { s9a87e3ec: { result: { encoding: "utf8", compress: "raw", format: "json" } } },
	payload: { input: { encoding: "utf8", compress: "raw", format: "json", text: "5aW9", status: 3 } }
}`;

export class IflytekSignatureApi implements ICredentialType {
	name = 'iflytekSignatureApi';
	displayName = 'iFLYTEK Open Platform API';
	icon: Icon = { light: 'file:../icons/iflytek.svg', dark: 'file:../icons/iflytek.dark.svg' };
	documentationUrl = 'https://github.com/n8n-nodes-iflytek/n8n-nodes-iflytek#iflytek-signature-api';

	properties: INodeProperties[] = [
		serviceField(
			signatureScheme,
			'The service that the keys below are for: each has keys of its own. Saving tests them with one tiny request, which the service may count.',
		),
		notice(
			'console',
			'Copy the three values from the page of the service in the <a href="https://console.xfyun.cn/app/myapp" target="_blank">iFLYTEK console</a>, under 服务接口认证信息 (Authentication).',
		),
		APP_ID_FIELD,
		secretField(
			'API Key',
			'apiKey',
			'APIKey in the console: 32 characters. The APISecret looks similar; do not swap them.',
		),
		secretField('API Secret', 'apiSecret', 'APISecret in the console: 32 characters'),
		baseUrlField(
			'https://api.xf-yun.com',
			'Change it only for a proxy or another host of the vendor. The path is signed: a proxy must keep it.',
		),
	];

	/**
	 * Puts host, date and authorization into the query, in place of any there (services.md, Signature scheme:
	 * Authentication). A date that the caller put into the query is signed as it is.
	 */
	authenticate: Authenticate = async (credentials, requestOptions) => {
		const url = resolveRequestUrl(requestOptions, credentials.baseUrl);
		refuseUntilChosen(url);
		const qs = { ...requestOptions.qs };
		const signedBefore = url.searchParams.has('authorization');
		const givenDate = qs.date ?? (signedBefore ? undefined : url.searchParams.get('date'));
		const date = givenDate ? String(givenDate) : new Date().toUTCString();
		const authorization = authorizationParameter({
			host: url.host,
			date,
			method: (requestOptions.method ?? 'GET').toUpperCase(),
			path: url.pathname,
			apiKey: requiredField(credentials, 'apiKey', 'API Key'),
			apiSecret: requiredField(credentials, 'apiSecret', 'API Secret'),
		});
		for (const name of ['authorization', 'host', 'date']) {
			url.searchParams.delete(name);
			delete qs[name];
		}
		const signature = `host=${encodeURIComponent(url.host)}&date=${encodeURIComponent(date)}&authorization=${encodeURIComponent(authorization)}`;
		url.search = url.search === '' ? signature : `${url.search.slice(1)}&${signature}`;
		return withUrl({ ...requestOptions, qs }, url);
	};

	test: ICredentialTestRequest = {
		request: {
			...TEST_REQUEST,
			url: forService({ invoice: '"/v1/private/s824758f1"', text: '"/v1/private/s9a87e3ec"' }),
			headers: { 'Content-Type': 'application/json' },
			body: forService({ invoice: INVOICE_PROBE, text: TEXT_PROBE }, 'undefined') as never,
		},
		rules: signatureTestRules,
	};
}
