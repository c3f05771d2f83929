import type { INodeParameters, INodeType } from 'n8n-workflow';

import { AI_CALL, IMAGE, INVOICE, TEXT } from '../../everyNode';
import { shown } from './shown';

const texts = [INVOICE, TEXT, IMAGE]
	.flatMap((node: INodeType) => node.description.properties)
	.filter(({ name }) => name === 'toolDescription');

test('every recognition operation has a text of its own for the model', () => {
	expect(new Set(texts.map((property) => property.default)).size).toBe(5);
	for (const property of texts) {
		expect(property.displayOptions?.show).toMatchObject({ '@tool': [true] });
	}
});

test.each([
	['picture', IMAGE, 'imageSource', { resource: 'scene', operation: 'recognize' }],
	['picture', IMAGE, 'imageSource', { resource: 'object', operation: 'recognize' }],
	['invoice', INVOICE, 'fileSource', { operation: 'read' }],
])(
	'a %s is a file in a workflow, and an address or an expression for a model, which has no files',
	(_what, node, source, chosen) => {
		const parameters = (isTool: boolean, more: INodeParameters = {}) =>
			shown(node, { ...chosen, ...more }, isTool).parameters;
		expect(parameters(false)).toMatchObject({ [source]: 'binary', binaryPropertyName: 'data' });
		expect(parameters(true)).toMatchObject({ [source]: 'url' });
		expect(parameters(true, { [source]: 'binary' }).binaryPropertyName).toBe(
			"={{ $('Node with the file').item.binary.data }}",
		);
	},
);

describe('iFLYTEK AI Call as a tool', () => {
	/** The parameters of the tool with their defaults, as the editor holds them. */
	const parametersOf = (resource: string, operation: string, earlier: INodeParameters = {}) =>
		shown(AI_CALL, { ...earlier, resource, operation }, true).parameters;
	const CALLING = [
		['call', 'place'],
		['task', 'addNumbers'],
		['task', 'run'],
		['task', 'start'],
	] as const;
	const OTHERS = [
		['configuration', 'getAll'],
		['recording', 'download'],
		['task', 'create'],
		['task', 'delete'],
		['task', 'get'],
		['task', 'getAll'],
		['task', 'pause'],
	] as const;

	it.each(CALLING)(
		'tells the model of %s %s that people are called and that it costs',
		(resource, operation) => {
			const { toolDescription, descriptionType } = parametersOf(resource, operation);
			expect(toolDescription).toMatch(
				/called.* (it|that) costs money: call this only when the user/,
			);
			expect(toolDescription).not.toMatch(/[Nn]obody/);
			expect(descriptionType).toBeUndefined();
			expect(parametersOf(resource, operation, { toolDescription: 'mine' }).toolDescription).toBe(
				'mine',
			);
		},
	);

	it('tells of rows that are not to be repeated, each operation in its own words', () => {
		const texts = CALLING.map(([resource, operation]) =>
			String(parametersOf(resource, operation).toolDescription),
		);
		expect(new Set(texts).size).toBe(CALLING.length);
		for (const text of texts.slice(0, 3)) {
			expect(text).toMatch(/Never repeat rows whose mayHaveBeenCalled is true\.$/);
		}
	});

	it.each(OTHERS)('leaves %s %s to n8n, or to the user', (resource, operation) => {
		expect(parametersOf(resource, operation)).toMatchObject({ descriptionType: 'auto' });
		expect(parametersOf(resource, operation)).not.toHaveProperty('toolDescription');
		const manual = { descriptionType: 'manual', toolDescription: 'mine' };
		expect(parametersOf(resource, operation, manual)).toMatchObject(manual);
		// what was told of calls is gone when the operation is switched
		expect(parametersOf(resource, operation, parametersOf('call', 'place'))).not.toHaveProperty(
			'toolDescription',
		);
	});

	it('shows none of it where the node is no tool', () => {
		for (const [resource, operation] of [...CALLING, ...OTHERS]) {
			const { parameters } = shown(AI_CALL, { resource, operation }, false);
			expect(parameters).not.toHaveProperty('toolDescription');
			expect(parameters).not.toHaveProperty('descriptionType');
		}
	});
});
