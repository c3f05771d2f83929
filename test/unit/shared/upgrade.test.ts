/**
 * What users of a released version have saved still means the same: no parameter of it is lost, and none has
 * become a choice that is not there. A change goes through n8n's node versions or a documented default.
 */
import { NodeHelpers, type INodeParameters } from 'n8n-workflow';

import { CREDENTIALS, NODES } from '../everyNode';
import { savedCredentials, savedWorkflows } from '../../n8n/harness/savedWorkflows';

const saved = savedWorkflows().flatMap(({ version, file, workflow }) =>
	workflow.nodes
		.filter(({ type }) => type.startsWith('n8n-nodes-iflytek.'))
		.map((node) => [version, file, node.name, node] as const),
);

test('there are saved workflows with each node', () => {
	const types = new Set(saved.map(([, , , { type }]) => type.replace(/Tool$/, '')));
	expect(types.size).toBe(NODES.length);
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
	const shown = Object.entries(parameters).filter(([parameter]) => parameter in kept);
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

test.each(savedCredentials())('$version: the credential $type keeps its fields', (credential) => {
	const known = CREDENTIALS.find(({ name }) => name === credential.type)!.properties;
	expect(known.map(({ name }) => name)).toEqual(
		expect.arrayContaining(
			credential.fields.filter((name) => name !== 'allowedHttpRequestDomains'),
		),
	);
});
