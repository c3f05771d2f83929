/** Recordings of a run come several at a time, and never more of their bytes than fit. */
import { setImmediate as nextTurn } from 'node:timers/promises';

import fc from 'fast-check';
import type { IExecuteFunctions, INode } from 'n8n-workflow';

import { execute } from '../../../../nodes/IflytekAiCall/operations/recording/download';

const MEGABYTE = 1024 * 1024;
const CHUNK = Buffer.alloc(MEGABYTE, 'RIFF....WAVE');

interface Recording {
	megabytes: number;
	/** whether its server says how large it is */
	announced: boolean;
	/** how many turns pass before each of its chunks */
	turns: number;
}

/** Downloads recordings whose chunks arrive as told, and watches what is in memory. */
async function downloadAll(recordings: Recording[], maxSize = 100) {
	const held = new Map<object, number>();
	let most = 0;
	let mostAtOnce = 0;
	let requests = 0;
	const parameters: Record<string, unknown> = {
		recordingBaseUrl: 'http://recordings.test',
		binaryPropertyName: 'data',
		options: { maxSize },
	};
	const context = {
		getInputData: () => recordings.map(() => ({ json: {} })),
		getNode: () => ({ name: 'Recordings', type: 'iflytekAiCall' }) as INode,
		getNodeParameter: (name: string, item: number) =>
			name === 'url' ? `${item}.wav` : parameters[name],
		continueOnFail: () => false,
		helpers: {
			httpRequest: async ({ url }: { url: string }) => {
				const { megabytes, announced, turns } = recordings[Number(/(\d+)\.wav/.exec(url)![1])]!;
				requests++;
				const request = {};
				held.set(request, 0);
				mostAtOnce = Math.max(mostAtOnce, held.size);
				const body = {
					destroy: () => held.delete(request),
					async *[Symbol.asyncIterator]() {
						for (let part = 1; part <= megabytes; part++) {
							for (let turn = 0; turn < turns; turn++) await nextTurn();
							held.set(request, part * MEGABYTE);
							most = Math.max(
								most,
								[...held.values()].reduce((sum, bytes) => sum + bytes, 0),
							);
							yield CHUNK;
						}
					},
				};
				stored.set(url, request);
				const headers = announced ? { 'content-length': String(megabytes * MEGABYTE) } : {};
				return { statusCode: 200, headers, body };
			},
			prepareBinaryData: async (bytes: Buffer, fileName: string) => {
				await nextTurn();
				held.delete(stored.get(`http://recordings.test/${fileName}`)!);
				return { mimeType: 'audio/wav', fileName, bytes: bytes.length };
			},
		},
	};
	const stored = new Map<string, object>();
	const items = await execute(context as unknown as IExecuteFunctions);
	return { items, most, mostAtOnce, requests };
}

const small = { megabytes: 2, announced: true, turns: 2 };

it('are downloaded eight at a time, in the order of their items and paired to them', async () => {
	const recordings = Array.from({ length: 30 }, (_, n) => ({ ...small, turns: (n * 7) % 5 }));
	const { items, mostAtOnce, requests } = await downloadAll(recordings);
	expect(mostAtOnce).toBe(8);
	expect(requests).toBe(30);
	expect(items.map(({ json }) => json.fileName)).toEqual(recordings.map((_, n) => `${n}.wav`));
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
		recordings.map((_, item) => ({ item })),
	);
});

it('are never more than 50 MB at once, whatever their servers say of them', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(
				fc.record({
					megabytes: fc.integer({ min: 1, max: 30 }),
					announced: fc.boolean(),
					turns: fc.integer({ min: 0, max: 3 }),
				}),
				{ minLength: 1, maxLength: 8 },
			),
			async (recordings) => {
				const { items, most } = await downloadAll(recordings);
				expect(items.map(({ json }) => json.bytes)).toEqual(
					recordings.map(({ megabytes }) => megabytes * MEGABYTE),
				);
				// the chunk for which there was no more room had arrived
				expect(most).toBeLessThanOrEqual((50 + 8) * MEGABYTE);
			},
		),
		{ numRuns: 15 },
	);
}, 60_000);

it('that are larger than that are downloaded alone, and asked for twice at most', async () => {
	const large = { megabytes: 60, announced: true, turns: 1 };
	const { items, most, requests } = await downloadAll([small, large, small, large, small]);
	expect(items).toHaveLength(5);
	expect(most).toBeLessThanOrEqual(61 * MEGABYTE);
	expect(requests).toBeLessThanOrEqual(10);
});
