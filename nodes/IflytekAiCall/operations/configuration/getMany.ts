import { queryConfiguration, type ConfigType } from '../../../shared/aiCall/client';
import type { Operation } from '../../../shared/description/operations';
import { choices } from '../../../shared/description/properties';
import { outputProperties } from '../../parameters/fields';
import { limitProperties, readLimit, readOutput } from '../../parameters/values';
import { CONFIGURATION_FIELDS, describeAny, describeRecord } from '../../tasks/records';
import { eachItem } from '../../transport/eachItem';

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

/** Lists the configuration for each item: one item for each line, script, interface and voice. */
export const execute: Operation['execute'] = async (context) =>
	await eachItem(
		context,
		(item) => ({
			type: item.parameter('type') as ConfigType,
			limit: readLimit(item),
			...readOutput(item),
		}),
		async (item, client, { type, limit, simplify, language }) => {
			const found = item.answered(await queryConfiguration(client, type));
			const lists =
				type === 'all' ? (['lines', 'scripts', 'interfaces', 'voices'] as const) : [type];
			const rows = lists.flatMap((list) =>
				found[list].map((entry) => {
					if (!simplify) return entry;
					const described = describeRecord(list, entry, language);
					return type === 'all' ? describeAny(described) : described;
				}),
			);
			return rows.slice(0, limit);
		},
	);
