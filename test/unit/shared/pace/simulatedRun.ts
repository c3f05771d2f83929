/** Runs of a node in a time of their own that costs none. */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { Client } from '../../../../nodes/shared/http/client';
import { requestPolicy } from '../../../../nodes/shared/description/requestOptions';
import { runItems } from '../../../../nodes/shared/items/engine';
import { decodeSignatureAnswer } from '../../../../nodes/shared/signature/scheme';
import { VirtualTime } from './virtualTime';

const SERVICE = { name: 'The service', key: '', codes: {} };
const SCHEME = { credentialType: 'any', fields: {}, services: {}, signedAt: () => ({}) };

/** What the service answers with a code. */
export const answerWith = (code: number) => ({
	statusCode: 200,
	headers: {},
	body: JSON.stringify({ header: { code }, payload: { result: { text: '{}' } } }),
});

/**
 * Runs items, each with requests one after another whose body is the item's number.
 * @returns the error of each item, undefined where it went well
 */
export async function sendItems(
	items: number,
	post: (request: { timeout: number; body: string }) => Promise<object>,
	options: IDataObject = {},
	requests = 1,
): Promise<Array<Record<string, string> | undefined>> {
	const context = {
		getNode: () => ({ name: 'node', type: 'x' }),
		getInputData: () => new Array(items).fill({ json: {} }),
		continueOnFail: () => true,
		getExecutionCancelSignal: () => undefined,
		helpers: {
			httpRequestWithAuthentication: async (
				_type: string,
				request: { timeout: number; body: string },
			) => await post(request),
		},
	} as unknown as IExecuteFunctions;
	const policy = requestPolicy(options);
	const client = new Client(context, SCHEME, SERVICE, {}, policy);
	const outputs = await runItems(context, client, async (item) => {
		const request = { path: '/', body: String(item.index) };
		const budget = client.retryBudget();
		for (let sent = 0; sent < requests; sent++)
			await client.call(item, request, (answer) => decodeSignatureAnswer(answer, SERVICE), budget);
		return [{ json: {} }];
	});
	return outputs.map(({ json }) => json.error as Record<string, string> | undefined);
}

/** What a peer does with a request: milliseconds until its answer with a code, or no answer at all. */
type Peer = (request: {
	n: number;
	now: number;
	timeout: number;
}) => { ms: number; code: number } | 'silent';

/** Runs items against a peer that does as it is told. */
export async function simulate(
	items: number,
	peer: Peer,
	options: IDataObject = {},
	requests?: number,
) {
	const time = new VirtualTime();
	const sentAt: number[] = [];
	const post = async ({ timeout }: { timeout: number }) => {
		sentAt.push(time.now());
		const answer = peer({ n: sentAt.length, now: time.now(), timeout });
		if (answer === 'silent' || answer.ms > timeout) {
			await time.sleep(timeout);
			throw Object.assign(new Error('late'), { code: 'ETIMEDOUT' });
		}
		await time.sleep(answer.ms);
		return answerWith(answer.code);
	};
	const errors = await time.until(sendItems(items, post, options, requests));
	return { said: errors.map((error) => error?.message ?? 'well'), sentAt, ms: time.now() };
}
