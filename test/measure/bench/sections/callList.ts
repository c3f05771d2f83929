/**
 * A list of 5,000 rows through AI Call: Place, clean and with bad rows that are narrowed down, against
 * the least number of calls that any procedure can do with.
 */
import { chain, type Step } from '../../../support/chain';
import type { Emulator } from '../../../emulator';
import type { Bench, Service } from '../bench';
import { fewestExpectedCalls, informationBound } from '../groupTesting';
import { atMost, figure, times, type SectionResult } from '../report';
import { rounds, sized } from '../size';
import { median } from '../stats';
import { madeItems } from '../workflows';

const ROWS = sized(5000);
const ROWS_PER_CALL = 50;
const BAD = sized(50);
const LATENCY_MS = 20;
const ROUNDS = rounds(3);
const COLUMNS = ['客户手机号码', '姓名', '订单号'];

interface Run {
	ms: number;
	cpuMs: number;
	calls: number;
}

const phone = (n: number): string => String(13_000_000_000 + n);

export async function callList(bench: Bench): Promise<SectionResult> {
	bench.log(`call list: ${ROWS} rows, ${LATENCY_MS} ms`);
	const run = async (badRows: number[]): Promise<Run> => {
		// a platform and a credential of its own: no run begins with a token that another one got
		const service = await bench.service();
		const { emulator } = service;
		emulator.set({ latency: LATENCY_MS });
		emulator.aiCall.set({ sensitiveNumbers: badRows.map(phone) });
		const step = place(service);
		const item = "{ phone: String(13000000000 + n), name: 'Customer ' + n, order: 'A-' + n }";
		const workflow = await bench.n8n.client.createWorkflow(
			chain('Call list', [...madeItems(ROWS, item), step]),
		);
		const { ms, cpuMs, items } = await bench.run(workflow, [step]);
		assertOutcome(emulator, items, badRows);
		return { ms, cpuMs, calls: emulator.ledger().services['aicall-callout'].requests };
	};
	const clean: Run[] = [];
	const bad: Run[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		clean.push(await run([]));
		bad.push(await run(drawn(round)));
	}
	const least = ROWS / ROWS_PER_CALL;
	const bound = informationBound(ROWS, BAD);
	const nested = fewestExpectedCalls(ROWS, BAD / ROWS, ROWS_PER_CALL);
	const calls = (runs: Run[]): number => median(runs.map((one) => one.calls));
	const seconds = (runs: Run[]): number => median(runs.map((one) => one.ms)) / 1000;
	return {
		tables: [
			{
				title: `${ROWS} rows through AI Call: Place, ${LATENCY_MS} ms for each call`,
				columns: [
					'',
					'time, s',
					'calls',
					'least calls',
					'calls / least',
					'best known procedure, calls',
					'n8n CPU for each row, ms',
				],
				rows: [
					['clean', clean, least, least] as const,
					[`${BAD} bad rows, narrowed down`, bad, bound, nested] as const,
				].map(([what, runs, fewest, best]) => [
					what,
					figure(seconds(runs)),
					String(calls(runs)),
					figure(fewest),
					times(calls(runs) / fewest),
					figure(best),
					figure(median(runs.map(({ cpuMs }) => cpuMs)) / ROWS),
				]),
			},
		],
		charts: [
			{
				title: `${ROWS} rows to call, ${BAD} of them bad: calls to find them`,
				unit: 'calls',
				better: 'lower',
				bars: [
					{ label: 'this package', value: calls(bad), kind: 'ours' },
					{ label: 'best known procedure', value: nested, kind: 'limit' },
					{ label: 'row by row', value: ROWS, kind: 'peer' },
				],
			},
		],
		claims: [
			atMost(`${ROWS} clean rows: the least number of calls`, calls(clean), least),
			atMost(
				`${ROWS} rows, ${BAD} bad: calls against the best known procedure, which knows how many are bad`,
				calls(bad) / nested,
				1.25,
				'×',
			),
		],
	};
}

function place({ credentials }: Service): Step {
	return {
		name: 'Place Calls',
		type: 'n8n-nodes-iflytek.iflytekAiCall',
		credentials: { iflytekAiCallApi: credentials.iflytekAiCallApi },
		parameters: {
			resource: 'call',
			operation: 'place',
			script: { __rl: true, mode: 'id', value: '3101' },
			line: { __rl: true, mode: 'id', value: '02566800001' },
			voice: { __rl: true, mode: 'id', value: '' },
			columns: {
				mappingMode: 'defineBelow',
				value: {
					[COLUMNS[0]]: '={{ $json.phone }}',
					[COLUMNS[1]]: '={{ $json.name }}',
					[COLUMNS[2]]: '={{ $json.order }}',
				},
				matchingColumns: [],
				schema: COLUMNS.map((id) => ({
					id,
					displayName: id,
					required: true,
					type: 'string',
					defaultMatch: false,
					display: true,
				})),
			},
			mode: 'live',
			options: {
				onRefusedBatch: 'narrowDown',
				callingHours: { hours: [{ from: '00:00', to: '24:00' }] },
			},
		},
	};
}

/** Different rows in each round, the same in each benchmark. */
function drawn(round: number): number[] {
	const rows = new Set<number>();
	for (let state = round + 1; rows.size < BAD;) {
		state = (state * 48_271) % 2_147_483_647;
		rows.add(state % ROWS);
	}
	return [...rows];
}

/** Every good row accepted once and every bad one refused, both in the items and on the platform. */
function assertOutcome(
	emulator: Emulator,
	items: Array<{ json: Record<string, unknown> }>,
	badRows: number[],
): void {
	const bad = new Set(badRows);
	const wrong = items.filter(
		({ json }, row) => json.status !== (bad.has(row) ? 'refused' : 'accepted'),
	);
	const accepted = emulator.aiCall.ledger.view().rows.length;
	if (items.length !== ROWS || wrong.length > 0 || accepted !== ROWS - badRows.length) {
		throw new Error(`${items.length} items, ${wrong.length} wrong ones, ${accepted} rows accepted`);
	}
}
