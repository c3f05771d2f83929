import { IflytekAiCall } from '../../../../nodes/IflytekAiCall/IflytekAiCall.node';

/** The editor offers *From AI* for what may hold an expression (n8n 2.41: noDataExpression). */
it.each(['script', 'line', 'mode'])('a tool does not let a model choose: %s', (name) => {
	const { properties } = new IflytekAiCall().description;
	const ofWholeRequests = properties.filter(
		(one) => one.name === name && !one.displayOptions?.show?.operation?.includes('addNumbers'),
	);
	const [forWorkflows, forTools] = [false, true].map((isTool) =>
		ofWholeRequests.filter(({ displayOptions }) =>
			(displayOptions?.show?.['@tool'] ?? [isTool]).includes(isTool),
		),
	);
	expect(forTools).toHaveLength(forWorkflows!.length);
	expect(forTools!.map(({ noDataExpression }) => noDataExpression)).not.toContain(undefined);
	expect(forWorkflows!.map(({ noDataExpression }) => noDataExpression)).toEqual(
		forWorkflows!.map(() => undefined),
	);
});

it('a tool takes its rows as JSON unless told otherwise', () => {
	const { properties } = new IflytekAiCall().description;
	const sources = properties.filter(({ name }) => name === 'rowsFrom');
	const defaults = (isTool: boolean) =>
		sources
			.filter(({ displayOptions }) => displayOptions?.show?.['@tool']?.includes(isTool))
			.map((one) => one.default);
	expect(defaults(true)).toEqual(['json', 'json', 'json']);
	expect(defaults(false)).toEqual(['items', 'items', 'items']);
});
