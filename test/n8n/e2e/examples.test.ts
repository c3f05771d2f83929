/** The workflows of examples/, imported and run as they are, against the truth in the pictures. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ELEMENT_KEYS } from '../../emulator';
import { sampleInvoice, type SampleInvoice } from '../../emulator/fixtures/sampleInvoice';
import {
	importWorkflow,
	nodeItems,
	readExample,
	type Execution,
	type WorkflowDraft,
} from '../harness';
import { until } from '../../support/until';
import { connect } from './connection';
import { readSheet } from './support/sheet';

const n8n = connect();

beforeAll(async () => await n8n.emulator.reset());

async function importExample(fileName: string): Promise<string> {
	return (await importWorkflow(n8n.client, readExample(fileName), n8n.credentials)).id;
}

async function run(fileName: string): Promise<Execution> {
	const execution = await n8n.client.runToEnd(await importExample(fileName));
	expect(execution.status).toBe('success');
	return execution;
}

describe('invoices-to-spreadsheet.json', () => {
	/** What harness/exampleN8n.ts draws into the pictures. */
	const invoices: SampleInvoice[] = [
		sampleInvoice({ seed: 1 }),
		sampleInvoice({ seed: 2, lines: 5, discount: true }),
		sampleInvoice({ seed: 3, lines: 2, wrapped: true }),
	];
	let execution: Execution;
	beforeAll(async () => {
		execution = await run('invoices-to-spreadsheet.json');
	});

	test('writes a spreadsheet with one row for each invoice and each value as the picture has it', async () => {
		const { header, rows } = await readSheet(n8n.major, join(n8n.filesFolder, 'invoices.xlsx'));
		expect(header).toEqual([
			...['row', 'fileName', 'needsReview', 'reviewReasons'],
			...FIRST_NAMES,
			...FLAT_NAMES.filter((name) => !FIRST_NAMES.includes(name)),
			...['invoiceType', 'invoiceKey', 'source', 'alsoIn', 'fileField', 'page', 'sid'],
			'uncertainFields',
			...['categories', 'remark', 'drawer', 'payee', 'reviewer', 'machineNumber'],
			...['originalInvoiceNumber', 'licensePlate', 'vehicleType', 'passageDates'],
		]);
		expect(rows.map(({ fileName }) => fileName).sort()).toEqual([
			'2024-03 hardware.JPG',
			'2024-03 office supplies.png',
			'2024-04 print shop.png',
		]);
		expect(byNumber(rows)).toMatchObject(byNumber(invoices.map(flatRow)));
	});

	test('leaves the picture that is no invoice at Not Read, with the reason', () => {
		const items = nodeItems(execution, 'Not Read');
		expect(items.map(({ json }) => [json.fileName, json.error])).toEqual([
			[
				'not an invoice.png',
				{
					message: expect.stringMatching(
						/^No invoice was found in the image \(not an invoice.png\) \[item \d\]$/,
					),
					description: expect.stringContaining('upright and sharp'),
					fileName: 'not an invoice.png',
					code: '37042',
					sid: expect.stringMatching(/^ase/),
					httpStatus: 200,
				},
			],
		]);
	});

	/** What a bookkeeper looks for. */
	const FIRST_NAMES = [
		...['invoiceNumber', 'issueDate', 'sellerName', 'buyerName'],
		...['totalAmount', 'totalTax', 'totalWithTax'],
	];

	/** The flat names in the order of the specification's key table. */
	const FLAT_NAMES = [
		'checkCode',
		'cipherArea',
		'unitPrices',
		'invoiceCode',
		'invoiceCodeRight',
		'goodsNames',
		'invoiceNumber',
		'invoiceNumberRight',
		'issueDate',
		'buyerAddressPhone',
		'buyerBankAccount',
		'buyerName',
		'amounts',
		'buyerTaxId',
		'sellerAddressPhone',
		'sellerBankAccount',
		'sellerTaxId',
		'sellerName',
		'taxAmounts',
		'taxRates',
		'totalTax',
		'totalAmount',
		'totalWithTaxWords',
		'totalWithTax',
	];

	/** Texts as texts, so that no program takes leading zeros or the last of 20 digits off a number. */
	function flatRow(invoice: SampleInvoice): Record<string, unknown> {
		const texts = ELEMENT_KEYS.map((key) => [invoice.truth.fields?.[key]].flat().filter(Boolean));
		return {
			...Object.fromEntries(FLAT_NAMES.map((name, at) => [name, texts[at].join('\n') || null])),
			checkCode: texts[0].join('').replaceAll(' ', ''),
			issueDate: invoice.date,
			totalTax: invoice.tax / 100,
			totalAmount: invoice.amount / 100,
			totalWithTax: invoice.total / 100,
			needsReview: false,
			reviewReasons: null,
			uncertainFields: null,
			invoiceType: '增值税发票',
			invoiceKey: `${invoice.code}-${invoice.number}`,
			source: 'ocr',
		};
	}

	function byNumber(rows: Array<Record<string, unknown>>) {
		return [...rows].sort((a, b) => String(a.invoiceNumber).localeCompare(String(b.invoiceNumber)));
	}
});

describe('read-an-e-invoice.json', () => {
	test('gives a row without any key', async () => {
		const execution = await run('read-an-e-invoice.json');
		expect(nodeItems(execution, 'Read Invoice').map(({ json }) => json)).toEqual([
			expect.objectContaining({
				row: 1,
				fileName: 'sample-invoice.xml',
				source: 'xml',
				invoiceNumber: '26317000000123456701',
				issueDate: '2026-08-05',
				sellerName: '杭州样本商贸有限公司',
				buyerName: '上海示例科技有限公司',
				totalAmount: 351.5,
				totalTax: 42.2,
				totalWithTax: 393.7,
				categories: '纸制品\n物流服务',
				needsReview: false,
			}),
		]);
	});

	test('reads a file of one’s own that is put into its form', async () => {
		const example = readExample('read-an-e-invoice.json');
		const xml = nodeXml(example);
		delete example.nodes.find(({ name }) => name === 'Your File')!.disabled;
		const { id } = await importWorkflow(n8n.client, example, n8n.credentials);
		await n8n.client.activate(id);
		const form = new FormData();
		form.append('field-0', new Blob([xml], { type: 'text/xml' }), 'mine.xml');
		const { nodes } = await n8n.client.getWorkflow(id);
		const { webhookId } = nodes.find(({ name }) => name === 'Your File')!;
		const answer = await fetch(`${n8n.client.url}/form/${webhookId}`, {
			method: 'POST',
			body: form,
		});
		expect(answer.ok).toBe(true);
		const [{ id: executionId }] = await until('an execution', async () => {
			const found = await n8n.client.listExecutions({ workflowId: id });
			return found.length > 0 && found;
		});
		const execution = await n8n.client.waitForExecution(executionId);
		await n8n.client.deactivate(id);
		expect(nodeItems(execution, 'Read Invoice').map(({ json }) => json)).toMatchObject([
			{ row: 1, fileName: 'mine.xml', invoiceNumber: '26317000000123456701' },
		]);
	});
});

describe('correct-a-text.json', () => {
	const CORRECTED =
		'会议部署了下半年工作。作为一名老编辑，他已经完成了初稿，但写到结尾时画蛇添足，被评为反面例子。' +
		'全体人员必须遵守截至目前的进度安排，认真贯彻落实各项措施，6月31日前交稿。';

	/** Position, original, suggestion, category and whether it is applied. */
	const CHANGES = [
		[2, '部暑', '部署', 'wrongCharacter', true],
		[11, '做为一名', '作为一名', 'wrongWord', true],
		[20, '以经完成', '已经完成', 'wrongWord', true],
		[34, '画蛇天足', '画蛇添足', 'idiom', true],
		[42, '为', '', 'redundancy', true],
		[52, '必需遵守', '必须遵守', 'wrongWord', true],
		[56, '截止目前', '截至目前', 'wrongWord', true],
		[66, '认真贯落实', '认真贯彻落实', 'omission', true],
		[76, '6月31日', null, 'numberOrDate', false],
		[84, '。。', '。', 'punctuation', true],
	];

	test('gives the corrected text and the list of changes', async () => {
		const execution = await run('correct-a-text.json');
		expect(nodeItems(execution, 'Correct Text').map(({ json }) => json)).toEqual([
			expect.objectContaining({
				correctedText: CORRECTED,
				changed: true,
				complete: true,
				correctionCount: 10,
				appliedCount: 9,
				failedPieces: [],
			}),
		]);
		expect(
			nodeItems(execution, 'List of Changes').map(({ json }) => [
				json.position,
				json.original,
				json.suggestion,
				json.category,
				json.applied,
			]),
		).toEqual(CHANGES);
	});
});

describe('sort-photos-by-scene.json', () => {
	test('saves each photo unchanged under the name of its scene, one too large apart', async () => {
		const execution = await run('sort-photos-by-scene.json');
		const sorted = join(n8n.filesFolder, 'sorted');
		const saved = readdirSync(sorted).sort();
		expect(saved).toEqual([
			'beach - IMG_0001.jpg',
			'kitchen - IMG_0004.jpg',
			'mountain peak - IMG_0002.JPG',
			'office, meeting room - IMG_0003.png',
			'railway station - IMG_0005.png',
		]);
		for (const name of saved) {
			const original = join(n8n.filesFolder, 'photos', name.split(' - ')[1]);
			expect(readFileSync(join(sorted, name)).equals(readFileSync(original))).toBe(true);
		}
		const left = nodeItems(execution, 'Not Recognized');
		expect(left.map(({ json }) => [json.fileName, json.error])).toEqual([
			['IMG_0006.PNG', expect.objectContaining({ message: expect.stringContaining('larger') })],
		]);
	});
});

/** The invoice that the first example holds. */
function nodeXml({ nodes }: WorkflowDraft): string {
	const { parameters } = nodes.find(({ name }) => name === 'Sample Invoice')!;
	const { assignments } = parameters.assignments as { assignments: Array<{ value: string }> };
	return assignments[0]!.value;
}
