import { createHash } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type {
	IBinaryData,
	INode,
	INodeExecutionData,
	INodeParameters,
	IWorkflowSettings,
} from 'n8n-workflow';

import { IflytekImageRecognition } from '../../nodes/IflytekImageRecognition/IflytekImageRecognition.node';
import { foreignFiles, tiff } from '../emulator/fixtures/images';
import { labelledBmp, labelledJpeg, labelledPng, plainJpeg } from '../emulator/fixtures/labelled';
import { checksumCredential, useEmulator } from './credentials';
import { fileItem, runNode, withDefaults } from './engine';
import { serve } from '../support/httpServer';
import { workbook } from '../unit/image/workbook';
import { deviations, readSchema } from './outputSchema';

const CLASSROOM = { label: 1, rate: 0.91, labels: [1, 0, 18, 17, 5] };
const ZEBRA = { label: 15765, rate: 0.32, labels: [15765, 19896, 4, 11797, 3923] };
const TABLE = 'label,en,zh,category\n15765,common zebra,草原斑马,动物\n4,zebra,斑马,动物\n';

/** The largest picture that is sent. */
const MAX_BYTES = 800 * 1024;

const bed = useEmulator({ voice: 'observed' });

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

function file(bytes: Buffer, fileName?: string): IBinaryData {
	return { data: bytes.toString('base64'), mimeType: 'application/octet-stream', fileName };
}

interface Run {
	parameters?: INodeParameters;
	items?: INodeExecutionData[];
	settings?: Partial<INode>;
	workflowSettings?: IWorkflowSettings;
}

async function run({ parameters = {}, ...more }: Run) {
	const node = new IflytekImageRecognition();
	const result = await runNode({
		node,
		parameters: withDefaults(node, { resource: 'scene', operation: 'recognize', ...parameters }),
		...more,
		credentials: checksumCredential(bed.emulator),
	});
	return {
		...result,
		json: result.items.map((item) => item.json as any),
		hints: (result.runs.at(-1)?.hints ?? []).map(({ message }) => message),
	};
}

const requests = () => bed.emulator.ledger().total.requests;

describe('recognizing a scene', () => {
	it.each(['documented', 'observed'] as const)(
		'gives label, names, score and candidates (%s service)',
		async (voice) => {
			bed.emulator.set({ voice });
			const { json, items, error } = await run({
				items: [fileItem(labelledPng(CLASSROOM), 'room.png')],
			});
			expect(error).toBeUndefined();
			expect(json).toEqual([
				{
					row: 1,
					fileName: 'room.png',
					fileField: 'data',
					nameEnglish: 'classroom',
					nameChinese: '教室',
					score: 0.91,
					uncertain: false,
					explanation: 'The service is confident of this result',
					candidate2: expect.stringMatching(/^bedroom, living room \(卧室 客厅\), 0\.\d+$/),
					candidate3: expect.stringMatching(/^other scene \(其他场景\), 0\.\d+$/),
					candidate4: expect.stringMatching(/^no scene/),
					candidate5: expect.stringMatching(/^office, meeting room/),
					label: 1,
				},
			]);
			expect(items[0].pairedItem).toEqual({ item: 0 });
		},
	);

	it.each([
		['PNG', labelledPng(CLASSROOM)],
		['JPG', labelledJpeg(CLASSROOM)],
		['BMP', labelledBmp(CLASSROOM)],
		['TIFF', tiff()],
		['JPG with every byte value', plainJpeg(3, { padTo: 200_000 })],
		['JPG of the largest size', padded(MAX_BYTES)],
	])('sends the bytes of a %s unchanged', async (_format, bytes) => {
		const { error } = await run({ items: [fileItem(bytes)] });
		expect(error).toBeUndefined();
		const [entry] = bed.emulator.ledger().entries;
		expect(entry).toMatchObject({
			path: '/v1/scene',
			authValid: true,
			deviations: [],
			bodyBytes: bytes.length,
			bodySha256: sha256(bytes),
		});
	});

	it.each(['={{ $binary.data }}', '={{ $("Input Items").item.binary.data }}'])(
		'takes the file itself, as the editor suggests: %s',
		async (binaryPropertyName) => {
			const { json, error } = await run({
				parameters: { binaryPropertyName },
				items: [fileItem(labelledPng(1), 'a.png'), fileItem(labelledPng(3), 'b.png')],
			});
			expect(error).toBeUndefined();
			expect(json.map(({ fileName, label }) => [fileName, label])).toEqual([
				['a.png', 1],
				['b.png', 3],
			]);
		},
	);

	it('takes a file from an item that has nothing else', async () => {
		const [{ binary }, failing] = [fileItem(labelledPng(1)), fileItem('no picture')];
		const { json } = await run({
			items: [{ binary }, { binary: failing.binary }] as INodeExecutionData[],
			parameters: { options: { includeInputFields: true } },
			settings: { onError: 'continueRegularOutput' },
		});
		expect(json).toEqual([
			expect.objectContaining({ label: 1 }),
			{ error: expect.objectContaining({ message: expect.stringContaining('not an image') }) },
		]);
	});

	it('does not choose between two files that look the same', async () => {
		const binary = { data: file(labelledPng(1)), other: file(labelledPng(3)) };
		const { error } = await run({
			parameters: { binaryPropertyName: '={{ $binary.data }}' },
			items: [{ json: {}, binary }],
		});
		expect(error?.description).toContain(
			'files in: data, other. Enter one of these names, or * for all.',
		);
	});

	it('takes a file on disk by its id, which is all that the editor suggests of it', async () => {
		const stored = { id: 'filesystem-v2:gone', bytes: MAX_BYTES + 1, data: 'filesystem-v2' };
		const { error } = await run({
			parameters: { binaryPropertyName: '={{ $binary.data }}' },
			items: [{ json: {}, binary: { data: { ...stored, mimeType: 'image/png' } } }],
		});
		expect(error?.message).toContain('is larger than 800 kB');
	});

	it.each([{ bytes: 500 }, {}])(
		'says which file n8n does not have any more, with the other items untouched: %j',
		async (known) => {
			const stored = { id: 'filesystem-v2:gone', data: 'filesystem-v2', fileName: 'b.png' };
			const gone = { ...stored, ...known, mimeType: 'image/png' };
			const items = [fileItem(labelledPng(1)), { json: {}, binary: { data: gone } }];
			const { json } = await run({ items, settings: { onError: 'continueRegularOutput' } });
			expect(json[0]).toMatchObject({ label: 1 });
			expect(json[1].error).toEqual({
				message: "The file b.png cannot be read from n8n's storage [item 1]",
				description: expect.stringMatching(/^Run the step that made the file again: .*n8n says: /),
				fileName: 'b.png',
			});
		},
	);

	it.each(['_files.data', '={{ $json._files.data }}'])(
		'takes a file from the JSON of an item, where the workflow keeps files there: %s',
		async (binaryPropertyName) => {
			const { json, error } = await run({
				parameters: { binaryPropertyName },
				items: [{ json: { _files: { data: file(labelledPng(1), 'a.png') } as never } }],
				workflowSettings: { binaryMode: 'combined' },
			});
			expect(error).toBeUndefined();
			expect(json[0]).toMatchObject({ fileName: 'a.png', label: 1 });
		},
	);
});

describe('a workflow that keeps files in the JSON of its items', () => {
	const stored = { id: 'filesystem-v2:a', data: 'filesystem-v2', mimeType: 'image/png' };
	const tooLarge = { ...stored, bytes: MAX_BYTES + 1 };
	const runCombined = async (files: object, settings: Partial<INode>, options = {}) =>
		await run({
			parameters: { binaryPropertyName: '_files.data', options },
			items: [{ json: { _files: files as never } }],
			settings,
			workflowSettings: { binaryMode: 'combined' },
		});

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'keeps the file of a picture that failed (%s)',
		async (onError) => {
			const { outputs } = await runCombined({ data: tooLarge }, { onError });
			const failed = outputs.at(-1)!;
			expect(failed).toEqual([
				expect.objectContaining({
					json: { error: expect.anything(), _files: { data: tooLarge } },
				}),
			]);
		},
	);

	it('puts the input file in the output', async () => {
		const files = { data: file(labelledPng(1)), other: stored };
		const { items } = await runCombined(files, {}, { putInputFileInOutput: true });
		expect(items[0].json).toMatchObject({ label: 1, _files: { other: stored } });
	});
});

describe('image by URL', () => {
	it('lets the service fetch it: no body goes out and n8n downloads nothing', async () => {
		const { url: origin, seen, stop } = await serve((_, response) => response.end(labelledPng(1)));
		const imageUrl = `${origin}/photos/gym.jpg?size=large&token=a+b`;
		bed.emulator.tellLabel(imageUrl, { label: 30, rate: 0.8 });
		const { json, error } = await run({ parameters: { imageSource: 'url', imageUrl } });
		expect(error).toBeUndefined();
		const fileName = `${origin}/photos/gym.jpg`;
		expect(json[0]).toMatchObject({ fileName, label: 30, nameEnglish: 'gym' });
		stop();
		expect(seen).toEqual([]);
		expect(bed.emulator.ledger().entries).toEqual([
			expect.objectContaining({ bodyBytes: 0, authValid: true, deviations: [] }),
		]);
	});

	it('says where to look when the service could not read what it fetched', async () => {
		const parameters = { imageSource: 'url', imageUrl: 'https://example.com/moving.gif' };
		const { error } = await run({ parameters });
		expect(error?.message).toContain('could not read the picture');
		expect(error?.description).toContain('without a login');
	});
});

describe('input that the service does not accept', () => {
	it.each([
		['={{ $json }}', 'in the field \'{"a":1}\' named'],
		['={{ $binary.other }}', "in the field '' named"],
		['={{ ({ mimeType: "image/png" }) }}', 'in the field \'{"mimeType":"image/png"}\' named'],
		['constructor', "in the field 'constructor' named"],
	])(
		'names the fields that have a file when %p leads to none',
		async (binaryPropertyName, named) => {
			const items = [{ json: { a: 1 }, binary: { picture: file(labelledPng(1)) } }];
			const { error } = await run({ parameters: { binaryPropertyName }, items });
			expect(error?.message).toContain(named);
			expect(error?.description).toBe('The item has files in: picture. Enter one of these names.');
			expect(requests()).toBe(0);
		},
	);

	it('names the files in the JSON of an item', async () => {
		const items = [{ json: { _files: { picture: file(labelledPng(1)) } as never } }];
		const { error } = await run({ items, workflowSettings: { binaryMode: 'combined' } });
		expect(error?.description).toContain('files in: _files.picture. Enter');
	});

	it('tells a web page from a picture', async () => {
		const { error } = await run({ items: [fileItem(Buffer.from('<!DOCTYPE html><p>Log in</p>'))] });
		expect(error?.message).toContain('is in the format HTML (a web page), which');
		expect(error?.description).toContain('Check the step that fetched it');
	});
});

describe('object names', () => {
	const object = (parameters: INodeParameters = {}): INodeParameters => ({
		resource: 'object',
		...parameters,
	});
	const names = (json: any[]) => json.map((item) => [item.nameEnglish, item.nameChinese]);

	it.each(['documented', 'observed'] as const)(
		'are null without a table (%s service)',
		async (voice) => {
			bed.emulator.set({ voice });
			const { json } = await run({ parameters: object(), items: [fileItem(labelledPng(ZEBRA))] });
			expect(json[0]).toMatchObject({
				label: 15765,
				nameEnglish: null,
				nameChinese: null,
				score: 0.32,
				uncertain: true,
				explanation: expect.stringContaining('review'),
			});
			expect(json[0].candidate5).toMatch(/^label 3923, 0/);
			// a CSV file is appended by position
			expect(Object.keys(json[0]).slice(0, 3)).toEqual(['row', 'fileName', 'nameEnglish']);
			expect(bed.emulator.ledger().entries[0].path).toBe('/v1/currency');
		},
	);

	it('come from pasted text, for the candidates too', async () => {
		const parameters = object({ labelTableSource: 'text', labelTableText: TABLE });
		const { json } = await run({ parameters, items: [fileItem(labelledPng(ZEBRA))] });
		expect(names(json)).toEqual([['common zebra', '草原斑马']]);
		expect(json[0].candidate2).toMatch(/^label 19896, 0/);
		expect(json[0].candidate3).toMatch(/^zebra \(斑马\), 0/);
	});

	it.each(['labels', '={{ $binary.labels }}'])(
		'come from a binary field of the first item for all items: %s',
		async (labelTableField) => {
			const items = [4, 15765, 4].map((label) => fileItem(labelledPng(label)));
			items[0].binary!.labels = file(Buffer.from(TABLE), 'labels.csv');
			const { json, error } = await run({
				parameters: object({ labelTableSource: 'binary', labelTableField }),
				items,
			});
			expect(error).toBeUndefined();
			expect(names(json)).toEqual([
				['zebra', '斑马'],
				['common zebra', '草原斑马'],
				['zebra', '斑马'],
			]);
		},
	);

	it('come from the first item also where that one fails', async () => {
		const items = [fileItem(labelledPng(4)), fileItem(labelledPng(ZEBRA))];
		items[0]!.binary!.labels = file(Buffer.from(TABLE), 'labels.csv');
		const parameters = object({
			labelTableSource: 'binary',
			labelTableField: 'labels',
			options: { minimumScore: '={{ $itemIndex === 0 ? 2 : 0 }}' },
		});
		const settings = { onError: 'continueRegularOutput' } as const;
		const { json } = await run({ parameters, items, settings });
		expect(json[0].error).toBeDefined();
		expect(names(json.slice(1))).toEqual([['common zebra', '草原斑马']]);
	});

	/** Recognizes objects with the names of a table at an address. */
	async function runWithTableAt(answer: RequestListener, count = 1, options: INodeParameters = {}) {
		const { url, seen, stop } = await serve(answer);
		const labelTableUrl = `${url}/labels.csv`;
		try {
			const result = await run({
				parameters: object({ labelTableSource: 'url', labelTableUrl, options }),
				items: Array.from({ length: count }, () => fileItem(labelledPng(4))),
			});
			return { ...result, seen };
		} finally {
			stop();
		}
	}

	it('are not read from a web page', async () => {
		const { error } = await runWithTableAt((_, response) =>
			response.end('\n<html>4,zebra,斑马</html>'),
		);
		expect(error?.message).toBe(
			"The address in 'Label Table URL' leads to a web page, not to a table",
		);
		expect(error?.description).toBe(
			'Open the address in a private browser window: it must show the table alone, without a login and without a page around it.',
		);
	});

	it('come from a URL that is loaded once for all items, without any credential', async () => {
		const { json, seen } = await runWithTableAt((_, response) => response.end(TABLE), 30);
		expect(json.map(({ nameEnglish }) => nameEnglish)).toEqual(Array(30).fill('zebra'));
		expect(seen).toHaveLength(1);
		expect(Object.keys(seen[0].headers).filter((name) => name.startsWith('x-'))).toEqual([]);
	});

	it.each([
		[
			{ labelTableSource: 'binary', labelTableField: 'data' },
			"The file in 'Label Table Data Field Name' is not text in UTF-8, UTF-16, GBK or Big5",
		],
		[
			{ labelTableSource: 'url', labelTableUrl: 'labels.csv' },
			"'Label Table URL' is not a web address",
		],
		[
			{ labelTableSource: 'url', labelTableUrl: 'http://127.0.0.1:1/labels.csv' },
			"The table in 'Label Table URL' could not be fetched: The host of the table could not be reached",
		],
	])('a table that cannot be read stops the item before it is sent: %p', async (given, message) => {
		const { error } = await run({
			parameters: object({ ...given, options: { maxTimePerItem: 5 } }),
			items: [fileItem(labelledPng(ZEBRA))],
		});
		expect(error?.message).toBe(`${message}`);
		expect(requests()).toBe(0);
	});

	it("come from a workbook as iFLYTEK offers it, with a title above the table's heading", async () => {
		const items = [fileItem(labelledPng(ZEBRA))];
		const rows = TABLE.trim()
			.split('\n')
			.slice(1)
			.map((line) => line.split(','));
		const sheet = [['全部返回值'], ['label值', '英文', '中文', '分类'], ...rows];
		items[0].binary!.labels = file(
			workbook([sheet.map(([label, ...more]) => [Number(label) || label, ...more])]),
			'labels.xlsx',
		);
		const { json, hints } = await run({
			parameters: object({ labelTableSource: 'binary' }),
			items,
		});
		expect(names(json)).toEqual([['common zebra', '草原斑马']]);
		expect(hints.join()).not.toContain('Label Table');
	});

	it('are not read from another archive', async () => {
		const items = [fileItem(labelledPng(ZEBRA))];
		items[0].binary!.labels = file(foreignFiles.zip, 'labels.xlsx');
		const { error } = await run({ parameters: object({ labelTableSource: 'binary' }), items });
		expect(error?.message).toBe(
			"The file in 'Label Table Data Field Name' is not a complete ZIP archive",
		);
		expect(error?.description).toContain('Download the table again');
	});

	it('are null without a table, and a hint says where they come from', async () => {
		const { json, hints } = await run({
			parameters: object({}),
			items: [fileItem(labelledPng(14))],
		});
		expect(names(json)).toEqual([[null, null]]);
		expect(hints).toEqual([expect.stringContaining("choose iFLYTEK's label table")]);
	});

	it.each([
		['1 of 1', [14]],
		['1 of 2', [4, 14]],
	])('are null where the table lacks the label, and a hint says so: %s', async (count, labels) => {
		const parameters = object({ labelTableSource: 'text', labelTableText: TABLE });
		const items = labels.map((label) => fileItem(labelledPng(label)));
		const { json, hints } = await run({ parameters, items });
		expect(names(json).at(-1)).toEqual([null, null]);
		expect(hints).toEqual([
			expect.stringContaining(
				`No name for ${count} objects: their labels are not in the 'Label Table'.`,
			),
		]);
	});

	it('an unreadable table gives each item its error where the node continues', async () => {
		const { json } = await run({
			parameters: object({ labelTableSource: 'text', labelTableText: 'x' }),
			items: [fileItem(labelledPng(4)), fileItem(labelledPng(4))],
			settings: { onError: 'continueRegularOutput' },
		});
		expect(json.map(({ error }) => error.message)).toEqual([
			expect.stringContaining('[item 0]'),
			expect.stringContaining('[item 1]'),
		]);
	});
});

describe('minimum score', () => {
	const low = () => fileItem(labelledPng({ label: 7, rate: 0.6 }), 'low.png');
	const high = () => fileItem(labelledPng({ label: 8, rate: 0.9 }), 'high.png');
	const with_ = (belowMinimumScore?: string, simplify = true): INodeParameters => ({
		simplify,
		options: { minimumScore: 0.7, ...(belowMinimumScore && { belowMinimumScore }) },
	});

	it('marks what is below it, unless told otherwise', async () => {
		const { json } = await run({ parameters: with_(), items: [low(), high()] });
		expect(json.map(({ uncertain }) => uncertain)).toEqual([true, false]);
		expect(json[0].explanation).toBe('The score 0.6 is below the minimum 0.7');
	});

	it('tells above the output how many are uncertain', async () => {
		const { runs } = await run({ parameters: with_(), items: [low(), high(), low()] });
		expect(runs[0].hints).toEqual([
			expect.objectContaining({ message: expect.stringMatching(/^3 recognized, 2 uncertain/) }),
		]);
		const certain = await run({ items: [high()] });
		expect(certain.runs[0].hints ?? []).toEqual([]);
	});

	it.each([true, false])('drops what is below it (simplified: %p)', async (simplify) => {
		const items = [low(), high(), low()];
		const result = await run({ parameters: with_('drop', simplify), items });
		expect(result.error).toBeUndefined();
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }]);
	});

	it.each([true, false])('stops the item (simplified: %p)', async (simplify) => {
		const { error } = await run({
			parameters: with_('error', simplify),
			items: [high(), low()],
		});
		expect(error?.message).toBe(
			"The score 0.6 is below the minimum 0.7 set in 'Minimum Score' [item 1]",
		);
		expect(error?.description).toContain('indoor sports ground (室内运动场), 0.6');
	});

	it.each([1.5, -0.1, 80])('refuses the minimum %p before sending', async (minimumScore) => {
		const { error } = await run({ parameters: { options: { minimumScore } }, items: [low()] });
		expect(error?.message).toBe(`'Minimum Score' is ${minimumScore}, not a number from 0 to 1`);
		expect(requests()).toBe(0);
	});
});

describe('full response', () => {
	it('is the whole answer as the service sent it', async () => {
		const { json } = await run({
			parameters: { simplify: false },
			items: [fileItem(labelledPng(CLASSROOM), 'room.png')],
		});
		expect(json).toEqual([
			{
				code: 0,
				data: {
					fileList: [
						{
							code: 0,
							file_name: expect.any(String),
							label: 1,
							labels: CLASSROOM.labels,
							name: 'room.png',
							rate: 0.91,
							rates: expect.any(Array),
							review: false,
						},
					],
					reviewCount: 0,
					topNStatistic: [{ count: 1, label: 1 }],
				},
				desc: 'success',
				sid: expect.stringMatching(/^tup/),
			},
		]);
	});

	it('needs no label table', async () => {
		const { json } = await run({
			parameters: { resource: 'object', simplify: false, labelTableSource: 'text' },
			items: [fileItem(labelledPng(ZEBRA))],
		});
		expect(json[0].data.fileList[0].label).toBe(15765);
	});
});

it.each([
	['url', 'imageUrl', 'ftp://example.com/a.png'],
	['base64', 'imageBase64', 'no base64!'],
])(
	'a fixed %s that is wrong for all items does not promise other results',
	async (from, name, value) => {
		const failing = async (given: string) => {
			const parameters = { imageSource: from, [name]: given };
			return (await run({ items: [{ json: {} }, { json: {} }], parameters })).error?.description;
		};
		expect(await failing(value)).not.toContain('On Error');
		expect(await failing(`={{ '${value}' }}`)).toContain('On Error');
	},
);

describe('failures of the service', () => {
	it('counts the failed items, and none of them among the uncertain ones', async () => {
		const items = [
			fileItem(labelledPng(ZEBRA)),
			fileItem(foreignFiles.zip),
			fileItem(labelledPng(1)),
		];
		const { hints } = await run({
			items,
			parameters: { options: { minimumScore: 0.5 } },
			settings: { onError: 'continueRegularOutput' },
		});
		expect(hints).toEqual([
			"2 recognized, 1 failed, 1 uncertain: see 'explanation', and compare the candidates.",
		]);
		const settings = { onError: 'continueRegularOutput' } as const;
		const drop = { options: { minimumScore: 0.5, belowMinimumScore: 'drop' } };
		expect((await run({ items, settings, parameters: drop })).hints).toEqual([
			'1 recognized, 1 failed, 1 left out (below the minimum score).',
		]);
		expect((await run({ items: items.slice(1), settings })).hints).toEqual([
			'1 recognized, 1 failed.',
		]);
	});

	it('takes label -1 as the failure of that item alone', async () => {
		const items = [
			fileItem(labelledPng(1)),
			fileItem(labelledPng(-1), 'b.png'),
			fileItem(labelledPng(3)),
		];
		const { json, items: output } = await run({
			items,
			settings: { onError: 'continueRegularOutput' },
		});
		expect(json[0].label).toBe(1);
		expect(json[1].error).toMatchObject({
			message:
				'The service could not read the picture (label -1): it is damaged or in an unsupported format [item 1]',
			fileName: 'b.png',
			sid: expect.stringMatching(/^tup/),
			httpStatus: 200,
		});
		expect(json[2].label).toBe(3);
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
		]);
	});

	it.each([
		[{}, [fileItem(foreignFiles.gif, 'moving.gif')], 'moving.gif'],
		[{ imageSource: 'url', imageUrl: 'ftp://example.com/a' }, undefined, 'ftp://example.com/a'],
		[
			{ imageSource: 'url', imageUrl: 'https://a b/c.png?Signature=secret' },
			undefined,
			'https://a b/c.png',
		],
		[{ imageSource: 'base64', imageBase64: '?' }, undefined, undefined],
		[{ binaryPropertyName: 'other' }, [fileItem(labelledPng(1), 'a.png')], undefined],
	])('says which picture failed before anything was sent (%#)', async (parameters, items, name) => {
		const settings = { onError: 'continueRegularOutput' as const };
		const { json } = await run({ parameters, items, settings });
		expect(json[0].error.fileName).toBe(name);
	});

	it('gives one item for each result when the service sends several', async () => {
		const element = { label: 1, labels: [1], rate: 0.9, rates: [0.9], name: 'a', review: false };
		const data = { fileList: [element, { ...element, label: 2, name: 'b' }] };
		bed.emulator.order({ kind: 'data', data });
		const { json, items } = await run({ items: [fileItem(labelledPng(1))] });
		expect(json.map(({ fileName, label }) => [fileName, label])).toEqual([
			['a', 1],
			['b', 2],
		]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 0 }]);
	});
});

describe('output schemas', () => {
	it.each(['scene', 'object'])('%s is exactly what the node returns', async (resource) => {
		const returned: unknown[] = [];
		for (const voice of ['documented', 'observed'] as const) {
			bed.emulator.set({ voice });
			const { json } = await run({
				parameters: { resource, labelTableSource: 'text', labelTableText: TABLE },
				items: [fileItem(labelledPng(4)), fileItem(plainJpeg(1))],
			});
			returned.push(...json);
		}
		expect(returned).toHaveLength(4);
		const schema = readSchema(new IflytekImageRecognition(), resource, 'recognize');
		expect(deviations(returned, schema, { always: true })).toEqual([]);
		expect(Object.keys(returned[0] as object)).toEqual(Object.keys(schema.properties!));
	});
});

/** A JPG of exactly so many bytes. */
function padded(bytes: number): Buffer {
	const picture = labelledJpeg(CLASSROOM);
	return Buffer.concat([picture, Buffer.alloc(bytes - picture.length, 0x26)]);
}

test.each([
	[{}, undefined],
	[{ putInputFileInOutput: false }, undefined],
	[{ putInputFileInOutput: true }, 'sea.png'],
	[{ putInputFileInOutput: '={{ "TRUE" }}' }, 'sea.png'],
])(
	'the files of the input item go on with the result where they are wanted: %j',
	async (options, name) => {
		const { items } = await run({
			parameters: { options },
			items: [fileItem(labelledPng(14), 'sea.png')],
		});
		expect(items[0].binary?.data.fileName).toBe(name);
	},
);

test('an item that fails keeps its files, wanted or not', async () => {
	const { items } = await run({
		items: [fileItem(foreignFiles.zip, 'sea.png')],
		settings: { onError: 'continueRegularOutput' },
	});
	expect(items[0].json.error).toBeDefined();
	expect(items[0].binary?.data.fileName).toBe('sea.png');
});

test("invisible characters around the field's name and the picture's are left out", async () => {
	const { json, error } = await run({
		parameters: { binaryPropertyName: '\u200Bdata\uFEFF', options: { imageName: '\u200B' } },
		items: [fileItem(labelledPng(1), '\u200Ea.png')],
	});
	expect(error).toBeUndefined();
	expect(json[0].fileName).toBe('a.png');
});

test('a file that holds no data is said in words', async () => {
	const empty = { json: {}, binary: { data: { mimeType: 'image/png' } as IBinaryData } };
	const { error } = await run({ items: [empty] });
	expect(error?.message).toBe("The file in the field 'data' has no data");
	expect(requests()).toBe(0);
});
