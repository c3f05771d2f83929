import { NodeHelpers, type INodeProperties } from 'n8n-workflow';

import { Item, checked, describeParameters, protective } from '../../../../nodes/shared/items/item';
import { inChinese } from '../../aSentence';

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
const NUMBER = { typeOptions: { minValue: 1, maxValue: 5, numberPrecision: 0 } };
const PROPERTIES: INodeProperties[] = [
	property('Limit', 'number', 3, NUMBER),
	property('Score', 'number', 0, { typeOptions: { minValue: 0, maxValue: 1 } }),
	property('Most', 'number', 50, { typeOptions: { minValue: 1, numberPrecision: 0 } }),
	property('Column', 'string', ''),
	property('Author', 'string', 'iFLYTEK'),
	protective(property('List', 'string', '')),
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
	property(
		'Options',
		'collection',
		{},
		{
			options: [
				ADD_PAGE,
				protective(property('Blocked', 'string', '')),
				property('Rate', 'number', 5),
			],
		},
	),
	property(
		'Fields',
		'fixedCollection',
		{},
		{
			options: [{ displayName: 'Values', name: 'values', values: [ENCODING] }],
		},
	),
];

const EXPRESSION = /^={{ (.*) }}$/s;

/** A value as n8n resolves it: its expressions are of JSON here. */
function resolved(raw: unknown): unknown {
	if (typeof raw === 'string' && raw.startsWith('=')) {
		const [, only] = EXPRESSION.exec(raw) ?? [];
		const given = (code: string) => (code === 'undefined' ? undefined : JSON.parse(code));
		if (only !== undefined && !only.includes('}}')) return given(only);
		return raw.slice(1).replace(/{{ (.*?) }}/g, (_, code: string) => String(given(code) ?? ''));
	}
	if (typeof raw !== 'object' || raw === null) return raw;
	if (Array.isArray(raw)) return raw.map(resolved);
	return Object.fromEntries(Object.entries(raw).map(([key, one]) => [key, resolved(one)]));
}

const at = (value: unknown, path: string) =>
	path.split('.').reduce((one, key) => (one as Record<string, unknown> | undefined)?.[key], value);

/** A parameter as an item reads it, with the description of its operation or without. */
function read(
	path: string,
	raw: unknown,
	{ type = 'node', isDescribed = true, fallback = undefined as unknown } = {},
): unknown {
	const [name = ''] = path.split('.');
	const parameters = { [name]: raw };
	const context = {
		getNode: () => ({ name: 'Node', type }),
		getInputData: () => [{ json: {} }],
		getNodeParameter: (
			one: string,
			_index: number,
			otherwise: unknown,
			{ rawExpressions = false } = {},
		) => {
			const found = at(parameters, one);
			if (found === undefined) return otherwise;
			return rawExpressions ? found : resolved(found);
		},
		evaluateExpression: evaluated,
	};
	if (isDescribed) describeParameters(context as never, PROPERTIES);
	return new Item(context as never, 0).parameter(path, fallback);
}

function evaluated(expression: string): unknown {
	return resolved(`=${expression}`);
}

it.each([
	['flag', true, true],
	['flag', 'true', true],
	['flag', ' FALSE ', false],
	['flag', '={{ "true" }}', true],
	['flag', '', true],
	['flag', null, true],
	['format', 'png', 'png'],
	['format', ' ', 'auto'],
	['days', ['tue', 'mon'], ['tue', 'mon']],
	['days', 'mon', ['mon']],
	['days', [], []],
	['days', '\u200BMON，tue、\n ', ['mon', 'tue']],
	['days', ['tue,mon'], ['tue', 'mon']],
	['days', '={{ null }}', []],
	['loaded', 'anything', 'anything'],
	['limit', '', 3],
	['limit', '={{ "5" }}', 5],
	['limit', 1, 1],
	['score', 0.5, 0.5],
	['most', Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
	['other', 'anything', 'anything'],
	['options', { addPage: 'true', old: 'x' }, { addPage: true, old: 'x' }],
	['options', { addPage: '', rate: '', blocked: '' }, {}],
	['options', {}, {}],
	['fields', {}, {}],
	['fields', { values: { encoding: '' } }, { values: {} }],
	['fields', { values: [{ encoding: 'gbk' }] }, { values: [{ encoding: 'gbk' }] }],
	['fields', { old: 1 }, { old: 1 }],
	// an empty cell of a table
	['column', '={{ null }}', null],
	['column', '={{ undefined }}', undefined],
	['column', '={{ "" }}', ''],
	['author', '={{ null }}', null],
	['list', '={{ "" }}', ''],
	['list', '', ''],
	['list', 'a', 'a'],
])('reads %s %j as %j', (name, given, value) => {
	expect(read(name, given)).toEqual(value);
});

it.each([
	['options.blocked', { blocked: '={{ "a" }}' }, 'a'],
	['options.blocked', { blocked: '={{ "" }}' }, 'not set'],
	['options.blocked', {}, 'not set'],
	['options.rate', { rate: '' }, 'not set'],
	['options.rate', { rate: '7' }, 7],
])('reads %s of %j as %j', (path, given, value) => {
	expect(read(path, given, { fallback: 'not set' })).toEqual(value);
});

const NO_VALUE = "The expression in '{0}' gives no value";

it.each([
	['flag', 'Simplify', '={{ undefined }}'],
	['flag', 'Simplify', '={{ "" }}'],
	['format', 'Format', '={{ null }}'],
	['format', 'Format', '={{ " " }}'],
	['limit', 'Limit', '={{ null }}'],
	['score', 'Score', '={{ "" }}'],
	['options', 'Rate', { rate: '={{ undefined }}' }],
	['options.rate', 'Rate', { rate: '={{ null }}' }],
	['fields', 'Encoding', { values: [{ encoding: 'gbk' }, { encoding: '={{ null }}' }] }],
])('an expression without a value is no default: %s', (name, displayName, given) => {
	expect(() => read(name, given)).toThrow(
		expect.objectContaining({
			message: expect.stringContaining(NO_VALUE.replace('{0}', displayName)),
			description: 'Correct it, or remove the expression.',
		}),
	);
});

it.each([
	['list', 'List', '={{ null }}'],
	['list', 'List', '={{ undefined }}'],
	['list', 'List', '={{ "a" }}, {{ undefined }}'],
	['options', 'Blocked', { blocked: '={{ null }}' }],
	['options.blocked', 'Blocked', { blocked: '={{ undefined }}' }],
])('what protects has to be found: %s', (name, displayName, given) => {
	expect(() => read(name, given)).toThrow(
		expect.objectContaining({
			message: expect.stringContaining(NO_VALUE.replace('{0}', displayName)),
			description: expect.stringContaining("let it give an empty text, as in {{ $json.x ?? '' }}."),
		}),
	);
});

it.each([
	['flag', 'yes', "'Simplify' is yes, which is neither true nor false"],
	['flag', ['true'], `'Simplify' is ["true"], which is neither true nor false`],
	['flag', 1, "'Simplify' is 1, which is neither true nor false"],
	['format', 'PNG', "'Format' is PNG, which is none of its choices"],
	['format', ['png'], "'Format' is "],
	['days', [null], "'Days' is null, which is none of its choices"],
	['days', { mon: true }, `'Days' is {"mon":true}, which is none of its choices`],
	['days', ['mon', 'sun'], "'Days' is sun, which is none of its choices"],
	[
		'fields',
		{ values: { encoding: 'latin' } },
		"'Encoding' is latin, which is none of its choices",
	],
	['fields', { values: [{ encoding: 'gbk' }, { encoding: 7 }] }, "'Encoding' is 7, which is none"],
	['options', { addPage: 'on' }, "'Add Page' is on, which is neither true nor false"],
	['score', 1.5, "'Score' is 1.5, not a number from 0 to 1"],
	['score', 'x'.repeat(201), `'Score' is "${'x'.repeat(200)}…", not a number from 0 to 1`],
])('refuses %s %j', (name, given, message) => {
	expect(() => read(name, given)).toThrow(message);
});

it.each([0, -1, 1.5, '0', 'ten', '1e400', Infinity, NaN, 2 ** 53, true, [5], {}])(
	'%p is no whole number',
	(given) => {
		const named = (name: string) => PROPERTIES.filter((one) => one.displayName === name);
		expect(checked(named('Limit'), given, given)).toMatchObject({
			problem: {
				message: expect.stringMatching(/^'Limit' is .+, not a whole number from 1 to 5$/),
				remedy: "Correct 'Limit'.",
				chinese: inChinese,
			},
		});
		expect(checked(named('Most'), given, given)).toMatchObject({
			problem: {
				message: expect.stringMatching(/^'Most' is .+, not a whole number of 1 or more$/),
			},
		});
	},
);

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

it('n8n gives no expression in place of a whole collection', () => {
	const values = { options: '={{ $json.options }}', fields: '={{ $json.fields }}' };
	const given = NodeHelpers.getNodeParameters(PROPERTIES, values, true, false, null, null);
	expect(given).toMatchObject({ options: {}, fields: {} });
});
