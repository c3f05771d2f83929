import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeType } from 'n8n-workflow';

import { IflytekImageRecognition } from '../../../nodes/IflytekImageRecognition/IflytekImageRecognition.node';
import { IflytekInvoiceOcr } from '../../../nodes/IflytekInvoiceOcr/IflytekInvoiceOcr.node';
import { IflytekTextCorrection } from '../../../nodes/IflytekTextCorrection/IflytekTextCorrection.node';

const README = readFileSync(join(__dirname, '../../../README.md'), 'utf8');

const texts = [new IflytekInvoiceOcr(), new IflytekTextCorrection(), new IflytekImageRecognition()]
	.flatMap((node: INodeType) => node.description.properties)
	.filter(({ name }) => name === 'toolDescription');

test('every recognition operation has a text of its own for the model, which the README shows', () => {
	expect(new Set(texts.map((property) => property.default)).size).toBe(4);
	for (const property of texts) {
		expect(property.displayOptions?.show).toMatchObject({ '@tool': [true] });
		expect(README).toContain(`> ${String(property.default)}\n`);
	}
});
