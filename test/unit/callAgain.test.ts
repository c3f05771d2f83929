/** Whom *Call again tomorrow* calls: the code of its node *Decide*, with ledgers of all kinds. */
import fc from 'fast-check';
import { readExample } from '../n8n/harness';

interface Row {
	event: 'callRecord' | 'dialog' | 'claim';
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
		Settings: items([{ today: TODAY, callsAtMost: 3 }]),
		// n8n puts out an empty item where there is nothing
		Ledger: items(ledger.length > 0 ? ledger : [{}]),
		'Do Not Call List': items(doNotCall.length > 0 ? doNotCall.map((phone) => ({ phone })) : [{}]),
	};
	const $ = (name: string) => ({ all: () => nodes[name], first: () => nodes[name][0] });
	const run = new Function('$', code) as (of: typeof $) => Array<{ json: Record<string, unknown> }>;
	const found = run($).map(({ json }) => json);
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
const claim = (day: string, more: Partial<Row> = {}): Row => ({
	event: 'claim',
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
		['was claimed, and its record was lost', [claim(MON)], 1, 'call'],
		['was called three times', [record(MON), claim(TUE), claim(WED)], 3, 'called often enough'],
		['has records of its claims', [claim(MON), record(MON), claim(TUE), record(TUE)], 2, 'call'],
		['was given back', [record(MON), claim(TUE, { mayHaveBeenCalled: 'false' })], 1, 'call'],
		[
			'has a claim without an ID, and its record',
			[record(MON), claim(TUE, { status: 'unknown', taskDataId: null }), record(TUE)],
			2,
			'call',
		],
		[
			'was called by another workflow on the day of a claim',
			[claim(MON), record(MON, 'yes', { callUuid: 'other', taskDataId: 'other' })],
			2,
			'call',
		],
		[
			'has records that name no row',
			[record(MON, 'yes', { taskDataId: null }), claim(TUE)],
			2,
			'call',
		],
		['was called today', [record(TODAY)], 1, 'called today'],
		['was claimed today', [record(MON), claim(TODAY, { taskDataId: null })], 2, 'called today'],
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
		// each event twice, and in another order
		const twins = ledger.filter(({ event }) => event !== 'claim');
		expect(decide([...twins, ...ledger.reverse()])).toMatchObject({ calls, decision });
	});

	test('one number is one, however the telephone system writes it', () => {
		const ledger = [
			record(MON, 'yes', { phone: '13800138000' }),
			record(TUE, 'yes', { phone: '013800138000' }),
			claim(WED, { phone: '+86 138 0013 8000' }),
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
		const calls = fc.uniqueArray(
			fc.record({ day, claimed: fc.boolean(), known: fc.boolean(), recorded: fc.boolean() }),
			{ selector: (call) => call.day },
		);
		fc.assert(
			fc.property(calls, (made) => {
				const ledger = made.flatMap(({ day: on, claimed, known, recorded }) => [
					...(claimed ? [claim(on, known ? {} : { status: 'unknown', taskDataId: null })] : []),
					// of a call that nobody claimed the example learns by its record only
					...(recorded || !claimed ? [record(on)] : []),
				]);
				expect(decide(ledger)?.calls ?? 0).toBe(made.length);
			}),
		);
	});
});
