/** What the tests of the AI call node share: the node in n8n's engine, and the lists of its editor. */
import { LoadOptionsContext } from 'n8n-core';
import {
	Workflow,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeTypes,
	type IWorkflowSettings,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { configureGlobalAxiosDefaults } from '@n8n/backend-network';

import { IflytekAiCallApi } from '../../credentials/IflytekAiCallApi.credentials';
import { IflytekAiCall } from '../../nodes/IflytekAiCall/IflytekAiCall.node';
import { mainAiCallAccount, type AiCallAccount, type Emulator } from '../emulator';
import {
	MemoryCredentialsHelper,
	runNode,
	withDefaults,
	type EngineOptions,
	type EngineResult,
} from './engine';

export { useEmulator } from './credentials';

export const SCRIPT = '3101';
export const COLUMNS = ['客户手机号码', '姓名', '订单号'];
export const LINE = '02566800001';

export const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** The columns as the editor saves them, mapped to the fields phone, name and order of the items. */
export const mappedByHand = {
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
	attemptToConvertTypes: false,
	convertFieldsToString: false,
} as unknown as INodeParameters;

/** Calls are placed at any hour: tests run at any hour. */
export const AT_ANY_HOUR = { callingHours: { hours: [{ from: '00:00', to: '24:00' }] } };

/** Call: Place with all it needs, one row for each item of `customers`. */
export const PLACE: INodeParameters = {
	resource: 'call',
	operation: 'place',
	script: byId(SCRIPT),
	line: byId(LINE),
	columns: mappedByHand,
	mode: 'live',
	options: AT_ANY_HOUR,
};

/** What a task needs. */
export const TASK: INodeParameters = {
	taskName: '续费提醒',
	script: byId(SCRIPT),
	line: byId(LINE),
};

/** Task: Run in place of Call: Place. */
export const RUN = { resource: 'task', operation: 'run', ...TASK };

/** Items come out in place of an error. */
export const GOING_ON = { onError: 'continueRegularOutput' } as const;

/** The n-th of a row of mobile numbers. */
export const phone = (n: number): string => String(13_000_000_000 + n);

export const customers = (count: number): INodeExecutionData[] =>
	Array.from({ length: count }, (_, n) => ({
		json: { phone: phone(n), name: `客户${n}`, order: `00${n}` },
	}));

/** Credentials as n8n stores them, for one application of the emulator. */
export function credentialStore(
	emulator: Pick<Emulator, 'url'>,
	account: Pick<AiCallAccount, 'appKey' | 'appSecret'> = mainAiCallAccount,
	type = new IflytekAiCallApi(),
): MemoryCredentialsHelper {
	return new MemoryCredentialsHelper({
		iflytekAiCallApi: {
			type,
			data: {
				appKey: account.appKey,
				appSecret: account.appSecret,
				baseUrl: emulator.url,
			},
		},
	});
}

/** Of a run; runs are of one execution and one node unless told otherwise. */
export interface RunOptions extends Pick<
	EngineOptions,
	'executionId' | 'mode' | 'nodeId' | 'retryOf'
> {
	items?: INodeExecutionData[];
	settings?: Partial<INode>;
	workflowSettings?: IWorkflowSettings;
	store?: MemoryCredentialsHelper;
	/** the execution is stopped when this is settled */
	stopWhen?: () => Promise<unknown>;
}

/** Runs an operation of the node against the emulator. */
export async function runAiCall(
	emulator: Emulator,
	parameters: INodeParameters,
	{ store = credentialStore(emulator), ...options }: RunOptions = {},
): Promise<EngineResult> {
	const node = new IflytekAiCall();
	return await runNode({
		node,
		parameters: withDefaults(node, parameters),
		...options,
		credentials: store.stored,
		credentialsHelper: store,
	});
}

/** The context in which the editor calls a list, load options or resource mapper method. */
export function editorContext(
	emulator: Emulator,
	parameters: INodeParameters,
	store = credentialStore(emulator),
): LoadOptionsContext {
	configureGlobalAxiosDefaults();
	const type = new IflytekAiCall();
	const currentNodeParameters = withDefaults(type, parameters);
	const node: INode = {
		id: '1',
		name: 'Temp-Node',
		type: 'n8n-nodes-iflytek.iflytekAiCall',
		typeVersion: 1,
		position: [0, 0],
		parameters: currentNodeParameters,
		credentials: { iflytekAiCallApi: { id: 'id-of-iflytekAiCallApi', name: 'iflytekAiCallApi' } },
	};
	const nodeTypes = {
		getByName: () => type,
		getByNameAndVersion: () => type,
		getKnownTypes: () => ({}),
	} as unknown as INodeTypes;
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const additionalData = { credentialsHelper: store, currentNodeParameters };
	return new LoadOptionsContext(
		workflow,
		node,
		additionalData as unknown as IWorkflowExecuteAdditionalData,
		'',
	);
}

/** The JSON of items. */
export const jsonOf = (items: INodeExecutionData[]): IDataObject[] => items.map(({ json }) => json);

/** Creates a task without numbers, and gives its ID. */
export async function createTask(emulator: Emulator, more: object = {}): Promise<string> {
	const parameters = { resource: 'task', operation: 'create', ...TASK, ...more };
	const { items, error } = await runAiCall(emulator, parameters);
	if (error) throw error;
	return String(items[0]!.json.taskId);
}

/** What the editor shows above the output. */
export const hintsOf = ({ runs }: EngineResult): string[] =>
	(runs.at(-1)?.hints ?? []).map(({ message }) => message);

/** What became of the rows. */
export const statuses = (items: INodeExecutionData[]): unknown[] =>
	items.map(({ json }) => json.status);

/** Runs Call: Place, or another operation with rows, with two customers, or one item with JSON, at any hour unless told otherwise. */
export function placing(bed: { readonly emulator: Emulator }) {
	return async (
		{ options, ...more }: Record<string, unknown> & { options?: object } = {},
		run: RunOptions = {},
	): Promise<EngineResult> =>
		await runAiCall(
			bed.emulator,
			{ ...PLACE, ...more, options: { ...AT_ANY_HOUR, ...options } } as unknown as INodeParameters,
			{ items: customers(more.rowsFrom === 'json' ? 1 : 2), ...run },
		);
}

/**
 * Stops the clock at a time in China until mocks are restored, so that a slow machine reads none later than a fast one;
 * 23 November 2026 is a Monday.
 */
export function setChinaTime(time: string): void {
	jest.spyOn(Date, 'now').mockReturnValue(Date.parse(`${time}+08:00`));
}
