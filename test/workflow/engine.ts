/**
 * Runs nodes in n8n-core's own execution engine: the same WorkflowExecute, request helpers and
 * expression engine as in n8n. Only the database is missing: credentials live in memory.
 */
import {
	Workflow,
	ICredentialsHelper,
	type DeduplicationItemTypes,
	type DeduplicationScope,
	type ICheckProcessedContextData,
	type ICheckProcessedOptions,
	type ICredentialDataDecryptedObject,
	type IExecuteFunctions,
	type ICredentials,
	type ICredentialType,
	type IDataObject,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
	type INode,
	type INodeCredentialsDetails,
	type INodeExecutionData,
	type INodeParameters,
	type INodeProperties,
	type INodeType,
	type INodeTypes,
	type IRun,
	type IDataDeduplicator,
	type ITaskData,
	type WorkflowExecuteMode,
	type IVersionedNodeType,
	type IWorkflowExecuteAdditionalData,
	type IWorkflowSettings,
	NodeConnectionTypes,
	NodeHelpers,
} from 'n8n-workflow';
import { DataDeduplicationService, ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
// the configuration of the HTTP client that n8n does at start
import { configureGlobalAxiosDefaults } from '@n8n/backend-network';

export interface StoredCredential {
	type: ICredentialType;
	data: ICredentialDataDecryptedObject;
}

export interface EngineOptions {
	node: INodeType;
	parameters?: INodeParameters;
	/** input items; one empty item by default */
	items?: INodeExecutionData[];
	/** credentials the node has selected, by type name */
	credentials?: Record<string, StoredCredential>;
	/** further settings of the node: onError, retryOnFail, ... */
	settings?: Partial<INode>;
	/** further settings of the workflow: binaryMode, ... */
	workflowSettings?: IWorkflowSettings;
	/** a store of credentials that outlives the run; else one of its own is made of `credentials` */
	credentialsHelper?: MemoryCredentialsHelper;
	/** the execution that the run belongs to: runs of one share its context, as those of a loop do */
	executionId?: string;
	/** how it was started; `retry` is n8n's own *Retry* of an execution */
	mode?: WorkflowExecuteMode;
	/** the execution that it retries, whose context n8n hands on */
	retryOf?: string;
	/** the ID of the node, by which n8n keeps its keys */
	nodeId?: string;
	/** Stops the execution, as the editor's Stop does, once what it returns is settled. */
	stopWhen?: () => Promise<unknown>;
}

export interface EngineResult {
	run: IRun;
	/** items of the node per output; empty when the node failed */
	outputs: INodeExecutionData[][];
	/** items of the first output */
	items: INodeExecutionData[];
	error?: Error & { description?: string; httpCode?: string; context?: IDataObject };
	/** every run of the node, as n8n stores it */
	runs: ITaskData[];
}

const NODE_NAME = 'Node under test';

/** n8n's deduplication store in memory, by the rules of its `deduplication-helper.js`. */
class MemoryKeys implements IDataDeduplicator {
	private readonly kept = new Map<string, string[]>();

	/** why the store fails, as one without a database does */
	failure: Error | undefined;

	private of({ workflow, node }: ICheckProcessedContextData): [string, string[]] {
		if (this.failure) throw this.failure;
		if (!workflow.id) throw new Error('The workflow is not saved');
		const name = `${workflow.id} ${node?.id}`;
		return [name, this.kept.get(name) ?? []];
	}

	async checkProcessedAndRecord(
		items: DeduplicationItemTypes[],
		_scope: DeduplicationScope,
		node: ICheckProcessedContextData,
		{ maxEntries = Infinity }: ICheckProcessedOptions,
	) {
		const [name, keys] = this.of(node);
		const known = new Set(keys);
		const added = items.filter((item) => !known.has(String(item)));
		this.kept.set(name, [...keys, ...added.map(String)].slice(-maxEntries));
		return { new: added, processed: items.filter((item) => known.has(String(item))) };
	}

	async removeProcessed(
		items: DeduplicationItemTypes[],
		_scope: DeduplicationScope,
		node: ICheckProcessedContextData,
	) {
		const [name, keys] = this.of(node);
		const gone = new Set(items.map(String));
		this.kept.set(
			name,
			keys.filter((key) => !gone.has(key)),
		);
	}

	async clearAllProcessedItems(_scope: DeduplicationScope, node: ICheckProcessedContextData) {
		this.kept.delete(this.of(node)[0]);
	}

	async getProcessedDataCount(_scope: DeduplicationScope, node: ICheckProcessedContextData) {
		return this.of(node)[1].length;
	}

	/** Forgets all of them, as a new n8n does. */
	reset() {
		this.kept.clear();
		this.failure = undefined;
	}
}

/** What n8n keeps of its nodes beyond an execution. */
export const keys = new MemoryKeys();
// n8n-core stays loaded from one test file to the next, and its own `init` works once
Object.assign(DataDeduplicationService, {
	instance: Reflect.construct(DataDeduplicationService, [keys]) as DataDeduplicationService,
});
/** What nodes have put into the context of their execution, by its ID. */
const contexts = new Map<string, IDataObject>();

/** Begins anew: what nodes remember of earlier executions and runs is gone. */
export function forgetRuns(): void {
	keys.reset();
	contexts.clear();
}
// each test stands for itself; a script without jest goes on where it was
(globalThis as { beforeEach?: (hook: () => void) => void }).beforeEach?.(forgetRuns);

/** A trigger-like node that emits the items it was given, and hands on the execution's context. */
class InputItems implements INodeType {
	description = {
		displayName: 'Input Items',
		name: 'inputItems',
		group: ['trigger' as const],
		version: 1,
		description: 'Emits the items of the test',
		defaults: { name: 'Input Items' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	};

	execute: INodeType['execute'];

	constructor(items: INodeExecutionData[], kept: IDataObject) {
		this.execute = async function (this: IExecuteFunctions) {
			Object.assign(this.getContext('flow'), kept);
			return [items];
		};
	}
}

class NodeTypes implements INodeTypes {
	constructor(private readonly types: Record<string, INodeType>) {}

	getByName(name: string): INodeType | IVersionedNodeType {
		return this.types[name];
	}

	getByNameAndVersion(name: string): INodeType {
		return this.types[name];
	}

	getKnownTypes(): IDataObject {
		return {};
	}
}

/** n8n's credentials helper over a store in memory, by the rules of its `credentials-helper.js`. */
export class MemoryCredentialsHelper extends ICredentialsHelper {
	readonly stored: Record<string, StoredCredential>;

	constructor(credentials: Record<string, StoredCredential>) {
		super();
		this.stored = Object.fromEntries(
			Object.entries(credentials).map(([name, { type, data }]) => [
				name,
				{ type, data: { ...this.defaults(type.properties), ...data } },
			]),
		);
	}

	private defaults(properties: INodeProperties[]): ICredentialDataDecryptedObject {
		return Object.fromEntries(
			properties.map(({ name, default: value }) => [name, value as string]),
		);
	}

	private type(typeName: string): ICredentialType {
		return this.stored[typeName].type;
	}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.type(typeName);
		if (typeof authenticate !== 'function') return requestOptions;
		return await authenticate(credentials, requestOptions);
	}

	async preAuthentication(
		helpers: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		node: INode,
		credentialsExpired: boolean,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		const type = this.type(typeName);
		const expirable = type.properties.find(
			(property) => property.type === 'hidden' && property.typeOptions?.expirable === true,
		);
		if (expirable === undefined || type.preAuthentication === undefined) return undefined;
		if (credentials[expirable.name] !== '' && !credentialsExpired) return undefined;
		const output = await type.preAuthentication.call(helpers, credentials);
		if (output[expirable.name] === undefined) return undefined;
		if (node.credentials === undefined) return undefined;
		Object.assign(this.stored[typeName].data, output);
		return Object.assign(credentials, output);
	}

	async runPreAuthentication(): Promise<undefined> {
		return undefined;
	}

	async getCredentials(): Promise<ICredentials> {
		throw new Error('Not needed by the engine');
	}

	async getDecrypted(
		_additionalData: IWorkflowExecuteAdditionalData,
		_nodeCredentials: INodeCredentialsDetails,
		typeName: string,
	): Promise<ICredentialDataDecryptedObject> {
		return { ...this.stored[typeName].data };
	}

	async updateCredentials(
		_nodeCredentials: INodeCredentialsDetails,
		typeName: string,
		data: ICredentialDataDecryptedObject,
	): Promise<void> {
		this.stored[typeName].data = data;
	}

	async updateCredentialsOauthTokenData(): Promise<void> {}

	getCredentialsProperties(typeName: string): INodeProperties[] {
		return this.type(typeName).properties;
	}
}

/** Runs one node over input items and returns what n8n would store of it. */
export async function runNode(options: EngineOptions): Promise<EngineResult> {
	configureGlobalAxiosDefaults();
	const { node, parameters = {}, items = [{ json: {} }], credentials = {} } = options;
	const { executionId = 'execution-1', mode = 'manual', nodeId = '2' } = options;
	const handedOn = JSON.stringify(contexts.get(options.retryOf ?? '') ?? {});
	// runs of one execution side by side share what it keeps
	const kept = contexts.get(executionId) ?? (JSON.parse(handedOn) as IDataObject);
	const typeName = `n8n-nodes-iflytek.${node.description.name}`;
	const nodeTypes = new NodeTypes({
		[typeName]: node,
		// as n8n calls it when an AI agent holds it
		[`${typeName}Tool`]: node,
		'test.inputItems': new InputItems(items, kept),
	});
	const version = [node.description.version].flat().at(-1)!;
	const workflowNodes: INode[] = [
		{
			id: '1',
			name: 'Input Items',
			type: 'test.inputItems',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		},
		{
			id: nodeId,
			name: NODE_NAME,
			type: typeName,
			typeVersion: version,
			position: [200, 0],
			parameters,
			credentials: Object.fromEntries(
				Object.keys(credentials).map((name) => [name, { id: `id-of-${name}`, name }]),
			),
			...options.settings,
		},
	];
	const workflow = new Workflow({
		id: 'workflow-under-test',
		nodes: workflowNodes,
		connections: {
			'Input Items': { main: [[{ node: NODE_NAME, type: NodeConnectionTypes.Main, index: 0 }]] },
		},
		active: false,
		nodeTypes,
		settings: { timezone: 'Asia/Shanghai', ...options.workflowSettings },
	});
	const hooks = new ExecutionLifecycleHooks(mode, executionId, {
		id: 'workflow-under-test',
		name: 'Workflow under test',
		nodes: workflowNodes,
		connections: {},
		active: false,
		createdAt: new Date(),
		updatedAt: new Date(),
	} as never);
	const additionalData = {
		credentialsHelper: options.credentialsHelper ?? new MemoryCredentialsHelper(credentials),
		currentNodeExecutionIndex: 0,
		executionId,
		hooks,
		restApiUrl: 'http://localhost/rest',
		instanceBaseUrl: 'http://localhost/',
		webhookBaseUrl: 'http://localhost/webhook',
		webhookTestBaseUrl: 'http://localhost/webhook-test',
		webhookWaitingBaseUrl: 'http://localhost/webhook-waiting',
		formWaitingBaseUrl: 'http://localhost/form-waiting',
		variables: {},
		setExecutionStatus: () => {},
		logAiEvent: () => {},
	} as unknown as IWorkflowExecuteAdditionalData;

	const execute = new WorkflowExecute(additionalData, mode);
	const running = execute.run({ workflow, startNode: workflow.getNode('Input Items')! });
	void options.stopWhen?.().finally(() => running.cancel());
	const run = await running;
	const { flow } = run.data.executionData?.contextData ?? {};
	if (flow) contexts.set(executionId, JSON.parse(JSON.stringify(flow)) as IDataObject);
	const runs = run.data.resultData.runData[NODE_NAME] ?? [];
	const last = runs.at(-1);
	const outputs = (last?.data?.main ?? []).map((output) => output ?? []);
	return {
		run,
		runs,
		outputs,
		items: outputs[0] ?? [],
		error: (last?.error ?? run.data.resultData.error) as EngineResult['error'],
	};
}

/** The parameters of a node with every default filled in, as the editor would save them. */
export function withDefaults(node: INodeType, parameters: INodeParameters): INodeParameters {
	return (
		NodeHelpers.getNodeParameters(
			node.description.properties,
			parameters,
			true,
			false,
			null,
			node.description,
		) ?? {}
	);
}

/** An input item with a file in the field `data`. */
export function fileItem(content: Buffer | string, fileName?: string): INodeExecutionData {
	const data = Buffer.from(content).toString('base64');
	return { json: {}, binary: { data: { data, mimeType: 'application/octet-stream', fileName } } };
}
