import type { INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { IflytekTextCorrection } from '../../nodes/IflytekTextCorrection/IflytekTextCorrection.node';
import { expectChinese } from '../support/chinese';
import { signatureCredential, useEmulator } from './credentials';
import { runNode, withDefaults } from './engine';
import { deviations, readSchema } from './outputSchema';

const SENTENCE = '他做事总是画蛇天足，精神很松驰。';
const CORRECTED = '他做事总是画蛇添足，精神很松弛。';

const GOING_ON = { onError: 'continueRegularOutput' } as const;

/** A sentence of 50 characters without any known error. */
const CLEAN =
	'春天来到山谷以后小河里的水一天比一天多起来孩子们放学回家总要在岸边站上一会儿看看游来游去的鱼儿们。';

const bed = useEmulator({ voice: 'documented' });

interface Run {
	parameters?: INodeParameters;
	texts?: unknown[];
	settings?: Partial<INode>;
}

async function run({ parameters = {}, texts = [SENTENCE], settings }: Run = {}) {
	const node = new IflytekTextCorrection();
	const result = await runNode({
		node,
		parameters: withDefaults(node, {
			operation: 'correct',
			text: '={{ $json.text }}',
			...parameters,
		}),
		items: texts.map((text): INodeExecutionData => ({ json: { text } as never })),
		settings,
		credentials: signatureCredential(bed.emulator),
	});
	return { ...result, json: result.items.map((item) => item.json as any) };
}

const requests = () => bed.emulator.ledger().total.requests;

describe('correcting a text', () => {
	it.each(['documented', 'observed'] as const)(
		'gives the corrected text, the list and the marked-up versions (%s service)',
		async (voice) => {
			bed.emulator.set({ voice });
			const { json, items, error } = await run();
			expect(error).toBeUndefined();
			expect(json).toEqual([
				{
					row: 1,
					correctedText: CORRECTED,
					changed: true,
					complete: true,
					correctionCount: 2,
					appliedCount: 2,
					replacementCount: 0,
					countsByCategory: { idiom: 1, wrongCharacter: 1 },
					corrections: [
						{
							category: 'idiom',
							categoryName: 'Idiom',
							meaning: 'Idiom in a wrong form',
							type: '',
							position: 5,
							original: '画蛇天足',
							suggestion: '画蛇添足',
							applied: true,
							kept: false,
							reason: null,
						},
						expect.objectContaining({
							category: 'wrongCharacter',
							position: 13,
							suggestion: '松弛',
						}),
					],
					replacements: [],
					html: expect.stringContaining('>画蛇天足</del><ins title="Idiom in a wrong form"'),
					failedPieces: [],
				},
			]);
			expect(items[0].pairedItem).toEqual({ item: 0 });
		},
	);

	it('names and explains in Chinese, and keeps fields and categories', async () => {
		const options = { language: 'chinese', keepWords: '松驰' };
		const { json } = await run({ parameters: { options } });
		expect(json[0]).toMatchObject({
			countsByCategory: { idiom: 1, wrongCharacter: 1 },
			corrections: [
				{ category: 'idiom', categoryName: '成语错误', meaning: '成语错误', reason: null },
				{
					category: 'wrongCharacter',
					kept: true,
					reason: '涉及要保留的“松驰”（Keep These Words），保留原文',
				},
			],
		});
		expect(json[0].html).toContain('<ins title="成语错误"');
	});

	it('leaves a right text as it is', async () => {
		const { json, runs } = await run({ texts: [CLEAN] });
		expect(json[0]).toMatchObject({ correctedText: CLEAN, changed: false, corrections: [] });
		expect(runs[0].hints).toMatchObject([{ message: '1 text without changes.' }]);
	});

	it('keeps a text with a finding that is not applied, also where clean texts are left out', async () => {
		const options = { leaveOutCorrect: true };
		const texts = ['会议定于6月31日召开。', CLEAN];
		const parameters = { output: 'corrections', options };
		const { json } = await run({ texts, parameters });
		expect(json).toMatchObject([{ row: 1, original: '6月31日', applied: false }]);
		const leftOut = { ...parameters, apply: 'chosen', categories: ['wordOrder'] };
		expect((await run({ texts, parameters: leftOut })).json).toHaveLength(1);
	});

	it('counts what a person has to look at, which is not without changes', async () => {
		const hints = async (parameters: INodeParameters, ...texts: string[]) =>
			(await run({ texts, parameters })).runs[0].hints!.map(({ message }) => message);
		const open = '会议定于6月31日召开。';
		expect(await hints({}, open)).toEqual(['1 text checked, 1 to look at.']);
		expect(await hints({}, SENTENCE, open, CLEAN)).toEqual([
			'1 text corrected, 2 changes, 1 text only checked, 1 to look at, 1 text without changes.',
		]);
		// the user has decided about these
		const kept = { options: { keepWords: '画蛇天足\n松驰' } };
		expect(await hints(kept, SENTENCE)).toEqual(['1 text checked, 2 kept or left out.']);
		const leftOut = { apply: 'chosen', categories: ['wordOrder'] };
		expect(await hints(leftOut, SENTENCE, open, CLEAN)).toEqual([
			'2 texts checked, 3 kept or left out, 1 text without changes.',
		]);
		const oneKept = { options: { keepWords: '精神很松驰' } };
		expect(await hints(oneKept, '他做事总是画蛇天足。', '精神很松驰。', CLEAN)).toEqual([
			'1 text corrected, 1 change, 1 text only checked, 1 kept or left out, 1 text without changes.',
		]);
	});

	it('counts in Chinese where the texts of a run are in it', async () => {
		const options = { language: 'chinese', keepWords: '精神很松驰' };
		const parameters = { options };
		const hints = async (...texts: string[]) =>
			(await run({ texts, parameters, settings: GOING_ON })).runs[0].hints!.map(
				({ message }) => message,
			);
		expect(await hints('他做事总是画蛇天足。', '精神很松驰。', CLEAN, '')).toEqual([
			'已修改 1 段文本，共 1 处改动；1 段文本只检查，未修改；1 处按设置保留或不改；1 段文本没有问题；1 项失败。',
		]);
		expect(await hints('会议定于6月31日召开。')).toEqual(['已检查 1 段文本；1 处需要人工核对。']);
		bed.emulator.order({ kind: 'status', status: 404, body: 'x', skip: 1 });
		expect(await hints(CLEAN.repeat(50))).toEqual([
			'1 段文本没有问题。',
			'1 段文本中有 1 项只检查了一部分：见“failedPieces”。',
		]);
	});

	it('gives the marked-up version in the format that is chosen', async () => {
		const { json } = await run({ parameters: { options: { markedUp: 'markdown' } } });
		expect(json[0]).toMatchObject({
			markdown: '他做事总是~~画蛇天足~~**画蛇添足**，精神很~~松驰~~**松弛**。',
		});
		expect(json[0]).not.toHaveProperty('html');
	});

	it('takes a number as text', async () => {
		const { json } = await run({ texts: [20240331] });
		expect(json[0].correctedText).toBe('20240331');
	});
});

describe('choosing categories', () => {
	it('sends nothing where the choice cannot be read', async () => {
		const categories = "={{ $('Nobody').item.json.categories }}";
		const { error } = await run({ parameters: { apply: 'chosen', categories } });
		expect(error).toBeDefined();
		expect(requests()).toBe(0);
	});

	it('applies only the chosen ones', async () => {
		const { json } = await run({ parameters: { apply: 'chosen', categories: ['wrongCharacter'] } });
		expect(json[0].correctedText).toBe(SENTENCE.replace('松驰', '松弛'));
		expect(json[0].corrections[0].reason).toBe('Its category is not among those to apply');
	});

	it('applies all but the chosen ones', async () => {
		const { json } = await run({
			parameters: { apply: 'allExcept', categories: ['wrongCharacter'] },
		});
		expect(json[0].correctedText).toBe(SENTENCE.replace('天足', '添足'));
	});
});

describe('house style', () => {
	it('keeps words, also with a star, and lists what touches them', async () => {
		const { json } = await run({
			parameters: { options: { keepWords: '画蛇天足\n气*的' } },
			texts: [SENTENCE + '气慨的人。'],
		});
		expect(json[0].correctedText).toBe(SENTENCE.replace('松驰', '松弛') + '气慨的人。');
		expect(json[0].corrections).toMatchObject([
			{
				original: '画蛇天足',
				suggestion: '画蛇添足',
				applied: false,
				kept: true,
				reason: 'Kept: it touches "画蛇天足", which is in Keep These Words',
			},
			{ original: '松驰', applied: true, kept: false, reason: null },
			{ original: '气慨', kept: true, applied: false },
		]);
	});

	it('keeps words wherever a long text is cut', async () => {
		const text = ('春天来到山谷以后小河里的水多起来' + '画蛇天足').repeat(300);
		const parameters = { options: { keepWords: '来画蛇' } };
		const { json } = await run({ parameters, texts: [text] });
		expect(requests()).toBeGreaterThan(1);
		expect(json[0]).toMatchObject({ changed: false, correctionCount: 300 });
		bed.emulator.reset();
		const replaced = await run({
			parameters: { options: { replaceAlways: '来画蛇天 = 来画个' } },
			texts: [text],
		});
		expect(replaced.json[0].correctedText).toBe(text.replaceAll('来画蛇天', '来画个'));
		expect(replaced.json[0]).toMatchObject({ replacementCount: 300, appliedCount: 0 });
	});

	it('replaces always, before any correction, and also in what the service suggests', async () => {
		const { json } = await run({
			parameters: { options: { replaceAlways: '做事 = 办事\n松弛 = 松垮\n很松 = 甚松' } },
		});
		expect(json[0].correctedText).toBe('他办事总是画蛇添足，精神甚松驰。');
		expect(json[0]).toMatchObject({ replacementCount: 2, appliedCount: 1 });
		expect(json[0].replacements[0]).toMatchObject({ original: '做事', suggestion: '办事' });
		expect(json[0].corrections[1]).toMatchObject({
			suggestion: '松垮',
			reason: 'Overlaps the replacement of "很松" (Replace Always)',
		});
	});

	it('keeps a word also from what is always replaced', async () => {
		const options = { keepWords: '总是画', replaceAlways: '总是 = 老是' };
		const { json } = await run({ parameters: { options } });
		expect(json[0]).toMatchObject({ replacementCount: 0, replacements: [{ kept: true }] });
	});

	it.each([
		[{ keepWords: '星火\n/第\\d+号/' }, "'Keep These Words' has /第\\d+号/, and patterns"],
		[{ replaceAlways: '帐户' }, 'which is not in the form from = to'],
	])('that cannot be used is said before anything is sent: %j', async (options, message) => {
		const { error } = await run({ parameters: { options }, texts: [CLEAN] });
		expect(error?.message).toContain(message);
		expect(requests()).toBe(0);
	});
});

describe('outputs', () => {
	it('one item for each correction, paired to its text, and one for a text without any', async () => {
		const { json, items, runs } = await run({
			parameters: { output: 'corrections' },
			texts: [SENTENCE, CLEAN, SENTENCE],
		});
		const sentences = [
			'他做事总是【画蛇天足→画蛇添足】，精神很松驰。',
			'他做事总是画蛇天足，精神很【松驰→松弛】。',
		];
		expect(json.map(({ row, sentence }) => [row, sentence])).toEqual([
			...sentences.map((sentence) => [1, sentence]),
			[2, null],
			...sentences.map((sentence) => [3, sentence]),
		]);
		expect(json[2]).toMatchObject({ categoryName: 'No Corrections', original: null });
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 0, 1, 2, 2].map((item) => ({ item })),
		);
		expect(runs[0].hints).toMatchObject([
			{ message: '2 texts corrected, 4 changes, 1 text without changes.' },
		]);
	});

	it('the columns in one order, whatever is empty in them', async () => {
		const columns = async (text: string) => {
			const { json } = await run({ parameters: { output: 'corrections' }, texts: [text] });
			return Object.keys(json[0]);
		};
		const whole = await columns(SENTENCE);
		expect(whole.slice(0, 3)).toEqual(['row', 'sentence', 'original']);
		expect(await columns(CLEAN)).toEqual(whole);
	});

	it('nothing for a text without corrections where it is to be left out', async () => {
		const parameters = { output: 'corrections', options: { leaveOutCorrect: true } };
		const { json, error } = await run({ parameters, texts: [CLEAN, SENTENCE] });
		expect(error).toBeUndefined();
		expect(json.map(({ row }) => row)).toEqual([2, 2]);
	});

	it.each(['correctedText', 'corrections'])(
		'rows that begin with the fields of their input item, where they are wanted (%s)',
		async (output) => {
			const node = new IflytekTextCorrection();
			const { items } = await runNode({
				node,
				parameters: withDefaults(node, {
					operation: 'correct',
					text: '={{ $json.body }}',
					output,
					options: { includeInputFields: true },
				}),
				items: [{ json: { id: 7, row: 'theirs', error: 'old', body: SENTENCE } }],
				credentials: signatureCredential(bed.emulator),
			});
			expect(items[0].json).toMatchObject({ id: 7, row: 1, body: SENTENCE });
			expect(Object.keys(items[0].json)[0]).toBe('id');
			expect(items[0].json).not.toHaveProperty('error');
		},
	);

	it('the full response with every field, its text decoded', async () => {
		bed.emulator.set({ voice: 'observed' });
		const { json } = await run({ parameters: { output: 'fullResponse' } });
		expect(json).toEqual([
			{
				complete: true,
				failedPieces: [],
				pieces: [
					{
						start: 0,
						end: SENTENCE.length,
						response: {
							header: { code: 0, message: 'success', sid: expect.any(String) },
							payload: {
								result: expect.objectContaining({
									encoding: 'utf8',
									compress: 'raw',
									format: 'json',
									text: expect.objectContaining({
										idm: [[5, '画蛇天足', '画蛇添足', 'idm']],
										grammar_pc: [],
									}),
								}),
							},
						},
					},
				],
			},
		]);
	});
});

describe('texts that cost nothing', () => {
	it.each([
		['empty', '', "'Text' is empty"],
		['missing', undefined, "'Text' is empty"],
		['blank', ' \n　', "'Text' is empty"],
		['an object', { a: 1 }, "'Text' contains an object or a list instead of text"],
		['a list', ['文'], "'Text' contains an object or a list instead of text"],
	])('%s', async (_name, text, message) => {
		const { error, items } = await run({ texts: [text] });
		expect(error).toMatchObject({ message });
		// a misspelled field gives no value
		expect(error?.description).toMatch(/the field's name in the expression|holds the text itself/);
		expect(items).toEqual([]);
		expect(requests()).toBe(0);
	});

	it.each([
		[
			'文'.repeat(1751),
			"'Text' has 7004 bytes in base64, more than the 7000 of one request [item 1]",
		],
		['a'.repeat(2001), "'Text' has 2001 characters, more than the 2000 of one request [item 1]"],
	])('too long while Split Long Texts is off (%#)', async (text, message) => {
		const { error } = await run({
			parameters: { options: { splitLongTexts: false } },
			texts: [SENTENCE, text],
		});
		expect(error).toMatchObject({
			message,
			description: expect.stringContaining('Turn on the option Split Long Texts'),
		});
		expect(requests()).toBe(0);
	});
});

it.each([
	['', {}, '“Text”为空'],
	[{ a: 1 }, {}, '“Text”的值是对象或列表，不是文本'],
	['文'.repeat(1751), { splitLongTexts: false }, '“Text”的 base64 有 7004 字节'],
	['a'.repeat(2001), { splitLongTexts: false }, '“Text”有 2001 个字符'],
	[CLEAN, { keepWords: '/第\\d+号/' }, '“Keep These Words”中有 /第\\d+号/，不支持'],
	[CLEAN, { keepWords: '**' }, '“Keep These Words”中的一行 ** 会保留所有文字'],
	[CLEAN, { keepWords: [{}] }, '“Keep These Words”中有对象，不是文本'],
	[CLEAN, { keepWords: '字'.repeat(501) }, '“Keep These Words”中有一行（“字'],
	[CLEAN, { keepWords: '字\n'.repeat(5001) }, '“Keep These Words”有 5001 行；最多 5000 行'],
	[CLEAN, { replaceAlways: '帐户' }, '“Replace Always”中的“帐户”不是“原文 = 新文”的形式'],
	[CLEAN, { replaceAlways: '甲=乙\n甲=丙' }, '“Replace Always”把“甲”既替换为“乙”，又替换为“丙”'],
	[CLEAN, { splitLongTexts: 'x' }, '“Split Long Texts”的值 x 既不是 true 也不是 false'],
	[CLEAN, { markedUp: 'x' }, '“Marked-Up Version”的值 x 不在可选项中'],
])('an error is in Chinese where the texts of a run are (%#)', async (text, more, message) => {
	const parameters = { options: { language: 'chinese', ...more } } as INodeParameters;
	const [{ error }] = (await run({ texts: [text], parameters, settings: GOING_ON })).json;
	expect(error.message).toContain(message);
	for (const said of [error.message, error.description]) expectChinese(said);
	const stopped = await run({ texts: [text, CLEAN], parameters });
	expect(stopped.error?.message).toBe(`${error.message} [item 0]`);
	// a wrong option fails each text, where the node continues too
	const others = '如仍要得到其他结果，请在节点设置中将“On Error”设为“Continue”。';
	expect(stopped.error?.description).toBe(error.description + (text === CLEAN ? '' : others));
});

it('an option that holds for the run is refused in Chinese where its texts are', async () => {
	const refused = async (more: INodeParameters) =>
		(await run({ parameters: { options: { language: 'chinese', ...more } } })).error;
	expect(await refused({ timeout: 0 })).toMatchObject({
		message: expect.stringMatching(/^“Timeout[^”]*”的值 0 不是 /),
		description: '请更正“Timeout (Milliseconds)”。',
	});
	expect(await refused({ maxPerSecond: -1 })).toMatchObject({
		message: expect.stringMatching(/^“Max Requests per Second”的值 -1 不是 /),
		description: '请更正“Max Requests per Second”。',
	});
});

it('an error of the service is in Chinese, with its code, where the texts of a run are', async () => {
	bed.emulator.order({ kind: 'code', code: 10009, times: 'always' });
	const parameters = { options: { language: 'chinese' } };
	const [{ error }] = (await run({ parameters, settings: GOING_ON })).json;
	expectChinese(error.message);
	expect(error).toMatchObject({ code: '10009', description: expect.stringMatching(/10009/) });
});

describe('a long text', () => {
	const paragraph = CLEAN.repeat(20) + SENTENCE + '\n';
	const long = paragraph.repeat(8);
	const PIECES = 5;

	it('is cut, corrected and put together with places in the whole text', async () => {
		const { json, error } = await run({ texts: [long] });
		expect(error).toBeUndefined();
		expect(requests()).toBe(PIECES);
		expect(json).toHaveLength(1);
		expect(json[0]).toMatchObject({ complete: true, correctionCount: 16, appliedCount: 16 });
		expect(json[0].correctedText).toBe(long.replaceAll(SENTENCE, CORRECTED));
		for (const { position, original } of json[0].corrections) {
			expect(long.startsWith(original, position)).toBe(true);
		}
	});

	it('does not send parts that are blank', async () => {
		const { json } = await run({ texts: [SENTENCE + '\n'.repeat(9000) + SENTENCE] });
		expect(json[0].correctedText).toBe(CORRECTED + '\n'.repeat(9000) + CORRECTED);
		expect(requests()).toBe(2);
	});

	it('keeps the other pieces when one is refused, and says which and why', async () => {
		const bad = '这一段有问题的文字无法处理。';
		const text = long + bad + CLEAN.repeat(33) + SENTENCE;
		bed.emulator.order({ kind: 'code', code: 10009, containing: bad, times: 'always' });
		const { json, error, runs } = await run({ texts: [text, SENTENCE] });
		expect(error).toBeUndefined();
		expect(runs[0].hints).toEqual([
			expect.objectContaining({ message: '2 texts corrected, 18 changes.' }),
			expect.objectContaining({
				type: 'warning',
				message: "1 of 2 texts checked only in part: see 'failedPieces'.",
			}),
		]);
		const [{ failedPieces, complete, correctedText, html, appliedCount }] = json;
		expect(complete).toBe(false);
		expect(appliedCount).toBeGreaterThanOrEqual(14);
		expect(failedPieces).toEqual([
			{
				start: expect.any(Number),
				end: expect.any(Number),
				reason: 'The input data is not valid',
				whatToDo: expect.stringContaining('code 10009'),
				code: '10009',
				sid: expect.any(String),
				httpStatus: 200,
			},
		]);
		const [{ start, end }] = failedPieces;
		expect(text.slice(start, end)).toContain(bad);
		expect(correctedText).toContain(text.slice(start, end));
		expect(html).toContain('title="Not checked: The input data is not valid"');
	});

	it('says in Chinese why a piece was not checked, where the texts of a run are in it', async () => {
		const refuse = () => {
			bed.emulator.reset();
			// all of them are under way when one is refused: after it, none would be sent
			bed.emulator.set({ together: PIECES });
			bed.emulator.order({ kind: 'status', status: 404, body: 'x', skip: 1 });
		};
		const options = { language: 'chinese' };
		refuse();
		const [{ failedPieces, html }] = (await run({ texts: [long], parameters: { options } })).json;
		const reason = '服务不接受该请求（HTTP 404）';
		expect(failedPieces).toMatchObject([
			{ reason, whatToDo: expect.stringMatching(/^请检查凭据.*。（HTTP 404）$/) },
		]);
		expect(html).toContain(`title="未检查：${reason}"`);
		refuse();
		const parameters = { output: 'corrections', options };
		const { json } = await run({ texts: [long], parameters });
		const unchecked = json.filter(({ category }) => category === 'notChecked');
		expect(unchecked).toMatchObject([{ reason: expect.stringContaining(`${reason}。请检查`) }]);
	});

	it('gives the range that was not checked where pieces reach into each other', async () => {
		const text = ('春天来到山谷以后小河里的水多起来' + '画蛇天足').repeat(300);
		bed.emulator.order({ kind: 'code', code: 10009, skip: 1 });
		const { json } = await run({ texts: [text] });
		const [{ failedPieces, correctedText }] = json;
		expect(failedPieces).toHaveLength(1);
		const [{ start, end }] = failedPieces;
		expect(start).toBeGreaterThan(0);
		expect(end).toBeLessThan(text.length);
		expect(correctedText).toBe(
			text.replace(/画蛇天足/g, (words, at: number) =>
				at >= start && at < end ? words : '画蛇添足',
			),
		);
	});

	it('tells a refused piece as an item of its own where there is one item per correction', async () => {
		bed.emulator.order({ kind: 'code', code: 10009, skip: 1 });
		const { json } = await run({ texts: [long], parameters: { output: 'corrections' } });
		const unchecked = json.filter(({ category }) => category === 'notChecked');
		expect(unchecked).toEqual([
			expect.objectContaining({
				categoryName: 'Not Checked',
				applied: false,
				reason: expect.stringContaining('The input data is not valid'),
			}),
		]);
		expect(long.startsWith(unchecked[0].original, unchecked[0].position)).toBe(true);
	});

	it.each([false, true])(
		'is not said to have no corrections where a part of it was not checked (left out: %s)',
		async (leaveOutCorrect) => {
			bed.emulator.order({ kind: 'code', code: 10009, skip: 1 });
			const parameters = { output: 'corrections', options: { leaveOutCorrect } };
			const { json } = await run({ texts: [CLEAN.repeat(100)], parameters });
			expect(json.map(({ category }) => category)).toEqual(['notChecked']);
		},
	);

	it('has a refused piece in the full response too', async () => {
		bed.emulator.order({ kind: 'code', code: 10009, skip: 1 });
		const { json } = await run({ texts: [long], parameters: { output: 'fullResponse' } });
		expect(json[0]).toMatchObject({ complete: false, failedPieces: [{ code: '10009' }] });
	});

	it.each(['correctedText', 'fullResponse'])(
		'says what HTML it could not read: %s',
		async (output) => {
			const words = '<p>今天天气很好。</p><pre>这里没有结束';
			const parameters = { output, textFormat: 'html' };
			const { json } = await run({ texts: [words], parameters });
			expect(json[0]).toMatchObject({
				complete: false,
				failedPieces: [{ start: words.indexOf('这里'), end: words.length, code: null }],
			});
		},
	);

	describe('of a service that stops answering', () => {
		const longer = paragraph.repeat(120);

		it('is given up when Max Time per Item is over, not piece by piece', async () => {
			bed.emulator.order({ kind: 'hang', times: 'always' });
			const options = { maxTimePerItem: 1, timeout: 400 };
			const { error } = await run({ texts: [longer], parameters: { options } });
			expect(error?.message).toBe('The text correction service did not answer in time');
			expect(requests()).toBeLessThan(50);
		});

		it('keeps what was checked, and says of the rest why it was not sent', async () => {
			bed.emulator.order({ kind: 'hang', skip: 6, times: 'always' });
			// what is answered is answered at once, so that a busy machine has all the time for it
			const options = { maxTimePerItem: 6, timeout: 5000 };
			const { json, error } = await run({ texts: [longer], parameters: { options } });
			expect(error).toBeUndefined();
			expect(requests()).toBeLessThan(60);
			const [{ failedPieces, complete, appliedCount }] = json;
			expect(complete).toBe(false);
			expect(appliedCount).toBeGreaterThan(5);
			expect(failedPieces[0].reason).toBe('The text correction service did not answer in time');
			expect(failedPieces.at(-1)).toMatchObject({
				end: longer.length,
				reason: 'Not sent: its turn would not come within 6 s',
				whatToDo:
					'This is the time set in the option Max Time per Item. Raise it, or run the workflow again later.',
				code: null,
			});
		});
	});

	it('is checked to its end however long that takes, while its pieces are answered', async () => {
		// a piece is answered at once, so that a busy machine has the whole time for it
		const options = { maxTimePerItem: 3, maxPerSecond: 1 };
		const started = Date.now();
		const { json } = await run({ texts: [long], parameters: { options } });
		expect(Date.now() - started).toBeGreaterThan(4000);
		expect(json[0]).toMatchObject({ complete: true, appliedCount: 16 });
	});

	it('fails as a whole when every piece is refused', async () => {
		bed.emulator.order({ kind: 'code', code: 10009, times: 'always' });
		const { error, items } = await run({ texts: [long] });
		expect(error).toMatchObject({ message: 'The input data is not valid' });
		expect(items).toEqual([]);
	});
});

it('many items are counted above the output', async () => {
	bed.emulator.order({ kind: 'ret', ret: 7, containing: '坏', times: 'always' });
	const { runs } = await run({
		texts: [SENTENCE, '坏' + SENTENCE, CLEAN],
		settings: { onError: 'continueErrorOutput' },
	});
	expect(runs[0].hints).toMatchObject([
		{ type: 'warning', message: '1 text corrected, 2 changes, 1 text without changes, 1 failed.' },
	]);
	const { runs: failing } = await run({
		texts: ['坏' + SENTENCE, ''],
		settings: { onError: 'continueErrorOutput' },
	});
	expect(failing[0].hints).toMatchObject([{ type: 'warning', message: '2 failed.' }]);
});

describe('what the editor and an AI agent see', () => {
	const { description } = new IflytekTextCorrection();
	const all = description.properties;

	it('every parameter and option says what it is for', () => {
		for (const { displayName, description, hint, options = [] } of all) {
			const isPlain = ['Resource', 'Operation', 'Options'].includes(displayName);
			expect(isPlain || Boolean(description ?? hint)).toBe(true);
			for (const option of options) {
				if ('displayName' in option && 'type' in option) expect(option.description).toBeTruthy();
			}
		}
	});

	it('the output schema is exactly what the node returns', async () => {
		bed.emulator.order({ kind: 'code', code: 10009, skip: 1 });
		const everything = SENTENCE + '会议定于6月31日召开。' + CLEAN.repeat(60);
		const { json } = await run({
			texts: [everything],
			parameters: { options: { replaceAlways: '会议 = 会' } },
		});
		expect(json[0].failedPieces).toHaveLength(1);
		expect(json[0].corrections).toHaveLength(3);
		const kept = (
			await run({ parameters: { options: { replaceAlways: '他 = 她', keepWords: '他' } } })
		).json[0];
		bed.emulator.order({ kind: 'decoded', document: { brand_new: [[0, '无', '有', 'x']] } });
		const [unknown] = (await run()).json;

		const schema = readSchema(new IflytekTextCorrection(), undefined, 'correct');
		expect(deviations([json[0], unknown, kept], schema, { always: true })).toEqual([]);
		expect(Object.keys(json[0])).toEqual(Object.keys(schema.properties!));
	});
});

// every way to count: test/unit/shared/pace/pacing.test.ts
it('a limit of calls per second loses no text with default settings', async () => {
	bed.emulator.set({ latency: 50, rate: { perSecond: 5, refusal: 11202, refusedCount: true } });
	const texts = Array.from({ length: 12 }, () => SENTENCE);
	const { json, error } = await run({ texts });
	expect(error).toBeUndefined();
	expect(json.map(({ correctedText }) => correctedText)).toEqual(texts.map(() => CORRECTED));
	expect(bed.emulator.ledger().services.text.overRate).toBeGreaterThan(0);
}, 60_000);

describe('Text Format', () => {
	const PAGE =
		'<h1>画蛇天足</h1><p>他做事总是<a href="/画蛇天足">画蛇<b>天</b>足</a>，&#20013;很松驰。<code>松驰</code></p><script>"松驰"</script>';
	const MARKDOWN =
		'---\ntitle: 松驰\n---\n# 画蛇天足\n\n他做事总是[画蛇**天**足](/画蛇天足)，`松驰`很松驰。\n\n    松驰\n';

	it('changes the words of a page', async () => {
		const { json, error } = await run({ texts: [PAGE], parameters: { textFormat: 'html' } });
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({
			correctedText: PAGE.replace('<h1>画蛇天足', '<h1>画蛇添足')
				.replace('<b>天</b>', '<b>添</b>')
				.replace('很松驰', '很松弛'),
			appliedCount: 3,
		});
		const { position } = json[0].corrections[2];
		expect(PAGE.slice(position, position + 2)).toBe('松驰');
	});

	it('changes the words of Markdown', async () => {
		const { json } = await run({ texts: [MARKDOWN], parameters: { textFormat: 'markdown' } });
		expect(json[0].correctedText).toBe(
			MARKDOWN.replace('# 画蛇天足', '# 画蛇添足')
				.replace('**天**', '**添**')
				.replace('很松驰', '很松弛'),
		);
	});

	it.each([
		['html', '<p>松驰<!-- iflytek off -->松驰<!-- iflytek on -->松驰</p>'],
		['markdown', '松驰\n\n<!-- iflytek off -->\n\n松驰\n\n<!-- iflytek on -->\n\n松驰'],
		['markdown', '松驰 <!-- iflytek off -->松驰<!--iflytek on--> 松驰'],
	])('leaves alone what stands between marks (%s)', async (textFormat, text) => {
		const { json } = await run({ texts: [text], parameters: { textFormat } });
		expect(json[0].correctedText.match(/松[驰弛]/g)).toEqual(['松弛', '松驰', '松弛']);
	});

	it('says that a block of HTML in Markdown was not read', async () => {
		const texts = ['他精神很松驰。\n\n<div align="center">\n他精神很松驰。\n</div>\n'];
		const { json } = await run({ texts, parameters: { textFormat: 'markdown' } });
		const [{ correctedText, complete, failedPieces }] = json;
		expect(correctedText).toBe(texts[0]!.replace('松驰', '松弛'));
		expect(complete).toBe(false);
		const [{ start, end, reason }] = failedPieces;
		expect([reason, texts[0]!.slice(start, end)]).toEqual([
			'A block of HTML was not read',
			'<div align="center">\n他精神很松驰。\n</div>',
		]);
	});

	it('reads words that are glued to an address, and leaves those of a web address as they are', async () => {
		const texts = [
			'请发邮件至a@b.cn，他精神很松驰，见https://a.cn/x画蛇天足，b@c.cn他精神很松驰。',
		];
		const { json } = await run({ texts, parameters: { textFormat: 'markdown' } });
		expect(json[0].correctedText).toBe(texts[0]!.replaceAll('松驰', '松弛'));
		expect(json[0].corrections).toMatchObject([
			{ original: '松驰', applied: true },
			{ original: '画蛇天足', applied: false, reason: 'It touches an address' },
			{ original: '松驰', applied: true },
		]);
	});

	it.each(['{{`}}松驰`', '$a`b$松驰`', 'https://a.cn/x`甲，`松驰`'])(
		'leaves and reports what programs that know no template, formula or address take for code: %s',
		async (text) => {
			const [item] = (await run({ texts: [text], parameters: { textFormat: 'markdown' } })).json;
			expect(item).toMatchObject({
				correctedText: text,
				corrections: [{ original: '松驰', applied: false, reason: 'It touches Markdown' }],
			});
		},
	);

	it('keeps and replaces words in the text that a reader sees', async () => {
		const { json } = await run({
			texts: ['<p>画蛇<i>天</i>足，松驰，帐<b>户</b></p>'],
			parameters: {
				textFormat: 'html',
				options: { keepWords: '画蛇天足', replaceAlways: '帐户 = 账户\n松驰 = <松>' },
			},
		});
		expect(json[0]).toMatchObject({
			correctedText: '<p>画蛇<i>天</i>足，&lt;松&gt;，账<b>户</b></p>',
			replacementCount: 2,
		});
		expect(json[0].corrections[0]).toMatchObject({ kept: true, applied: false });
	});

	it('says which correction would change the markup', async () => {
		const { json } = await run({
			texts: ['<p>帐<b>户</b></p>'],
			parameters: { textFormat: 'html', options: { replaceAlways: '帐户 = 存款科目' } },
		});
		expect(json[0].replacements).toMatchObject([
			{ applied: false, reason: 'It goes over markup', position: 3 },
		]);
	});

	it.each([
		['beside it', '1松驰画蛇天足。', '1 = ！', '1松弛画蛇添足。'],
		['that it overlaps', '1松驰画蛇天足。', '1松驰 = ！松弛', '1松弛画蛇添足。'],
	])('makes the corrections %s all the same', async (_, text, replaceAlways, expected) => {
		const parameters = { textFormat: 'markdown', options: { replaceAlways } };
		const [item] = (await run({ texts: [text], parameters })).json;
		expect(item).toMatchObject({
			correctedText: expected,
			appliedCount: 2,
			replacements: [
				{ applied: false, reason: 'It would change what the Markdown beside it means' },
			],
		});
	});

	it('changes a bracket or quote at the beginning of a line together with its other half', async () => {
		const [item] = (
			await run({
				texts: ['(一)画蛇天足。\n\n- "松驰"'],
				parameters: {
					textFormat: 'markdown',
					options: { replaceAlways: '(一) = （一）\n"松驰" = “松弛”' },
				},
			})
		).json;
		expect(item.correctedText).toBe('（一）画蛇添足。\n\n- “松弛”');
	});

	it.each([
		['markdown', '上\u000b画蛇天足\u2028下'],
		['html', '<p>上\u000b画蛇天足</p>'],
	])('corrects %s around a control character that is there already', async (textFormat, text) => {
		const { json } = await run({ texts: [text], parameters: { textFormat } });
		expect(json[0].correctedText).toBe(text.replace('天', '添'));
	});

	it('sends nothing of a text that has no words', async () => {
		const { json } = await run({
			texts: ['<img src="松驰.png">'],
			parameters: { textFormat: 'html', options: { splitLongTexts: false } },
		});
		expect(json[0]).toMatchObject({ changed: false, complete: true, corrections: [] });
		expect(requests()).toBe(0);
	});

	it('cuts a long page between its words', async () => {
		const page = `<p class="${'松驰'.repeat(3000)}">${`<b>${CLEAN}</b>${SENTENCE}`.repeat(60)}</p>`;
		const { json } = await run({ texts: [page], parameters: { textFormat: 'html' } });
		expect(json[0].correctedText).toBe(page.replaceAll(SENTENCE, CORRECTED));
	});

	it('counts what was not checked in the page', async () => {
		const page = `<p>${`<b>${CLEAN}</b>${SENTENCE}`.repeat(60)}</p>`;
		const unchecked = async (output: string) => {
			bed.emulator.order({ kind: 'code', code: 10009, skip: 1 });
			const parameters = { textFormat: 'html', output };
			return (await run({ texts: [page], parameters })).json;
		};
		const rows = await unchecked('corrections');
		const { position, original } = rows.find(({ category }) => category === 'notChecked');
		const [{ failedPieces }] = await unchecked('correctedText');
		const [{ start, end }] = failedPieces;
		expect(position).toBe(start);
		expect(page.slice(start, end).replaceAll(/<[^>]*>/g, '')).toBe(original);
	});

	it('counts only words where a text may not be split', async () => {
		const page = `<p class="${'x'.repeat(5000)}">${SENTENCE}</p>`;
		const parameters = { textFormat: 'html', options: { splitLongTexts: false } };
		const { json } = await run({ texts: [page], parameters });
		expect(json[0].correctedText).toBe(page.replace(SENTENCE, CORRECTED));
	});
});
