/** The fields that the editor shows before the first run are those that come out. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { IflytekAiCall } from '../../nodes/IflytekAiCall/IflytekAiCall.node';
import {
	AT_ANY_HOUR,
	byId,
	createTask,
	customers,
	jsonOf,
	mappedByHand,
	phone,
	runAiCall,
	TASK,
	useEmulator,
} from './aiCallBench';
import { forgetRuns } from './engine';
import { deviations, offeredOperations, readSchema } from './outputSchema';

const offered = offeredOperations(new IflytekAiCall());

const REFUSED_PHONE = phone(1);
const SENDING: INodeParameters = { mode: 'live', options: AT_ANY_HOUR };
const REFUSED: INodeParameters = {};
const TEST: INodeParameters = { mode: 'testCall', testNumber: '13912345678' };
/** Rows that can go out, one of them twice, and those that cannot. */
const ROWS = [
	...customers(2),
	...customers(1),
	{ json: { phone: '12', name: '', order: '1' } },
	{ json: { phone: null, name: '', order: '1' } },
];

const bed = useEmulator({ voice: 'observed' });

it('what comes out is what the schemas say', async () => {
	const urls = [{ url: 'http://127.0.0.1:9/', url_module: 'receiveDialog' as const }];
	const rows: INodeParameters = { columns: mappedByHand };
	const workingPeriods = { period: [{ from: '09:00', to: '12:00' }] };
	const additionalFields = { retries: 2, retryWait: 600, workingPeriods };
	const task = { task: byId(await createTask(bed.emulator, { additionalFields })) };
	bed.emulator.aiCall.tasks[0]!.recallResults.add('20');
	const runs: Array<[string, string, INodeParameters]> = [
		['task', 'create', { ...TASK, additionalFields: { end: '2090-01-01', workingPeriods } }],
		['task', 'addNumbers', { ...task, ...rows }],
		['task', 'get', task],
		['task', 'getAll', {}],
		['task', 'start', task],
		['task', 'pause', task],
		['task', 'delete', task],
		['task', 'run', { ...TASK, ...rows, startIncomplete: true }],
		['configuration', 'getAll', { returnAll: true }],
		['call', 'place', { ...TASK, ...rows, line: byId('02566800004') }],
	];
	const node = new IflytekAiCall();
	const found: string[] = [];
	for (const [resource, operation, parameters] of runs) {
		// the observed voice has fields there that the specification does not know
		if (resource === 'configuration') {
			bed.emulator.set({ voice: 'documented' });
			bed.emulator.aiCall.set({ urls });
		}
		const isRows = parameters.columns !== undefined;
		const outputs: IDataObject[] = [];
		// a row that is taken and those that are not, what would go out, and a batch that is refused
		const runsOfRows = [{}, TEST, { ...REFUSED, mode: 'dryRun' }, REFUSED];
		for (const more of isRows ? runsOfRows : [{}]) {
			if (more === REFUSED) {
				bed.emulator.aiCall.set({ sensitiveNumbers: [REFUSED_PHONE] });
				forgetRuns();
			}
			const { items: out, error } = await runAiCall(
				bed.emulator,
				{ resource, operation, ...(isRows && SENDING), ...parameters, ...more },
				{
					items: isRows ? ROWS : customers(1),
					// a refused run throws otherwise
					settings: { onError: isRows ? 'continueRegularOutput' : undefined },
				},
			);
			expect(error).toBeUndefined();
			outputs.push(...jsonOf(out));
		}
		bed.emulator.aiCall.set({ sensitiveNumbers: [] });
		const schema = readSchema(node, resource, operation);
		found.push(
			...deviations(outputs, schema, { always: false }).map(
				(one) => `${resource} ${operation} ${one}`,
			),
		);
	}
	expect(found).toEqual([]);
});

it('no parameter of the node has a name twice with different meanings for one operation', () => {
	const { properties } = new IflytekAiCall().description;
	for (const [resource, operation] of offered) {
		const shown = properties.filter(({ displayOptions }) => {
			const show = displayOptions?.show ?? {};
			return (
				(show.resource ?? [resource]).includes(resource) &&
				(show.operation ?? [operation]).includes(operation) &&
				show.rowsFrom === undefined &&
				typeof show.mode?.[0] !== 'object' &&
				// a mode by expression has one that is not required, and a tool has a parameter of its own for what a model must not choose
				!(show['@tool'] ?? []).includes(true)
			);
		});
		const names = shown.map(({ name }) => name);
		expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
	}
});
