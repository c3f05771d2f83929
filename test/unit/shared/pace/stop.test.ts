import { setTimeout as delay } from 'node:timers/promises';
import type { IExecuteFunctions, ILoadOptionsFunctions } from 'n8n-workflow';

import { downloadFile } from '../../../../nodes/shared/files/download';
import { readRequestPolicy } from '../../../../nodes/shared/description/requestOptions';
import { isCanceled, pause, RetryBudget } from '../../../../nodes/shared/pace/attempts';
import { runItems } from '../../../../nodes/shared/items/engine';
import { problemError } from '../../../../nodes/shared/items/errors';
import { ownTime } from '../../../support/ownTime';

const AT_ONCE_MS = 200;

function stoppable(more: object = {}) {
	const stop = new AbortController();
	const context = { getExecutionCancelSignal: () => stop.signal, ...more };
	return { context: context as unknown as IExecuteFunctions, stop: () => stop.abort() };
}

it('a clock that is set back does not stretch a pause', async () => {
	const { context } = stoppable();
	const realNow = Date.now.bind(Date);
	const begin = realNow();
	const setBack = jest.spyOn(Date, 'now').mockImplementation(() => realNow() - 3_600_000);
	setBack.mockImplementationOnce(realNow);
	await pause(context, 300);
	setBack.mockRestore();
	const slept = Date.now() - begin;
	expect(slept).toBeGreaterThan(250);
	expect(slept).toBeLessThan(3000);
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
		const pausing = pause(context, 60_000);
		await delay(10);
		const sinceStop = ownTime();
		stop();
		await pausing;
		await pause(context, 60_000);
		expect(sinceStop.end()).toBeLessThan(AT_ONCE_MS);
	});

	it.each(['before', 'during', 'after'])(
		'a download is not tried again: %s a request',
		async (when) => {
			let requests = 0;
			const { context, stop } = stoppable({
				helpers: {
					httpRequest: async () => {
						requests++;
						if (when === 'during') stop();
						if (when === 'after') setTimeout(stop, 20);
						return { statusCode: 503, headers: { 'retry-after': '60' }, body: { destroy() {} } };
					},
				},
			});
			if (when === 'before') stop();
			const time = ownTime();
			const file = await downloadFile(
				context,
				{
					url: new URL('http://host/a.png'),
					parameter: 'Image URL',
					kind: 'file',
					title: { english: 'The file', chinese: '文件' },
					limit: { maxBytes: 10, text: '10 bytes', remedy: ['', ''] },
				},
				new RetryBudget(context, readRequestPolicy({} as never, {})),
			);
			const tookMs = time.end();
			expect(file.ok).toBe(false);
			expect(requests).toBe(when === 'before' ? 0 : 1);
			expect(tookMs).toBeLessThan(AT_ONCE_MS);
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
