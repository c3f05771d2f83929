import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { selectFields } from '../shared/items/toolOutput';
import { operations } from './operations';

export class IflytekTextCorrection implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'iFLYTEK Text Correction',
		name: 'iflytekTextCorrection',
		icon: {
			light: 'file:../../icons/textCorrection.svg',
			dark: 'file:../../icons/textCorrection.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": text" }}',
		description:
			'Proofread Chinese text: get it corrected, with a list of every change and its reason',
		defaults: { name: 'iFLYTEK Text Correction' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'iflytekSignatureApi', required: true }],
		properties: [
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				options: [operations.correct.option],
				default: 'correct',
			},
			...operations.correct.properties,
		],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const operation = this.getNodeParameter('operation', 0) as keyof typeof operations;
		return [selectFields(this, await operations[operation].execute(this))];
	}
}
