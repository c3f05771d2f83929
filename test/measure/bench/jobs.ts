/** The same recognition done in three ways: by our node, by n8n's own nodes, and by a bare client. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { sceneName } from '../../../nodes/IflytekImageRecognition/protocol/sceneLabels';
import { ELEMENTS } from '../../../nodes/IflytekInvoiceOcr/invoice/invoice';
import { mainSignatureAccount } from '../../emulator';
import { invoicePng } from '../../emulator/fixtures/invoiceImages';
import { labelledPng } from '../../emulator/fixtures/labelled';
import { sampleInvoice } from '../../emulator/fixtures/sampleInvoice';
import type { Step } from '../../support/chain';
import type { CredentialsByType } from '../../n8n/harness';
import type { BareJob } from './bareClient';
import type { Service } from './bench';
import { code, httpRequest, madeItems, readFile } from './workflows';

export interface Job {
	name: string;
	/** as the emulator's ledger calls it */
	service: 'invoice' | 'scene' | 'text';
	items: number;
	/** nodes that make the items */
	input: Step[];
	ours: Step[];
	peer: Step[];
	bare: BareJob['work'];
}

const SCENES = 43;
const APP_ID = mainSignatureAccount.appId;
const TEXT =
	'会议部暑了下半年工作。做为一名老编辑，他以经完成了初稿，但写到结尾时画蛇天足。全体人员必需遵守截止目前的进度安排，认真贯落实各项措施。';

/** So many texts with errors in them, no two alike. */
export const texts = (count: number): string[] =>
	Array.from({ length: count }, (_, n) => `${TEXT}第${n}号`);

/** Nodes that make the same texts in n8n. */
export const textItems = (count: number): Step[] =>
	madeItems(count, `{ text: '${TEXT}第' + n + '号' }`);

export function correctText(
	credentials: CredentialsByType,
	options: Record<string, unknown> = {},
): Step {
	return {
		name: 'Correct Text',
		type: 'n8n-nodes-iflytek.iflytekTextCorrection',
		credentials: only(credentials, 'iflytekSignatureApi'),
		parameters: { text: '={{ $json.text }}', options },
	};
}

export function textJob({ emulator, credentials }: Service, items: number): Job {
	return {
		name: 'Text',
		service: 'text',
		items,
		input: textItems(items),
		ours: [correctText(credentials)],
		peer: [
			code('Build Requests', 'buildTextRequests', { APP_ID }),
			httpRequest(
				`${emulator.url}/v1/private/s9a87e3ec`,
				only(credentials, 'iflytekSignatureApi'),
				{ specifyBody: 'json', jsonBody: '={{ $json.body }}' },
			),
			code('Read Answers', 'readCorrections'),
		],
		bare: { kind: 'text', texts: texts(items) },
	};
}

/** @param folder one that n8n may read */
export function sceneJob(
	{ emulator, credentials }: Service,
	items: number,
	folder: string,
	bytes = 100_000,
): Job {
	const file = join(folder, `scene-${bytes}.png`);
	writeFileSync(file, labelledPng(9, { width: 320, height: 240, padTo: bytes }));
	const names = Array.from({ length: SCENES }, (_, label) => {
		const { english, chinese } = sceneName(label) ?? {};
		return [english, chinese];
	});
	const credential = only(credentials, 'iflytekChecksumApi');
	return {
		name: 'Scene',
		service: 'scene',
		items,
		input: [readFile(file), ...madeItems(items, '{ n }')],
		ours: [
			{
				name: 'Recognize Scene',
				type: 'n8n-nodes-iflytek.iflytekImageRecognition',
				credentials: credential,
				parameters: { resource: 'scene', options: {} },
			},
		],
		peer: [
			httpRequest(`${emulator.url}/v1/scene`, credential, {
				contentType: 'binaryData',
				inputDataFieldName: 'data',
			}),
			code('Read Answers', 'readScenes', { NAMES: names }),
		],
		bare: { kind: 'scene', file },
	};
}

/** @param folder one that n8n may read */
export function invoiceJob(
	{ emulator, credentials }: Service,
	items: number,
	folder: string,
	bytes = 200_000,
): Job {
	const file = join(folder, `invoice-${bytes}.png`);
	writeFileSync(file, invoicePng(sampleInvoice({ seed: 1 }).truth, { padTo: bytes }));
	const credential = only(credentials, 'iflytekSignatureApi');
	return {
		name: 'Invoice',
		service: 'invoice',
		items,
		input: [readFile(file), ...madeItems(items, '{ n }')],
		ours: [
			{
				name: 'Read Invoice',
				type: 'n8n-nodes-iflytek.iflytekInvoiceOcr',
				credentials: credential,
				parameters: { options: {} },
			},
		],
		peer: [
			// a Code node: n8n's Extract From File takes three times as long for the same
			code('Build Requests', 'buildInvoiceRequests', { APP_ID }),
			httpRequest(`${emulator.url}/v1/private/s824758f1`, credential, {
				specifyBody: 'json',
				jsonBody: '={{ $json.body }}',
			}),
			code('Read Answers', 'readInvoices', {
				FIELDS: ELEMENTS.map(({ key, name }) => [key, name]),
			}),
		],
		bare: { kind: 'invoice', file },
	};
}

function only(credentials: CredentialsByType, type: string): CredentialsByType {
	return { [type]: credentials[type] };
}
