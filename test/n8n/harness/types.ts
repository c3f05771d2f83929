/** The parts of n8n's own data that tests look at; the same in n8n 1 and 2. */

interface CredentialReference {
	id: string | null;
	name: string;
}

export interface WorkflowNode {
	id: string;
	name: string;
	type: string;
	typeVersion: number;
	position: [number, number];
	parameters: Record<string, unknown>;
	credentials?: Record<string, CredentialReference>;
	[setting: string]: unknown;
}

export interface WorkflowDraft {
	name: string;
	nodes: WorkflowNode[];
	connections: Record<string, unknown>;
	settings?: Record<string, unknown>;
	pinData?: Record<string, unknown>;
}

export interface SavedWorkflow extends WorkflowDraft {
	id: string;
	versionId: string;
	active: boolean;
}

interface BinaryFile {
	/** Base64, or the storage mode's name when `id` is set. */
	data: string;
	id?: string;
	mimeType: string;
	fileName?: string;
	fileSize?: string;
}

export interface Item {
	json: Record<string, unknown>;
	binary?: Record<string, BinaryFile>;
	pairedItem?: unknown;
	error?: ExecutionError;
}

interface ExecutionError {
	name?: string;
	message: string;
	description?: string | null;
	httpCode?: string | null;
	messages?: string[];
	context?: Record<string, unknown>;
	node?: { name: string };
	[other: string]: unknown;
}

export interface NodeRun {
	startTime: number;
	executionTime: number;
	data?: { main?: Array<Item[] | null> };
	error?: ExecutionError;
}

export type ExecutionStatus =
	'new' | 'running' | 'waiting' | 'success' | 'error' | 'crashed' | 'canceled';

export interface ExecutionSummary {
	id: string;
	workflowId: string;
	mode: string;
	status: ExecutionStatus;
	startedAt: string;
}

export interface Execution extends ExecutionSummary {
	data: {
		resultData: {
			runData: Record<string, NodeRun[]>;
			error?: ExecutionError;
		};
	};
}

export interface CredentialDraft {
	name: string;
	type: string;
	data: Record<string, unknown>;
}

export interface SavedCredential {
	id: string;
	name: string;
	type: string;
	/** Present when asked for; secrets come as n8n's blank markers. */
	data?: Record<string, unknown>;
}

export interface CredentialTestResult {
	status: 'OK' | 'Error';
	message: string;
}

export interface NodeTypeDescription {
	name: string;
	displayName: string;
	version: number | number[];
	icon?: string;
	iconUrl?: string | { light: string; dark: string };
	properties: Array<Record<string, unknown>>;
	credentials?: Array<{ name: string; required?: boolean }>;
	usableAsTool?: unknown;
	codex?: Record<string, unknown>;
	[other: string]: unknown;
}

export interface CredentialTypeDescription {
	name: string;
	displayName: string;
	iconUrl?: string | { light: string; dark: string };
	properties: Array<Record<string, unknown>>;
	[other: string]: unknown;
}
