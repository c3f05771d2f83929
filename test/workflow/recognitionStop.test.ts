/** The editor's Stop, pressed at any time: a service is asked for nothing further. */
import type { INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';

import { IflytekImageRecognition } from '../../nodes/IflytekImageRecognition/IflytekImageRecognition.node';
import { IflytekTextCorrection } from '../../nodes/IflytekTextCorrection/IflytekTextCorrection.node';
import { labelledPng } from '../emulator/fixtures/labelled';
import { useOwnClock } from '../support/ownTime';
import { until } from '../support/until';
import {
	checksumCredential,
	signatureCredential,
	type Credentials,
	useEmulator,
} from './credentials';
import { fileItem, MemoryCredentialsHelper, runNode, withDefaults } from './engine';

const REQUESTS = 12;
const LONG_TEXT = ('春'.repeat(1700) + '。').repeat(REQUESTS);

const bed = useEmulator({ voice: 'observed' });
useOwnClock();

const requests = () => bed.emulator.ledger().total.requests;

interface Work {
	node: INodeType;
	parameters: INodeParameters;
	items: INodeExecutionData[];
	credentials: Credentials;
}

const longText = (): Work => ({
	node: new IflytekTextCorrection(),
	parameters: { text: LONG_TEXT },
	items: [{ json: {} }],
	credentials: signatureCredential(bed.emulator),
});

const pictures = (): Work => ({
	node: new IflytekImageRecognition(),
	parameters: { resource: 'scene' },
	items: Array.from({ length: REQUESTS }, () => fileItem(labelledPng(1))),
	credentials: checksumCredential(bed.emulator),
});

describe.each([
	['a long text', longText],
	['a list of pictures', pictures],
])('stopping %s', (_name, work) => {
	async function stopped(when: () => Promise<unknown>, helper?: MemoryCredentialsHelper) {
		const { node, parameters, ...rest } = work();
		const { run } = await runNode({
			node,
			parameters: withDefaults(node, { ...parameters, options: { maxPerSecond: 4 } }),
			...rest,
			credentialsHelper: helper,
			stopWhen: when,
		});
		expect(run.status).toBe('canceled');
	}

	const asked = async (count: number) =>
		await until(`${count} requests`, () => requests() >= count, undefined, 5);

	it('before the first request sends none', async () => {
		let opened = () => {};
		const reading = new Promise<void>((resolve) => (opened = resolve));
		class Helper extends MemoryCredentialsHelper {
			override async getDecrypted(...given: Parameters<MemoryCredentialsHelper['getDecrypted']>) {
				opened();
				// what was stopped goes on with what it waited for
				await new Promise((resolve) => setImmediate(resolve));
				return await super.getDecrypted(...given);
			}
		}
		await stopped(async () => await reading, new Helper(work().credentials));
		expect(requests()).toBe(0);
	});

	it('during a request sends no further one', async () => {
		bed.emulator.set({ latency: 300 });
		await stopped(async () => await asked(1));
		expect(requests()).toBe(1);
	});

	it('after some requests sends at most the one that is on its way', async () => {
		bed.emulator.set({ latency: 20 });
		let before = 0;
		await stopped(async () => {
			await asked(3);
			before = requests();
		});
		expect(requests()).toBeLessThanOrEqual(before + 1);
		expect(requests()).toBeLessThan(REQUESTS);
	});

	it('during the pause before another attempt wakes it, and sends nothing', async () => {
		bed.emulator.order({ kind: 'rateLimit', retryAfter: 100, times: 'always' } as never);
		await stopped(async () => {
			await asked(1);
			// the answer is out, so that the pause has begun
			await new Promise((resolve) => setTimeout(resolve, 200));
		});
		expect(requests()).toBe(1);
	});
});
