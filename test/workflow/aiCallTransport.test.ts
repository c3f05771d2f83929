/** What a broken connection says about a row: its sentence and its status have to agree. */
import net from 'node:net';

import { CLOCK } from '../../nodes/shared/pace/pace';
import {
	byId,
	credentialStore,
	customers,
	jsonOf,
	PLACE,
	runAiCall,
	useEmulator,
} from './aiCallBench';

const bed = useEmulator();
afterEach(() => jest.restoreAllMocks());

/** Places one call over sockets that end in a system error instead of a connection. */
async function placeOver(failure: NodeJS.ErrnoException | AggregateError) {
	const store = credentialStore(bed.emulator);
	// with the lines known to the execution, what is left to send is the call
	await runAiCall(bed.emulator, { ...PLACE, mode: 'dryRun' }, { store, items: customers(1) });
	const connections = jest.spyOn(net.Socket.prototype, 'connect').mockImplementation(function (
		this: net.Socket,
	) {
		process.nextTick(() => this.destroy(failure));
		return this;
	} as never);
	const { items, error } = await runAiCall(bed.emulator, PLACE, {
		store,
		items: customers(1),
		settings: { onError: 'continueRegularOutput' },
	});
	expect(error).toBeUndefined();
	return { row: jsonOf(items)[0]!, connections: connections.mock.calls.length };
}

const systemError = (syscall: string, code: string) =>
	Object.assign(new Error(`${syscall} ${code} 192.0.2.1:443`), { code, syscall });

const NOT_REACHED = 'The AI Call platform could not be reached';
const NOT_SAFE = 'The AI Call platform could not be reached safely';
const BROKE = 'The connection to the AI Call platform was lost';
const LATE = 'The AI Call platform did not answer in time';

// what else means that no connection was made: test/unit/shared/http/networkError.test.ts
it.each([
	['connect', 'ECONNRESET'],
	['getaddrinfo', 'ENOTFOUND'],
])(
	'%s %s: no connection was made, so the row was not sent and is tried again',
	async (...error) => {
		const { row, connections } = await placeOver(systemError(...error));
		expect(row).toMatchObject({ status: 'notSent', reason: NOT_REACHED });
		expect(row.whatToDo).toContain(error[1]);
		expect(connections).toBe(4);
	},
);

it('no address of a host with several can be reached: the row was not sent', async () => {
	const errors = [systemError('connect', 'ETIMEDOUT'), systemError('connect', 'ENETUNREACH')];
	const { row } = await placeOver(Object.assign(new AggregateError(errors), { code: 'ETIMEDOUT' }));
	expect(row).toMatchObject({ status: 'notSent', reason: NOT_REACHED });
});

it.each([
	['CERT_HAS_EXPIRED', 'certificate has expired'],
	['CERT_NOT_YET_VALID', 'certificate is not yet valid'],
	['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'],
	['SELF_SIGNED_CERT_IN_CHAIN', 'self-signed certificate in certificate chain'],
	['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'unable to get local issuer certificate'],
	['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unable to verify the first certificate'],
	['ERR_TLS_CERT_ALTNAME_INVALID', "Hostname/IP does not match certificate's altnames"],
])('%s: nothing goes over such a connection, and another try does not help', async (code, text) => {
	const { row, connections } = await placeOver(Object.assign(new Error(text), { code }));
	expect(row).toMatchObject({ status: 'notSent', reason: NOT_SAFE });
	expect(row.whatToDo).toContain(code);
	expect(connections).toBe(1);
});

it.each([
	['read', 'ECONNRESET', BROKE],
	['read', 'EHOSTUNREACH', BROKE],
	['read', 'ENETUNREACH', BROKE],
	['read', 'ETIMEDOUT', LATE],
	['write', 'EPIPE', BROKE],
	['write', 'EPROTO', 'The secure connection to the AI Call platform failed'],
])('%s %s: the request may have been carried out, so it is not sent again', async (...error) => {
	const [syscall, code, reason] = error;
	const { row, connections } = await placeOver(systemError(syscall, code));
	expect(row).toMatchObject({ status: 'unknown', reason });
	expect(row.whatToDo).toContain('Do not send the row again before you know');
	expect(connections).toBe(1);
});

it('items that only ask are asked for one at a time, in their order', async () => {
	bed.emulator.set({ latency: 30 });
	const { items, error } = await runAiCall(
		bed.emulator,
		{ resource: 'task', operation: 'get', task: byId('1') },
		{ items: customers(5), settings: { onError: 'continueRegularOutput' } },
	);
	expect(error).toBeUndefined();
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
		[0, 1, 2, 3, 4].map((item) => ({ item })),
	);
	expect(bed.emulator.ledger().total.maxInFlight).toBe(1);
});

it.each([
	[300, undefined, 5],
	[900, 900, 15],
])(
	'a platform silent for %i s is not asked for the other items',
	async (silent, maxTimePerItem, most) => {
		const store = credentialStore(bed.emulator);
		await runAiCall(bed.emulator, { resource: 'configuration', operation: 'getAll' }, { store });
		bed.emulator.set({ latency: 3000 });
		const { now } = CLOCK;
		const connect = net.Socket.prototype.connect as (...to: unknown[]) => net.Socket;
		let connections = 0;
		jest.spyOn(CLOCK, 'now').mockImplementation(() => now() + connections * 60_000);
		jest.spyOn(net.Socket.prototype, 'connect').mockImplementation(function (
			this: net.Socket,
			...to: unknown[]
		) {
			connections++;
			return connect.apply(this, to);
		} as never);
		const { items } = await runAiCall(
			bed.emulator,
			{
				resource: 'task',
				operation: 'get',
				task: byId('1'),
				options: { timeout: 200, maxTimePerItem },
			},
			{ store, items: customers(12), settings: { onError: 'continueRegularOutput' } },
		);
		expect(connections).toBe(most);
		expect(JSON.stringify(jsonOf(items)[11])).toContain(
			`no item has received an answer for ${silent} s`,
		);
	},
);
