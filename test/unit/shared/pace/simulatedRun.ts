/** A run of a node against a peer that does as it is told, in a time of its own that costs none. */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { Client } from '../../../../nodes/shared/http/client';
import { readRequestPolicy } from '../../../../nodes/shared/description/requestOptions';
import { runItems } from '../../../../nodes/shared/items/engine';
import { decodeSignatureAnswer } from '../../../../nodes/shared/signature/answer';
import { VirtualTime } from './virtualTime';

const SERVICE = { name: 'The service', codes: {} };
const SCHEME = { credentialType: 'any', signedAt: () => ({}) };
/** What a peer does with a request: milliseconds until its answer with a code, or no answer at all. */
type Peer = (request: {
	n: number;
	now: number;
	timeout: number;
}) => { ms: number; code: number } | 'silent';

/** Runs items against a peer, each with one request. */
export async function simulate(items: number, peer: Peer, options: IDataObject = {}) {
	const time = new VirtualTime();
	const sentAt: number[] = [];
	const context = {
		getNode: () => ({ name: 'node', type: 'x' }),
		getInputData: () => new Array(items).fill({ json: {} }),
		continueOnFail: () => true,
		getExecutionCancelSignal: () => undefined,
		helpers: {
			httpRequestWithAuthentication: async (_type: string, { timeout }: { timeout: number }) => {
				sentAt.push(time.now());
				const answer = peer({ n: sentAt.length, now: time.now(), timeout });
				if (answer === 'silent' || answer.ms > timeout) {
					await time.sleep(timeout);
					throw Object.assign(new Error('late'), { code: 'ETIMEDOUT' });
				}
				await time.sleep(answer.ms);
				const text = Buffer.from('{}').toString('base64');
				const body = JSON.stringify({
					header: { code: answer.code, message: '', sid: 's' },
					payload: { result: { text } },
				});
				return { statusCode: 200, headers: {}, body };
			},
		},
	} as unknown as IExecuteFunctions;
	const policy = readRequestPolicy({} as never, options);
	const client = new Client(context, SCHEME, SERVICE.name, {}, policy, time);
	const work = runItems(context, client, async (item) => {
		await client.call(item, { path: '/' }, (answer) => decodeSignatureAnswer(answer, SERVICE));
		return [{ json: {} }];
	});
	const results = await time.until(work);
	const said = results.map(
		({ json }) => (json.error as { message: string } | undefined)?.message ?? 'well',
	);
	return { said, sentAt, ms: time.now() };
}
