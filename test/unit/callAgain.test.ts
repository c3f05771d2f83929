/** Whom *Call again tomorrow* calls: the code of its node *Decide*, with ledgers of all kinds. */
import fc from 'fast-check';
import { readExample } from '../n8n/harness';

interface Row {
	event: 'callRecord' | 'dialog' | 'call';
	[column: string]: string | null | undefined;
}

const code = String(
	readExample('call-again-tomorrow.json').nodes.find(({ name }) => name === 'Decide')!.parameters
		.jsCode,
);
const TODAY = '2026-11-06';
const PHONE = '138XXXX0001';

/** What the node says of the only number. */
function decide(ledger: Row[], doNotCall: string[] = []) {
	const items = (rows: object[]) => rows.map((json) => ({ json }));
	const nodes: Record<string, Array<{ json: object }>> = {
		// n8n puts out an empty item where there is nothing
		Ledger: items(ledger.length > 0 ? ledger : [{}]),
		'Do Not Call List': items(doNotCall.length > 0 ? doNotCall.map((phone) => ({ phone })) : [{}]),
	};
	const $ = (name: string) => ({ all: () => nodes[name] });
	const run = new Function('$', '$now', code) as (
		...of: [typeof $, object]
	) => Array<{ json: Record<string, unknown> }>;
	const now = { setZone: () => ({ toISODate: () => TODAY }) };
	const found = run($, now).map(({ json }) => json);
	expect(found.length).toBeLessThanOrEqual(1);
	return found[0];
}

const record = (day: string, callAgain = 'yes', more: Partial<Row> = {}): Row => ({
	event: 'callRecord',
	phone: PHONE,
	name: '张伟',
	direction: 'outbound',
	day,
	callUuid: `call of ${day}`,
	taskDataId: `row of ${day}`,
	outcome: callAgain === 'yes' ? 'noAnswer' : 'answered',
	callAgain,
	...more,
});
const call = (day: string, more: Partial<Row> = {}): Row => ({
	event: 'call',
	phone: PHONE,
	day,
	status: 'accepted',
	mayHaveBeenCalled: 'true',
	taskDataId: `row of ${day}`,
	...more,
});
const dialog = (day: string, more: Partial<Row>): Row => ({
	event: 'dialog',
	phone: null,
	day,
	callUuid: `call of ${day}`,
	...more,
});
const [MON, TUE, WED] = ['2026-11-02', '2026-11-03', '2026-11-04'];

describe('whom Call again tomorrow calls', () => {
	test.each<[string, Row[], number, string]>([
		['was not reached', [record(MON)], 1, 'call'],
		['was called, and its record was lost', [call(MON)], 1, 'call'],
		['was called three times', [record(MON), call(TUE), call(WED)], 3, 'called often enough'],
		['has records of its calls', [call(MON), record(MON), call(TUE), record(TUE)], 2, 'call'],
		['was held back', [record(MON), call(TUE, { mayHaveBeenCalled: 'false' })], 1, 'call'],
		[
			'has a call without an ID, and its record',
			[record(MON), call(TUE, { status: 'unknown', taskDataId: null }), record(TUE)],
			2,
			'call',
		],
		[
			'was called by another workflow on the day of a call',
			[call(MON), record(MON, 'yes', { callUuid: 'other', taskDataId: 'other' })],
			2,
			'call',
		],
		[
			'has records that name no row',
			[record(MON, 'yes', { taskDataId: null }), call(TUE)],
			2,
			'call',
		],
		[
			'was called once by a run that was retried',
			[call(MON), call(MON, { status: 'notSent', taskDataId: null }), record(MON)],
			1,
			'call',
		],
		[
			'was handed over by a run that was cut off, and its record is there',
			[call(MON, { status: 'notSent', taskDataId: null }), record(MON)],
			1,
			'call',
		],
		['was called today', [record(TODAY)], 1, 'called today'],
		['was handed over today', [record(MON), call(TODAY, { taskDataId: null })], 2, 'called today'],
		['talked once', [record(MON, 'no'), record(TUE)], 2, 'reached, declined or invalid'],
		['has a result that somebody has to see', [record(MON, 'later')], 1, 'look into'],
		[
			'has an answering machine',
			[record(MON, 'no'), dialog(MON, { answeredBy: 'voicemail' })],
			1,
			'call',
		],
		[
			'spoke after a machine',
			[record(MON, 'no'), dialog(MON, { answeredBy: 'announcement' }), record(TUE, 'no')],
			2,
			'reached, declined or invalid',
		],
		[
			'said so in a dialog',
			[record(MON, 'yes'), dialog(MON, { wantsNoMoreCalls: 'true' })],
			1,
			'wants no more calls',
		],
		[
			'called in and said so',
			[
				record(MON),
				record(TUE, 'no', { direction: 'inbound' }),
				dialog(TUE, { wantsNoMoreCalls: 'true' }),
			],
			1,
			'wants no more calls',
		],
	])('who %s', (_, ledger, calls, decision) => {
		expect(decide(ledger)).toMatchObject({ phone: PHONE, calls, decision });
		// each row twice, and in another order
		expect(decide([...ledger, ...ledger.reverse()])).toMatchObject({ calls, decision });
	});

	test('one number is one, however the telephone system writes it', () => {
		const ledger = [
			record(MON, 'yes', { phone: '13800138000' }),
			record(TUE, 'yes', { phone: '013800138000' }),
			call(WED, { phone: '+86 138 0013 8000' }),
		];
		const decision = 'called often enough';
		expect(decide(ledger)).toMatchObject({ phone: '13800138000', calls: 3, decision });
	});

	test('who stands in the do-not-call table', () => {
		expect(decide([record(MON)], [PHONE])).toMatchObject({ decision: 'wants no more calls' });
	});

	test.each(['+86 138-0000-0001', '１３８ ００００ ０００１', '008613800000001'])(
		'who stands in it as %s',
		(written) => {
			const ledger = [record(MON, 'yes', { phone: '13800000001' })];
			expect(decide(ledger, [written])).toMatchObject({ decision: 'wants no more calls' });
		},
	);

	test('nobody of an empty ledger', () => expect(decide([])).toBeUndefined());

	it('never counts fewer calls than there were, whatever was lost', () => {
		const day = fc.constantFrom(MON, TUE, WED);
		// calls of one number, on different days
		const days = fc.uniqueArray(
			fc.record({ day, written: fc.boolean(), known: fc.boolean(), recorded: fc.boolean() }),
			{ selector: (call) => call.day },
		);
		fc.assert(
			fc.property(days, (made) => {
				const ledger = made.flatMap(({ day: on, written, known, recorded }) => [
					...(written ? [call(on, known ? {} : { status: 'unknown', taskDataId: null })] : []),
					// of a call that is not written down the example learns by its record only
					...(recorded || !written ? [record(on)] : []),
				]);
				expect(decide(ledger)?.calls ?? 0).toBe(made.length);
			}),
		);
	});
});
