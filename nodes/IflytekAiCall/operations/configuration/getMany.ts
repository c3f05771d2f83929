import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { queryConfiguration, type Configuration } from '../../../shared/aiCall/configuration';
import type { ConfigType } from '../../../shared/aiCall/endpoints';
import { isSimplified, simplifyProperties } from '../../../shared/items/toolOutput';
import {
	CONFIGURATION_FIELDS,
	describeAny,
	describeInterface,
	describeLine,
	describeScript,
	describeVoice,
} from '../../protocol/records';
import { eachItem } from '../eachItem';
import { queryOptions } from '../../parameters/queryOptions';
import { limitProperties, readLimit } from '../../parameters/numbers';
import { chosenToolDescription } from '../../parameters/toolText';

const show = { resource: ['configuration'], operation: ['getAll'] };

export const option: INodePropertyOptions = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many lines, scripts and voices',
	description: 'List many lines, scripts, voices and push addresses of the application',
};

export const properties: INodeProperties[] = [
	...chosenToolDescription(show),
	{
		displayName: 'Type',
		name: 'type',
		type: 'options',
		options: [
			{
				name: 'All',
				value: 'all',
				description: 'Everything in one table, with the details of each entry as an object',
			},
			{ name: 'Interfaces', value: 'interfaces', description: 'Addresses the platform pushes to' },
			{ name: 'Lines', value: 'lines', description: 'Phone lines the robot calls from' },
			{ name: 'Scripts', value: 'scripts', description: 'What the robot says, and its columns' },
			{ name: 'Voices', value: 'voices', description: "The robot's voices" },
		],
		default: 'scripts',
		description: 'What to list',
		displayOptions: { show },
	},
	...limitProperties(show),
	...simplifyProperties(show, {
		fields: CONFIGURATION_FIELDS,
		selected: ['kind', 'id', 'name', 'lineNum', 'robotId', 'robotName', 'voiceCode', 'voiceName'],
	}),
	queryOptions(show),
];

const DESCRIPTIONS: {
	[list in keyof Configuration]: (entry: Record<string, unknown>) => Record<string, unknown>;
} = {
	lines: describeLine,
	scripts: describeScript,
	interfaces: describeInterface,
	voices: describeVoice,
};

const LISTS = Object.keys(DESCRIPTIONS) as Array<keyof Configuration>;

/** Lists the configuration for each item: one item for each line, script, interface and voice. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	return await eachItem(context, async (item, service) => {
		const type = item.parameter('type') as ConfigType;
		const limit = readLimit(item);
		const found = await queryConfiguration(service, type);
		if (!found.ok) throw item.serviceError(found.problem);
		const simplify = isSimplified(item);
		const lists = LISTS.filter((list) => type === 'all' || type === list);
		const entries = lists.flatMap((list) =>
			found.value[list].map((entry) => {
				if (!simplify) return entry;
				const described = DESCRIPTIONS[list](entry);
				return type === 'all' ? describeAny(described) : described;
			}),
		);
		return entries.slice(0, limit) as IDataObject[];
	});
}
