import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { IExecuteFunctions } from 'n8n-workflow';

import { limitedDownload } from '../../../../nodes/shared/http/download';

const HOST = { name: 'The host', check: "'Image URL'" };

/** Downloads a body as n8n hands it over. */
const download = async (body: Readable, deadline: number) =>
	await limitedDownload(
		{
			helpers: { httpRequest: async () => ({ statusCode: 200, headers: {}, body }) },
		} as unknown as IExecuteFunctions,
		'http://host/picture',
		HOST,
		{ maxBytes: 1_000_000, deadline, followRedirects: true },
	);

test('keeps nothing of a file until its time is over', async () => {
	setFlagsFromString('--expose-gc');
	const collectGarbage = runInNewContext('gc') as () => void;
	const parts: Array<WeakRef<Buffer>> = [];
	function* body() {
		for (let part = 0; part < 10; part++) {
			const bytes = Buffer.alloc(50_000);
			parts.push(new WeakRef(bytes));
			yield bytes;
		}
	}
	const isWhole = async () => {
		const { ended } = await download(Readable.from(body()), Date.now() + 600_000);
		return ended === 'whole';
	};
	expect(await isWhole()).toBe(true);
	for (let round = 0; round < 5; round++) {
		await nextTurn();
		collectGarbage();
	}
	expect(parts).toHaveLength(10);
	expect(parts.filter((part) => part.deref() !== undefined)).toEqual([]);
});

test('ends a body that never ends, and lets go of its connection', async () => {
	const body = new Readable({ read: () => {} });
	const drip = setInterval(() => body.push('.'), 10);
	try {
		expect(await download(body, Date.now() + 100)).toEqual({ ended: 'late' });
		expect(body.destroyed).toBe(true);
	} finally {
		clearInterval(drip);
	}
});

test('tells a broken connection from a late one', async () => {
	const body = new Readable({ read: () => body.destroy(new Error('reset')) });
	expect(await download(body, Date.now() + 60_000)).toMatchObject({
		ended: 'failed',
		problem: { retryClass: 'later' },
	});
});
