import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { execute, properties } from './operations';

export class IflytekImageRecognition implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'iFLYTEK Image Recognition',
		name: 'iflytekImageRecognition',
		icon: {
			light: 'file:../../icons/imageRecognition.svg',
			dark: 'file:../../icons/imageRecognition.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Identify the scene or main object in a photo',
		defaults: { name: 'iFLYTEK Image Recognition' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'iflytekChecksumApi', required: true }],
		properties,
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await execute(this)];
	}
}
