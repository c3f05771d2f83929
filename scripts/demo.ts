/**
 * Starts the emulator and a real n8n with the packed package, runs the workflows of examples/ as they
 * are, prints what came out, and leaves the editor open (not with `--exit`).
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { startExampleN8n } from '../test/n8n/harness/exampleN8n';
import { exampleFiles, N8nClient, nodeItems, type Execution, type Item } from '../test/n8n/harness';

const WIDEST_CELL = 46;

/** Those that need no more than a click; the others wait for pushes, tables or files of the user. */
const SHOWN: Record<string, (execution: Execution, files: string) => void> = {
	'read-an-e-invoice.json': showEInvoice,
	'invoices-to-spreadsheet.json': showInvoices,
	'correct-a-text.json': showCorrections,
	'sort-photos-by-scene.json': showScenes,
};

async function main(): Promise<void> {
	const stay = !process.argv.includes('--exit');
	const demo = await startExampleN8n({ major: 2, log: console.log });
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
			show(await demo.run(file), demo.files);
		}
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
The other example workflows are there too. Files of the workflows are in ${demo.files}. Press Ctrl+C to end.`);
	await new Promise(() => {});
}

function showEInvoice(execution: Execution): void {
	print('Read an e-invoice', invoices(execution, 'Read Invoice'));
}

function showInvoices(execution: Execution, files: string): void {
	print('Invoice photos to a spreadsheet', invoices(execution, 'Recognize Invoices'));
	for (const why of failures(execution, 'Recognize Invoices')) console.log(`  not read: ${why}`);
	console.log(`  saved to ${join(files, 'invoices.xlsx')}`);
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

function showScenes(execution: Execution, files: string): void {
	print(
		'Sort photos by scene',
		rows(execution, 'Recognize Scene').map((row) =>
			pick(row, ['fileName', 'nameEnglish', 'nameChinese', 'score', 'uncertain']),
		),
	);
	for (const file of readdirSync(join(files, 'sorted')).sort()) console.log(`  saved: ${file}`);
	for (const why of failures(execution, 'Recognize Scene')) console.log(`  not saved: ${why}`);
}

function invoices(execution: Execution, node: string): Array<Record<string, unknown>> {
	return rows(execution, node).map((row) =>
		pick(row, [
			'source',
			'invoiceNumber',
			'issueDate',
			'buyerName',
			'sellerName',
			'totalAmount',
			'totalTax',
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
