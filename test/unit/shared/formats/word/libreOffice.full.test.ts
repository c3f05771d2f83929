/**
 * Corrected Word files before a judge that nobody here wrote: LibreOffice opens them, accepts or rejects
 * their tracked changes, and is asked for the text.
 */
import { execFileSync, spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';

import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

import {
	FIELD_RESULT,
	handCut,
	paragraph,
	randomHandCut,
	run,
} from '../../../../fixtures/docx/handCut';
import {
	AUTHOR,
	correct,
	finding,
	randomFindings,
	SENTENCES,
} from '../../../../support/correctedDocument';

const FIXTURES = join(__dirname, '../../../../fixtures/docx');
const PYTHON = '/usr/bin/python3';
const DOCUMENTS = 25;

/** What LibreOffice shows of a file. */
interface Seen {
	lines: string[];
}

class Judge {
	private readonly office: ChildProcessWithoutNullStreams;

	private readonly answers: AsyncIterator<string>;

	private readonly reader: Interface;

	constructor() {
		this.office = spawn(PYTHON, [join(FIXTURES, 'office.py')]);
		this.reader = createInterface(this.office.stdout);
		this.answers = this.reader[Symbol.asyncIterator]();
	}

	async ask(command: object): Promise<Seen> {
		this.office.stdin.write(`${JSON.stringify(command)}\n`);
		const { value } = await this.answers.next();
		const { ok, error } = JSON.parse(String(value)) as { ok: Seen; error?: string };
		if (error !== undefined) throw new Error(`LibreOffice: ${error}`);
		return ok;
	}

	async end(): Promise<void> {
		this.office.stdin.end();
		await new Promise((resolve) => this.office.once('close', resolve));
	}
}

let judge: Judge;
const folder = mkdtempSync(join(tmpdir(), 'iflytek-docx-'));

beforeAll(() => {
	try {
		execFileSync('soffice', ['--version']);
		execFileSync(PYTHON, ['-c', 'import uno, docx']);
	} catch {
		throw new Error(
			'LibreOffice is missing: apt-get install libreoffice-writer python3-uno python3-docx',
		);
	}
	judge = new Judge();
});
afterAll(async () => {
	await judge?.end();
	rmSync(folder, { recursive: true, force: true });
});

const path = (name: string) => join(folder, name);
async function seen(file: Buffer, changes?: 'accept' | 'reject'): Promise<Seen> {
	writeFileSync(path('seen.docx'), file);
	return await judge.ask({
		do: 'read',
		path: path('seen.docx'),
		...(changes && { changes, author: AUTHOR }),
	});
}

/**
 * Without the results of fields, which LibreOffice works out anew, and what stands for formulas, and without regard to spaces at the ends
 * of lines and the order of text boxes, notes and headers among the rest.
 */
const sorted = (lines: string[]) =>
	lines
		.map((line) => line.replaceAll(FIELD_RESULT, '').replaceAll('□', '').trim())
		.filter((line) => line !== '')
		.sort();

/** LibreOffice shows a paragraph mark that somebody has deleted until that is accepted. */
function withWholeMarks(file: Buffer): Buffer {
	const files = unzipSync(file);
	const xml = strFromU8(files['word/document.xml']!);
	files['word/document.xml'] = strToU8(
		xml.replace(/<w:pPr><w:rPr><w:del [^>]*><\/w:rPr><\/w:pPr>/g, ''),
	);
	return Buffer.from(zipSync(files));
}

const MAKERS: Array<[string, (seed: number) => Promise<Buffer>]> = [
	['cut by hand', async (seed) => withWholeMarks(randomHandCut(1000 + seed, SENTENCES))],
	[
		'made by python-docx',
		async (seed) => {
			const name = path('made.docx');
			const script = join(FIXTURES, 'pythonDocx.py');
			execFileSync(PYTHON, [script, name, String(seed), JSON.stringify(SENTENCES)]);
			return readFileSync(name);
		},
	],
	[
		'made by LibreOffice',
		async (seed) => {
			await judge.ask({ do: 'make', path: path('made.docx'), seed, sentences: SENTENCES });
			return readFileSync(path('made.docx'));
		},
	],
];

describe.each(MAKERS)('documents %s', (_, make) => {
	test.each(Array.from({ length: DOCUMENTS }, (__, seed) => seed))(
		'are the corrected one when all is accepted, and the original when all is rejected (%i)',
		async (seed) => {
			const file = await make(seed);
			const kept = [{ start: 2, end: 5 }];
			const rules = { kept, replacements: new Map([['工作', '事情']]) };
			const find = (sent: string) => randomFindings(sent, seed);
			const { bytes, original, corrected } = await correct(file, find, { rules });
			const before = await seen(file);
			expect(sorted(before.lines)).toEqual(sorted(original.split('\n')));
			const rejected = await seen(bytes, 'reject');
			expect(rejected.lines).toEqual(before.lines);
			const accepted = await seen(bytes, 'accept');
			expect(sorted(accepted.lines)).toEqual(sorted(corrected.split('\n')));
			const { bytes: plain } = await correct(file, find, { rules, tracked: false });
			expect((await seen(plain)).lines).toEqual(accepted.lines);
		},
	);
});

test('comments are read with the reasons of corrections that are not applied', async () => {
	const file = handCut({ body: paragraph(run('他画蛇天足。')) });
	const { bytes } = await correct(file, () => [finding(1, '画蛇天足', '', 'idm')]);
	writeFileSync(path('comment.docx'), bytes);
	const profile = `-env:UserInstallation=file://${path('profile')}`;
	execFileSync(
		'soffice',
		['--headless', profile, '--convert-to', 'fodt', '--outdir', folder, path('comment.docx')],
		{ timeout: 60_000, stdio: 'ignore' },
	);
	const converted = readFileSync(path('comment.fodt'), 'utf8');
	expect(converted).toMatch(/他<office:annotation /);
	expect(converted).toContain('成语错误：“画蛇天足”。没有修改建议，请人工核对。');
	expect(converted).toContain('<dc:creator>Editor &lt;1&gt; &amp; &quot;Co&quot;</dc:creator>');
});
