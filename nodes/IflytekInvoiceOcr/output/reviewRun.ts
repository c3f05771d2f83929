import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import {
	type FieldNaming,
	inLanguageOf,
	say,
	type Sentence,
	type FieldName,
	titleOf,
} from '../invoice/elements';
import type { InvoiceRecord } from '../invoice/record';
import type { Origin } from './rows';

/** What is known of earlier runs of the node. */
export interface EarlierRuns {
	isKnown: (invoice: RunInvoice) => boolean;
	/** whether an invoice that is known has no row, rather than one that is marked */
	isLeftOut: (invoice: RunInvoice) => boolean;
}

/**
 * Marks invoices that came in several forms or were read twice, in a run or before it, and summarizes the run
 * above the output.
 * @param items all output items, also those that failed
 * @returns the items that stay, and the invoices of their rows that need no review
 */
export function reviewRun(
	context: IExecuteFunctions,
	invoices: RunInvoice[],
	items: INodeExecutionData[],
	earlier?: EarlierRuns,
): { items: INodeExecutionData[]; sound: RunInvoice[] } {
	if (invoices.length === 0) return { items, sound: [] };
	const failed = items.filter(({ json }) => json.error !== undefined).length;
	// copies: the items' own rows stay unchanged
	const reviewed = new Map<object, RunInvoice['rows'][number]>();
	const copied = invoices.map((invoice) => {
		const rows = invoice.rows.map(copyOf);
		invoice.rows.forEach((row, index) => reviewed.set(row, rows[index]!));
		return { ...invoice, rows };
	});
	const inOrder = copied
		.filter((one) => !earlier?.isLeftOut(one))
		.sort((one, other) => one.itemIndex - other.itemIndex);
	const merged = mergeForms(inOrder);
	const checked = checkRepeats(merged, inOrder).map((one) =>
		earlier?.isKnown(one) ? readBefore(one) : one,
	);
	const needReview = checked.some(({ failures }) => failures.length > 0);
	context.addExecutionHints({
		type: needReview || failed > 0 ? 'warning' : 'info',
		message: runSummary(checked, failed, copied.length - inOrder.length),
		location: 'outputPane',
	});
	const rowsOf = (some: RunInvoice[]) => new Set(some.flatMap(({ rows }) => rows));
	const dropped = rowsOf(copied.filter((one) => !merged.includes(one)));
	const leftOut = rowsOf(copied.filter((one) => earlier?.isLeftOut(one)));
	const files = new Map<number, INodeExecutionData['binary']>();
	const stay = items.flatMap((item) => {
		const row = reviewed.get(item.json);
		const source = (item.pairedItem as { item: number }).item;
		if (row !== undefined && dropped.has(row)) {
			if (item.binary !== undefined && !leftOut.has(row)) files.set(source, item.binary);
			return [];
		}
		const json = (row ?? item.json) as IDataObject;
		if (json.error !== undefined || !files.has(source)) return [{ ...item, json }];
		// the input file comes with the first row that stays
		const binary = { ...files.get(source), ...item.binary };
		files.delete(source);
		return [{ ...item, json, binary }];
	});
	const isSound = ({ rows }: RunInvoice) => rows.every(({ needsReview }) => needsReview !== true);
	return { items: stay, sound: checked.filter(isSound) };
}

const READ_BEFORE = say('Read before by this node', '此节点以前读过');
const ALIKE_BEFORE = say(
	'An invoice of this seller, date and total was read before by this node',
	'此节点以前读过同一销售方、日期和金额的发票',
);

/** An invoice that an earlier run has read; without its number, one that may be another. */
function readBefore(invoice: RunInvoice): RunInvoice {
	mark(invoice, invoice.key === null ? ALIKE_BEFORE : READ_BEFORE);
	return { ...invoice, failures: [...invoice.failures, 'read before by this node'] };
}

function copyOf(row: RunInvoice['rows'][number]): RunInvoice['rows'][number] {
	return Array.isArray(row.checks)
		? { ...row, checks: [...(row.checks as unknown[])] }
		: { ...row };
}

const MOST_FAILURES = 3;

/**
 * The result of the run in one sentence, such as "3 read, 1 needs a review: total in words differs".
 * @param failed how many files could not be read
 * @param leftOut how many invoices have no row, since an earlier run gave them
 */
export function runSummary(invoices: RunInvoice[], failed: number, leftOut = 0): string {
	const doubtful = invoices.filter(({ failures }) => failures.length > 0);
	const read = [
		`${invoices.length} read`,
		...(leftOut > 0 ? [`${leftOut} left out that this node has read before`] : []),
		...(failed > 0 ? [`${failed} could not be read`] : []),
	].join(', ');
	if (doubtful.length === 0) return `${read}, none needs a review`;
	const counts = new Map<string, number>();
	for (const failure of doubtful.flatMap(({ failures }) => [...new Set(failures)])) {
		counts.set(failure, (counts.get(failure) ?? 0) + 1);
	}
	const mostFirst = [...counts].sort(([, one], [, other]) => other - one);
	const named = mostFirst
		.slice(0, MOST_FAILURES)
		.map(([failure, count]) => (count > 1 ? `${failure} (${count})` : failure));
	const more = mostFirst.length > MOST_FAILURES ? ' and more' : '';
	const need = doubtful.length === 1 ? 'needs' : 'need';
	return `${read}, ${doubtful.length} ${need} a review: ${named.join(', ')}${more}`;
}

type Json = Record<string, unknown>;

/** An invoice of the run, with its rows. */
export interface RunInvoice {
	key: string | null;
	/** input item, counted from 0 */
	itemIndex: number;
	fileName: string | null;
	fileField: string | null;
	/** from 1; null where the file has no pages, or states the invoice as data */
	page: number | null;
	source: Origin['source'];
	/** the kind of its file; null for a picture */
	fileKind: 'ofd' | 'pdf' | 'xml' | null;
	/** whether its file states it as data; else it was read from a page or a picture */
	isStated: boolean;
	record: InvoiceRecord;
	naming: FieldNaming;
	rows: Json[];
	/** what is wrong with it, in a few words each */
	failures: string[];
	/** the forms that it was found in, or that differ, itself included */
	forms?: RunInvoice[];
}

const CHECK = 'Not read before in this run';
const READ_TWICE = 'read twice in this run';

/**
 * Checks each invoice against the first one of the run that is the same: the rows of one that was read
 * before need a review. Forms of one invoice (PDF, OFD, XML) are not repeats of one another.
 * @param stay the invoices that have rows
 * @param all those of the run, merged ones too, in the order of their items
 */
export function checkRepeats(stay: RunInvoice[], all = stay): RunInvoice[] {
	const firsts = new Map<string, RunInvoice>();
	for (const one of all) if (one.key !== null && !firsts.has(one.key)) firsts.set(one.key, one);
	return stay.map((invoice) => {
		const first = invoice.key === null ? undefined : firsts.get(invoice.key);
		const isFirst = first === invoice || (first?.forms?.includes(invoice) ?? false);
		// the first one may have been merged into another form
		const earlier = isFirst ? undefined : [first, ...(first?.forms ?? [])].find(hasRows);
		if (earlier !== undefined) {
			const name = nameOf(earlier, invoice);
			mark(invoice, say(`Same invoice as ${name}`, `与 ${name} 是同一张发票`));
		}
		for (const row of invoice.rows) {
			if (Array.isArray(row.checks)) row.checks.push(checkRow(invoice, earlier));
		}
		return earlier === undefined
			? invoice
			: { ...invoice, failures: [...invoice.failures, READ_TWICE] };
	});

	function hasRows(one: RunInvoice | undefined): boolean {
		return one !== undefined && stay.includes(one);
	}
}

/** Adds a reason to the rows of an invoice. */
function mark({ rows, naming }: RunInvoice, sentence: Sentence): void {
	const reason = inLanguageOf(naming)(sentence);
	for (const row of rows) {
		row.reviewReasons = [row.reviewReasons, reason].filter(Boolean).join('\n');
		row.needsReview = true;
	}
}

/** How the rows of `reader` refer to another invoice: by its file and, in files of one name, by its place. */
function nameOf(one: RunInvoice, reader: RunInvoice): string {
	const inLanguage = inLanguageOf(reader.naming);
	const { fileName, fileField, itemIndex, page } = one;
	const item = inLanguage(say(`input item ${itemIndex + 1}`, `第 ${itemIndex + 1} 项`));
	const name = fileName ?? item;
	if (fileName !== reader.fileName) return name;
	if (itemIndex !== reader.itemIndex) {
		return fileName === null ? item : inLanguage(say(`${name} of ${item}`, `${item}的 ${name}`));
	}
	if (fileField !== reader.fileField) {
		return inLanguage(say(`${name} in the field ${fileField}`, `字段 ${fileField} 中的 ${name}`));
	}
	return inLanguage(
		page === null
			? say(`the data in ${name}`, `${name} 中的数据`)
			: say(`page ${page} of ${name}`, `${name} 第 ${page} 页`),
	);
}

function checkRow(invoice: RunInvoice, earlier: RunInvoice | undefined): Json {
	const { key } = invoice;
	if (key === null) return { name: CHECK, result: 'not checked', expected: null, found: null };
	const expected = 'no duplicate';
	return earlier === undefined
		? { name: CHECK, result: 'passed', expected, found: key }
		: { name: CHECK, result: 'failed', expected, found: nameOf(earlier, invoice) };
}

/** Two files count as one invoice only if both have these, and they agree. */
const NEEDED: readonly FieldName[] = ['issueDate', 'totalWithTax'];
/** These may be missing in one form, but not differ. */
const ALIKE: readonly FieldName[] = [
	'totalAmount',
	'totalTax',
	'buyerTaxId',
	'sellerTaxId',
	'buyerName',
	'sellerName',
];

/** The most exact form first. */
const EXACTNESS = ['xml', 'xbrl', 'ofd', 'pdf'];

const FORMS_DIFFER = 'its forms differ';

/**
 * Finds invoices that were read in several forms: the most exact one is kept and names the others in
 * `alsoIn`. Forms that differ all stay, marked. Pictures are not forms: two of them may be two claims.
 * @returns the invoices that stay, in their order
 */
export function mergeForms(invoices: RunInvoice[]): RunInvoice[] {
	const dropped = new Set<RunInvoice>();
	for (const forms of setsOfForms(invoices)) {
		if (forms.length < 2) continue;
		for (const one of forms) one.forms = forms;
		const differing = forms.filter((one) => markDifferences(one, forms));
		if (differing.length > 0) {
			for (const one of differing) one.failures = [...one.failures, FORMS_DIFFER];
			continue;
		}
		const [best, ...others] = [...forms].sort((one, other) => rank(one) - rank(other));
		const names = forms.filter((one) => one !== best).map((one) => nameOf(one, best!));
		for (const row of best!.rows) row.alsoIn = names.join('\n');
		others.forEach((one) => dropped.add(one));
	}
	return invoices.filter((one) => !dropped.has(one));
}

/** The forms of each invoice; a second file of the same form begins another set, which is a repeat. */
function setsOfForms(invoices: RunInvoice[]): RunInvoice[][] {
	const byKey = new Map<string, RunInvoice[][]>();
	for (const invoice of invoices) {
		if (invoice.key === null || invoice.source === 'ocr') continue;
		const sets = byKey.get(invoice.key) ?? [];
		const open = sets.find((forms) => !forms.some((one) => isSameForm(one, invoice)));
		if (open === undefined) byKey.set(invoice.key, [...sets, [invoice]]);
		else open.push(invoice);
	}
	return [...byKey.values()].flat();
}

/** XBRL may be a file of its own, or be attached to a PDF or OFD. */
function isSameForm(one: RunInvoice, other: RunInvoice): boolean {
	return one.source === other.source && one.fileKind === other.fileKind;
}

function rank({ source, isStated }: RunInvoice): number {
	return EXACTNESS.indexOf(source) + (isStated ? 0 : EXACTNESS.length);
}

/** Marks the rows of a form with the differing values of the others. */
function markDifferences(one: RunInvoice, forms: RunInvoice[]): boolean {
	let differs = false;
	for (const other of forms.filter((form) => form !== one)) {
		for (const field of [...NEEDED, ...ALIKE]) {
			const [here, there] = [one.record[field], other.record[field]];
			const isOpen = here === null || there === null;
			if (isOpen ? !NEEDED.includes(field) : plain(here) === plain(there)) continue;
			differs = true;
			const name = nameOf(other, one);
			const { english, chinese } = titleOf(field);
			mark(
				one,
				say(
					`The ${english} is ${here ?? 'missing'} here, and ${there ?? 'missing'} in ${name}`,
					`${chinese}在此为 ${here ?? '空'}，在 ${name} 中为 ${there ?? '空'}`,
				),
			);
		}
	}
	return differs;
}

/** Forms differ in the width of brackets and letters, and in spaces. */
function plain(value: number | string | undefined): number | string | undefined {
	return typeof value === 'string' ? value.normalize('NFKC').replace(/\s/g, '') : value;
}
