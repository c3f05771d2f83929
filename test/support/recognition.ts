import type { CredentialsByType } from '../n8n/harness';
import type { Step } from './chain';

const PACKAGE = 'n8n-nodes-iflytek';

/** What tells one recognition node of this package from another. */
export interface RecognitionNode {
	/** Service of the emulator. */
	service: 'invoice' | 'text' | 'scene' | 'object';
	type: string;
	credential: 'iflytekSignatureApi' | 'iflytekChecksumApi';
	parameters: Record<string, unknown>;
}

export const invoiceNode: RecognitionNode = {
	service: 'invoice',
	type: `${PACKAGE}.iflytekInvoiceOcr`,
	credential: 'iflytekSignatureApi',
	parameters: {},
};

export const textNode: RecognitionNode = {
	service: 'text',
	type: `${PACKAGE}.iflytekTextCorrection`,
	credential: 'iflytekSignatureApi',
	parameters: {},
};

export const sceneNode: RecognitionNode = {
	service: 'scene',
	type: `${PACKAGE}.iflytekImageRecognition`,
	credential: 'iflytekChecksumApi',
	parameters: { resource: 'scene' },
};

export const objectNode: RecognitionNode = {
	service: 'object',
	type: `${PACKAGE}.iflytekImageRecognition`,
	credential: 'iflytekChecksumApi',
	parameters: { resource: 'object' },
};

/** The node's name in every chain. */
export const RECOGNIZE = 'Recognize';

/** The node as a step, with its own credential out of those given. */
export function recognize(
	node: RecognitionNode,
	credentials: CredentialsByType,
	parameters: Record<string, unknown> = {},
	settings: Record<string, unknown> = {},
): Step {
	return {
		name: RECOGNIZE,
		type: node.type,
		parameters: { ...node.parameters, options: {}, ...parameters },
		credentials: { [node.credential]: credentials[node.credential] },
		settings,
	};
}
