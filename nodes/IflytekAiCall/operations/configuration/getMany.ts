import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { queryConfiguration, type Configuration } from '../../../shared/aiCall/configuration';
import type { ConfigType } from '../../../shared/aiCall/endpoints';
import type { Operation } from '../../../shared/description/operations';
import { choices } from '../../../shared/description/properties';
import { outputProperties } from '../../parameters/fields';
import { limitProperties, readLimit, readOutput } from '../../parameters/values';
import {
	CONFIGURATION_FIELDS,
	describeAny,
	describeInterface,
	describeLine,
	describeScript,
	describeVoice,
} from '../../tasks/records';
import { queryEachItem } from '../../transport/eachItem';

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
		options: choices({
			all: ['All', 'Everything in one table, with the details of each entry as an object'],
			interfaces: ['Interfaces', 'Addresses the platform sends events to'],
			lines: ['Lines', 'Phone lines the robot calls from'],
			scripts: ['Scripts', 'What the robot says, and its columns'],
			voices: ['Voices', "The robot's voices"],
		}),
		default: 'scripts',
		description: 'What to list',
	},
	...limitProperties,
	...outputProperties({
		fields: CONFIGURATION_FIELDS,
		selected: ['kind', 'id', 'name', 'lineNum', 'robotId', 'robotName', 'voiceCode', 'voiceName'],
	}),
];

const DESCRIPTIONS: Record<keyof Configuration, typeof describeLine> = {
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
			...readOutput(item),
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
