/** The example call-a-list-in-batches.json as a user makes it his own, and what the platform says of its calls. */
import type { NumberLedger } from '../../../emulator/aiCall/numberLedger';
import {
	importTable,
	pickDataTables,
	readExample,
	type EmulatorControl,
	type ExampleTable,
	type N8nClient,
	type WorkflowDraft,
	type WorkflowNode,
} from '../../harness';

/** Four batches. */
const COUNT = 170;
export const listed = (n: number) => `1370000${String(n).padStart(4, '0')}`;
export const everybody = Array.from({ length: COUNT }, (_, n) => listed(n));

export async function ledgerOf(emulator: EmulatorControl) {
	return (await emulator.call('POST', 'aicall-ledger', {})) as ReturnType<NumberLedger['view']>;
}

/** How often the platform has accepted each number, those never accepted left out. */
export async function acceptedBy(emulator: EmulatorControl): Promise<Record<string, number>> {
	const { numbers } = await ledgerOf(emulator);
	const accepted = numbers.filter((line) => line.accepted > 0);
	return Object.fromEntries(accepted.map((line) => [line.number, line.accepted]));
}

export const onceEach = (phones: string[]) => Object.fromEntries(phones.map((one) => [one, 1]));

/** The user's customers, of whom one has a number twice, as lines of the example's CSV file. */
const CUSTOMERS = [...everybody, listed(3).replace(/^(\d{3})/, '+86 $1-')].map(
	(number) => `${number},客户${Number(number.slice(-4))},,,,`,
);
/** Rows of the list. */
export const ROWS = CUSTOMERS.length;

/** The two tables of the example. */
export async function createTables(of: N8nClient, customers = CUSTOMERS) {
	const list = await importTable(of, 'AI call list', customers);
	const doNotCall = await importTable(of, 'Do not call');
	return { list, doNotCall };
}

export interface LedgerRow {
	phone: string;
	status: string;
}

export async function ledgerRows(of: N8nClient, path: string): Promise<LedgerRow[]> {
	const rows: LedgerRow[] = [];
	// n8n 1 gives no more than 50 at a time
	for (let skip = 0; skip < ROWS; skip += 50) {
		const query = `take=50&skip=${skip}&sortBy=id:asc`;
		const page = await of.request<{ data: LedgerRow[] }>('GET', `${path}/rows?${query}`);
		rows.push(...page.data);
	}
	return rows;
}

/** How many rows have each status; those that no run has reached are empty, and waiting. */
export function statusesOf(rows: LedgerRow[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const row of rows) {
		const status = row.status || 'waiting';
		counts[status] = (counts[status] ?? 0) + 1;
	}
	return counts;
}

/** The example with tables, script and line picked. */
export function withList({
	list,
	doNotCall,
}: Record<'list' | 'doNotCall', ExampleTable>): WorkflowDraft {
	const workflow = readExample('call-a-list-in-batches.json');
	pickDataTables(workflow, { 'AI call list': list.id, 'Do not call': doNotCall.id });
	Object.assign(nodeOf(workflow, 'Place Calls').parameters, {
		script: { __rl: true, mode: 'id', value: '3104' },
		line: { __rl: true, mode: 'id', value: '02566800002' },
	});
	callAtAnyHour(nodeOf(workflow, 'Place Calls'));
	return workflow;
}

export function nodeOf(workflow: WorkflowDraft, name: string): WorkflowNode {
	const found = workflow.nodes.find((node) => node.name === name);
	if (!found) throw new Error(`The example has no node '${name}'`);
	return found;
}

/** Calls really go out, whatever time of day the test runs at. */
export function callAtAnyHour({ parameters }: WorkflowNode): void {
	const callingHours = { hours: [{ from: '00:00', to: '24:00' }] };
	Object.assign(parameters, {
		mode: 'live',
		options: { ...(parameters.options as object), callingHours },
	});
}
