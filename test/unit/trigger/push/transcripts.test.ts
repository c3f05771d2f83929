import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { readDialog } from '../../../../nodes/IflytekAiCallTrigger/push/dialog';
import { interpretLines } from '../../../../nodes/IflytekAiCallTrigger/transcript/wantsNoMoreCalls';

interface LabeledCall {
	id: string;
	note: string;
	answeredBy: string;
	wantsNoMoreCalls: boolean | 'unknown';
	dialog: unknown[];
}

const read = (name: string) =>
	JSON.parse(
		readFileSync(join(__dirname, `../../../fixtures/dialogs/${name}.json`), 'utf8'),
	) as unknown;

/** Calls that were written and labeled apart from the table of phrases (test/fixtures/dialogs). */
const calls = ['tuning', 'heldOut', 'tuning2', 'blind2'].flatMap(
	(name) => read(name) as LabeledCall[],
);

const judge = (labeled: LabeledCall[]) =>
	labeled.map((call) => {
		const [{ answeredBy, wantsNoMoreCalls }] = readDialog({ dialog: call.dialog }, 'english');
		return { ...call, found: { answeredBy, wantsNoMoreCalls } };
	});
const judged = judge(calls);
const where = (label: Partial<LabeledCall>) =>
	judged.filter((call) =>
		Object.entries(label).every(([field, value]) => call[field as keyof LabeledCall] === value),
	);
const names = (found: typeof judged) => found.map(({ id, note }) => `${id}: ${note}`);

describe('calls labeled by others', () => {
	it('are at least 200', () => {
		expect(calls.length).toBeGreaterThanOrEqual(200);
		expect(where({ wantsNoMoreCalls: true }).length).toBeGreaterThanOrEqual(50);
	});

	it('miss one at most of those who want no more calls', () => {
		const asked = where({ wantsNoMoreCalls: true });
		const missed = asked.filter(({ found }) => found.wantsNoMoreCalls !== true);
		expect(asked.length).toBe(292);
		expect(missed.length).toBeLessThanOrEqual(1);
	});

	it('take no ordinary refusal, and nothing that is not clear, for a wish for no more calls', () => {
		const wrong = judged.filter(
			({ wantsNoMoreCalls, found }) => found.wantsNoMoreCalls === true && wantsNoMoreCalls !== true,
		);
		expect(names(wrong)).toEqual([]);
	});

	it('say false of a person who has not asked for it, in 237 of 305', () => {
		const others = where({ wantsNoMoreCalls: false });
		const clear = others.filter(({ found }) => found.wantsNoMoreCalls === false);
		expect(others.length).toBe(305);
		expect(clear.length).toBeGreaterThanOrEqual(237);
	});

	it('name nobody who did not answer', () => {
		const wrong = judged.filter(
			({ answeredBy, found }) => ![answeredBy, 'unknown'].includes(String(found.answeredBy)),
		);
		expect(names(wrong)).toEqual([]);
	});

	it.each([
		['person', 620, 637],
		['voicemail', 29, 34],
		['announcement', 29, 33],
	])('know who answered, %s, in %d of %d cases', (answeredBy, most, count) => {
		const all = where({ answeredBy });
		const known = all.filter(({ found }) => found.answeredBy === answeredBy);
		expect(known.length).toBeGreaterThanOrEqual(most);
		expect(all.length).toBe(count);
	});
});

/** Nobody has mended anything by the first of these: what they show is a measurement still. */
describe.each([
	// noise is taken for a person twice; threats that name no call are missed, and who asks what he said before
	[
		'that the table was not written with',
		'blind3',
		{ wishes: 60, found: 60, other: 0, unclear: 1, answered: 2 },
	],
	['in the harder words', 'blind4', { wishes: 30, found: 28, other: 1, unclear: 0, answered: 0 }],
])('calls %s', (_what, name, bounds) => {
	const unseen = judge(read(name) as LabeledCall[]);
	const takenForWish = (label: boolean | 'unknown') =>
		unseen.filter(
			({ wantsNoMoreCalls, found }) =>
				wantsNoMoreCalls === label && found.wantsNoMoreCalls === true,
		);

	it('miss few of those who want no more calls', () => {
		const asked = unseen.filter(({ wantsNoMoreCalls }) => wantsNoMoreCalls === true);
		expect(asked.length).toBe(bounds.wishes);
		expect(takenForWish(true).length).toBe(bounds.found);
	});

	it('take no refusal for a wish for no more calls, and hardly an unclear sentence', () => {
		expect(takenForWish(false).length).toBe(bounds.other);
		expect(takenForWish('unknown').length).toBe(bounds.unclear);
	});

	it('name nobody who did not answer, but for noise', () => {
		const wrong = unseen.filter(
			({ answeredBy, found }) => ![answeredBy, 'unknown'].includes(String(found.answeredBy)),
		);
		expect(wrong.length).toBe(bounds.answered);
		expect(wrong.every(({ answeredBy }) => answeredBy === 'unknown')).toBe(true);
	});
});

describe('the sentences that the table was written with', () => {
	const { wishes, others } = read('sentences') as Record<'wishes' | 'others', string[]>;
	const wants = (text: string) => interpretLines([{ text, robotBefore: '' }]).wantsNoMoreCalls;

	it('wish for no more calls, all but 19 of 659', () => {
		const missed = wishes.filter((text) => wants(text) !== true);
		expect(wishes.length).toBe(659);
		expect(missed.length).toBeLessThanOrEqual(19);
	});

	it('are not taken for a wish where they only sound like it', () => {
		expect(others.filter((text) => wants(text) === true)).toEqual([]);
	});
});

describe('harder calls, written when three of their kinds were taken for a wish', () => {
	type Call = string | string[];
	const { wishes, others } = read('harder') as Record<'wishes' | 'others', Call[]>;
	const GREETING = '您好，我是惠民装修的客服，想占用您一分钟介绍一下活动';
	/** Robot and customer take turns. */
	const wants = (call: Call) => {
		const said = typeof call === 'string' ? [GREETING, call] : call;
		const lines = said.flatMap((text, at) =>
			at % 2 ? [{ text, robotBefore: said[at - 1]! }] : [],
		);
		return interpretLines(lines).wantsNoMoreCalls;
	};

	it('never say false of a wish, and know 344 of 386', () => {
		expect(wishes.filter((call) => wants(call) === false)).toEqual([]);
		expect(wishes.filter((call) => wants(call) === true).length).toBe(344);
		expect(wishes.length).toBe(386);
	});

	it('take nothing else for a wish, except one that sounds like it', () => {
		expect(others.filter((call) => wants(call) === true)).toEqual([
			'再打我报警了啊是派出所的吗不好意思',
		]);
	});

	it('say false of 202 of 428 others: the rest is unknown', () => {
		expect(others.filter((call) => wants(call) === false).length).toBe(202);
	});
});
