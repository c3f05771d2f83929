/**
 * What users of a released version have saved still means the same: no parameter of it is lost, and none has
 * become a choice that is not there. A change goes through n8n's node versions or a documented default.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { NodeHelpers, type INodeParameters } from 'n8n-workflow';

import { CREDENTIALS, NODES } from '../everyNode';
import { savedCredentials, savedDefaults, savedWorkflows } from '../../n8n/harness/savedWorkflows';
import { allDefaults } from '../../support/defaults';

/**
 * Options and entries of other menus that are no more, with the names that users knew: what a workflow has saved of them is ignored.
 * Nothing that protected is among them.
 */
const GONE: Record<string, Record<string, string>> = {
	iflytekInvoiceOcr: {
		annotatedImageField: 'Annotated Image Field',
		imageFormat: 'Image Format',
		includeConfidenceScores: 'Include Confidence Scores',
		includePositions: 'Include Positions',
		includeRawText: 'Include Raw Text',
		keepAllForms: 'Keep All Forms',
		maxAttempts: 'Max Attempts',
		maxItemsAtOnce: 'Max Parallel Requests',
	},
	iflytekTextCorrection: { maxAttempts: 'Max Attempts', maxItemsAtOnce: 'Max Parallel Requests' },
	iflytekImageRecognition: {
		maxAttempts: 'Max Attempts',
		maxItemsAtOnce: 'Max Parallel Requests',
	},
	iflytekAiCall: {
		ifNobodyCalled: 'If Nobody Was Called',
		includeResponse: 'Include Raw Response',
		maxAttempts: 'Max Attempts',
		maxWait: 'Max Wait When Busy',
		offerAllScripts: 'Show Unreleased Scripts',
		'sort.sortName': 'Sort By',
		'sort.sortOrder': 'Order',
	},
};

const isGone = (node: string, option: string) => Object.hasOwn(GONE[node] ?? {}, option);

const saved = savedWorkflows().flatMap(({ version, file, workflow }) =>
	workflow.nodes
		.filter(({ type }) => type.startsWith('n8n-nodes-iflytek.'))
		.map((node) => [version, file, node.name, node] as const),
);

test('there are saved workflows with each node', () => {
	const types = new Set(saved.map(([, , , { type }]) => type.replace(/Tool$/, '')));
	expect(types.size).toBe(NODES.length);
});

const CHANGES = readFileSync(join(__dirname, '../../../CHANGELOG.md'), 'utf8').split('\n');

test.each(Object.entries(GONE))('the changelog names what is gone from %s', (name, options) => {
	const { displayName } = NODES.find(({ description }) => description.name === name)!.description;
	const starts = [`- ${displayName.replace('iFLYTEK ', '')}:`, '- All nodes:'];
	const lines = CHANGES.filter((line) => starts.some((start) => line.startsWith(start))).join('\n');
	const missing = Object.values(options).filter((option) => !lines.includes(`*${option}*`));
	expect(missing).toEqual([]);
});

test.each(saved)('%s, %s: %s keeps its parameters', (_version, _file, _name, node) => {
	const typeName = node.type.replace('n8n-nodes-iflytek.', '');
	const nodeName = typeName.replace(/Tool$/, '');
	const { description } = NODES.find((one) => one.description.name === nodeName)!;
	const { parameters, typeVersion } = node as unknown as {
		parameters: INodeParameters;
		typeVersion: number;
	};
	const kept = NodeHelpers.getNodeParameters(
		description.properties,
		parameters,
		true,
		false,
		{ typeVersion },
		{ ...description, name: typeName },
	)!;
	const known = description.properties.map((property) => property.name);
	expect(known).toEqual(expect.arrayContaining(Object.keys(parameters)));
	// a parameter that another one hides, as the columns without a script, is not among them
	const shown = Object.entries(parameters)
		.filter(([parameter]) => parameter in kept)
		.map(([parameter, value]) => [
			parameter,
			parameter === 'options' ? withoutGone(nodeName, value as INodeParameters) : value,
		]);
	expect(kept).toMatchObject(Object.fromEntries(shown));
	const issues = NodeHelpers.getNodeParametersIssues(
		description.properties,
		{ ...node, parameters: kept } as never,
		{ ...description, name: typeName },
	);
	const unknown = Object.values(issues?.parameters ?? {})
		.flat()
		.filter((issue) => /not supported/.test(issue));
	expect(unknown).toEqual([]);
});

const withoutGone = (node: string, options: INodeParameters) =>
	Object.fromEntries(Object.entries(options).filter(([name]) => !isGone(node, name)));

// n8n saves what differs from its default, so that a default that changes is a change of saved workflows
test.each(savedDefaults())('$version: parameters keep their defaults', ({ defaults }) => {
	const now = allDefaults(NODES);
	const changed: string[] = [];
	for (const [node, operations] of Object.entries(defaults)) {
		for (const [operation, parameters] of Object.entries(operations)) {
			for (const [path, value] of Object.entries(parameters)) {
				const present = now[node]?.[operation] as Record<string, unknown> | undefined;
				const isKept = present !== undefined && path in present;
				if (isKept ? isSame(present[path], value) : isGone(node, path.replace('options.', '')))
					continue;
				changed.push(`${node} ${operation} ${path}`);
			}
		}
	}
	expect(changed).toEqual([]);
});

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

test.each(savedCredentials())('$version: the credential $type keeps its fields', (credential) => {
	const known = CREDENTIALS.find(({ name }) => name === credential.type)!.properties;
	expect(known.map(({ name }) => name)).toEqual(
		expect.arrayContaining(
			credential.fields.filter((name) => name !== 'allowedHttpRequestDomains'),
		),
	);
});
