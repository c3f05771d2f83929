import { authorize } from '../../../../nodes/IflytekAiCallTrigger/access/authorize';
import type { IncomingRequest } from '../../../../nodes/IflytekAiCallTrigger/access/request';

const PUSH = { call_uuid: 'u', app_id: 'app1' };
const isKey = (key: string) => key === 'right';

/** @param check null while the secret is not known */
function verdict(changes: Partial<IncomingRequest> = {}, check: typeof isKey | null = isKey) {
	return authorize(
		{
			mode: 'pushes',
			modeInUse: 'pushes',
			address: '203.0.113.9',
			allowedAddresses: '',
			allowedAppIds: '',
			keys: ['wrong', 'right'],
			raw: Buffer.from(JSON.stringify(PUSH)),
			...changes,
		},
		check ?? undefined,
	);
}

function rejection(changes: Partial<IncomingRequest>) {
	const decided = verdict(changes);
	if (decided.ok) throw new Error('It was accepted.');
	const { answer, line } = decided.problem;
	expect(answer.contentType).toBe('text/plain; charset=utf-8');
	return { status: answer.statusCode, text: answer.body, line };
}

const raw = (body: unknown) => Buffer.from(JSON.stringify(body));

it('accepts a push with its fields and its bytes', () => {
	expect(verdict()).toEqual({
		ok: true,
		value: { body: { fields: PUSH, encoding: 'utf-8' }, raw: raw(PUSH) },
	});
});

it.each<[string, Partial<IncomingRequest>]>([
	['an allowed address', { allowedAddresses: '203.0.113.0/24' }],
	['no app ID, whichever are allowed', { allowedAppIds: 'app2', raw: raw({ call_uuid: 'u' }) }],
	['an empty app ID', { allowedAppIds: 'app2', raw: raw({ app_id: '' }) }],
	['one of the allowed app IDs', { allowedAppIds: 'app2, app1' }],
	['one of the app IDs, with a Chinese comma between', { allowedAppIds: 'app2，app1' }],
	['an app ID that is a number', { allowedAppIds: '7', raw: raw({ app_id: 7 }) }],
	['any app ID where none is named', { raw: raw({ app_id: ['x'] }) }],
	['the URL for caller data in that mode', { mode: 'dialogContext', modeInUse: 'dialogContext' }],
])('accepts %s', (_what, changes) => {
	expect(verdict(changes)).toHaveProperty('ok', true);
});

it('has the platform try again while the secret is not known, without a line of its own', () => {
	const decided = verdict({}, null);
	expect(decided).toEqual({
		ok: false,
		problem: {
			answer: {
				statusCode: 503,
				contentType: 'text/plain; charset=utf-8',
				body: 'Try again later',
			},
			line: undefined,
		},
	});
});

it('looks at the address before the key, and at the key before all else', () => {
	const stranger: Partial<IncomingRequest> = {
		allowedAddresses: '198.51.100.1',
		keys: ['wrong'],
		modeInUse: 'dialogContext',
		raw: undefined,
	};
	expect(rejection(stranger)).toMatchObject({ status: 403, text: 'Forbidden' });
	const caller = { ...stranger, allowedAddresses: '' };
	expect(rejection(caller)).toMatchObject({ status: 401, text: 'Unauthorized' });
	expect(rejection({ ...caller, keys: ['right'] })).toMatchObject({ status: 404 });
});

interface Told {
	status: number;
	text: string;
	/** of the line in the log */
	kind: string;
}

const NO_PUSH =
	'The platform sends JSON objects: look for something else that calls this URL, or for a proxy that changes the body.';

describe('says in the log what is wrong and what to do about', () => {
	const NOT_IN_USE = "This URL is not in use: see 'Mode' in the node.";
	const PASTE = "Paste the URL that the node shows into the iFLYTEK console, or change 'Mode'.";
	it.each<[string, Partial<IncomingRequest>, Told, reason: string, remedy: string]>([
		[
			'the address',
			{ allowedAddresses: '198.51.100.1' },
			{ status: 403, text: 'Forbidden', kind: 'address' },
			"They come from 203.0.113.9, which is not in 'Allowed Addresses'.",
			"Add it if it is the platform's. If it is your proxy's, set N8N_PROXY_HOPS so that n8n sees the real caller.",
		],
		[
			'the key',
			{ keys: ['wrong', ''] },
			{ status: 401, text: 'Unauthorized', kind: 'key' },
			'They come without the right ?key=.',
			"In the iFLYTEK console, add ?key= and the credential's Webhook Secret to the URL. The secret may contain letters and digits only.",
		],
		[
			'the URL for call events',
			{ modeInUse: 'dialogContext' },
			{ status: 404, text: NOT_IN_USE, kind: 'url' },
			"They come to the node's URL for Call Events, while 'Mode' is set to Caller Data Requests.",
			PASTE,
		],
		[
			'the URL for caller data',
			{ mode: 'dialogContext' },
			{ status: 404, text: NOT_IN_USE, kind: 'url' },
			"They come to the node's URL for Caller Data Requests, while 'Mode' is set to Call Events.",
			PASTE,
		],
		[
			'a body that cannot be read',
			{ raw: undefined },
			{ status: 400, text: 'The body cannot be read.', kind: 'body' },
			'The body cannot be read.',
			NO_PUSH,
		],
		[
			'a body that is no JSON',
			{ raw: Buffer.from('call_uuid=u') },
			{ status: 400, text: 'The body is not JSON. Send a JSON object with POST.', kind: 'body' },
			'The body is not JSON.',
			NO_PUSH,
		],
		[
			'the app ID',
			{ allowedAppIds: 'app2' },
			{ status: 403, text: 'Forbidden', kind: 'appId' },
			"Their app_id is not in 'Allowed App IDs'.",
			'Compare the option with the application ID in the iFLYTEK console.',
		],
	])('%s', (_what, changes, { kind, ...answer }, reason, remedy) => {
		expect(rejection(changes)).toEqual({ ...answer, line: { kind, reason, remedy } });
	});

	it.each([undefined, 'anything the caller says'])('no address that is none: %s', (address) => {
		const { line } = rejection({ address, allowedAddresses: '198.51.100.1' });
		expect(line?.reason).toContain('They come from an unknown address, which');
	});

	it.each([[['app1']], [{ app1: 1 }], [true]])('an app ID that is no text: %j', (app_id) => {
		const changes = { allowedAppIds: 'app1 true', raw: raw({ app_id }) };
		expect(rejection(changes)).toMatchObject({ status: 403, line: { kind: 'appId' } });
	});
});

it.each(['allowedAddresses', 'allowedAppIds'])(
	'lets nobody in while %s cannot be read: the platform comes again',
	(list) => {
		expect(rejection({ [list]: undefined })).toMatchObject({
			status: 503,
			line: { kind: 'noValue' },
		});
	},
);

it('a list of app IDs with nothing but commas lets no other one in', () => {
	expect(rejection({ allowedAppIds: ', ' }).status).toBe(403);
});
