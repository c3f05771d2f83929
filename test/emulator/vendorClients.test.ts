import { CLIENT_REQUESTS, VENDOR_KEYS } from '../fixtures/vendorClients';
import { mainChecksumAccount, mainSignatureAccount, startEmulator, type Emulator } from './index';
import { send, signedPath, TEXT_PATH, textBody, type Reply } from './fixtures/client';

/** What the ledger notes about a client's request where it is taken. */
const DEVIATIONS: Record<string, string[]> = {
	'automation tool, invoice': ["'host' is not the host of the request"],
	'Python SDK, text': [
		`'parameter.s9a87e3ec.result.format' is "plain"`,
		`'payload.input.format' is "plain"`,
	],
	'Python SDK, scene': ["'image_url' is null"],
	'Python SDK, object': ['X-Param is url-safe base64'],
};

const { appId, apiKey, apiSecret } = VENDOR_KEYS;
const accounts = {
	signature: [{ appId, apiKey, apiSecret, licences: mainSignatureAccount.licences }],
	checksum: [{ appId, apiKey, licences: mainChecksumAccount.licences }],
};
const requests = CLIENT_REQUESTS.filter(({ sentAt }) => sentAt !== null).map((request) => ({
	...request,
	deviations: DEVIATIONS[request.client] ?? [],
}));
const deviating = requests.filter(({ deviations }) => deviations.length > 0);

let emulator: Emulator;
const sendAsThen = async (request: (typeof requests)[number]): Promise<Reply> => {
	emulator.set({ clockOffset: (Number(request.sentAt) - Date.now()) / 1000 });
	return await send(emulator.port, { ...request, path: request.target });
};

/** Neither the signature nor a parameter was refused; the picture itself may show nothing. */
function expectAccepted(reply: Reply, deviations: string[]): void {
	expect(emulator.ledger().entries.at(-1)).toMatchObject({ authValid: true, deviations });
	const { header, code } = reply.json;
	expect(String(header?.code ?? code)).toMatch(/^(0|37042)$/);
}

/** The signature was refused, or a parameter. */
function expectRefused({ status, json }: Reply): void {
	const { header, code } = json;
	expect(String(status === 401 ? status : (header?.code ?? code))).toMatch(/^(401|10163|10106)$/);
}

describe.each(['documented', 'observed'] as const)('voice %s', (voice) => {
	beforeAll(async () => {
		emulator = await startEmulator({ voice, accounts });
	});
	afterAll(async () => await emulator.stop());
	beforeEach(() => emulator.reset());

	it.each(requests)('accepts what was sent by $client when set so', async (request) => {
		emulator.set({ vendorClients: 'accept' });
		expectAccepted(await sendAsThen(request), request.deviations);
	});

	it.each(deviating)('refuses what was sent by $client when set so', async (request) => {
		emulator.set({ vendorClients: 'refuse' });
		expectRefused(await sendAsThen(request));
	});

	it.each(deviating)('judges $client by its voice when nothing is set', async (request) => {
		const reply = await sendAsThen(request);
		if (voice === 'observed') expectAccepted(reply, request.deviations);
		else expectRefused(reply);
	});

	it('takes an authorization without spaces only when set so', async () => {
		const body = textBody('画蛇天足');
		body.header.app_id = appId;
		const ask = async (): Promise<Reply> =>
			await send(emulator.port, {
				path: signedPath(TEXT_PATH, { apiKey, apiSecret, separator: ',' }),
				headers: { 'Content-Type': 'application/json' },
				body: JSON.stringify(body),
			});
		emulator.set({ vendorClients: 'accept' });
		expectAccepted(await ask(), ['no space between the parts of the authorization']);
		emulator.set({ vendorClients: 'refuse' });
		expectRefused(await ask());
	});
});
