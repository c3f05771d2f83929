import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { IflytekAiCall } from '../../nodes/IflytekAiCall/IflytekAiCall.node';
import { IflytekAiCallTrigger } from '../../nodes/IflytekAiCallTrigger/IflytekAiCallTrigger.node';
import { IflytekImageRecognition } from '../../nodes/IflytekImageRecognition/IflytekImageRecognition.node';
import { IflytekInvoiceOcr } from '../../nodes/IflytekInvoiceOcr/IflytekInvoiceOcr.node';
import { IflytekTextCorrection } from '../../nodes/IflytekTextCorrection/IflytekTextCorrection.node';
import { NODES_FOLDER, offeredOperations, schemaFile } from './outputSchema';

test('there is a schema where n8n looks for it for every operation, and no other', () => {
	const wanted = [
		new IflytekInvoiceOcr(),
		new IflytekTextCorrection(),
		new IflytekImageRecognition(),
		new IflytekAiCall(),
		new IflytekAiCallTrigger(),
	].flatMap((node) => offeredOperations(node).map((names) => schemaFile(node, ...names)));
	const existing = readdirSync(NODES_FOLDER, { recursive: true, encoding: 'utf8' })
		.filter((file) => /__schema__.*\.json$/.test(file))
		.map((file) => join(NODES_FOLDER, file));
	expect(existing.sort()).toEqual(wanted.sort());
});
