/**
 * What users of a released version have saved still means the same: no parameter of it is lost, and none has
 * become a choice that is not there. A change goes through n8n's node versions or a documented default.
 */
import { NodeHelpers, type INodeParameters, type INodeType } from 'n8n-workflow';

import { IflytekAiCallApi } from '../../../credentials/IflytekAiCallApi.credentials';
import { IflytekChecksumApi } from '../../../credentials/IflytekChecksumApi.credentials';
import { IflytekSignatureApi } from '../../../credentials/IflytekSignatureApi.credentials';
import { IflytekAiCall } from '../../../nodes/IflytekAiCall/IflytekAiCall.node';
import { IflytekAiCallTrigger } from '../../../nodes/IflytekAiCallTrigger/IflytekAiCallTrigger.node';
import { IflytekImageRecognition } from '../../../nodes/IflytekImageRecognition/IflytekImageRecognition.node';
import { IflytekInvoiceOcr } from '../../../nodes/IflytekInvoiceOcr/IflytekInvoiceOcr.node';
import { IflytekTextCorrection } from '../../../nodes/IflytekTextCorrection/IflytekTextCorrection.node';
import { savedCredentials, savedWorkflows } from '../../n8n/harness/savedWorkflows';

const NODES: Record<string, INodeType> = Object.fromEntries(
	[
		new IflytekAiCall(),
		new IflytekAiCallTrigger(),
		new IflytekImageRecognition(),
		new IflytekInvoiceOcr(),
		new IflytekTextCorrection(),
	].map((node) => [node.description.name, node]),
);
const CREDENTIALS = [new IflytekAiCallApi(), new IflytekChecksumApi(), new IflytekSignatureApi()];

const saved = savedWorkflows().flatMap(({ version, file, workflow }) =>
	workflow.nodes
		.filter(({ type }) => type.startsWith('n8n-nodes-iflytek.'))
		.map((node) => [version, file, node.name, node] as const),
);

test('there are saved workflows with each node', () => {
	const types = new Set(saved.map(([, , , { type }]) => type.replace(/Tool$/, '')));
	expect(types.size).toBe(Object.keys(NODES).length);
});

test.each(saved)('%s, %s: %s keeps its parameters', (_version, _file, _name, node) => {
	const typeName = node.type.replace('n8n-nodes-iflytek.', '');
	const { description } = NODES[typeName.replace(/Tool$/, '')]!;
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
