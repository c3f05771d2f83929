import type { IExecuteFunctions, INodeParameters, INodeProperties } from 'n8n-workflow';

import { AI_CALL, IMAGE, INVOICE, NODES, TEXT } from '../../everyNode';

const run = async (node: { execute: unknown }, parameters: INodeParameters) =>
	await (node.execute as (this: IExecuteFunctions) => Promise<unknown>).call({
		getNode: () => ({ name: 'node', type: 'x' }),
		getInputData: () => [{ json: {} }],
		getNodeParameter: (name: string, _index: number, fallback: unknown) =>
			parameters[name] ?? fallback,
	} as unknown as IExecuteFunctions);

// an expression gives it, or a workflow was written by hand
it.each([
	[TEXT, { operation: 'translate' }, "There is no operation 'translate'"],
	[INVOICE, { operation: '' }, "There is no operation ''"],
	[IMAGE, { resource: 'face' }, "There is no resource 'face'"],
	[IMAGE, { resource: 'scene', operation: 'find' }, "There is no operation 'find'"],
	[AI_CALL, { resource: 'task', operation: 7 }, "There is no operation '7'"],
])(
	'a resource or operation that does not exist is named, with those that do (%#)',
	async (node, parameters, message) => {
		const failed = run(node, parameters);
		await expect(failed).rejects.toThrow(message);
		await expect(failed).rejects.toMatchObject({
			name: 'NodeOperationError',
			description: expect.stringMatching(/^Choose one of these: [A-Z][\w ,-]+\.$/),
		});
	},
);

it.each([TEXT, INVOICE, IMAGE, AI_CALL])(
	'each parameter of $description.displayName says which operation it belongs to',
	(node) => {
		const { properties } = node.description;
		const hasResources = properties.some(({ name }) => name === 'resource');
		for (const { name, displayOptions } of properties) {
			if (name === 'resource' || name === 'operation') continue;
			expect(displayOptions?.show?.operation).toHaveLength(1);
			if (hasResources) expect(displayOptions?.show?.resource).toHaveLength(1);
		}
	},
);

/** The fields of a node at every depth, each with what it says. */
const fieldsOf = (properties: INodeProperties[]): INodeProperties[] =>
	properties.flatMap((one) => {
		const inner = one.type === 'collection' || one.type === 'fixedCollection' ? one.options! : [];
		const deeper = inner.flatMap((entry) => ('values' in entry ? entry.values : entry));
		return [one, ...fieldsOf(deeper as INodeProperties[])];
	});
const TIMES = NODES.flatMap(({ description }) => fieldsOf(description.properties)).filter(
	({ type, default: value }) => type === 'dateTime' || /^\d\d:\d\d$/.test(String(value)),
);

it('a field that takes a time says whose', () => {
	expect(TIMES.length).toBeGreaterThan(5);
	const silent = TIMES.filter(({ description }) => !description?.includes('China time'));
	expect(silent.map(({ displayName }) => displayName)).toEqual([]);
});
