import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import {
	mainAiCallAccount,
	mainChecksumAccount,
	mainSignatureAccount,
	startEmulator,
	type Emulator,
	type FaultOrder,
} from '../../emulator';
import { ASSUMPTIONS } from '../../live/assumptions';
import { asMarkdown, checkLive, SERVICES, type Report } from '../../live/checkLive';

const BASES = [
	'IFLYTEK_SIGNATURE_BASE_URL',
	'IFLYTEK_CHECKSUM_BASE_URL',
	'IFLYTEK_AI_CALL_BASE_URL',
];

/** All variables, with the emulator's keys. */
function environment(url: string): Record<string, string> {
	const { appId, apiKey, apiSecret } = mainSignatureAccount;
	const { appKey, appSecret } = mainAiCallAccount;
	const variables: Record<string, string> = {
		IFLYTEK_AI_CALL_APP_KEY: appKey,
		IFLYTEK_AI_CALL_APP_SECRET: appSecret,
	};
	for (const base of BASES) variables[base] = url;
	for (const service of ['INVOICE', 'TEXT']) {
		variables[`IFLYTEK_${service}_APP_ID`] = appId;
		variables[`IFLYTEK_${service}_API_KEY`] = apiKey;
		variables[`IFLYTEK_${service}_API_SECRET`] = apiSecret;
	}
	for (const service of ['SCENE', 'OBJECT']) {
		variables[`IFLYTEK_${service}_APP_ID`] = mainChecksumAccount.appId;
		variables[`IFLYTEK_${service}_API_KEY`] = mainChecksumAccount.apiKey;
	}
	return variables;
}

const verdicts = ({ rows }: Report, verdict: string): string[] =>
	rows.filter((row) => row.verdict === verdict).map(({ service, name }) => `${service}: ${name}`);

describe('against the emulator', () => {
	const tokens: string[] = [];
	let emulator: Emulator;
	beforeAll(async () => {
		emulator = await startEmulator({ aiCall: { onToken: (token) => tokens.push(token) } });
	});
	afterAll(async () => await emulator.stop());
	beforeEach(() => emulator.reset());

	it.each(['documented', 'observed'] as const)('finds all as assumed, voice %s', async (voice) => {
		emulator.set({ voice });
		const report = await checkLive(environment(emulator.url), { makesTask: true });
		expect(verdicts(report, 'otherwise')).toEqual([]);
		expect(verdicts(report, 'not seen')).toEqual([]);
		expect(new Set(report.rows.map(({ name }) => name))).toEqual(new Set(Object.keys(ASSUMPTIONS)));
		expect(report.notes).toEqual([]);
	});

	it('says where positions, numbers, lists and suggestions come otherwise', async () => {
		emulator.set({
			habits: ['numbersAsText', 'alternatives', 'trimmedPositions', 'listsAsText'],
		});
		const report = await checkLive(environment(emulator.url));
		expect(verdicts(report, 'otherwise')).toEqual([
			'Invoice OCR: invoice.positions',
			'Invoice OCR: invoice.scores',
			'Text Correction: text.position',
			'Text Correction: text.row',
			'Text Correction: text.suggestion',
			'AI Call: call.columns',
		]);
		expect(report.rows.find(({ name }) => name === 'text.position')?.seen).toBe(
			'code points of the trimmed text',
		);
	});

	it('calls nobody and leaves nothing behind', async () => {
		await checkLive(environment(emulator.url), { makesTask: true });
		const { services } = emulator.ledger();
		for (const dialling of ['aicall-callout', 'aicall-insert', 'aicall-start']) {
			expect(services[dialling]).toBeUndefined();
		}
		expect(emulator.aiCall.tasks).toEqual([
			expect.objectContaining({ deleted: true, rows: [], status: 0 }),
		]);
	});

	it('makes a task only when asked', async () => {
		const report = await checkLive(environment(emulator.url));
		expect(emulator.aiCall.tasks).toEqual([]);
		expect(verdicts(report, 'not seen')).toEqual(['AI Call: call.create', 'AI Call: call.delete']);
	});

	it('shows no key, token, number, name or text', async () => {
		const all = environment(emulator.url);
		const shown = asMarkdown(await checkLive(all, { makesTask: true }));
		const { lines, robots } = emulator.aiCall.settings;
		const hidden = [
			...Object.entries(all).flatMap(([name, value]) => (BASES.includes(name) ? [] : [value])),
			...tokens,
			...lines.map(({ line_num }) => line_num),
			...robots.flatMap(({ robot_name, call_column }) => [robot_name, ...call_column]),
			emulator.aiCall.tasks[0].id,
			'127.0.0.1',
		];
		for (const secret of hidden) expect(shown).not.toContain(secret);
		expect(shown).not.toMatch(/[^\x20-\x7e\n]/);
	});

	it('does not repeat a key that an answer repeats', async () => {
		const { apiKey } = mainSignatureAccount;
		const message = `HMAC signature cannot be verified: ${apiKey} from 203.0.113.9`;
		emulator.order({ kind: 'status', status: 401, body: { message }, times: 'always' });
		const shown = asMarkdown(await checkLive(environment(emulator.url)));
		expect(shown).toContain('"HMAC signature cannot be verified: … from (address)"');
		expect(shown).not.toContain(apiKey);
	});
});

describe('against a server on which every assumption is wrong', () => {
	let server: Server;
	let url: string;
	beforeAll(async () => {
		server = createServer((request, response) => {
			const chunks: Buffer[] = [];
			request.on('data', (chunk: Buffer) => chunks.push(chunk));
			request.on('end', () => {
				response.setHeader('Content-Type', 'application/json');
				response.end(JSON.stringify(contrary(request.url ?? '', Buffer.concat(chunks))));
			});
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	});
	afterAll(() => void server.close());

	let fetched = 0;
	const line = { text: 'a', score: 97.5, position: { tl_point: { x: '1', y: '2' } } };
	const block = { key: 'number', value: 'a;a', text_sent_list: [line, line] };
	const DOCUMENTS: Record<string, unknown> = {
		'/v1/private/s824758f1': {
			error_code: 5,
			object_list: [{ error_code: 7, region_list: [{ text_block_list: [block] }] }],
		},
		'/v1/private/s9a87e3ec': { spelling: [['11', '画蛇天足', '画蛇添足|添足']], ret: 3 },
	};

	/** The answer to any request, right or wrong: a success of a shape that nobody expects. */
	function contrary(target: string, body: Buffer): unknown {
		const { pathname, searchParams } = new URL(target, 'http://localhost');
		if (pathname in DOCUMENTS) {
			return { header: { code: 0 }, payload: { result: { text: DOCUMENTS[pathname] } } };
		}
		if (pathname.startsWith('/v1/service/')) {
			const code = searchParams.get('token') === '1' ? 10001 : '0';
			return { code, result: aiCallResult(pathname.split('/').at(-1)!, body.toString()) };
		}
		return { code: 'ok', data: { results: [] }, desc: 'fine' };
	}

	function aiCallResult(operation: string, body: string): unknown {
		if (operation === 'token') return { token: ++fetched, time_expire: '3600' };
		if (operation === 'create') return { task_id: 99 };
		if (operation !== 'query') return {};
		if (!body.includes('page_index')) {
			return {
				lines: [{ line_num: 1, concurrents: '10', time_expire: '-1', time_apply: 1_700_000_000 }],
				robots: [{ robot_id: 7, status: '4', call_column: 'phone,name', time_create: 'today' }],
				urls: 'none',
			};
		}
		return body.includes('task_id')
			? { rows: [{ status: 1, deleted: 0 }] }
			: { total_rows: '1', rows: { task_id: 1 } };
	}

	it('finds every one of them otherwise', async () => {
		const report = await checkLive(environment(url), { makesTask: true });
		expect(verdicts(report, 'as assumed')).toEqual([]);
		expect(verdicts(report, 'not seen')).toEqual([]);
		expect(new Set(report.rows.map(({ name }) => name))).toEqual(new Set(Object.keys(ASSUMPTIONS)));
	});
});

describe('what cannot be seen', () => {
	it('is said for each service whose keys are missing, with the names of the variables', async () => {
		const report = await checkLive({ IFLYTEK_TEXT_APP_ID: 'a', IFLYTEK_TEXT_API_KEY: ' ' });
		expect(report.rows).toEqual([]);
		expect(report.notes).toHaveLength(SERVICES.length);
		expect(asMarkdown(report)).toContain(
			'- Text Correction is skipped: IFLYTEK_TEXT_API_KEY, IFLYTEK_TEXT_API_SECRET are not set.',
		);
	});

	it('is not seen, and nothing otherwise, where no server answers', async () => {
		const report = await checkLive(environment('http://127.0.0.1:9'), { makesTask: true });
		expect(verdicts(report, 'as assumed')).toEqual([]);
		expect(verdicts(report, 'otherwise')).toEqual([]);
	});

	it.each<[string, FaultOrder]>([
		['a licence is missing', { service: 'text', kind: 'code', code: 11200, times: 'always' }],
		['a licence is missing', { service: 'invoice', kind: 'code', code: 10010, times: 'always' }],
		['a licence is missing', { service: 'scene', kind: 'code', code: 10110, times: 'always' }],
		['a limit is reached', { kind: 'rateLimit', times: 'always' }],
		['a proxy fails', { kind: 'html', status: 502, times: 'always' }],
	])('is not seen, and nothing otherwise, where %s (%j)', async (_, fault) => {
		const emulator = await startEmulator({ voice: 'observed' });
		try {
			emulator.order(fault);
			const report = await checkLive(environment(emulator.url));
			expect(verdicts(report, 'otherwise')).toEqual([]);
			expect(verdicts(report, 'not seen').length).toBeGreaterThan(5);
		} finally {
			await emulator.stop();
		}
	});

	it('is an invoice, where the file named cannot be read', async () => {
		const emulator = await startEmulator();
		try {
			const report = await checkLive({
				...environment(emulator.url),
				IFLYTEK_INVOICE_IMAGE: '/nowhere/invoice.jpg',
			});
			expect(report.notes).toEqual([
				'The file in IFLYTEK_INVOICE_IMAGE cannot be read (ENOENT); a drawn invoice was sent.',
			]);
		} finally {
			await emulator.stop();
		}
	});
});
