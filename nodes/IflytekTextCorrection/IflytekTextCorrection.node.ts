import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { execute, properties } from './operations';

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
		subtitle:
			'={{ $parameter["operation"] === "correctDocument" ? "correct: document" : "correct: text" }}',
		description:
			'Proofread Chinese texts and Word files: get them corrected, with a list of every change and its reason',
		defaults: { name: 'iFLYTEK Text Correction' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'iflytekSignatureApi', required: true }],
		properties,
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await execute(this)];
	}
}
