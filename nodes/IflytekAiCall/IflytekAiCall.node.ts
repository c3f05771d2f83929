import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { editorMethods } from './methods/editor';
import { execute, properties } from './operations';

export class IflytekAiCall implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'iFLYTEK AI Call',
		name: 'iflytekAiCall',
		icon: { light: 'file:../../icons/aiCall.svg', dark: 'file:../../icons/aiCall.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Call phone numbers with an AI voice robot and react to call results',
		defaults: { name: 'iFLYTEK AI Call' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'iflytekAiCallApi',
				required: true,
				displayOptions: { show: { resource: ['call', 'configuration', 'task'] } },
			},
		],
		properties,
	};

	methods = editorMethods;

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await execute(this)];
	}
}
