import {
	NodeConnectionTypes,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { runItems } from '../shared/items/itemLoop';
import { openService } from '../shared/http/client';
import { signatureServiceName } from '../shared/signature/answer';
import { BodyBuffers } from './bodyBuffers';
import {
	recognizeAction,
	recognizeInvoice,
	recognizeProperties,
	weighInvoice,
} from './recognize.operation';

export class IflytekInvoiceOcr implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'iFLYTEK Invoice OCR',
		name: 'iflytekInvoiceOcr',
		icon: { light: 'file:../../icons/invoice.svg', dark: 'file:../../icons/invoice.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description:
			'Read Chinese VAT invoices: 24 fields as a row, the goods lines one by one, and checks of what was read',
		defaults: { name: 'iFLYTEK Invoice OCR' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'iflytekSignatureApi', required: true }],
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [{ name: 'Invoice', value: 'invoice' }],
				default: 'invoice',
			},
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: { show: { resource: ['invoice'] } },
				options: [
					{
						name: 'Recognize',
						value: 'recognize',
						action: recognizeAction,
						description: 'Read number, date, parties, goods lines and totals from a picture',
					},
				],
				default: 'recognize',
			},
			...recognizeProperties,
		],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const service = await openService(this, {
			credentialType: 'iflytekSignatureApi',
			name: signatureServiceName('invoice'),
			options: this.getNodeParameter('options', 0, {}) as IDataObject,
		});
		const bodies = new BodyBuffers();
		const settings = {
			inFlight: service.inFlight,
			weigh: (itemIndex: number) => weighInvoice(this, itemIndex),
		};
		const items = await runItems(this, settings, async (itemIndex) => {
			return await recognizeInvoice(this, service, itemIndex, bodies);
		});
		return [items];
	}
}
