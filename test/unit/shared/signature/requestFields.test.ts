import type { INodeProperties } from 'n8n-workflow';

import { INVOICE, TEXT } from '../../everyNode';

it.each([INVOICE, TEXT])(
	'are the last of the options of $description.displayName, in one sentence',
	({ description }) => {
		const collections = description.properties.filter(({ type }) => type === 'collection');
		const last = collections.map(({ options }) => options!.at(-1) as INodeProperties);
		expect(last.length).toBeGreaterThan(0);
		for (const { displayName, description: line } of last) {
			expect({ displayName, line }).toEqual({
				displayName: 'Request Fields',
				line: expect.stringMatching(/^[^.:]+$/),
			});
		}
	},
);
