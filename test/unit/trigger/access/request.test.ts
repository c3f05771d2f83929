import { readIncoming } from '../../../../nodes/IflytekAiCallTrigger/access/request';

const BODY = Buffer.from('{"call_uuid":"u"}');

/** What is read of a request as n8n hands it over. */
async function read(request: object, options: object = {}, raw = options) {
	const context = {
		getRequestObject: () =>
			Object.assign(request, { ip: '203.0.113.9', query: {}, headers: {}, ...request }),
		getNodeParameter: (name: string, _fallback: unknown, { rawExpressions = false } = {}) => {
			if (name === 'operation') return 'pushes';
			return rawExpressions ? raw : options;
		},
	};
	return await readIncoming(context as never, 'dialogContext');
}

/** A request whose body n8n has left on its stream. */
function unread(change: { contentType?: string; fails?: boolean } = {}) {
	const request = {
		contentType: change.contentType,
		rawBody: undefined as Buffer | undefined,
		reads: 0,
		readRawBody: async () => {
			request.reads++;
			if (change.fails) throw new Error('request aborted');
			request.rawBody = BODY;
		},
	};
	return request;
}

it('has what decides on a request', async () => {
	const options = { allowedAddresses: '203.0.113.0/24', allowedAppIds: 'app1, app2' };
	expect(
		await read({ query: { key: 'a b' }, url: '/x?key=a%20b', rawBody: BODY }, options),
	).toEqual({
		mode: 'dialogContext',
		modeInUse: 'pushes',
		address: '203.0.113.9',
		allowedAddresses: '203.0.113.0/24',
		allowedAppIds: 'app1, app2',
		keys: ['a b', 'a%20b'],
		raw: BODY,
	});
});

it('lets anybody in where the lists are empty', async () => {
	const options = { allowedAddresses: ' ', allowedAppIds: '' };
	const anybody = { allowedAddresses: '', allowedAppIds: '' };
	for (const raw of [options, { allowedAddresses: ' ', allowedAppIds: "={{ '' }}" }]) {
		expect(await read({ rawBody: BODY }, options, raw)).toMatchObject(anybody);
	}
});

it('does not know who may call where an expression gives nothing', async () => {
	const raw = { allowedAddresses: '={{ $vars.nope }}', allowedAppIds: '={{ null }}' };
	expect(await read({ rawBody: BODY }, { allowedAppIds: null }, raw)).toMatchObject({
		allowedAddresses: undefined,
		allowedAppIds: undefined,
	});
});

it('takes the body that n8n has read', async () => {
	const request = { ...unread({ fails: true }), rawBody: BODY };
	expect(await read(request)).toMatchObject({ raw: BODY });
});

it.each([undefined, 'text/plain', 'application/x-unknown'])(
	'reads the body itself where n8n has left it: %s',
	async (contentType) => {
		const request = unread({ contentType });
		expect(await read(request)).toMatchObject({ raw: BODY });
		expect(request.reads).toBe(1);
	},
);

it('has no body where the caller breaks off', async () => {
	expect(await read(unread({ fails: true }))).toMatchObject({ raw: undefined });
});

it('does not wait for a form whose stream n8n has used up', async () => {
	const request = unread({ contentType: 'multipart/form-data; boundary=x' });
	expect(await read(request)).toMatchObject({ raw: undefined });
	expect(request.reads).toBe(0);
});
