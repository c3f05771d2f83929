import type { ServerResponse } from 'node:http';
import { makePushes, madeCall, sendPushes } from './pusher';
import { startReceiver, type Receiver } from './fixtures/receiver';

let receiver: Receiver;

beforeAll(async () => {
	receiver = await startReceiver();
});
afterAll(async () => await receiver.stop());
beforeEach(() => {
	receiver.got.length = 0;
	receiver.answer = undefined;
});

const quick = { timeout: 1000, retryPause: 5 };

describe('made pushes', () => {
	it('are the same for the same seed and others for another', () => {
		const one = makePushes({ count: 40 });
		expect(makePushes({ count: 40 })).toEqual(one);
		expect(makePushes({ count: 60 }).slice(0, 40)).toEqual(one);
		expect(makePushes({ count: 40, seed: 'other' })).not.toEqual(one);
	});

	it('are of all kinds, directions and results, with ids beyond 2^53 as strings', () => {
		const made = makePushes({ count: 2000 });
		const records = made.filter(({ kind }) => kind === 'outbound').map(({ body }) => body);
		expect(new Set(made.map(({ kind }) => kind)).size).toBe(4);
		expect(new Set(records.map((body) => body.task_result)).size).toBe(17);
		expect(records.every((body) => Number(body.task_data_id) > Number.MAX_SAFE_INTEGER)).toBe(true);
		const ids = new Set(records.map((body) => body.task_data_id));
		expect(ids.size).toBe(records.length);
		const directions = made
			.filter(({ kind }) => kind === 'basic')
			.map(({ body }) => body.direction);
		expect(new Set(directions)).toEqual(new Set([1, 2]));
		expect(new Set(made.map(({ callUuid, kind }) => `${callUuid} ${kind}`)).size).toBe(2000);
		const dialogs = made.filter(({ kind }) => kind === 'dialog').map(({ body }) => body as any);
		const types = new Set(
			dialogs.flatMap(({ dialog }) => dialog.map((turn: any) => turn.node_type)),
		);
		expect([...types].sort()).toEqual([
			'AnyNode',
			'CollectInputNode',
			'ConditionNode',
			'EndNode',
			'HookInfoNode',
			'KeyNavigationNode',
			'NoNeedAnswerNode',
			'NormalNode',
		]);
	});

	it('can be of some kinds or of one direction only', () => {
		const kinds = makePushes({ count: 50, kinds: ['recording', 'dialog'] }).map(({ kind }) => kind);
		expect(new Set(kinds)).toEqual(new Set(['recording', 'dialog']));
		const inbound = makePushes({ count: 50, direction: 'inbound' });
		expect(inbound.some(({ kind }) => kind === 'outbound')).toBe(false);
		expect(() => makePushes({ count: 1, kinds: ['outbound'], direction: 'inbound' })).toThrow(
			'No call has pushes of these kinds.',
		);
		expect(madeCall(0, '1', 'inbound').outbound).toBeNull();
	});
});

describe('sendPushes', () => {
	it('sends a burst at once and tells for each push what was sent and answered', async () => {
		const open = new Set<ServerResponse>();
		receiver.answer = (_, response) => {
			open.add(response);
			if (open.size === 50) for (const waiting of open) waiting.end('success');
		};
		const report = await sendPushes({
			url: `${receiver.url}/push`,
			count: 50,
			rule: { timeout: 60_000 },
		});
		expect(report).toMatchObject({ received: 50, failed: 0, attempts: 50, timeouts: 0 });
		expect(report.firstAnswers.count).toBe(50);
		expect(report.pushes.map(({ body }) => body).sort()).toEqual(
			receiver.got.map(({ text }) => text).sort(),
		);
		expect(report.pushes[7]).toMatchObject({
			index: 7,
			ok: true,
			attempts: [{ status: 200, answer: 'success' }],
		});
	});

	it('keeps its rate however slow the answers are', async () => {
		const open = new Set<ServerResponse>();
		// nothing is answered before the last push has come
		receiver.answer = (_, response) => {
			open.add(response);
			if (open.size === 20) for (const waiting of open) waiting.end('success');
		};
		const report = await sendPushes({ url: `${receiver.url}/push`, count: 20, rate: 100 });
		expect(report).toMatchObject({ received: 20, attempts: 20 });
		const starts = report.pushes.map(({ attempts }) => attempts[0]?.startedAt ?? 0);
		expect((starts.at(-1) ?? 0) - (starts[0] ?? 0)).toBeGreaterThan(150);
	});

	it('follows the platform’s rule and says what failed', async () => {
		const tries = new Map<string, number>();
		receiver.answer = ({ text }, response) => {
			const count = (tries.get(text) ?? 0) + 1;
			tries.set(text, count);
			if (count === 2) response.end('success');
		};
		const report = await sendPushes({ url: `${receiver.url}/push`, count: 5, rule: quick });
		expect(report).toMatchObject({ received: 5, failed: 0, attempts: 10, timeouts: 5 });
		receiver.answer = () => undefined;
		const lost = await sendPushes({ url: `${receiver.url}/push`, count: 2, rule: quick });
		expect(lost).toMatchObject({ received: 0, failed: 2, attempts: 8, timeouts: 8 });
		expect(lost.answers.count).toBe(0);
	});

	it('sends each module where told, over kept connections when told, with bodies of one’s own', async () => {
		const url = {
			receiveCallRecord: `${receiver.url}/r`,
			receiveVoice: `${receiver.url}/v`,
			receiveDialog: `${receiver.url}/d`,
		};
		const seen: number[] = [];
		const report = await sendPushes({
			url,
			count: 30,
			connections: 2,
			change: ({ body }, index) => ({ ...body, mark: index }),
			onPush: ({ index }) => seen.push(index),
		});
		expect(report.received).toBe(30);
		expect([...seen].sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n));
		expect(receiver.got.map(({ body }) => body.mark).sort((a, b) => a - b)).toEqual(
			Array.from({ length: 30 }, (_, n) => n),
		);
		for (const { path, body } of receiver.got) {
			const module = 'dialog' in body ? '/d' : 'url' in body ? '/v' : '/r';
			expect(path).toBe(module);
		}
	});
});
