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
import { correctAction, correctProperties, correctText } from './correct.operation';

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
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description:
			'Proofread Chinese text: get it corrected, with a list of every change and its reason',
		defaults: { name: 'iFLYTEK Text Correction' },
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
				options: [{ name: 'Text', value: 'text' }],
				default: 'text',
			},
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: { show: { resource: ['text'] } },
				options: [
					{
						name: 'Correct',
						value: 'correct',
						action: correctAction,
						description:
							'Find and correct wrong characters, words, grammar, idioms, punctuation, names and dates',
					},
				],
				default: 'correct',
			},
			...correctProperties,
		],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const service = await openService(this, {
			credentialType: 'iflytekSignatureApi',
			name: signatureServiceName('text'),
			options: this.getNodeParameter('options', 0, {}) as IDataObject,
		});
		const items = await runItems(this, { inFlight: service.inFlight }, async (itemIndex) => {
			return await correctText(this, service, itemIndex);
		});
		return [items];
	}
}
