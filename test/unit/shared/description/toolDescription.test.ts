import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	NodeHelpers,
	type INodeParameters,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { IflytekAiCall } from '../../../../nodes/IflytekAiCall/IflytekAiCall.node';
import { IflytekImageRecognition } from '../../../../nodes/IflytekImageRecognition/IflytekImageRecognition.node';
import { IflytekInvoiceOcr } from '../../../../nodes/IflytekInvoiceOcr/IflytekInvoiceOcr.node';
import { IflytekTextCorrection } from '../../../../nodes/IflytekTextCorrection/IflytekTextCorrection.node';

const PAGE = readFileSync(
	join(__dirname, '../../../../docs/internals/tool-descriptions.md'),
	'utf8',
);

const texts = [new IflytekInvoiceOcr(), new IflytekTextCorrection(), new IflytekImageRecognition()]
	.flatMap((node: INodeType) => node.description.properties)
	.filter(({ name }) => name === 'toolDescription');

test('every recognition operation has a text of its own for the model, which is in the docs', () => {
	expect(new Set(texts.map((property) => property.default)).size).toBe(5);
	for (const property of texts) {
		expect(property.displayOptions?.show).toMatchObject({ '@tool': [true] });
		expect(PAGE).toContain(`> ${String(property.default)}\n`);
	}
});

describe.each([
	[new IflytekImageRecognition(), { resource: 'scene', operation: 'recognize' }],
	[new IflytekImageRecognition(), { resource: 'object', operation: 'recognize' }],
])('the image source of a node %#', (node, chosen) => {
	const shown = (ending: string, more: INodeParameters = {}) =>
		NodeHelpers.getNodeParameters(
			node.description.properties,
			{ ...chosen, ...more },
			true,
			false,
			{ typeVersion: 1 },
			{ ...node.description, name: node.description.name + ending },
		)!;

	it('is a file in a workflow, and an address for a model, which has no files', () => {
		expect(shown('')).toMatchObject({ imageSource: 'binary', binaryPropertyName: 'data' });
		expect(shown('Tool')).toMatchObject({ imageSource: 'url' });
	});

	it('as a tool takes the file itself, by an expression', () => {
		expect(shown('Tool', { imageSource: 'binary' }).binaryPropertyName).toBe(
			"={{ $('Node with the file').item.binary.data }}",
		);
	});
});

test('an invoice is a file in a workflow, and an address or an expression for a model', () => {
	const { description } = new IflytekInvoiceOcr();
	const shown = (ending: string, more: INodeParameters = {}) =>
		NodeHelpers.getNodeParameters(
			description.properties,
			{ operation: 'read', ...more },
			true,
			false,
			{ typeVersion: 1 },
			{ ...description, name: description.name + ending },
		)!;
	expect(shown('')).toMatchObject({ fileSource: 'binary', binaryPropertyName: 'data' });
	expect(shown('Tool')).toMatchObject({ fileSource: 'url' });
	expect(shown('Tool', { fileSource: 'binary' }).binaryPropertyName).toMatch(/^=\{\{ \$\('/);
});

describe('iFLYTEK AI Call as a tool', () => {
	// as n8n makes a tool of it
	const description = {
		...new IflytekAiCall().description,
		name: 'iflytekAiCallTool',
		outputs: ['ai_tool'],
	} as INodeTypeDescription;
	/** The parameters of the tool with their defaults, as the editor holds them. */
	const shown = (resource: string, operation: string, earlier: INodeParameters = {}) =>
		NodeHelpers.getNodeParameters(
			description.properties,
			{ ...earlier, resource, operation },
			true,
			false,
			{ typeVersion: 1 },
			description,
		)!;
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
			const { toolDescription, descriptionType } = shown(resource, operation);
			expect(toolDescription).toMatch(
				/called.* (it|that) costs money: call this only when the user/,
			);
			expect(toolDescription).not.toMatch(/[Nn]obody/);
			expect(descriptionType).toBeUndefined();
			expect(shown(resource, operation, { toolDescription: 'mine' }).toolDescription).toBe('mine');
		},
	);

	it('tells of rows that are not to be repeated, each operation in its own words', () => {
		const texts = CALLING.map(([resource, operation]) =>
			String(shown(resource, operation).toolDescription),
		);
		expect(new Set(texts).size).toBe(CALLING.length);
		for (const text of texts.slice(0, 3)) {
			expect(text).toMatch(/Never repeat rows whose mayHaveBeenCalled is true\.$/);
		}
		for (const text of texts) expect(PAGE).toContain(`> ${text}\n`);
	});

	it.each(OTHERS)('leaves %s %s to n8n, or to the user', (resource, operation) => {
		expect(shown(resource, operation)).toMatchObject({ descriptionType: 'auto' });
		expect(shown(resource, operation)).not.toHaveProperty('toolDescription');
		const manual = { descriptionType: 'manual', toolDescription: 'mine' };
		expect(shown(resource, operation, manual)).toMatchObject(manual);
		// what was told of calls is gone when the operation is switched
		expect(shown(resource, operation, shown('call', 'place'))).not.toHaveProperty(
			'toolDescription',
		);
	});

	it('shows none of it where the node is no tool', () => {
		for (const names of [...CALLING, ...OTHERS]) {
			const { properties } = new IflytekAiCall().description;
			const [resource, operation] = names;
			const parameters = NodeHelpers.getNodeParameters(
				properties,
				{ resource, operation },
				true,
				false,
				{ typeVersion: 1 },
				new IflytekAiCall().description,
			);
			expect(parameters).not.toHaveProperty('toolDescription');
			expect(parameters).not.toHaveProperty('descriptionType');
		}
	});
});
