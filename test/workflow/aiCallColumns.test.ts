/** Columns that are fields of the item: read without n8n, as n8n would read them. */
import fc from 'fast-check';
import { Workflow, WorkflowDataProxy, type IDataObject, type INodeParameters } from 'n8n-workflow';

import { mappedFields } from '../../nodes/IflytekAiCall/cells/rowCells';
import { IflytekAiCall } from '../../nodes/IflytekAiCall/IflytekAiCall.node';
import { runs } from '../support/fullSize';
import { COLUMNS, customers, mappedByHand, placing, statuses, useEmulator } from './aiCallBench';

const place = placing(useEmulator());
afterEach(() => {
	jest.restoreAllMocks();
});

const node = {
	id: '1',
	name: 'AI Call',
	type: 'iflytekAiCall',
	typeVersion: 1,
	position: [0, 0] as [number, number],
	parameters: {},
};
const type = new IflytekAiCall();
const nodeTypes = {
	getByName: () => type,
	getByNameAndVersion: () => type,
	getKnownTypes: () => ({}),
};
const { expression } = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
const byN8n = (value: unknown, json: object) =>
	expression.getParameterValue(
		value as INodeParameters,
		null,
		0,
		0,
		node.name,
		[{ json: json as IDataObject }],
		'manual',
		{},
	);

const names = ['phone', '客户手机号码', 'a b', 'order_2', 'null', 'length', 'toString', ''];
const written = fc.oneof(
	fc
		.constantFrom(...names)
		.chain((name) =>
			fc.constantFrom(
				`={{ $json.${name} }}`,
				`={{$json["${name}"]}}`,
				`={{ $json[ '${name}' ] }}`,
				`={{ $json.${name}.length }}`,
				`={{ $json.${name} }} `,
				`+86 {{ $json.${name} }}`,
				`=+86 {{ $json.${name} }}`,
				`={{ $json['${name}'] ?? 'none' }}`,
				`$json.${name}`,
			),
		),
	fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
);
const fields = fc.dictionary(
	fc.constantFrom(...names),
	fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null), fc.jsonValue()),
);

it('are what n8n gives, or are left to it', () => {
	fc.assert(
		fc.property(fc.dictionary(fc.constantFrom(...COLUMNS), written), fields, (value, json) => {
			const raw = { mappingMode: 'defineBelow', value, schema: [] };
			const taken = mappedFields(raw, json);
			if (taken !== undefined) expect(taken).toEqual(byN8n(raw, json));
		}),
		{ numRuns: runs(5000) },
	);
});

it.each([
	['={{ $json.phone }}', true],
	['={{ $json["客户 1"] }}', true],
	["={{$json['phone']}}", true],
	['13800138000', true],
	['={{ $json.phone.trim() }}', false],
	['={{ $json.missing }}', false],
	['={{ $json.toString }}', false],
	['={{ $json.made }}', false],
	['=+86{{ $json.phone }}', false],
])('%s is read without n8n: %s', (value, isRead) => {
	const json = { phone: '1', '客户 1': '2', made: new Date(0) };
	const raw = { mappingMode: 'defineBelow', value: { a: value }, schema: [] };
	expect(mappedFields(raw, json) !== undefined).toBe(isRead);
});

it.each(['dryRun', 'live'])('are the same in all rows, in one order: %s', async (mode) => {
	const [first, second] = customers(2);
	const bad = { json: { ...second!.json, phone: '12' } };
	const run = { items: [bad, first!, second!] };
	const { items } = await place({ mode, resource: 'call', operation: 'place' }, run);
	expect(statuses(items)).toEqual([
		'refused',
		...Array(2).fill(mode === 'live' ? 'accepted' : 'ready'),
	]);
	expect(new Set(items.map(({ json }) => Object.keys(json).join())).size).toBe(1);
	expect('request' in items[0]!.json).toBe(mode === 'dryRun');
});

it('need no evaluation for each row', async () => {
	const evaluated = jest.spyOn(WorkflowDataProxy.prototype, 'getDataProxy');
	const columns = { ...mappedByHand };
	const { items } = await place({ columns, mode: 'dryRun' }, { items: customers(100) });
	expect(statuses(items)).toEqual(Array(100).fill('ready'));
	// n8n's own of the run are a few
	expect(evaluated.mock.calls.length).toBeLessThan(50);
});
