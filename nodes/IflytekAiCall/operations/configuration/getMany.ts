import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Operation } from '../../../shared/description/operations';
import { readLanguage, type Language } from '../../../shared/problem/language';
import { queryConfiguration, type Configuration } from '../../../shared/aiCall/configuration';
import type { ConfigType } from '../../../shared/aiCall/endpoints';
import { isSimplified, simplifyProperties } from '../../../shared/description/toolOutput';
import {
	CONFIGURATION_FIELDS,
	describeAny,
	describeInterface,
	describeLine,
	describeScript,
	describeVoice,
} from '../../tasks/records';
import { queryEachItem } from '../../transport/eachItem';
import { queryOptions, statusLanguage } from '../../parameters/properties';
import { limitProperties, readLimit } from '../../parameters/values';

export const option: Operation['option'] = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many lines, scripts and voices',
	description: 'List many lines, scripts, voices and event addresses of the application',
};

export const properties: Operation['properties'] = [
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
			{
				name: 'Interfaces',
				value: 'interfaces',
				description: 'Addresses the platform sends events to',
			},
			{ name: 'Lines', value: 'lines', description: 'Phone lines the robot calls from' },
			{ name: 'Scripts', value: 'scripts', description: 'What the robot says, and its columns' },
			{ name: 'Voices', value: 'voices', description: "The robot's voices" },
		],
		default: 'scripts',
		description: 'What to list',
	},
	...limitProperties,
	...simplifyProperties({
		fields: CONFIGURATION_FIELDS,
		selected: ['kind', 'id', 'name', 'lineNum', 'robotId', 'robotName', 'voiceCode', 'voiceName'],
	}),
	queryOptions([statusLanguage]),
];

const DESCRIPTIONS: {
	[list in keyof Configuration]: (
		entry: Record<string, unknown>,
		language: Language,
	) => Record<string, unknown>;
} = {
	lines: describeLine,
	scripts: describeScript,
	interfaces: describeInterface,
	voices: describeVoice,
};

const LISTS = Object.keys(DESCRIPTIONS) as Array<keyof Configuration>;

/** Lists the configuration for each item: one item for each line, script, interface and voice. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	return await queryEachItem(context, {
		read: (item) => ({
			type: item.parameter('type') as ConfigType,
			limit: readLimit(item),
			simplify: isSimplified(item),
			language: readLanguage(item.options),
		}),
		ask: async (client, { type }) => await queryConfiguration(client, type),
		shape: ({ type, limit, simplify, language }, found) => {
			const describe = (list: keyof Configuration, entry: Record<string, unknown>) => {
				if (!simplify) return entry;
				const described = DESCRIPTIONS[list](entry, language);
				return type === 'all' ? describeAny(described) : described;
			};
			return LISTS.filter((list) => type === 'all' || type === list)
				.flatMap((list) => found[list].map((entry) => describe(list, entry)))
				.slice(0, limit);
		},
	});
}
