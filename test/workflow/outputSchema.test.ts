import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { IflytekAiCall } from '../../nodes/IflytekAiCall/IflytekAiCall.node';
import { IflytekAiCallTrigger } from '../../nodes/IflytekAiCallTrigger/IflytekAiCallTrigger.node';
import { IflytekImageRecognition } from '../../nodes/IflytekImageRecognition/IflytekImageRecognition.node';
import { IflytekInvoiceOcr } from '../../nodes/IflytekInvoiceOcr/IflytekInvoiceOcr.node';
import { IflytekTextCorrection } from '../../nodes/IflytekTextCorrection/IflytekTextCorrection.node';
import {
	deviations,
	NODES_FOLDER,
	offeredOperations,
	schemaFile,
	type Schema,
} from './outputSchema';

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

describe('holding values against a schema', () => {
	const rule: Schema = {
		type: 'object',
		properties: {
			a: { type: ['string', 'null'] },
			b: { type: 'array', items: { type: 'number' } },
		},
	};
	const strict = { always: true };

	test.each([
		['nothing', [{ a: 'x', b: [1, 1.5] }], []],
		[
			'nothing where another value fills it',
			[
				{ a: null, b: [1] },
				{ a: 'x', b: [] },
			],
			[],
		],
		['a type', [{ a: 1, b: [1] }], ['.a is integer']],
		['the type of an element', [{ a: 'x', b: ['1'] }], ['.b[] is string']],
		['a field that is missing', [{ b: [1] }, { a: '', b: [1] }], ['.a is missing']],
		['a field too many', [{ a: '', b: [1], c: 1 }], ['.c is not in the schema']],
		['a field without a value', [{ a: null, b: [1] }], ['.a never comes']],
		['a list without an element', [{ a: '', b: [] }], ['.b[] never comes']],
	])('finds %s', (_, values, expected) => {
		expect(deviations(values, rule, strict)).toEqual(expected);
	});

	test('takes a field that only some values have where that is so', () => {
		const values = [{ b: [1] }, { a: null, b: [1] }];
		expect(deviations(values, rule, { always: false })).toEqual([]);
		expect(deviations([{ b: [1] }], rule, { always: false })).toEqual(['.a never comes']);
	});
});
