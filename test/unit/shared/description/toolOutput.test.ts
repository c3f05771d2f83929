/** What an AI agent's tool may return: n8n's own choice of simplified, raw and selected fields. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
	IDataObject,
	IExecuteFunctions,
	INodeParameters,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';

import { AI_CALL, IMAGE, INVOICE, TEXT } from '../../everyNode';
import { shown } from './shown';
import { selectFields } from '../../../../nodes/shared/description/operations';
import { isSimplified } from '../../../../nodes/shared/description/toolOutput';
import { Item } from '../../../../nodes/shared/items/item';

const NODES = join(__dirname, '../../../../nodes');
const SCENE = { resource: 'scene', operation: 'recognize' };
const TASKS = { resource: 'task', operation: 'getAll' };

/** The values of 'Output': in a workflow, where it is a switch in some nodes, and of a tool. */
const CASES: Array<[INodeType, INodeParameters, string[] | 'switch', string[], string]> = [
	[
		INVOICE,
		{ operation: 'read' },
		['fullResponse', 'invoices', 'lines'],
		['fullResponse', 'invoices', 'lines', 'selectedFields'],
		'invoices',
	],
	[
		TEXT,
		{ operation: 'correct' },
		['correctedText', 'corrections', 'fullResponse'],
		['correctedText', 'corrections', 'fullResponse', 'selectedFields'],
		'correctedText',
	],
	...[
		[IMAGE, SCENE] as const,
		[IMAGE, { ...SCENE, resource: 'object' }] as const,
		[AI_CALL, TASKS] as const,
		[AI_CALL, { ...TASKS, operation: 'get' }] as const,
		[AI_CALL, { ...TASKS, operation: 'create' }] as const,
		[AI_CALL, { ...TASKS, resource: 'configuration' }] as const,
	].map(([node, chosen]): (typeof CASES)[number] => [
		node,
		chosen,
		'switch',
		['raw', 'selectedFields', 'simplified'],
		'simplified',
	]),
];

const valuesOf = (properties: ReturnType<typeof shown>['properties'], name: string): string[] =>
	properties
		.filter((property) => property.name === name)
		.flatMap(({ options = [] }) => options as INodePropertyOptions[])
		.map(({ value }) => String(value));

describe.each(CASES)('output %#', (node, chosen, ofNode, ofTool, byDefault) => {
	it('is as it was in a workflow', () => {
		const { properties, parameters } = shown(node, chosen, false);
		expect(parameters).not.toHaveProperty('fields');
		if (ofNode === 'switch') expect(parameters).toMatchObject({ simplify: true });
		else expect(valuesOf(properties, 'output').sort()).toEqual(ofNode);
	});

	it('can be simplified, raw or selected fields for an AI agent', () => {
		const { properties, parameters } = shown(node, chosen, true);
		expect(valuesOf(properties, 'output').sort()).toEqual(ofTool);
		expect(parameters.output).toBe(byDefault);
		expect(parameters).not.toHaveProperty('simplify');
		expect(parameters).not.toHaveProperty('fields');
	});

	it('offers the fields that the simplified output has, some of them selected', () => {
		const { properties, parameters } = shown(node, { ...chosen, output: 'selectedFields' }, true);
		const fields = valuesOf(properties, 'fields');
		expect(fields).toEqual(expect.arrayContaining(parameters.fields as string[]));
		expect(parameters.fields).not.toEqual([]);
		const { resource, operation } = chosen;
		const folder = node.description.name.replace('iflytek', 'Iflytek');
		const path = [folder, '__schema__/v1.0.0', resource, `${String(operation)}.json`];
		const schema = JSON.parse(
			readFileSync(join(NODES, ...path.filter(Boolean).map(String)), 'utf8'),
		) as { properties: object };
		if (resource === 'configuration') {
			expect(fields).toEqual(expect.arrayContaining(Object.keys(schema.properties)));
		} else {
			expect(fields.sort()).toEqual(Object.keys(schema.properties).sort());
		}
	});
});

it('names the table of labels for an AI agent too, unless the output is raw', () => {
	const object = { resource: 'object', operation: 'recognize' };
	const names = (more: INodeParameters, isTool: boolean) =>
		shown(IMAGE, { ...object, ...more }, isTool).properties.map(({ name }) => name);
	expect(names({}, false)).toContain('labelTableSource');
	expect(names({ simplify: false }, false)).not.toContain('labelTableSource');
	expect(names({ output: 'selectedFields' }, true)).toContain('labelTableSource');
	expect(names({ output: 'raw' }, true)).not.toContain('labelTableSource');
});

it.each([
	['a workflow', {}, true],
	['a workflow that switches it off', { simplify: false }, false],
	['a tool', { output: 'simplified' }, true],
	['a tool with selected fields', { output: 'selectedFields' }, true],
	['a tool set to Raw, which has no switch', { output: 'raw' }, false],
])('tells whether the output is simplified for %s', (_, parameters: IDataObject, expected) => {
	const getNodeParameter = (name: string, _index: number, fallback: unknown) =>
		parameters[name] ?? fallback;
	const item = new Item({ getNodeParameter } as unknown as IExecuteFunctions, 0);
	expect(isSimplified(item)).toBe(expected);
});

describe('selecting fields', () => {
	const select = (parameters: IDataObject, json: IDataObject) => {
		const context = {
			getNodeParameter: (name: string, _index: number, fallback: unknown) =>
				parameters[name] ?? fallback,
		} as unknown as IExecuteFunctions;
		return selectFields(context, [{ json, pairedItem: { item: 0 } }])[0]!.json;
	};
	const json = { a: 1, b: 2, c: 3 };

	it.each([
		['those selected', { output: 'selectedFields', fields: ['c', 'a'] }, { a: 1, c: 3 }],
		['all when none is selected', { output: 'selectedFields', fields: [] }, json],
		['all of another output', { output: 'simplified', fields: ['a'] }, json],
		['all of a node without a choice', {}, json],
	])('leaves %s', (_, parameters, expected) => {
		expect(select(parameters, json)).toEqual(expected);
	});

	it('leaves an error whole', () => {
		const error = { error: { message: 'no' } };
		expect(select({ output: 'selectedFields', fields: ['a'] }, error)).toEqual(error);
	});
});
