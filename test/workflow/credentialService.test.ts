/** A credential that was made for another service of its scheme, as n8n picks it where both have one name. */
import { IflytekImageRecognition } from '../../nodes/IflytekImageRecognition/IflytekImageRecognition.node';
import { IflytekInvoiceOcr } from '../../nodes/IflytekInvoiceOcr/IflytekInvoiceOcr.node';
import { IflytekTextCorrection } from '../../nodes/IflytekTextCorrection/IflytekTextCorrection.node';
import {
	invoiceOnlyAccount,
	mainChecksumAccount,
	mainSignatureAccount,
	sceneOnlyAccount,
	textOnlyAccount,
	type FaultOrder,
} from '../emulator';
import { invoicePng } from '../emulator/fixtures/invoiceImages';
import { labelledPng } from '../emulator/fixtures/labelled';
import { sampleInvoice } from '../emulator/fixtures/sampleInvoice';
import {
	checksumCredential,
	signatureCredential,
	useEmulator,
	type Credentials,
} from './credentials';
import { fileItem, runNode, withDefaults } from './engine';

const bed = useEmulator();

const NODES = {
	invoice: {
		node: new IflytekInvoiceOcr(),
		parameters: {},
		item: fileItem(invoicePng(sampleInvoice({ seed: 1 }).truth, { width: 120, height: 80 })),
	},
	text: {
		node: new IflytekTextCorrection(),
		parameters: { text: '他以经完成了工作。' },
		item: { json: {} },
	},
	object: {
		node: new IflytekImageRecognition(),
		parameters: { resource: 'object' },
		item: fileItem(labelledPng(1)),
	},
	scene: {
		node: new IflytekImageRecognition(),
		parameters: { resource: 'scene' },
		item: fileItem(labelledPng(1)),
	},
};
type Service = keyof typeof NODES;

const NAMES: Record<Service, string> = {
	invoice: 'Invoice Recognition',
	text: 'Text Correction',
	object: 'Object Recognition',
	scene: 'Scene Recognition',
};

async function run(service: Service, credentials: Credentials, onError?: 'continueRegularOutput') {
	const { node, parameters, item } = NODES[service];
	return await runNode({
		node,
		parameters: withDefaults(node, parameters),
		items: onError ? new Array(60).fill(item) : [item],
		credentials,
		settings: { onError },
	});
}

const { apiSecret } = mainSignatureAccount;
const unknownKey = { ...mainSignatureAccount, apiKey: 'x'.repeat(32) };

const WRONG: Array<[Service, string, Service, () => Credentials, RegExp]> = [
	[
		'invoice',
		'no license',
		'text',
		() => signatureCredential(bed.emulator, textOnlyAccount, 'text'),
		/license/,
	],
	[
		'text',
		'no license',
		'invoice',
		() => signatureCredential(bed.emulator, invoiceOnlyAccount, 'invoice'),
		/license/,
	],
	[
		'text',
		'an unknown key',
		'invoice',
		() => signatureCredential(bed.emulator, unknownKey, 'invoice'),
		/could not read the signature/,
	],
	[
		'text',
		'another secret',
		'invoice',
		() =>
			signatureCredential(
				bed.emulator,
				{ ...mainSignatureAccount, apiSecret: [...apiSecret].reverse().join('') },
				'invoice',
			),
		/signature does not match/,
	],
	[
		'object',
		'no license',
		'scene',
		() => checksumCredential(bed.emulator, sceneOnlyAccount, 'scene'),
		/license|refused the caller/,
	],
	[
		'scene',
		'another key',
		'object',
		() =>
			checksumCredential(
				bed.emulator,
				{ ...mainChecksumAccount, apiKey: 'x'.repeat(32) },
				'object',
			),
		/checksum/,
	],
];

describe.each(['documented', 'observed'] as const)('in the %s voice', (voice) => {
	beforeEach(() => bed.emulator.set({ voice }));

	it.each(WRONG)('%s, refused with %s, says first that the key is for %s', async (...row) => {
		const [service, , other, credentials, reason] = row;
		const { error } = await run(service, credentials());
		expect(error?.message).toMatch(
			new RegExp(
				`^The credential's 'Service' is ${NAMES[other]}, not ${NAMES[service]}: .*${reason.source}`,
			),
		);
		expect(error?.description).toMatch(
			new RegExp(
				`^Choose the credential for ${NAMES[service]} in the node. If both services have one key: [A-Z]`,
			),
		);
	});

	it.each(WRONG)('%s, refused with %s, says no more where it is its own', async (...row) => {
		const [service, , , credentials, reason] = row;
		const stored = credentials();
		for (const { data } of Object.values(stored)) data.testService = service;
		const { error } = await run(service, stored);
		expect(error?.message).toMatch(reason);
		expect(error?.message).not.toMatch(/'Service' is/);
	});
});

it('one key may serve both, and what else is refused has nothing to do with it', async () => {
	const ofText = () => signatureCredential(bed.emulator, mainSignatureAccount, 'text');
	const { error, items } = await run('invoice', ofText());
	expect(error).toBeUndefined();
	expect(items).toHaveLength(1);
	for (const fault of [
		{ kind: 'code', code: 11201 },
		{ kind: 'code', code: 10404 },
		{ kind: 'status', status: 404, body: '' },
	] as FaultOrder[]) {
		bed.emulator.order(fault);
		const refused = await run('invoice', ofText());
		expect(refused.error).toBeDefined();
		expect(refused.error?.message).not.toMatch(/'Service' is/);
	}
});

it('of many items those that were not sent say it too', async () => {
	const ofText = signatureCredential(bed.emulator, textOnlyAccount, 'text');
	const { items } = await run('invoice', ofText, 'continueRegularOutput');
	const said = items.map(({ json }) => (json.error as { message: string }).message);
	const notSent = said.filter((one) => one.startsWith('Not sent: '));
	expect(bed.emulator.ledger().total.requests).toBe(60 - notSent.length);
	expect(notSent.length).toBeGreaterThan(40);
	for (const one of notSent) {
		expect(one).toMatch(
			/^Not sent: the credential's 'Service' is Text Correction, not Invoice Recognition: /,
		);
	}
});
