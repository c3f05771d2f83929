import type { INodeProperties } from 'n8n-workflow';

import { describeParameters, Item } from '../../../../nodes/shared/items/item';

const property = (
	displayName: string,
	type: INodeProperties['type'],
	of: unknown,
	more: Partial<INodeProperties> = {},
): INodeProperties => ({
	displayName,
	name: displayName.charAt(0).toLowerCase() + displayName.slice(1).replace(' ', ''),
	type,
	default: of as string,
	...more,
});
const choices = (...values: string[]) => ({
	options: values.map((value) => ({ name: value, value })),
});
const ADD_PAGE = property('Add Page', 'boolean', false);
const ENCODING = property('Encoding', 'options', 'utf8', choices('utf8', 'gbk'));
const PROPERTIES: INodeProperties[] = [
	property('Simplify', 'boolean', true, { name: 'flag' }),
	property('Format', 'options', 'auto', choices('auto', 'png', 'bmp')),
	property('Days', 'multiOptions', [], choices('mon', 'tue')),
	property('Loaded', 'options', '', { typeOptions: { loadOptionsMethod: 'x' } }),
	...[false, true].map((isTool) =>
		property('Output', 'options', isTool ? 'brief' : 'full', {
			...choices(isTool ? 'brief' : 'full'),
			displayOptions: { show: { '@tool': [isTool] } },
		}),
	),
	property('Options', 'collection', {}, { options: [ADD_PAGE] }),
	property(
		'Fields',
		'fixedCollection',
		{},
		{
			options: [{ displayName: 'Values', name: 'values', values: [ENCODING] }],
		},
	),
];

/** A parameter as an item reads it, with the description of its operation or without. */
function read(name: string, given: unknown, { type = 'node', isDescribed = true } = {}): unknown {
	const context = {
		getNode: () => ({ name: 'Node', type }),
		getInputData: () => [{ json: {} }],
		getNodeParameter: () => given,
	};
	if (isDescribed) describeParameters(context as never, PROPERTIES);
	return new Item(context as never, 0).parameter(name);
}

it.each([
	['flag', true, true],
	['flag', 'true', true],
	['flag', ' FALSE ', false],
	['flag', '', true],
	['flag', null, true],
	['format', 'png', 'png'],
	['format', ' ', 'auto'],
	['format', undefined, 'auto'],
	['days', ['tue', 'mon'], ['tue', 'mon']],
	['days', 'mon', ['mon']],
	['days', [], []],
	['loaded', 'anything', 'anything'],
	['other', 'anything', 'anything'],
	['options', { addPage: 'true', old: 'x' }, { addPage: true, old: 'x' }],
	['options', {}, {}],
	['fields', {}, {}],
	['fields', { values: { encoding: '' } }, { values: { encoding: 'utf8' } }],
	['fields', { values: [{ encoding: 'gbk' }] }, { values: [{ encoding: 'gbk' }] }],
	['fields', { old: 1 }, { old: 1 }],
])('reads %s %j as %j', (name, given, value) => {
	expect(read(name, given)).toEqual(value);
});

it.each([
	['flag', 'yes', "'Simplify' is yes, which is neither true nor false"],
	['flag', ['true'], `'Simplify' is ["true"], which is neither true nor false`],
	['flag', 1, "'Simplify' is 1, which is neither true nor false"],
	['format', 'PNG', "'Format' is PNG, which is none of its choices"],
	['format', ['png'], "'Format' is "],
	['days', ['mon', 'sun'], "'Days' is sun, which is none of its choices"],
	[
		'fields',
		{ values: { encoding: 'latin' } },
		"'Encoding' is latin, which is none of its choices",
	],
	['fields', { values: [{ encoding: 'gbk' }, { encoding: 7 }] }, "'Encoding' is 7, which is none"],
	['options', { addPage: 'on' }, "'Add Page' is on, which is neither true nor false"],
])('refuses %s %j', (name, given, message) => {
	expect(() => read(name, given)).toThrow(message);
});

it('says what can be chosen', () => {
	expect(() => read('format', 'gif')).toThrow(
		expect.objectContaining({
			description: "Correct the expression in 'Format': it must give auto, png or bmp.",
		}),
	);
});

it('a tool has the choices of a tool', () => {
	expect(read('output', 'brief', { type: 'nodeTool' })).toBe('brief');
	expect(read('output', '', { type: 'nodeTool' })).toBe('brief');
	expect(read('output', 'full')).toBe('full');
	expect(() => read('output', 'brief')).toThrow("'Output' is brief");
	expect(() => read('output', 'full', { type: 'nodeTool' })).toThrow("'Output' is full");
});

it('what no description tells of is left as it is', () => {
	expect(read('flag', 'yes', { isDescribed: false })).toBe('yes');
});
