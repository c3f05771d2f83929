import type { IExecuteFunctions, ILoadOptionsFunctions } from 'n8n-workflow';

import { downloadFile } from '../../../../nodes/shared/files/download';
import { requestPolicy } from '../../../../nodes/shared/description/requestOptions';
import { CLOCK, isCanceled, pause, RetryBudget } from '../../../../nodes/shared/pace/pace';
import { runItems } from '../../../../nodes/shared/items/engine';
import { problemError } from '../../../../nodes/shared/items/errors';
import { VirtualTime } from './virtualTime';

/** What is left of a nap. */
const AT_ONCE_MS = 100;

function stoppable(more: object = {}) {
	const stop = new AbortController();
	const context = { getExecutionCancelSignal: () => stop.signal, ...more };
	return { context: context as unknown as IExecuteFunctions, stop: () => stop.abort() };
}

it('a clock that is set back does not stretch a pause', async () => {
	const { context } = stoppable();
	let slept = 0;
	jest.spyOn(CLOCK, 'sleep').mockImplementation(async (ms) => void (slept += ms));
	const setBack = jest.spyOn(Date, 'now').mockImplementation(() => slept - 3_600_000);
	setBack.mockReturnValueOnce(0);
	await pause(context, 300);
	jest.restoreAllMocks();
	expect(slept).toBe(300);
});

describe('after a stop of the execution', () => {
	it('the execution is known to be canceled; the lists of the editor never are', () => {
		const { context, stop } = stoppable();
		expect(isCanceled(context)).toBe(false);
		stop();
		expect(isCanceled(context)).toBe(true);
		expect(isCanceled({} as ILoadOptionsFunctions)).toBe(false);
	});

	it('a pause ends at once', async () => {
		const { context, stop } = stoppable();
		const time = new VirtualTime();
		void time.sleep(10).then(stop);
		await time.until(pause(context, 60_000));
		await time.until(pause(context, 60_000));
		expect(time.now()).toBeLessThanOrEqual(AT_ONCE_MS);
	});

	it.each(['before', 'during', 'after'])(
		'a download is not tried again: %s a request',
		async (when) => {
			let requests = 0;
			const time = new VirtualTime();
			const { context, stop } = stoppable({
				helpers: {
					httpRequest: async () => {
						requests++;
						if (when === 'during') stop();
						if (when === 'after') void time.sleep(20).then(stop);
						return { statusCode: 503, headers: { 'retry-after': '60' }, body: { destroy() {} } };
					},
				},
			});
			if (when === 'before') stop();
			const file = await time.until(
				downloadFile(
					context,
					{
						url: new URL('http://host/a.png'),
						parameter: 'Image URL',
						kind: 'file',
						title: { english: 'The file', chinese: '文件' },
						limit: { maxBytes: 10, text: '10 bytes', remedy: ['', ''] },
					},
					new RetryBudget(context, requestPolicy({})),
				),
			);
			expect(file.ok).toBe(false);
			expect(requests).toBe(when === 'before' ? 0 : 1);
			expect(time.now()).toBeLessThanOrEqual(AT_ONCE_MS);
		},
	);

	it.each([0, 1, 3])('no further item is started: after %d of them', async (before) => {
		const { context, stop } = stoppable({
			getInputData: () => new Array(10).fill({ json: {} }),
			continueOnFail: () => false,
		});
		let started = 0;
		if (before === 0) stop();
		await runItems(context, { atOnce: 1 }, async () => {
			if (++started === before) stop();
			return [];
		});
		expect(started).toBe(before);
	});
});

it('items that fail go on with their files, so that they can be moved to a folder', async () => {
	const binary = { data: { data: 'AA==', mimeType: 'image/png' } };
	const context = {
		getNode: () => ({ name: 'node', type: 'x' }),
		getInputData: () => new Array(4).fill({ json: {}, binary }),
		continueOnFail: () => true,
	} as unknown as IExecuteFunctions;
	const items = await runItems(context, {}, async (item) => {
		throw problemError(item.context, { message: 'failed', remedy: 'x' }, item.index);
	});
	expect(items).toHaveLength(4);
	for (const { json, binary: files } of items) {
		expect(Object.keys(json)).toEqual(['error']);
		expect(files).toEqual(binary);
	}
});
