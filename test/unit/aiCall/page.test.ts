/** The page of the AI Call node has every parameter by the name in the editor, and says where it is. */
import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { IflytekAiCall } from '../../../nodes/IflytekAiCall/IflytekAiCall.node';

const PAGE = readFileSync(join(__dirname, '../../../docs/internals/ai-call.md'), 'utf8');
const { properties } = new IflytekAiCall().description;
const OPERATIONS: Record<string, string> = {
	'call/place': 'Place',
	'configuration/getAll': 'Configuration',
	'recording/download': 'Download',
	'task/addNumbers': 'Add Numbers',
	'task/create': 'Create',
	'task/delete': 'Delete',
	'task/get': 'Get',
	'task/getAll': 'Get Many',
	'task/pause': 'Pause',
	'task/run': 'Run',
	'task/start': 'Start',
};
const GROUPS: Record<string, string[]> = {
	all: Object.values(OPERATIONS),
	queries: ['Get', 'Get Many', 'Configuration'],
};

function operationsOf({ displayOptions }: INodeProperties): string[] {
	const { resource, operation } = displayOptions?.show ?? {};
	return Object.keys(OPERATIONS)
		.filter((key) => {
			const [ofResource, ofOperation] = key.split('/');
			return (
				(resource ?? [ofResource]).includes(ofResource!) &&
				(operation ?? [ofOperation]).includes(ofOperation!)
			);
		})
		.map((key) => OPERATIONS[key]!);
}

/** Whether a property is there only for workflows that were saved with it. */
const isGone = ({ description }: INodeProperties) =>
	description?.startsWith('This option is gone.');

/** The names in the editor by table, each with its operations. */
function shownInEditor() {
	const tables = new Map<string, Map<string, Set<string>>>();
	const add = (table: string, property: INodeProperties, operations: string[]) => {
		const names = tables.get(table) ?? new Map<string, Set<string>>();
		tables.set(table, names);
		const here = property.displayOptions?.show?.['/operation'];
		const places = operations.filter((name) => !here || here.includes(name.toLowerCase()));
		const known = names.get(property.displayName) ?? [];
		names.set(property.displayName, new Set([...known, ...places]));
	};
	for (const property of properties) {
		if (property.type === 'notice' || property.type === 'hidden') continue;
		const operations = operationsOf(property);
		add('Parameters', property, operations);
		if (property.type !== 'collection') continue;
		for (const field of property.options as INodeProperties[]) {
			if (isGone(field)) continue;
			add(property.displayName, field, operations);
		}
	}
	return tables;
}

/** The tables of the page likewise. */
function writtenDown() {
	const [, text = ''] = /^## Parameters$([^]*?)^## /m.exec(PAGE) ?? [];
	const [first = '', ...others] = text.split(/^### /m);
	const tables = new Map<string, Map<string, Set<string>>>();
	for (const section of [`Parameters\n${first}`, ...others]) {
		const [heading = '', ...lines] = section.split('\n');
		const rows = lines
			.filter((line) => /^\| [^-]/.test(line))
			.slice(1)
			.map((line) => line.split('|').map((cell) => cell.trim()));
		const places = (cell: string) => cell.split(', ').flatMap((name) => GROUPS[name] ?? name);
		tables.set(
			heading,
			new Map(rows.map(([, name, where]) => [name!, new Set(places(where!))] as const)),
		);
	}
	return tables;
}

const asText = (tables: ReturnType<typeof shownInEditor>) =>
	[...tables]
		.flatMap(([table, names]) =>
			[...names].map(([name, places]) => `${table}: ${name}: ${[...places].sort().join(', ')}`),
		)
		.sort();

it('the tables have every parameter of the node, and where it is', () => {
	expect(asText(writtenDown())).toEqual(asText(shownInEditor()));
});

it('the page names the fields of those that have some', () => {
	const fields = properties
		.filter(({ type }) => type === 'collection')
		.flatMap(({ options }) => options as INodeProperties[])
		.filter(({ type }) => type === 'fixedCollection')
		.flatMap(({ options }) => options as INodePropertyCollection[])
		.flatMap(({ values }) => values.map(({ displayName }) => displayName));
	expect(fields.length).toBeGreaterThan(3);
	expect(fields.filter((name) => !PAGE.includes(`_${name}_`))).toEqual([]);
});
