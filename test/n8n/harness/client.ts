import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { parse as parseFlatted } from 'flatted';
import type { Major } from './prepared';
import type {
	CredentialDraft,
	CredentialTestResult,
	CredentialTypeDescription,
	Execution,
	ExecutionStatus,
	ExecutionSummary,
	NodeTypeDescription,
	SavedCredential,
	SavedWorkflow,
	WorkflowDraft,
} from './types';

const OWNER = {
	email: 'owner@example.com',
	firstName: 'Test',
	lastName: 'Owner',
	password: 'Owner-Password-1',
};

/** An execution as n8n stores it. */
type StoredExecution = ExecutionSummary & { data: string };

const UNFINISHED: ExecutionStatus[] = ['new', 'running', 'waiting'];

/** An answer of n8n outside 2xx, with its status and n8n's own message. */
export class N8nApiError extends Error {
	constructor(
		readonly status: number,
		readonly method: string,
		readonly path: string,
		readonly detail: string,
	) {
		super(`${method} ${path} answered ${status}: ${detail}`);
	}
}

/** What another process needs to go on with this client's session. */
export interface ClientSession {
	url: string;
	major: Major;
	cookie: string;
	browserId: string;
}

export interface ParameterLookup {
	/** Full node type name, with the package. */
	nodeType: string;
	typeVersion?: number;
	/** The parameter's path, e.g. `parameters.taskId`. */
	path?: string;
	methodName: string;
	parameters: Record<string, unknown>;
	credentials?: Record<string, { id: string; name: string }>;
}

/** Speaks the editor's own REST API (under /rest) as the instance owner. */
export class N8nClient {
	private cookie = '';

	// The session cookie is valid only together with the browser id of the login.
	private browserId: string = randomUUID();

	constructor(
		readonly url: string,
		readonly major: Major,
	) {}

	/** Goes on with a session that another process began. */
	static resume(session: ClientSession): N8nClient {
		const client = new N8nClient(session.url, session.major);
		client.cookie = session.cookie;
		client.browserId = session.browserId;
		return client;
	}

	get session(): ClientSession {
		const { url, major, cookie, browserId } = this;
		return { url, major, cookie, browserId };
	}

	/** The owner's e-mail and password, for a login in a browser. */
	static get owner(): { email: string; password: string } {
		return { email: OWNER.email, password: OWNER.password };
	}

	/** Sets the owner up on a new instance, logs in on an old one. */
	async signIn(): Promise<void> {
		const settings = await this.request<{
			userManagement: { showSetupOnFirstLoad: boolean };
		}>('GET', '/rest/settings');
		if (settings.userManagement.showSetupOnFirstLoad) {
			await this.request('POST', '/rest/owner/setup', OWNER);
		} else {
			await this.request('POST', '/rest/login', {
				emailOrLdapLoginId: OWNER.email,
				password: OWNER.password,
			});
		}
	}

	/**
	 * Calls n8n and answers the content of `data` (or the whole JSON where there is no such wrapper).
	 * @throws {N8nApiError} for a status outside 2xx
	 */
	async request<T>(
		method: string,
		path: string,
		body?: unknown,
		headers: Record<string, string> = {},
	): Promise<T> {
		const response = await this.fetch(method, path, body, headers);
		const text = await response.text();
		if (!response.ok) {
			throw new N8nApiError(response.status, method, path, messageOf(text));
		}
		const answer = text === '' ? undefined : JSON.parse(text);
		const wrapped = answer && typeof answer === 'object' && 'data' in answer;
		return (wrapped && path.startsWith('/rest/') ? answer.data : answer) as T;
	}

	/** Like `request`, but hands out the response as it is. */
	async fetch(
		method: string,
		path: string,
		body?: unknown,
		headers: Record<string, string> = {},
	): Promise<Response> {
		const isJson = body !== undefined && !(body instanceof FormData);
		const response = await fetch(`${this.url}${path}`, {
			method,
			headers: {
				...(isJson ? { 'content-type': 'application/json' } : {}),
				// n8n may close a connection that was kept just as it is used again
				connection: 'close',
				'browser-id': this.browserId,
				cookie: this.cookie,
				...headers,
			},
			body: isJson ? JSON.stringify(body) : (body as FormData | undefined),
		});
		for (const cookie of response.headers.getSetCookie()) {
			if (cookie.startsWith('n8n-auth=')) this.cookie = cookie.split(';')[0];
		}
		return response;
	}

	async nodeTypes(): Promise<NodeTypeDescription[]> {
		return await this.request('GET', '/types/nodes.json');
	}

	async credentialTypes(): Promise<CredentialTypeDescription[]> {
		return await this.request('GET', '/types/credentials.json');
	}

	// Credentials

	async createCredential(credential: CredentialDraft): Promise<SavedCredential> {
		return await this.request('POST', '/rest/credentials', credential);
	}

	async listCredentials(): Promise<SavedCredential[]> {
		return await this.request('GET', '/rest/credentials');
	}

	/** With its data, in which n8n puts blank markers for secrets. */
	async getCredential(id: string): Promise<SavedCredential> {
		return await this.request('GET', `/rest/credentials/${id}?includeData=true`);
	}

	async updateCredential(id: string, credential: CredentialDraft): Promise<SavedCredential> {
		return await this.request('PATCH', `/rest/credentials/${id}`, credential);
	}

	async deleteCredential(id: string): Promise<void> {
		await this.request('DELETE', `/rest/credentials/${id}`);
	}

	/**
	 * What the editor's test does: tests `credential.data`, not what is stored under the id; secrets
	 * may be the blank markers of `getCredential`. Every outcome of the test is an answer.
	 */
	async testCredential(credential: Required<SavedCredential>): Promise<CredentialTestResult> {
		const { id, name, type, data } = credential;
		return await this.request('POST', '/rest/credentials/test', {
			credentials: { id, name, type, data },
		});
	}

	/** Saves a credential and tests it with the given data, as the editor does on Save. */
	async createAndTestCredential(
		credential: CredentialDraft,
	): Promise<{ credential: SavedCredential; result: CredentialTestResult }> {
		const saved = await this.createCredential(credential);
		const result = await this.testCredential({ ...credential, id: saved.id });
		return { credential: saved, result };
	}

	// Workflows

	async createWorkflow(workflow: WorkflowDraft): Promise<SavedWorkflow> {
		return await this.request('POST', '/rest/workflows', {
			settings: {},
			// As the editor sends it: with null a partial run crashes inside n8n.
			pinData: {},
			...workflow,
			active: false,
		});
	}

	async getWorkflow(id: string): Promise<SavedWorkflow> {
		return await this.request('GET', `/rest/workflows/${id}`);
	}

	/** Saves changes; an active workflow goes on with its old version in n8n 2 until activated again. */
	async updateWorkflow(id: string, changes: Partial<WorkflowDraft>): Promise<SavedWorkflow> {
		const { versionId } = await this.getWorkflow(id);
		return await this.request('PATCH', `/rest/workflows/${id}`, { ...changes, versionId });
	}

	async deleteWorkflow(id: string): Promise<void> {
		await this.request('POST', `/rest/workflows/${id}/archive`);
		await this.request('DELETE', `/rest/workflows/${id}`);
	}

	/** Publishes the saved version and waits until its triggers are live. */
	async activate(id: string): Promise<void> {
		const { versionId } = await this.getWorkflow(id);
		if (this.major === 1) {
			await this.request('PATCH', `/rest/workflows/${id}`, { active: true, versionId });
			return;
		}
		await this.request('POST', `/rest/workflows/${id}/activate`, {
			versionId,
			name: '',
			description: '',
		});
		await this.untilPublication(id, 'published');
	}

	/** Takes the workflow out of production and waits until its webhooks are gone. */
	async deactivate(id: string): Promise<void> {
		if (this.major === 1) {
			const { versionId } = await this.getWorkflow(id);
			await this.request('PATCH', `/rest/workflows/${id}`, { active: false, versionId });
			return;
		}
		await this.request('POST', `/rest/workflows/${id}/deactivate`, {});
		await this.untilPublication(id, 'not_published');
	}

	/** n8n 2 answers before it has registered or removed the triggers. */
	private async untilPublication(id: string, wanted: 'published' | 'not_published'): Promise<void> {
		const deadline = Date.now() + 60_000;
		for (;;) {
			const { status, triggers = [] } = await this.request<{
				status: string;
				triggers?: Array<{ errorMessage?: string | null }>;
			}>('GET', `/rest/workflows/${id}/publication-status`);
			if (status === wanted) return;
			if (status === 'failed' || status === 'partial' || Date.now() > deadline) {
				const reasons = triggers.map(({ errorMessage }) => errorMessage).filter(Boolean);
				throw new Error(`The workflow is ${status}, not ${wanted}: ${reasons.join('; ')}`);
			}
			await delay(100);
		}
	}

	// Executions

	/**
	 * Starts a manual run of the saved workflow, as the editor's button does.
	 * @param options.trigger the node to start from, by default the only node whose type says trigger
	 * @returns the execution's id, or undefined when n8n waits for a test webhook
	 */
	async run(workflowId: string, options: { trigger?: string } = {}): Promise<string | undefined> {
		const workflow = await this.getWorkflow(workflowId);
		const trigger = options.trigger ?? workflow.nodes.find(isTrigger)?.name;
		const answer = await this.request<{ executionId?: string }>(
			'POST',
			`/rest/workflows/${workflowId}/run`,
			{
				...(this.major === 1 ? { workflowData: workflow } : {}),
				...(trigger ? { triggerToStartFrom: { name: trigger } } : {}),
			},
		);
		return answer.executionId;
	}

	/** Runs the saved workflow to its end and answers the execution. */
	async runToEnd(
		workflowId: string,
		options: { trigger?: string; timeoutMs?: number } = {},
	): Promise<Execution> {
		const executionId = await this.run(workflowId, options);
		if (executionId === undefined) throw new Error('n8n waits for a test webhook');
		return await this.waitForExecution(executionId, options.timeoutMs);
	}

	/** Polls until the execution has ended in any way. */
	async waitForExecution(id: string, timeoutMs = 60_000): Promise<Execution> {
		const deadline = Date.now() + timeoutMs;
		for (let pause = 100; ; pause = Math.min(pause * 1.5, 500)) {
			const stored = await this.storedExecution(id);
			// n8n 1 shows the final status a moment before the run data.
			if (!UNFINISHED.includes(stored.status) && stored.data !== '[]') return decoded(stored);
			if (Date.now() > deadline) {
				throw new Error(`Execution ${id} is still ${stored.status} after ${timeoutMs / 1000} s`);
			}
			await delay(pause);
		}
	}

	/** An execution with its run data decoded. */
	async getExecution(id: string): Promise<Execution> {
		return decoded(await this.storedExecution(id));
	}

	private async storedExecution(id: string): Promise<StoredExecution> {
		return await this.request('GET', `/rest/executions/${id}`);
	}

	/** The newest executions first, each once. */
	async listExecutions(
		filter: { workflowId?: string; status?: ExecutionStatus[] } = {},
		limit = 100,
	): Promise<ExecutionSummary[]> {
		const query = new URLSearchParams({ filter: JSON.stringify(filter), limit: String(limit) });
		const { results } = await this.request<{ results: ExecutionSummary[] }>(
			'GET',
			`/rest/executions?${query}`,
		);
		// n8n asks for running and for ended ones at the same time: one that ends in between is in both.
		return [...new Map(results.map((execution) => [execution.id, execution])).values()];
	}

	// What the editor loads into a node's panel

	/** One page of a resource locator's list. */
	async searchList(
		lookup: ParameterLookup,
		page: { filter?: string; paginationToken?: string } = {},
	): Promise<{ results: Array<{ name: string; value: unknown }>; paginationToken?: unknown }> {
		return await this.lookUp('resource-locator-results', lookup, page);
	}

	/** The columns of a resource mapper. */
	async mapperFields(lookup: ParameterLookup): Promise<{ fields: Array<Record<string, unknown>> }> {
		return await this.lookUp('resource-mapper-fields', lookup);
	}

	private async lookUp<T>(
		kind: string,
		lookup: ParameterLookup,
		page: Record<string, string | undefined> = {},
	): Promise<T> {
		const projects = await this.request<Array<{ id: string }>>('GET', '/rest/projects/my-projects');
		return await this.request('POST', `/rest/dynamic-node-parameters/${kind}`, {
			nodeTypeAndVersion: { name: lookup.nodeType, version: lookup.typeVersion ?? 1 },
			path: lookup.path ?? 'parameters',
			methodName: lookup.methodName,
			currentNodeParameters: lookup.parameters,
			credentials: lookup.credentials,
			projectId: projects[0]?.id,
			...page,
		});
	}
}

function decoded(stored: StoredExecution): Execution {
	return { ...stored, data: parseFlatted(stored.data) };
}

function isTrigger({ type }: { type: string }): boolean {
	return /trigger$/i.test(type) || type === 'n8n-nodes-base.webhook';
}

function messageOf(body: string): string {
	try {
		const { message } = JSON.parse(body);
		return typeof message === 'string' ? message : body.slice(0, 500);
	} catch {
		return body.slice(0, 500);
	}
}
