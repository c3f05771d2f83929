/** What a live service may do otherwise than specified changes nothing of what a user gets. */
import type { INodeParameters, INodeType } from 'n8n-workflow';

import { IflytekInvoiceOcr } from '../../nodes/IflytekInvoiceOcr/IflytekInvoiceOcr.node';
import { IflytekTextCorrection } from '../../nodes/IflytekTextCorrection/IflytekTextCorrection.node';
import { type Habit } from '../emulator';
import { invoicePng } from '../emulator/fixtures/invoiceImages';
import { sampleInvoice } from '../emulator/fixtures/sampleInvoice';
import { customers, runAiCall, PLACE, useEmulator } from './aiCallBench';
import { signatureCredential } from './credentials';
import { forgetRuns, runNode, withDefaults } from './engine';

const bed = useEmulator();

/** The items without what differs from one request to the next. */
async function recognized(node: INodeType, parameters: INodeParameters): Promise<unknown[]> {
	const { items, error } = await runNode({
		node,
		parameters: withDefaults(node, parameters),
		credentials: signatureCredential(bed.emulator),
	});
	expect(error).toBeUndefined();
	return items.map(({ json }) => ({ ...json, sid: null }));
}

const image = invoicePng(sampleInvoice({ seed: 1, lines: 3 }).truth);
const invoices = async (output: string): Promise<unknown[]> =>
	await recognized(new IflytekInvoiceOcr(), {
		operation: 'read',
		fileSource: 'base64',
		fileBase64: image.toString('base64'),
		output,
	});
const corrections = async (): Promise<unknown[]> =>
	await recognized(new IflytekTextCorrection(), {
		operation: 'correct',
		text: '  他做事总是画蛇天足，\r\n精神很松驰。\r\n气慨也不小。',
	});
const accepted = async (): Promise<unknown[]> => {
	const { items } = await runAiCall(bed.emulator, PLACE, { items: customers(2) });
	return items.map(({ json }) => json.status);
};

describe.each<[string, () => Promise<unknown[]>, Habit[]]>([
	[
		'an invoice’s row',
		async () => await invoices('invoices'),
		['numbersAsText', 'byteOrderMark', 'noLinePositions'],
	],
	[
		'an invoice’s line items',
		async () => await invoices('lines'),
		['numbersAsText', 'byteOrderMark', 'noLinePositions'],
	],
	[
		'a corrected text',
		corrections,
		['numbersAsText', 'byteOrderMark', 'trimmedPositions', 'lineEndsAsOne'],
	],
	['a placed call', accepted, ['listsAsText', 'sparseConfiguration']],
])('%s', (_, run, habits) => {
	it.each(habits)('is the same with the habit %s', async (habit) => {
		const without = await run();
		expect(without.length).toBeGreaterThan(0);
		bed.emulator.reset();
		forgetRuns();
		bed.emulator.set({ habits: [habit] });
		expect(await run()).toEqual(without);
	});
});
