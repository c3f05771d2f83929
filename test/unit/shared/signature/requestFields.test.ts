import type { INodeProperties } from 'n8n-workflow';

import { IflytekInvoiceOcr } from '../../../../nodes/IflytekInvoiceOcr/IflytekInvoiceOcr.node';
import { IflytekTextCorrection } from '../../../../nodes/IflytekTextCorrection/IflytekTextCorrection.node';

it.each([new IflytekInvoiceOcr(), new IflytekTextCorrection()])(
	'are the last of the options of $description.displayName, and nobody needs them today',
	({ description }) => {
		const collections = description.properties.filter(({ type }) => type === 'collection');
		const last = collections.map(({ options }) => options!.at(-1) as INodeProperties);
		expect(last.length).toBeGreaterThan(0);
		for (const { displayName, description: line } of last) {
			expect({ displayName, line }).toEqual({
				displayName: 'Request Fields',
				line: expect.stringMatching(/^Nobody needs these today: /),
			});
		}
	},
);
