/** Through a proxy, and with a private certificate authority: what a row says of a call has to hold there too. */
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import tls from 'node:tls';

import { makePrivateCa } from '../support/privateCa';
import { startProxy, type ForwardProxy, type OnConnect } from '../support/proxy';
import { credentialStore, customers, jsonOf, PLACE, runAiCall, useEmulator } from './aiCallBench';

const NOT_REACHED = 'The AI Call platform could not be reached';

const bed = useEmulator();
const authority = makePrivateCa();
let proxy: ForwardProxy;
let secure: https.Server;

const portOf = (server: net.Server) => (server.address() as net.AddressInfo).port;
const secureUrl = () => `https://localhost:${portOf(secure)}`;

beforeAll(async () => {
	// the platform behind TLS, as a gateway puts it
	secure = https.createServer(authority, (request, response) => {
		const { hostname, port } = new URL(bed.emulator.url);
		const { method, url: path, headers } = request;
		const onward = http.request({ hostname, port, method, path, headers }, (answer) => {
			response.writeHead(answer.statusCode!, answer.headers);
			answer.pipe(response);
		});
		onward.on('error', () => response.destroy());
		request.pipe(onward);
	});
	secure.on('tlsClientError', () => {});
	await new Promise<void>((resolve) => secure.listen(0, resolve));
});

beforeEach(async () => {
	trustAuthority();
	proxy = await startProxy();
});

afterEach(async () => {
	for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'])
		delete process.env[name];
	jest.restoreAllMocks();
	await proxy.stop();
});

afterAll(async () => {
	secure.closeAllConnections();
	await new Promise((resolve) => secure.close(resolve));
});

/** Adds the authority to those that Node knows, as NODE_EXTRA_CA_CERTS does when Node starts. */
function trustAuthority(): void {
	const { createSecureContext } = tls;
	jest.spyOn(tls, 'createSecureContext').mockImplementation((options) => {
		const made = createSecureContext(options);
		if (options?.ca === undefined) made.context.addCACert(authority.ca);
		return made;
	});
}

/** Places one call with token and lines at hand. @param change is made right before, once both were fetched */
async function place(url: string, change: () => void) {
	const store = credentialStore({ url });
	const items = customers(1);
	const dry = await runAiCall(bed.emulator, { ...PLACE, mode: 'dryRun' }, { store, items });
	expect(dry.error).toBeUndefined();
	proxy.asked = [];
	change();
	const live = await runAiCall(bed.emulator, PLACE, {
		store,
		items,
		settings: { onError: 'continueRegularOutput' },
	});
	expect(live.error).toBeUndefined();
	return jsonOf(live.items)[0]!;
}

describe('the proxy variables choose the way', () => {
	it.each(['HTTPS_PROXY', 'ALL_PROXY'])('%s: https goes through a tunnel', async (name) => {
		const row = await place(secureUrl(), () => (process.env[name] = proxy.url));
		expect(row.status).toBe('accepted');
		expect(proxy.asked).toEqual([`CONNECT localhost:${portOf(secure)}`]);
	});

	it.each(['HTTP_PROXY', 'ALL_PROXY'])('%s: http is asked of the proxy', async (name) => {
		const row = await place(bed.emulator.url, () => (process.env[name] = proxy.url));
		expect(row.status).toBe('accepted');
		expect(proxy.asked).toEqual([expect.stringContaining(`POST ${bed.emulator.url}/`)]);
	});

	it('NO_PROXY: past the proxy', async () => {
		const row = await place(secureUrl(), () =>
			Object.assign(process.env, { HTTPS_PROXY: proxy.url, NO_PROXY: 'localhost' }),
		);
		expect(row.status).toBe('accepted');
		expect(proxy.asked).toEqual([]);
	});
});

describe('a call through a proxy', () => {
	const through = (onConnect: OnConnect) => () => {
		process.env.HTTPS_PROXY = proxy.url;
		proxy.onConnect = onConnect;
	};

	it('was not sent when the proxy cannot be reached', async () => {
		await proxy.stop();
		const row = await place(secureUrl(), through('tunnel'));
		expect(row).toMatchObject({ status: 'notSent', reason: NOT_REACHED });
	});

	it('was not sent when the proxy hangs up, and is tried again', async () => {
		const row = await place(secureUrl(), through('hangUp'));
		expect(row).toMatchObject({ status: 'notSent', reason: NOT_REACHED });
		expect(row.whatToDo).toContain('without opening a tunnel');
		expect(proxy.asked).toHaveLength(4);
	});

	it('was not sent when the tunnel is lost before TLS stands in it', async () => {
		const row = await place(secureUrl(), through('cutEarly'));
		expect(row).toMatchObject({ status: 'notSent', reason: NOT_REACHED });
		expect(proxy.asked).toHaveLength(4);
	});

	it('was not sent over a certificate of an authority that the machine does not know', async () => {
		const row = await place(secureUrl(), () => {
			through('tunnel')();
			jest.restoreAllMocks();
		});
		expect(row).toMatchObject({
			status: 'notSent',
			reason: 'The AI Call platform could not be reached safely',
		});
		expect(row.whatToDo).toContain('SELF_SIGNED_CERT_IN_CHAIN');
	});

	it('was refused when the proxy wants a password (407)', async () => {
		const row = await place(secureUrl(), through(407));
		expect(row).toMatchObject({ status: 'refused', mayHaveBeenCalled: false, httpStatus: 407 });
		expect(row.whatToDo).toContain('HTTPS_PROXY');
		expect(proxy.asked).toHaveLength(1);
	});

	// n8n's agent hands on what the proxy answered to CONNECT as if the platform had answered
	it('is unknown when the proxy answers 502, since the platform could have', async () => {
		const row = await place(secureUrl(), through(502));
		expect(row).toMatchObject({ status: 'unknown', httpStatus: 502 });
		expect(proxy.asked).toHaveLength(1);
	});

	it('is unknown when the tunnel is lost after the request went out in it', async () => {
		const row = await place(secureUrl(), () => {
			through('tunnel')();
			secure.once('request', () => proxy.cut());
		});
		expect(row).toMatchObject({
			status: 'unknown',
			reason: 'The connection to the AI Call platform was lost',
		});
		expect(proxy.asked).toHaveLength(1);
	});
});
