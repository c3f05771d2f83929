/**
 * What an expression gives is checked as strictly as what is chosen in the panel: every switch, choice, number
 * and date of every operation, with what the panel would not let anyone choose.
 */
import {
	NodeHelpers,
	type INodeExecutionData,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeType,
} from 'n8n-workflow';

import { IflytekAiCall } from '../../nodes/IflytekAiCall/IflytekAiCall.node';
import { IflytekImageRecognition } from '../../nodes/IflytekImageRecognition/IflytekImageRecognition.node';
import { IflytekInvoiceOcr } from '../../nodes/IflytekInvoiceOcr/IflytekInvoiceOcr.node';
import { IflytekTextCorrection } from '../../nodes/IflytekTextCorrection/IflytekTextCorrection.node';
import { invoicePng } from '../emulator/fixtures/invoiceImages';
import { labelledPng } from '../emulator/fixtures/labelled';
import { sampleInvoice } from '../emulator/fixtures/sampleInvoice';
import { byId, credentialStore, customers, LINE, PLACE, SCRIPT, useEmulator } from './aiCallBench';
import { checksumCredential, signatureCredential } from './credentials';
import { fileItem, runNode, withDefaults } from './engine';

const bed = useEmulator();

const PHOTO = fileItem(labelledPng(1));
const INVOICE = fileItem(invoicePng(sampleInvoice({ seed: 1 }).truth));
const NOTHING: INodeExecutionData = { json: {} };
const [CUSTOMER] = customers(1) as [INodeExecutionData];
const TASK = { taskName: 'A task', script: byId(SCRIPT), line: byId(LINE) };
const OPERATIONS: Array<[INodeType, INodeParameters, INodeExecutionData]> = [
	[new IflytekInvoiceOcr(), { operation: 'read' }, INVOICE],
	[
		new IflytekTextCorrection(),
		{ operation: 'correct', text: '他画蛇天足。', apply: 'chosen' },
		NOTHING,
	],
	[new IflytekTextCorrection(), { operation: 'correctDocument' }, NOTHING],
	[new IflytekImageRecognition(), { resource: 'scene', operation: 'recognize' }, PHOTO],
	[new IflytekImageRecognition(), { resource: 'object', operation: 'recognize' }, PHOTO],
	[new IflytekAiCall(), PLACE, CUSTOMER],
	[new IflytekAiCall(), { resource: 'task', operation: 'create', ...TASK }, NOTHING],
	[
		new IflytekAiCall(),
		{ ...PLACE, resource: 'task', operation: 'addNumbers', task: byId('1') },
		CUSTOMER,
	],
	[new IflytekAiCall(), { ...PLACE, ...TASK, resource: 'task', operation: 'run' }, CUSTOMER],
	...['start', 'pause', 'delete', 'get'].map(
		(operation): [INodeType, INodeParameters, INodeExecutionData] => [
			new IflytekAiCall(),
			{ resource: 'task', operation, task: byId('1') },
			NOTHING,
		],
	),
	[new IflytekAiCall(), { resource: 'task', operation: 'getAll' }, NOTHING],
	[
		new IflytekAiCall(),
		{
			resource: 'recording',
			operation: 'download',
			url: 'a.wav',
			recordingBaseUrl: 'http://127.0.0.1:1',
		},
		NOTHING,
	],
	[new IflytekAiCall(), { resource: 'configuration', operation: 'getAll' }, NOTHING],
];

/** Read by the editor alone, which lists more or fewer scripts. */
const ONLY_IN_THE_EDITOR = ['offerAllScripts'];

/** A parameter, or an entry of a collection, and where it stands. */
interface Place {
	path: string[];
	property: INodeProperties;
}

function places(node: INodeType, parameters: INodeParameters): Place[] {
	const isShown = (property: INodeProperties, values: INodeParameters) =>
		NodeHelpers.displayParameter(
			values,
			property,
			{ typeVersion: 1 },
			node.description,
			parameters,
		);
	const shown = node.description.properties.filter(
		(property) =>
			!['operation', 'resource'].includes(property.name) && isShown(property, parameters),
	);
	return shown.flatMap((property): Place[] => {
		if (property.type !== 'collection') return [{ path: [property.name], property }];
		const entries = (property.options as INodeProperties[]).filter((one) => isShown(one, {}));
		return entries.map((entry) => ({ path: [property.name, entry.name], property: entry }));
	});
}

const LONG = 'x'.repeat(2000);

/** What the panel would not let anyone choose; of a text field anything may be asked. */
function wrongValues({ type, options = [] }: INodeProperties): unknown[] {
	const values = (options as INodePropertyOptions[]).map(({ value }) => value);
	switch (type) {
		case 'boolean':
			return ['yes', 0, NaN, [true], { a: true }, LONG];
		case 'options':
		case 'multiOptions':
			// those that the platform lists are whatever it says
			if (values.length === 0) return [NaN, { a: 1 }];
			return [`no ${String(values[0])}`, String(values[0]).toLowerCase() + 'X', -1, NaN, LONG];
		case 'number':
			return ['soon', 'true', -1, NaN, Infinity, ['1', 2], { a: 1 }, LONG];
		case 'dateTime':
			return ['soon', 0, -1, NaN, [], { a: 1 }, LONG];
		default:
			return [];
	}
}

describe.each(
	OPERATIONS.map(([node, parameters, item]) => {
		const { resource = '', operation } = parameters as Record<string, string>;
		return {
			name: `${node.description.displayName} ${resource} ${operation}`,
			node,
			parameters,
			item,
		};
	}),
)('$name', ({ node, parameters, item }) => {
	const complete = withDefaults(node, parameters);
	const run = async (path: string[], value: unknown) => {
		const [name, entry] = path as [string, string?];
		const given = entry === undefined ? value : { ...(complete[name] as object), [entry]: value };
		const { error } = await runNode({
			node,
			parameters: { ...complete, [name]: given } as INodeParameters,
			items: [item],
			credentials: {
				...signatureCredential(bed.emulator),
				...checksumCredential(bed.emulator),
				...credentialStore(bed.emulator).stored,
			},
		});
		// asking for a token is no request to a service
		const requests = bed.emulator
			.ledger()
			.entries.filter(({ path: sent }) => !sent.includes('token'));
		return { message: error?.message ?? 'no error', requests: requests.length };
	};
	const asked = places(node, complete)
		.map(({ path, property }) => ({ path, property, wrong: wrongValues(property) }))
		.filter(
			({ property, wrong }) => wrong.length > 0 && !ONLY_IN_THE_EDITOR.includes(property.name),
		);

	test.each(asked.map((one) => ({ ...one, place: one.path.join('.') })))(
		'$place: a wrong value is named with its field, before any request',
		async ({ path, property, wrong }) => {
			for (const value of wrong) {
				// what takes no expression can be wrong in an imported workflow
				const given = property.noDataExpression ? value : `={{ ${expressionOf(value)} }}`;
				const { message, requests } = await run(path, given);
				expect([value, message]).toEqual([
					value,
					expect.stringContaining(`'${property.displayName}'`),
				]);
				expect(message.length).toBeLessThan(400);
				expect([value, requests]).toEqual([value, 0]);
			}
		},
	);

	const withDefault = places(node, complete).filter(
		({ property: { type, default: byDefault, noDataExpression } }) =>
			['boolean', 'number', 'options'].includes(type) && byDefault !== '' && !noDataExpression,
	);

	test.each(withDefault.map((one) => ({ ...one, place: one.path.join('.') })))(
		'$place: an expression that gives nothing is named, and not taken for the default',
		async ({ path, property }) => {
			for (const given of ['={{ $json.misspelled }}', '={{ null }}', "={{ '' }}"]) {
				const { message, requests } = await run(path, given);
				// a filter may be left empty
				if (given === "={{ '' }}" && PROTECTIVE.includes(path[0]!)) continue;
				expect([given, message]).toEqual([
					given,
					expect.stringContaining(`The expression in '${property.displayName}' gives no value`),
				]);
				expect([given, requests]).toEqual([given, 0]);
			}
		},
	);
});

/** Collections whose entries may be an empty text. */
const PROTECTIVE = ['additionalFields', 'filters', 'sort'];

function expressionOf(value: unknown): string {
	if (value === LONG) return `'x'.repeat(${LONG.length})`;
	return typeof value === 'number' ? String(value) : JSON.stringify(value);
}
