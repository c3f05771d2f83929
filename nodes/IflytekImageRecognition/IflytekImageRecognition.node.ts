import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { selectFields } from '../shared/items/toolOutput';
import * as object from './operations/object';
import * as scene from './operations/scene';

const resources = { object, scene };

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
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [
					{
						name: 'Object',
						value: 'object',
						description: 'What a photo shows, out of more than 20000 kinds of things',
					},
					{
						name: 'Scene',
						value: 'scene',
						description: 'Where a photo was taken, out of 43 kinds of places',
					},
				],
				default: 'scene',
			},
			...object.properties,
			...scene.properties,
		],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const { operations } = resources[this.getNodeParameter('resource', 0) as 'object' | 'scene'];
		const operation = this.getNodeParameter('operation', 0) as keyof typeof operations;
		return [selectFields(this, await operations[operation].execute(this))];
	}
}
