import type { IBinaryData, INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

import { IflytekTextCorrection } from '../../nodes/IflytekTextCorrection/IflytekTextCorrection.node';
import { handCut, paragraph, run as words } from '../fixtures/docx/handCut';
import { settledParagraphs, textOf } from '../support/trackedChanges';
import { schemaFaults } from '../support/wordSchema';
import { expectChinese } from '../support/chinese';
import { signatureCredential, useEmulator } from './credentials';
import { runNode, withDefaults } from './engine';
import { deviations, readSchema } from './outputSchema';

const DRAFT = handCut({
	body:
		paragraph(words('第一章 总则'), '1') +
		paragraph(words('他做事总是画蛇', '<w:b/>') + words('天足，精神很松驰。')) +
		paragraph(words('会议定于6月31日召开。')),
	header: paragraph(words('部暑')),
	footnotes: [words('精神很松驰。')],
});
const GOING_ON = { onError: 'continueRegularOutput' } as const;
const AUTHOR = 'iFLYTEK Text Correction';

const bed = useEmulator({ voice: 'documented' });

interface Run {
	parameters?: INodeParameters;
	files?: Array<Buffer | undefined>;
	settings?: Partial<INode>;
}

async function run({ parameters = {}, files = [DRAFT], settings }: Run = {}) {
	const node = new IflytekTextCorrection();
	const result = await runNode({
		node,
		parameters: withDefaults(node, { operation: 'correctDocument', ...parameters }),
		items: files.map((file, i): INodeExecutionData => ({
			json: { id: i },
			...(file && {
				binary: {
					data: {
						data: file.toString('base64'),
						fileName: '报告.docx',
						mimeType: 'application/octet-stream',
					},
				},
			}),
		})),
		settings,
		credentials: signatureCredential(bed.emulator),
	});
	return { ...result, json: result.items.map((item) => item.json as any) };
}

const bytesOf = ({ data }: IBinaryData) => Buffer.from(data, 'base64');
const textIn = (file: Buffer, verdict: 'accept' | 'reject' = 'accept') =>
	textOf(settledParagraphs(file, verdict, AUTHOR));
const CORRECTED =
	'第一章 总则\n他做事总是画蛇添足，精神很松弛。\n会议定于6月31日召开。\n精神很松弛。\n部署';

describe('correcting a document', () => {
	it('gives it back with tracked changes, comments and one item about it', async () => {
		bed.emulator.set({ vendorClients: 'refuse' });
		const { items, json, error, runs } = await run();
		expect(error).toBeUndefined();
		expect(json).toEqual([
			{
				row: 1,
				fileName: '报告.docx',
				correctedText: CORRECTED,
				changed: true,
				complete: true,
				correctionCount: 5,
				appliedCount: 4,
				replacementCount: 0,
				countsByCategory: { idiom: 1, wrongCharacter: 3, numberOrDate: 1 },
				corrections: expect.arrayContaining([
					{
						part: 'Body',
						heading: '第一章 总则',
						paragraph: 2,
						sentence: '他做事总是【画蛇天足→画蛇添足】，精神很松驰。',
						original: '画蛇天足',
						suggestion: '画蛇添足',
						categoryName: 'Idiom',
						meaning: 'Idiom in a wrong form',
						applied: true,
						kept: false,
						reason: null,
						position: 12,
						category: 'idiom',
						type: '',
					},
					expect.objectContaining({ part: 'Footnote', heading: null, paragraph: 1 }),
					expect.objectContaining({ part: 'Header', sentence: '【部暑→部署】' }),
				]),
				replacements: [],
				failedPieces: [],
				fileField: 'data',
			},
		]);
		const { data } = items[0].binary!;
		expect(data).toMatchObject({
			fileName: '报告-corrected.docx',
			mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
		});
		const file = bytesOf(data);
		expect(textIn(file)).toBe(CORRECTED);
		expect(textIn(file, 'reject')).toBe(textIn(DRAFT));
		expect(schemaFaults(file)).toEqual([]);
		const comments = strFromU8(unzipSync(file)['word/comments.xml']);
		expect(comments).toContain('日期有误（日）：“6月31日”。没有修改建议，请人工核对。');
		expect(runs[0].hints).toMatchObject([
			{ message: '1 document corrected, 4 changes, 1 to look at.' },
		]);
		expect(items[0].pairedItem).toEqual({ item: 0 });
	});

	it('under the name that is given, in the field that is named', async () => {
		const { items } = await run({ parameters: { author: '编辑 <甲>', outputField: 'draft' } });
		const xml = strFromU8(unzipSync(bytesOf(items[0].binary!.draft))['word/document.xml']);
		expect(xml).toMatch(/<w:ins w:id="\d+" w:author="编辑 &lt;甲&gt;" w:date="\d{4}-[^"]*Z">/);
	});

	it('lists in Chinese, as the option says', async () => {
		const parameters = { output: 'corrections', options: { language: 'chinese' } };
		const { json } = await run({ parameters });
		expect(json).toContainEqual(
			expect.objectContaining({
				category: 'numberOrDate',
				meaning: '日期有误（日）',
				reason: '没有修改建议，请人工核对',
			}),
		);
	});

	it('gives it back corrected, without tracked changes or comments', async () => {
		const { items } = await run({ parameters: { output: 'corrected' } });
		const files = unzipSync(bytesOf(items[0].binary!.data));
		expect(textIn(bytesOf(items[0].binary!.data), 'reject')).toBe(CORRECTED);
		expect(Object.keys(files)).not.toContain('word/comments.xml');
		expect(strFromU8(files['word/document.xml'])).not.toMatch(/w:ins|w:del|comment/);
	});

	it('gives rows only, each with its place', async () => {
		const { items, json } = await run({
			parameters: { output: 'corrections', options: { includeInputFields: true } },
		});
		expect(items.every(({ binary }) => binary === undefined)).toBe(true);
		expect(json.map(({ id, row, part, paragraph: number }) => [id, row, part, number])).toEqual([
			[0, 1, 'Body', 2],
			[0, 1, 'Body', 2],
			[0, 1, 'Body', 3],
			[0, 1, 'Footnote', 1],
			[0, 1, 'Header', 1],
		]);
	});

	it('tracks what is always replaced, and keeps words', async () => {
		const options = { replaceAlways: '会议 = 例会', keepWords: '画蛇天足' };
		const { items, json } = await run({ parameters: { options } });
		const file = bytesOf(items[0].binary!.data);
		expect(textIn(file)).toContain('例会定于');
		expect(textIn(file)).toContain('画蛇天足');
		expect(json[0]).toMatchObject({ replacementCount: 1, appliedCount: 3 });
		expect(json[0].replacements).toMatchObject([{ original: '会议', paragraph: 3 }]);
	});

	describe('that can be checked only in part', () => {
		const CHUNK = handCut({
			body: `${paragraph(words('会议部暑。'))}<w:altChunk r:id="x"/>${paragraph(words('好。'))}`,
		});
		const noteIn = (item: INodeExecutionData) => {
			const files = unzipSync(bytesOf(item.binary!.data!));
			const comments = strFromU8(files['word/comments.xml']!);
			expect(strFromU8(files['word/document.xml']!)).toMatch(
				/<w:body><w:p><w:commentRangeStart w:id="0"\/><w:commentRangeEnd w:id="0"\/>/,
			);
			return /<w:t [^>]*>([^<]*)</.exec(comments)![1];
		};

		it.each(['trackedChanges', 'corrected'])('says so in the file, %s', async (output) => {
			const { items, json, runs } = await run({ files: [CHUNK], parameters: { output } });
			expect(json[0]).toMatchObject({
				complete: false,
				failedPieces: [
					{
						part: 'Body',
						paragraph: 2,
						start: 6,
						end: 6,
						reason: expect.stringContaining('altChunk'),
						whatToDo: 'Open the file in Word, save it as .docx, and use that.',
					},
				],
			});
			expect(noteIn(items[0]!)).toBe(
				'本文件只检查了一部分。未检查的内容：以其他格式嵌入的内容（altChunk）没有读取。',
			);
			expect(schemaFaults(bytesOf(items[0]!.binary!.data!))).toEqual([]);
			expect(runs[0]!.hints).toMatchObject([
				{ message: '1 document corrected, 1 change.' },
				{ message: "1 of 1 document checked only in part: see 'failedPieces'." },
			]);
		});

		it('has a row about it', async () => {
			const { json, runs } = await run({ files: [CHUNK], parameters: { output: 'corrections' } });
			expect(json).toMatchObject([
				{ applied: true },
				{ category: 'notChecked', part: 'Body', paragraph: 2, original: '', position: 6 },
			]);
			expect(runs[0]!.hints![1]!.message).toBe(
				"1 of 1 document checked only in part: see the rows with the category 'notChecked'.",
			);
		});

		it('names the words that the service did not check', async () => {
			bed.emulator.order({ kind: 'code', code: 10009, containing: '坏' });
			const long = `会议部暑。${'春'.repeat(1800)}。坏天气。`;
			const { items } = await run({
				files: [handCut({ body: paragraph(words(long)) })],
				parameters: { options: { maxItemsAtOnce: 1 } },
			});
			expect(noteIn(items[0]!)).toMatch(
				/^本文件只检查了一部分。未检查的内容：“春{15}…”（检查服务没有返回结果）。$/,
			);
		});

		it('holds nothing else, or begins with an empty paragraph', async () => {
			for (const body of ['<w:altChunk r:id="x"/>', '<w:p/><w:altChunk r:id="x"/>']) {
				const { items, json } = await run({ files: [handCut({ body })] });
				expect(json[0]).toMatchObject({ complete: false, correctedText: '' });
				expect(noteIn(items[0]!)).toContain('altChunk');
				expect(schemaFaults(bytesOf(items[0]!.binary!.data!))).toEqual([]);
			}
		});
	});

	it('gives a template back as a template', async () => {
		const mainType =
			'application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml';
		const file = handCut({ body: paragraph(words('会议部暑。')), mainType });
		const { items } = await run({ files: [file] });
		const { data } = items[0]!.binary!;
		expect(data).toMatchObject({
			fileName: '报告-corrected.dotx',
			mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.template',
		});
		expect(strFromU8(unzipSync(bytesOf(data!))['[Content_Types].xml']!)).toContain(mainType);
	});

	it('sends nothing of a document without text, and gives it back as it is', async () => {
		const empty = handCut({ body: paragraph('') });
		const { items, error } = await run({ files: [empty] });
		expect(error).toBeUndefined();
		expect(bytesOf(items[0].binary!.data).equals(empty)).toBe(true);
		expect(bed.emulator.ledger().total.requests).toBe(0);
	});

	it('returns one row for a document without corrections, or none', async () => {
		const right = handCut({ body: paragraph(words('春天来了。')) });
		const parameters = { output: 'corrections' };
		const { json } = await run({ files: [right], parameters });
		expect(json).toMatchObject([{ row: 1, categoryName: 'No Corrections', part: null }]);
		expect(Object.keys(json[0]).slice(0, 3)).toEqual(['row', 'fileName', 'part']);
		const options = { leaveOutCorrect: true };
		expect((await run({ files: [right], parameters: { ...parameters, options } })).json).toEqual(
			[],
		);
	});

	it('is exactly what the output schema says', async () => {
		bed.emulator.order({ kind: 'code', code: 10009, containing: '坏' });
		const long = handCut({
			body:
				paragraph(words('标题'), '1') +
				paragraph(words('会议部暑。' + '春'.repeat(1800) + '。坏。')),
		});
		const options = { replaceAlways: '会议 = 会' };
		const { json, runs } = await run({ files: [long], parameters: { options } });
		expect(json[0].failedPieces).toHaveLength(1);
		expect(runs[0]!.hints).toMatchObject([
			{ type: 'info' },
			{ type: 'warning', message: "1 of 1 document checked only in part: see 'failedPieces'." },
		]);
		const kept = await run({
			parameters: { options: { keepWords: '会议', replaceAlways: '会议 = 会' } },
		});
		const schema = readSchema(new IflytekTextCorrection(), undefined, 'correctDocument');
		expect(deviations([json[0], kept.json[0]], schema, { always: true })).toEqual([]);
		expect(Object.keys(json[0])).toEqual(Object.keys(schema.properties!));
	});
});

describe('files that are refused before anything is sent', () => {
	const without = (name: string) => {
		const files = unzipSync(DRAFT);
		return Buffer.from(
			zipSync(Object.fromEntries(Object.entries(files).filter(([key]) => key !== name))),
		);
	};
	const broken = () => {
		const files = unzipSync(DRAFT);
		files['word/document.xml'] = strToU8('<w:document><w:body>');
		return Buffer.from(zipSync(files));
	};
	const ole = (name: string) =>
		Buffer.concat([
			Buffer.from('d0cf11e0a1b11ae1', 'hex'),
			Buffer.alloc(504),
			Buffer.from(name, 'utf16le'),
		]);
	const zip = (...names: string[]) =>
		Buffer.from(zipSync(Object.fromEntries(names.map((name) => [name, strToU8('x')]))));
	const encrypted = () => {
		const file = Buffer.from(DRAFT);
		const at = file.lastIndexOf(Buffer.from('504b0102', 'hex'));
		file.writeUInt16LE(file.readUInt16LE(at + 8) | 1, at + 8);
		return file;
	};

	it.each([
		['an old Word file', ole('WordDocument'), 'is in the old format of Word (.doc)'],
		['a protected one', ole('EncryptedPackage'), 'is protected by a password'],
		['a protected archive', encrypted(), 'is protected by a password'],
		[
			'one with macros',
			handCut({ body: '', files: { 'word/vbaProject.bin': 'x' } }),
			'holds macros (.docm)',
		],
		[
			'one with macros by its type',
			handCut({ body: '', mainType: 'application/vnd.ms-word.document.macroEnabled.main+xml' }),
			'holds macros (.docm)',
		],
		[
			'a signed one',
			handCut({ body: '', files: { '_xmlsignatures/sig1.xml': 'x' } }),
			'is digitally signed',
		],
		[
			'half of one',
			DRAFT.subarray(0, DRAFT.length / 2),
			'cannot be read as a Word document: it is not a complete ZIP archive',
		],
		[
			'one without its text',
			without('word/document.xml'),
			'cannot be read as a Word document: it is damaged: word/document.xml is missing',
		],
		['one whose text breaks off', broken(), 'cannot be read as a Word document: it breaks off'],
		['an OpenDocument file', zip('mimetype', 'content.xml'), 'is an OpenDocument file (.odt)'],
		['a workbook', zip('[Content_Types].xml', 'xl/workbook.xml'), 'is an Excel workbook'],
		['slides', zip('ppt/presentation.xml'), 'is a PowerPoint presentation'],
		['a PDF', Buffer.from('%PDF-1.7'), 'is a PDF'],
		['Rich Text', Buffer.from('{\\rtf1 x}'), 'is in Rich Text Format (.rtf)'],
		['a text', Buffer.from('正文'), 'is not a Word document (.docx)'],
		['another archive', zip('a.txt'), 'is not a Word document (.docx)'],
		['nothing', Buffer.alloc(0), 'is empty'],
	])('%s', async (_, file, message) => {
		const { error } = await run({ files: [file] });
		expect(error?.message).toContain(`The file 报告.docx ${message}`);
		expect(error?.description).toBeTruthy();
		const chinese = { options: { language: 'chinese' } };
		const [inChinese] = (await run({ files: [file], parameters: chinese, settings: GOING_ON }))
			.json;
		expect(inChinese.error.message).toContain('文件“报告.docx”');
		for (const said of [inChinese.error.message, inChinese.error.description]) expectChinese(said);
		expect(bed.emulator.ledger().total.requests).toBe(0);
	});

	it('an item without a file, and files that a pattern found, in Chinese', async () => {
		const parameters = { binaryPropertyName: 'x*', options: { language: 'chinese' } };
		const [{ error }] = (await run({ parameters, settings: GOING_ON })).json;
		expect(error).toMatchObject({
			message: '没有文件字段符合“Input Data Field Name”中的“x*”',
			description: '该数据项的文件在：data。请填写其中的名称。',
		});
		const all = { ...parameters, binaryPropertyName: '*' };
		const { runs } = await run({ parameters: all, files: [Buffer.from('%PDF'), undefined] });
		expect(runs[0].hints).toMatchObject([
			{
				type: 'warning',
				message:
					'没有读取任何文件。已跳过：data (报告.docx)（不是 Word 文档）。没有文件的数据项：1 个。',
			},
		]);
	});

	it('an item without a file, by the names of those that there are', async () => {
		const { error } = await run({ files: [undefined] });
		expect(error?.message).toContain("There is no file in the field 'data'");
	});

	it('one of several goes to the error output with its file', async () => {
		const { outputs } = await run({
			files: [DRAFT, Buffer.from('%PDF')],
			settings: { onError: 'continueErrorOutput' },
		});
		expect(outputs.map((output) => output.length)).toEqual([1, 1]);
		expect(outputs[1][0].binary).toBeDefined();
	});

	it.each(['={{ "" }}', '\u0001'])('an author %j', async (author) => {
		const { error } = await run({ parameters: { author } });
		expect(error?.message).toMatch(/^'Author of the Changes' /);
		const options = { language: 'chinese' };
		const chinese = await run({ parameters: { author, options } });
		expect(chinese.error?.message).toMatch(/^“Author of the Changes”/);
		expectChinese(chinese.error?.description);
	});
});
