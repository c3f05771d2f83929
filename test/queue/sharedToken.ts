import type { Bench } from './bench';
import { statuses, untilAllEnded } from './executions';
import { ourNode } from '../support/ourNodes';
import { postAll, publishJob } from './workflows';

const AT_ONCE = 20;

/** Executions that each query the call platform, spread over the workers by n8n. */
export async function shareToken(bench: Bench, count: number) {
	const { queue, emulator, credentials } = bench;
	const query = ourNode('Voices', 'iflytekAiCall', 'iflytekAiCallApi', credentials, {
		resource: 'configuration',
		operation: 'getAll',
		type: 'voices',
		returnAll: true,
	});
	const { id, url } = await publishJob(queue, query);
	let sent = 0;
	const run = async (more: number) => {
		const bodies = Array.from({ length: more }, (_, index) => ({ order: sent + index }));
		sent += more;
		await postAll(url, bodies, AT_ONCE);
		await untilAllEnded(queue.database, id, sent);
	};
	const issued = () => emulator.aiCall.tokens.view(Date.now()).issued;

	const before = queue.workers.map((worker) => worker.begun().length);
	await run(AT_ONCE);
	const atFirst = issued();
	const started = Date.now();
	await run(count);
	const seconds = (Date.now() - started) / 1000;
	const then = issued() - atFirst;
	const begun = queue.workers.map((worker, place) => worker.begun().slice(before[place]));
	emulator.aiCall.tokens.revokeAll();
	await run(AT_ONCE * 2);
	return {
		statuses: await statuses(queue.database, id),
		/** by each worker that runs */
		begun,
		/** that the platform answered, each by one execution */
		queries: emulator.ledger().services['aicall-config'].outcomes['0'],
		/** issued: when nobody had one, in all the executions after, after all were revoked */
		tokens: { atFirst, then, afterRevocation: issued() - atFirst - then },
		perSecond: count / seconds,
	};
}
