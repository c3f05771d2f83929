import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { selectFields } from '../shared/items/toolOutput';
import { operations } from './operations';

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
				required: true,
				displayOptions: { show: { operation: ['recognize'] } },
			},
		],
		properties: [
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				options: Object.values(operations).map(({ option }) => option),
				default: 'recognize',
			},
			...Object.values(operations).flatMap(({ properties }) => properties),
		],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const operation = this.getNodeParameter('operation', 0) as keyof typeof operations;
		return [selectFields(this, await operations[operation].execute(this))];
	}
}
