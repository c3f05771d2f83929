import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import {
	getLines,
	searchLines,
	searchScripts,
	searchTasks,
	searchVoices,
} from './methods/listSearch';
import { getColumns } from './methods/resourceMapping';
import { operationChoices, operationProperties, operations } from './resources/operations';

export class IflytekAiCall implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'iFLYTEK AI Call',
		name: 'iflytekAiCall',
		icon: { light: 'file:../../icons/aiCall.svg', dark: 'file:../../icons/aiCall.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description:
			'Let a telephone robot call lists of Chinese mobile numbers, watch the tasks and fetch the recordings',
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
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [
					{ name: 'Call', value: 'call' },
					{ name: 'Configuration', value: 'configuration' },
					{ name: 'Recording', value: 'recording' },
					{ name: 'Task', value: 'task' },
				],
				default: 'call',
			},
			...operationChoices,
			...operationProperties,
		],
	};

	methods = {
		listSearch: { searchLines, searchScripts, searchTasks, searchVoices },
		loadOptions: { getLines },
		resourceMapping: { getColumns },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const resource = this.getNodeParameter('resource', 0) as string;
		const operation = this.getNodeParameter('operation', 0) as string;
		return [await operations[resource]![operation]!(this)];
	}
}
