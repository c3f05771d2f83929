import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { execute, properties } from './operations';

export class IflytekInvoiceOcr implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'iFLYTEK Invoice OCR',
		name: 'iflytekInvoiceOcr',
		icon: { light: 'file:../../icons/invoice.svg', dark: 'file:../../icons/invoice.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": invoice" }}',
		description:
			'Extract fields and line items from Chinese VAT invoices (fapiao) and flag doubtful ones',
		defaults: { name: 'iFLYTEK Invoice OCR' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'iflytekSignatureApi',
				// files with text need no keys
				required: false,
				displayOptions: { show: { picturesAndScans: ['recognize'] } },
			},
		],
		properties,
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await execute(this)];
	}
}
