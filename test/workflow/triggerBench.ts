/** The trigger node in n8n-core's own webhook and hook contexts, behind a real HTTP server. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HookContext, WebhookContext } from 'n8n-core';
import {
	Workflow,
	type INode,
	type INodeParameters,
	type INodeTypes,
	type IWebhookData,
	type IWebhookResponseData,
	type IWorkflowExecuteAdditionalData,
	type WorkflowActivateMode,
} from 'n8n-workflow';
import { configureGlobalAxiosDefaults } from '@n8n/backend-network';

import { IflytekAiCallTrigger } from '../../nodes/IflytekAiCallTrigger/IflytekAiCallTrigger.node';
import { withDefaults, type MemoryCredentialsHelper } from './engine';

export const PUSH_URL = 'https://n8n.example.com/webhook/trigger-id/push';
export const CONTEXT_URL = 'https://n8n.example.com/webhook/trigger-id/context';

export interface TriggerSetup {
	parameters?: INodeParameters;
	/** The selected credential's store; none is selected when absent. */
	store?: MemoryCredentialsHelper;
	/** By this ID the trigger remembers what it has told n8n's log. */
	nodeId?: string;
	/** The trigger remembers push secrets by the credential's ID. */
	credentialId?: string;
	/** Plays n8n after the node has returned items: answers on the response, or does not. */
	n8n?: (response: ExpressLike, result: IWebhookResponseData) => void | Promise<void>;
	/** Called when the answer is there. */
	onAnswer?: () => void;
	/** The address n8n sees. */
	ip?: string;
	/** What n8n takes for its own address. */
	webhookBaseUrl?: string;
}

/** What n8n calls on an Express response. */
export type ExpressLike = ServerResponse & {
	status(code: number): ExpressLike;
	send(body: unknown): ExpressLike;
	json(body: unknown): ExpressLike;
};

export interface Told {
	level: string;
	message: string;
}

function contextParts({
	parameters = {},
	store,
	nodeId = '1',
	credentialId = 'id-1',
	webhookBaseUrl = 'https://n8n.example.com/webhook',
}: TriggerSetup) {
	configureGlobalAxiosDefaults();
	const type = new IflytekAiCallTrigger();
	const node: INode = {
		id: nodeId,
		name: 'Trigger',
		type: 'n8n-nodes-iflytek.iflytekAiCallTrigger',
		typeVersion: 1.1,
		position: [0, 0],
		webhookId: 'trigger-id',
		parameters: withDefaults(type, parameters),
		...(store && { credentials: { iflytekAiCallApi: { id: credentialId, name: 'AI Call' } } }),
	};
	const nodeTypes = {
		getByName: () => type,
		getByNameAndVersion: () => type,
		getKnownTypes: () => ({}),
	} as unknown as INodeTypes;
	const workflow = new Workflow({
		id: 'workflow-1',
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes,
	});
	const additionalData = {
		credentialsHelper: store,
		webhookBaseUrl,
		webhookTestBaseUrl: 'https://n8n.example.com/webhook-test',
	} as unknown as IWorkflowExecuteAdditionalData;
	return { type, node, workflow, additionalData };
}

const webhookData = (type: IflytekAiCallTrigger, name: 'default' | 'setup') =>
	({
		webhookDescription: type.description.webhooks!.find((webhook) => webhook.name === name),
		isTest: false,
	}) as unknown as IWebhookData;

let told: Told[] = [];

/** Collects what the node writes to n8n's log from now on. */
export function listenToLog(): Told[] {
	told = [];
	return told;
}

const log = (level: string) => (message: string) => void told.push({ level, message });
const logger = { error: log('error'), warn: log('warn'), info: log('info'), debug: log('debug') };

/** In n8n itself the logger comes from its container. */
function withLogger<T extends object>(context: T): T {
	return Object.defineProperty(context, 'logger', { value: logger });
}

/** Sends one request to the node's webhook; tells what came back, and what n8n was given in the end. */
export async function request(
	name: 'default' | 'setup',
	setup: TriggerSetup,
	body: unknown,
	query = '',
	headers: Record<string, string> = { 'content-type': 'application/json' },
) {
	const { type, node, workflow, additionalData } = contextParts(setup);
	let result: IWebhookResponseData | undefined;
	let failure: unknown;
	let isOver = (): void => undefined;
	const over = new Promise<void>((resolve) => (isOver = resolve));
	const handle = async (incoming: IncomingMessage, response: ServerResponse) => {
		const chunks: Buffer[] = [];
		for await (const chunk of incoming) chunks.push(chunk as Buffer);
		const url = new URL(incoming.url ?? '/', 'http://localhost');
		const express = asExpress(response);
		Object.assign(incoming, {
			query: Object.fromEntries(url.searchParams),
			ip: setup.ip ?? '127.0.0.1',
			rawBody: Buffer.concat(chunks),
			contentType: (headers['content-type'] ?? '').split(';')[0],
		});
		const context = withLogger(
			new WebhookContext(
				workflow,
				node,
				{ ...additionalData, httpRequest: incoming, httpResponse: express } as never,
				'webhook',
				webhookData(type, name),
				[],
				null,
			),
		);
		result = await type.webhook.call(context as never);
		if (result.workflowData) await setup.n8n?.(express, result);
	};
	const server = createServer((incoming, response) => {
		handle(incoming, response)
			.catch((error: unknown) => {
				failure = error;
				response.destroy();
			})
			.finally(isOver);
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	try {
		const begun = Date.now();
		const response = await fetch(
			`http://127.0.0.1:${(server.address() as AddressInfo).port}/${query}`,
			{
				method: 'POST',
				headers,
				body: typeof body === 'string' ? body : JSON.stringify(body),
			},
		);
		const text = await response.text();
		const ms = Date.now() - begun;
		setup.onAnswer?.();
		// the node may go on after its answer
		await over;
		if (failure) throw failure;
		return {
			status: response.status,
			text,
			type: response.headers.get('content-type'),
			ms,
			item: result?.workflowData?.[0]?.[0]?.json,
			starts: result?.workflowData !== undefined,
		};
	} catch (error) {
		throw failure ?? error;
	} finally {
		server.close();
		server.closeAllConnections();
	}
}

/** Express adds these to a response of Node.js. */
function asExpress(response: ServerResponse): ExpressLike {
	return Object.assign(response, {
		status(this: ExpressLike, code: number) {
			this.statusCode = code;
			return this;
		},
		send(this: ExpressLike, body: unknown) {
			this.end(String(body));
			return this;
		},
		json(this: ExpressLike, body: unknown) {
			this.setHeader('Content-Type', 'application/json');
			this.end(JSON.stringify(body));
			return this;
		},
	}) as ExpressLike;
}

/** What n8n does for both webhooks of the node when a workflow is activated. */
export async function activate(
	setup: TriggerSetup,
	activation: WorkflowActivateMode = 'activate',
): Promise<void> {
	const { type, node, workflow, additionalData } = contextParts(setup);
	for (const { name } of type.description.webhooks!) {
		const methods = type.webhookMethods[name as 'default'] as
			typeof type.webhookMethods.default | undefined;
		if (methods === undefined) continue;
		const context = withLogger(
			new HookContext(
				workflow,
				node,
				additionalData,
				'trigger',
				activation,
				webhookData(type, name),
			),
		) as never;
		if (!(await methods.checkExists.call(context))) await methods.create.call(context);
	}
}
