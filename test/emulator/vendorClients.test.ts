import { CLIENT_REQUESTS, VENDOR_KEYS } from '../fixtures/vendorClients';
import { mainChecksumAccount, mainSignatureAccount, startEmulator, type Emulator } from './index';
import { send, signedPath, TEXT_PATH, textBody, type Reply } from './fixtures/client';

/** What the ledger notes about a client's request where it is taken, and the code where it is refused. */
const DEVIATIONS: Record<string, { notes: string[]; refusal: number }> = {
	'automation tool, invoice': { notes: ["'host' is not the host of the request"], refusal: 401 },
	'Python SDK, text': {
		notes: [`'parameter.s9a87e3ec.result.format' is "plain"`, `'payload.input.format' is "plain"`],
		refusal: 10163,
	},
	'Python SDK, scene': { notes: ["'image_url' is null"], refusal: 10106 },
	'Python SDK, object': { notes: ['X-Param is url-safe base64'], refusal: 10106 },
};

const { appId, apiKey, apiSecret } = VENDOR_KEYS;
const accounts = {
	signature: [{ appId, apiKey, apiSecret, licences: mainSignatureAccount.licences }],
	checksum: [{ appId, apiKey, licences: mainChecksumAccount.licences }],
};
const requests = CLIENT_REQUESTS.filter(({ sentAt }) => sentAt !== null).map((request) => ({
	...request,
	...(DEVIATIONS[request.client] ?? { notes: [], refusal: 0 }),
}));
const deviating = requests.filter(({ notes }) => notes.length > 0);

let emulator: Emulator;
const sendAsThen = async (request: (typeof requests)[number]): Promise<Reply> => {
	emulator.set({ clockOffset: (Number(request.sentAt) - Date.now()) / 1000 });
	return await send(emulator.port, { ...request, path: request.target });
};

const codeOf = ({ status, json }: Reply) =>
	status === 401 ? status : Number(json.header?.code ?? json.code);

describe.each(['documented', 'observed'] as const)('voice %s', (voice) => {
	beforeAll(async () => {
		emulator = await startEmulator({ voice, accounts });
	});
	afterAll(async () => await emulator.stop());
	beforeEach(() => emulator.reset());

	/** Neither the signature nor a parameter was refused. */
	function expectAccepted(reply: Reply, deviations: string[], client = ''): void {
		expect(emulator.ledger().entries.at(-1)).toMatchObject({ authValid: true, deviations });
		// the pictures show no invoice; the documented voice says so inside the answer
		const showsNone = voice === 'observed' && client.endsWith('invoice');
		expect(codeOf(reply)).toBe(showsNone ? 37042 : 0);
	}

	it.each(requests)('accepts what was sent by $client when set so', async (request) => {
		emulator.set({ vendorClients: 'accept' });
		expectAccepted(await sendAsThen(request), request.notes, request.client);
	});

	it.each(deviating)('refuses what was sent by $client when set so', async (request) => {
		emulator.set({ vendorClients: 'refuse' });
		expect(codeOf(await sendAsThen(request))).toBe(request.refusal);
	});

	it.each(deviating)('judges $client by its voice when nothing is set', async (request) => {
		const reply = await sendAsThen(request);
		if (voice === 'observed') expectAccepted(reply, request.notes, request.client);
		else expect(codeOf(reply)).toBe(request.refusal);
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
		expect(codeOf(await ask())).toBe(401);
	});
});
