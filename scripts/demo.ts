/**
 * Starts the emulator and a real n8n with the packed package, runs workflows of examples/, prints what came
 * out, and leaves the editor open (not with `--exit`).
 */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { invoicePng } from '../test/emulator/fixtures/invoiceImages';
import { sampleInvoice } from '../test/emulator/fixtures/sampleInvoice';
import { handCut, paragraph, run as words } from '../test/fixtures/docx/handCut';
import {
	exampleFiles,
	importWorkflow,
	N8nClient,
	nodeItems,
	readExample,
	startExampleN8n,
	type ExampleN8n,
	type Execution,
	type Item,
	type WorkflowDraft,
} from '../test/n8n/harness';
import { ROOT } from '../test/n8n/harness/paths';

/** What the workflows wrote stays here, until the next demo. */
const RESULTS = join(ROOT, '.cache/demo');
const WIDEST_CELL = 64;

/** Those that need no more than a click, or than the choices of `prepared`; the others wait for events, tables or mail. */
const SHOWN: Record<string, (execution: Execution) => void> = {
	'read-an-e-invoice.json': showEInvoice,
	'invoices-to-spreadsheet.json': showInvoices,
	'correct-a-text.json': showCorrections,
	'proofread-word-files.json': showWordFile,
	'sort-photos-by-scene.json': showScenes,
	'call-customers-from-csv.json': showCalls,
};

async function main(): Promise<void> {
	const stay = !process.argv.includes('--exit');
	const demo = await startExampleN8n({ major: 2, log: console.log });
	writeFiles(demo.files);
	rmSync(RESULTS, { recursive: true, force: true });
	let stopped = false;
	const stop = async () => {
		if (stopped) return;
		stopped = true;
		await demo.stop();
	};
	process.on('SIGINT', () => void stop().then(() => process.exit(130)));
	process.on('SIGTERM', () => void stop().then(() => process.exit(143)));
	try {
		console.log(
			`n8n ${demo.n8n.version} with n8n-nodes-iflytek is ready (${Math.round(demo.n8n.startedIn / 1000)} s)`,
		);
		for (const [file, show] of Object.entries(SHOWN)) {
			console.log(`\nRunning examples/${file}`);
			const execution = await runExample(demo, file);
			cpSync(demo.files, RESULTS, { recursive: true });
			show(execution);
		}
		console.log(`\nFiles read and written are in ${RESULTS}, until the next demo.`);
	} catch (error) {
		await stop();
		throw error;
	}
	if (!stay) {
		await stop();
		return;
	}
	for (const file of exampleFiles().filter((name) => !(name in SHOWN))) await demo.import(file);
	console.log(`\nThe editor is open at ${demo.n8n.url}
  e-mail    ${N8nClient.owner.email}
  password  ${N8nClient.owner.password}
All example workflows are there. They read and write files in ${demo.files}, which goes when the
demo ends. Press Ctrl+C to end it.`);
	await new Promise(() => {});
}

/** What the demo has beside the files of the examples: something to doubt, to correct and to hold back. */
function writeFiles(files: string): void {
	const { fields, ...rest } = sampleInvoice({ seed: 4, lines: 2 }).truth;
	const doubtful = { ...fields, 'vat-invoice-total-cover-tax-digits': '¥15427.00' };
	writeFileSync(
		join(files, 'invoices/2024-05 doubtful.png'),
		invoicePng({ ...rest, fields: doubtful }),
	);
	for (const folder of ['drafts', 'proofread']) mkdirSync(join(files, folder));
	const draft = ['他做事总是画蛇天足。', '会议部暑了下半年工作。', '6月31日召开总结会。'];
	const body = draft.map((text) => paragraph(words(text))).join('');
	writeFileSync(join(files, 'drafts/notice.docx'), handCut({ body }));
	const customers = [
		'客户手机号码,姓名,订单号',
		'13800138001,张伟,0001',
		'13800138002,李娜,0002',
		`${DO_NOT_CALL},王芳,0003`,
		'13800138001,张伟,0004',
		'010-65001234,刘洋,0005',
	];
	writeFileSync(join(files, 'customers.csv'), customers.join('\n'));
}

/** The number of a customer who wants no calls. */
const DO_NOT_CALL = '13800138003';

/** Runs an example to its end, the calls as a dry run. */
async function runExample(demo: ExampleN8n, file: string): Promise<Execution> {
	if (file !== 'call-customers-from-csv.json') return await demo.run(file);
	const { client } = demo.n8n;
	const { id } = await importWorkflow(
		client,
		await prepared(readExample(file), demo),
		demo.credentials,
	);
	// ends red, as a run that called nobody does
	return await client.runToEnd(id);
}

/** The call example with the choices that its second note asks for, and a number that is not to be called. */
async function prepared(workflow: WorkflowDraft, demo: ExampleN8n): Promise<WorkflowDraft> {
	const node = workflow.nodes.find(({ name }) => name === 'Run Task')!;
	const choice = (value: string, cachedResultName: string) => {
		return { __rl: true, mode: 'list', value, cachedResultName };
	};
	Object.assign(node.parameters, {
		script: choice('3101', '订单回访'),
		line: choice('02566800001', '02566800001'),
		options: { ...(node.parameters.options as object), doNotCall: DO_NOT_CALL },
	});
	const { fields } = await demo.n8n.client.mapperFields({
		nodeType: node.type,
		methodName: 'getColumns',
		path: 'parameters.columns',
		parameters: node.parameters,
		credentials: demo.credentials,
	});
	Object.assign(node.parameters.columns as object, { schema: fields });
	return workflow;
}

function showEInvoice(execution: Execution): void {
	print('Read an e-invoice', invoices(execution, 'Read Invoice'));
}

function showInvoices(execution: Execution): void {
	print('Invoice photos to a spreadsheet', invoices(execution, 'Recognize Invoices'));
	for (const { fileName, reviewReasons } of rows(execution, 'Recognize Invoices')) {
		if (!reviewReasons) continue;
		console.log(`  to review: ${fileName}`);
		for (const why of String(reviewReasons).split('\n')) console.log(`    ${why}`);
	}
	for (const why of failures(execution, 'Recognize Invoices')) console.log(`  not read: ${why}`);
	console.log(`  saved: ${join(RESULTS, 'invoices.xlsx')}`);
}

function showCorrections(execution: Execution): void {
	const [corrected] = rows(execution, 'Correct Text');
	print(
		'Correct a Chinese text',
		rows(execution, 'List of Changes').map((row) =>
			pick(row, ['position', 'categoryName', 'meaning', 'original', 'suggestion', 'applied']),
		),
	);
	console.log(`  corrected: ${String(corrected.correctedText)}`);
}

function showWordFile(execution: Execution): void {
	const document = rows(execution, 'Proofread')[0]!;
	const corrections = document.corrections as Array<Item['json']>;
	print(
		'Proofread Word files: what is in the file as a tracked change or a comment',
		corrections.map((row) => pick(row, ['paragraph', 'sentence', 'meaning', 'applied'])),
	);
	console.log(`  saved: ${join(RESULTS, 'proofread', 'notice-corrected.docx')}`);
}

function showScenes(execution: Execution): void {
	print(
		'Sort photos by scene',
		rows(execution, 'Recognize Scene').map((row) =>
			pick(row, ['fileName', 'nameEnglish', 'nameChinese', 'score', 'uncertain']),
		),
	);
	console.log(`  saved, each with its scene in its name: ${join(RESULTS, 'sorted')}`);
	for (const why of failures(execution, 'Recognize Scene')) console.log(`  not saved: ${why}`);
}

function showCalls(execution: Execution): void {
	const failed = nodeItems(execution, 'Run Task', 1).map(({ json }) => json.error as Item['json']);
	const all = [...rows(execution, 'Run Task'), ...failed];
	print(
		'Call customers from a CSV file: a dry run, nobody is called',
		all
			.sort((one, other) => Number(one.row) - Number(other.row))
			.map((row) => pick(row, ['row', 'status', 'phone', 'reason'])),
	);
	console.log(
		'  In the editor this run ends red: the example stops there because nobody was called.',
	);
}

function invoices(execution: Execution, node: string): Array<Record<string, unknown>> {
	return rows(execution, node).map((row) =>
		pick(row, [
			'fileName',
			'invoiceNumber',
			'issueDate',
			'sellerName',
			'totalWithTax',
			'needsReview',
		]),
	);
}

function rows(execution: Execution, node: string): Array<Item['json']> {
	return nodeItems(execution, node).map(({ json }) => json);
}

/** What the items at a node's error output say. */
function failures(execution: Execution, node: string): string[] {
	return nodeItems(execution, node, 1).map(
		({ json }) => (json.error as { message: string }).message,
	);
}

function pick(row: Item['json'], names: string[]): Record<string, unknown> {
	return Object.fromEntries(names.map((name) => [name, shorten(row[name])]));
}

function shorten(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	const line = value.replace(/\s*\n\s*/g, ' / ');
	return line.length > WIDEST_CELL ? `${line.slice(0, WIDEST_CELL - 1)}…` : line;
}

function print(title: string, table: Array<Record<string, unknown>>): void {
	console.log(`\n${title}`);
	console.table(table);
	if (table.length === 0) throw new Error(`The workflow '${title}' gave no rows`);
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exit(1);
});
