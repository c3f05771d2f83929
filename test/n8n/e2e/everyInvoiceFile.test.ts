/**
 * The example every-invoice-file.json: a folder with every kind of invoice file, in a real n8n. At full
 * size programs that others wrote make files too; test/fixtures/pageInvoice/programs.ts says which.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import {
	invoiceFolder,
	type FolderFile,
	type InvoiceFolder,
	type Truth,
} from '../../fixtures/invoiceFolder';
import { FULL_SIZE } from '../../support/fullSize';
import { importWorkflow, readExample } from '../harness';
import { connect } from './connection';
import { readSheet } from './support/sheet';

const FOLDER = 'every-invoice-file';

const n8n = connect();

type Row = Record<string, unknown>;

async function tellPictures({ pictures }: InvoiceFolder): Promise<void> {
	await n8n.emulator.reset();
	for (const one of pictures) await n8n.emulator.call('POST', 'invoice-truth', one);
}

/**
 * Runs the example in folders of the test.
 * @param withCredential as a user chooses it for photos and scans
 * @param id the workflow, where it was imported before
 */
async function runExample({
	folder = FOLDER,
	withCredential = true,
	id: saved,
}: { folder?: string; withCredential?: boolean; id?: string } = {}): Promise<string> {
	const example = readExample('every-invoice-file.json');
	const nodes = example.nodes.map((node) => {
		const parameters: Record<string, unknown> = { ...node.parameters };
		for (const name of ['fileSelector', 'fileName']) {
			const path = parameters[name];
			if (typeof path === 'string' && path.includes('.n8n-files/')) {
				const own = path
					.replace('=.n8n-files/', `${folder}-`)
					.replace('.n8n-files/invoices/', `${folder}/`)
					.replace(/-\{\{.*\}\}/, '');
				parameters[name] = `${n8n.filesFolder}/${own}`;
			}
		}
		const isOurs = node.type === 'n8n-nodes-iflytek.iflytekInvoiceOcr';
		const { iflytekSignatureApi } = n8n.credentials;
		const credentials = isOurs && withCredential ? { iflytekSignatureApi } : node.credentials;
		return { ...node, parameters, ...(credentials && { credentials }) };
	});
	const id = saved ?? (await importWorkflow(n8n.client, { ...example, nodes }, n8n.credentials)).id;
	const execution = await n8n.client.runToEnd(id, { timeoutMs: 300_000 });
	expect(execution.data.resultData.error?.message).toBeUndefined();
	expect(execution.status).toBe('success');
	return id;
}

const sheet = async (name: string, folder = FOLDER): Promise<Row[]> =>
	(await readSheet(n8n.major, join(n8n.filesFolder, `${folder}-${name}.xlsx`))).rows;

/** Where names wrap, nothing says whether a space stood there; some programs put one beside Latin letters. */
const plain = (value: unknown) => String(value ?? '').replace(/[^\S\n]/g, '');

/** What a row says otherwise than its file. */
const differences = (row: Row, truth: Truth) =>
	Object.entries(truth).filter(([field, value]) =>
		typeof value === 'number' ? Number(row[field]) !== value : plain(row[field]) !== plain(value),
	);

/** What became of the files of each maker: how many invoices are right, marked, or refused by name. */
function tableOf(files: FolderFile[], rows: Row[], notRead: Row[]): string {
	const kinds = new Map<
		string,
		{ files: number; right: number; marked: number; refused: number }
	>();
	const kindOf = (name: unknown) => String(name).split('/')[0]!.split(/[-.]/)[0]!;
	for (const { name } of files) {
		const kind = kinds.get(kindOf(name)) ?? { files: 0, right: 0, marked: 0, refused: 0 };
		kinds.set(kindOf(name), { ...kind, files: kind.files + 1 });
	}
	for (const { fileName, needsReview } of rows) {
		kinds.get(kindOf(fileName))![needsReview ? 'marked' : 'right']++;
	}
	for (const { fileName } of notRead) kinds.get(kindOf(fileName))!.refused++;
	return [...kinds]
		.map(([kind, count]) => `${kind.padEnd(20)} ${JSON.stringify(count)}\n`)
		.join('');
}

describe('every-invoice-file.json', () => {
	let workflow: string;
	let folder: InvoiceFolder;

	beforeAll(async () => {
		folder = await invoiceFolder(FULL_SIZE);
		mkdirSync(join(n8n.filesFolder, FOLDER), { recursive: true });
		for (const { name, content } of folder.files) {
			writeFileSync(join(n8n.filesFolder, FOLDER, name), content);
		}
	}, 900_000);

	test('gives each invoice of a folder right or marked, and names every other file', async () => {
		const { files } = folder;
		expect(files.length).toBeGreaterThanOrEqual(FULL_SIZE ? 160 : 100);
		await tellPictures(folder);
		workflow = await runExample();

		const [rows, notRead] = [await sheet('invoices'), await sheet('invoices-not-read')];
		if (FULL_SIZE) process.stderr.write(tableOf(files, rows, notRead));
		const truths = new Map(
			files.flatMap(({ invoices }) => invoices.map((one) => [one.invoiceNumber, one])),
		);
		const truthOf = (row: Row) => truths.get(String(row.invoiceNumber));
		const wrong = rows
			.filter(({ needsReview }) => !needsReview)
			.map((row) => {
				const truth = truthOf(row);
				const what = truth === undefined ? ['no invoice of the folder'] : differences(row, truth);
				return { fileName: row.fileName, what };
			});
		expect(wrong.filter(({ what }) => what.length > 0)).toEqual([]);

		const found = new Set(rows.map(({ invoiceNumber }) => String(invoiceNumber)));
		expect([...truths.keys()].filter((number) => !found.has(String(number)))).toEqual([]);
		// what the data leave open, and a second file of the same kind
		const open = /^(xbrl|zz|joined)/;
		const marked = rows.filter(({ needsReview }) => needsReview);
		const doubted = marked.filter(({ fileName }) => !open.test(String(fileName)));
		expect(doubted.length).toBeLessThanOrEqual(truths.size / 40);
		expect(marked.filter(({ reviewReasons }) => !reviewReasons)).toEqual([]);

		const told = notRead.map(({ fileName, reason }) => `${fileName}: ${reason}`);
		const expected = files.flatMap(({ name, reasons }) =>
			reasons.map(({ source }) => new RegExp(`^${name}.*: .*${source.replace('^', '')}`)),
		);
		expect(told.filter((one) => !expected.some((reason) => reason.test(one)))).toEqual([]);
		expect(expected.filter((reason) => !told.some((one) => reason.test(one)))).toEqual([]);
		expect(told).toHaveLength(expected.length);
	});

	test('reads what has text as it is imported, without any credential, and names the pictures', async () => {
		await n8n.emulator.reset();
		const own = `${FOLDER}-without-keys`;
		mkdirSync(join(n8n.filesFolder, own));
		for (const name of ['data-0.xml', 'photo-100.png', 'scan-120.pdf', 'digital-gbk-0.pdf']) {
			const { content } = folder.files.find((file) => file.name === name)!;
			writeFileSync(join(n8n.filesFolder, own, name), content);
		}
		await runExample({ folder: own, withCredential: false });

		const names = (rows: Row[]) => rows.map(({ fileName }) => fileName).sort();
		expect(names(await sheet('invoices', own))).toEqual(['data-0.xml', 'digital-gbk-0.pdf']);
		const notRead = await sheet('invoices-not-read', own);
		// a scan of two pages
		expect(names(notRead)).toEqual(['photo-100.png', 'scan-120.pdf', 'scan-120.pdf']);
		for (const { reason, whatToDo } of notRead) {
			expect(reason).toContain('no credential is chosen to have it recognized');
			expect(whatToDo).toContain('Choose a credential');
		}
		expect((await n8n.emulator.ledger()).total.requests).toBe(0);
	});

	test('books no invoice again in the next run, but those that need a review', async () => {
		await tellPictures(folder);
		const doubtful = (await sheet('invoices')).filter(({ needsReview }) => needsReview);
		expect(doubtful.length).toBeGreaterThan(0);
		await runExample({ id: workflow });
		const again = await sheet('invoices');
		expect(again.filter(({ needsReview }) => !needsReview)).toEqual([]);
		const keys = (rows: Row[]) => rows.map(({ invoiceKey }) => String(invoiceKey));
		expect(keys(doubtful)).toEqual(expect.arrayContaining(keys(again)));
	});
});
