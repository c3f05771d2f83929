import type {
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import { analyzeInvoice } from '../checks/checks';
import { inFewWords, placeName, sayFinding } from '../invoice/findings';
import {
	COMPARED,
	type FieldName,
	type FieldNaming,
	finding,
	type Finding,
	findingIn,
	meaningIn,
	type OtherPlace,
} from '../invoice/invoice';
import type { Language } from '../../shared/problem/language';
import { type Row, runInvoice, type RunInvoice } from '../output/rows';
import { completed, differences } from '../statements/statements';
import { dayInChina } from '../values/values';

/** An output item; one for the rows of an invoice carries its place in the run. */
export type RowItem = INodeExecutionData & { invoice?: number };

/** The invoices that have an item; the file of another one failed later, so it counts as not read. */
export const invoicesOf = (items: RowItem[], all: RunInvoice[]) =>
	items.flatMap(({ invoice }) => (invoice === undefined ? [] : [all[invoice]!]));

const NOTHING_EARLIER = { known: new Set<RunInvoice>(), leftOut: new Set<RunInvoice>() };

/**
 * Compares the invoices of a run with each other and with earlier runs, and summarizes the run in a hint.
 * @param all the invoices of the run, also of files that failed later
 * @param items all output items, also those that failed
 * @param language of the summary where no invoice was read
 * @param known invoices of earlier runs; those in `leftOut` lose their rows, the others are marked
 * @returns the items that stay, and the invoices of their rows that need no review
 */
export function reviewRun(
	context: IExecuteFunctions,
	all: RunInvoice[],
	items: RowItem[],
	language: Language,
	{ known, leftOut } = NOTHING_EARLIER,
): { items: INodeExecutionData[]; sound: RunInvoice[] } {
	const invoices = invoicesOf(items, all);
	const failed = items.filter(({ json }) => json.error !== undefined).length;
	// items without an invoice are whole answers of the service
	if (invoices.length === 0 && (failed === 0 || failed < items.length)) return { items, sound: [] };
	const others = invoices.filter((one) => !leftOut.has(one));
	const reviewed = reviewInvoices(others, known);
	const needReview = reviewed.some(({ findings }) => findings.length > 0);
	context.addExecutionHints({
		type: needReview || failed > 0 ? 'warning' : 'info',
		message: runSummary(reviewed, failed, leftOut.size, invoices[0]?.options.naming ?? language),
		location: 'outputPane',
	});
	const stay = new Set(reviewed);
	/** files of dropped rows, by input item: its next row that stays takes them */
	const droppedFiles = new Map<number, Array<readonly [RunInvoice, IBinaryKeyData]>>();
	const left = items.flatMap(({ invoice: at, ...item }) => {
		if (at === undefined) return [item];
		const invoice = all[at]!;
		const { binary, ...row } = item;
		const own = { ...binary };
		const waitingFiles = droppedFiles.get(invoice.row) ?? [];
		if (!stay.has(invoice)) {
			// it shows nothing of another row
			delete own.annotatedImage;
			if (binary !== undefined) droppedFiles.set(invoice.row, [...waitingFiles, [invoice, own]]);
			return [];
		}
		// a dropped form's file goes to any row, that of an invoice left out only to a row of the same field
		const isTaken = (one: RunInvoice) => !leftOut.has(one) || one.fileField === invoice.fileField;
		droppedFiles.set(
			invoice.row,
			waitingFiles.filter(([one]) => !isTaken(one)),
		);
		const taken = waitingFiles.filter(([one]) => isTaken(one));
		const files = taken.reduce((all, [, file]) => ({ ...file, ...all }), own);
		return invoice.rows.map(({ json }, index) => ({
			...row,
			...(index === 0 && Object.keys(files).length > 0 && { binary: files }),
			json: json as IDataObject,
		}));
	});
	const isSound = ({ rows }: RunInvoice) => rows.every(({ reasons }) => reasons.length === 0);
	return { items: left, sound: reviewed.filter(isSound) };
}

const MOST_FAILURES = 3;

/**
 * The result of the run in one sentence, such as "3 read, 1 needs a review: total in words differs."
 * @param failed how many files could not be read
 * @param leftOut how many invoices have no row, since an earlier run gave them
 */
export function runSummary(
	invoices: RunInvoice[],
	failed: number,
	leftOut = 0,
	naming: FieldNaming = 'english',
): string {
	const inWords = (english: string, chinese: string) => (naming === 'chinese' ? chinese : english);
	const doubtful = invoices.filter(({ findings }) => findings.length > 0);
	const counts = new Map<string, number>();
	for (const { findings } of doubtful)
		for (const failure of new Set(findings.map((one) => inFewWords(one, naming))))
			counts.set(failure, (counts.get(failure) ?? 0) + 1);
	const named = [...counts]
		.sort(([, one], [, other]) => other - one)
		.slice(0, MOST_FAILURES)
		.map(([failure, count]) => (count > 1 ? `${failure} (${count})` : failure));
	const more = counts.size > MOST_FAILURES ? inWords(' and more', '等') : '';
	const need = inWords(
		`${doubtful.length} ${doubtful.length === 1 ? 'needs' : 'need'} a review: `,
		`${doubtful.length} 张需要复核：`,
	);
	const parts = [
		inWords(`${invoices.length} read`, `已读取 ${invoices.length} 张`),
		leftOut > 0 &&
			inWords(
				`${leftOut} left out that this node has read before`,
				`另有 ${leftOut} 张此节点以前读过，未输出`,
			),
		failed > 0 && inWords(`${failed} could not be read`, `${failed} 个无法读取`),
		doubtful.length > 0 && need + named.join(inWords(', ', '、')) + more,
		invoices.length > 0 && doubtful.length === 0 && inWords('none needs a review', '均无需复核'),
	];
	return parts.filter(Boolean).join(inWords(', ', '，')) + inWords('.', '。');
}

const CHECK = 'Not read before in this run';

/**
 * Compares the invoices that occur more than once in a run. Statements that differ are all marked. Of several forms
 * (PDF, OFD, XML) that agree, the most exact one stays, names the others in `alsoIn` and takes what only they say.
 * Of other repeats, all but the most exact statement are marked.
 * @param known those that an earlier run of the node has read
 * @returns the invoices that stay, in the order of their items
 */
export function reviewInvoices(
	invoices: RunInvoice[],
	known: ReadonlySet<RunInvoice> = new Set(),
): RunInvoice[] {
	const inOrder = [...invoices].sort((one, other) => one.row - other.row);
	const dropped = new Set<RunInvoice>();
	const repeats = new Map<RunInvoice, RunInvoice>();
	const byKey = new Map<string, RunInvoice[]>();
	for (const one of inOrder) {
		if (one.key === null) continue;
		if (!byKey.has(one.key)) byKey.set(one.key, []);
		byKey.get(one.key)!.push(one);
	}
	for (const same of byKey.values()) {
		const sets = setsOfForms(same);
		for (const forms of sets) mergeForms(forms).forEach((one) => dropped.add(one));
		markDifferences(same);
		const bestOf = (forms: RunInvoice[]) => mostExact(forms.filter((one) => !dropped.has(one)));
		const first = mostExact(sets.map(bestOf));
		const others = sets.filter((forms) => !forms.includes(first)).flat();
		for (const one of others) if (!dropped.has(one)) repeats.set(one, first);
	}
	const stay = inOrder.filter((one) => !dropped.has(one));
	for (const one of stay) {
		const first = repeats.get(one);
		if (first !== undefined) mark(one, finding('sameInvoice', placeOf(first, one)));
		// without its number it may be another invoice
		if (known.has(one)) mark(one, finding(one.key === null ? 'alikeBefore' : 'readBefore'));
		for (const row of one.rows) {
			if (Array.isArray(row.json.checks)) row.json.checks.push(checkRow(one, first));
			sayReasons(row, one.options.naming);
		}
	}
	return stay;
}

/** Writes the reasons into a row, once all of the run are known. */
export function sayReasons({ json, reasons }: Row, naming: FieldNaming): void {
	const sentences = new Set(reasons.map((one) => sayFinding(one, naming)));
	json.needsReview = sentences.size > 0;
	json.reviewReasons = [...sentences].join('\n') || null;
}

/** Adds a reason to all rows of an invoice. */
function mark(invoice: RunInvoice, found: Finding): void {
	invoice.findings.push(found);
	for (const row of invoice.rows) row.reasons.push(found);
}

/** Marks each statement with a value of another one that differs; a doubtful value marks only its own rows. */
function markDifferences(same: RunInvoice[]): void {
	if (same.length < 2) return;
	for (const field of COMPARED) {
		const known = same.filter(({ record }) => record[field] !== null);
		const firsts = new Map<string, RunInvoice>();
		for (const one of known) {
			const said = `${one.isDoubtful(field)} ${meaningIn(one.record, field)}`;
			if (!firsts.has(said)) firsts.set(said, one);
		}
		const all = [...firsts.values()];
		const sure = all.filter((one) => !one.isDoubtful(field));
		for (const one of known) {
			const here = meaningIn(one.record, field);
			const other = (one.isDoubtful(field) ? [...sure, ...all] : sure).find(
				({ record }) => meaningIn(record, field) !== here,
			);
			if (other !== undefined) mark(one, difference(field, one, other));
		}
	}
}

function difference(field: FieldName, one: RunInvoice, other: RunInvoice): Finding {
	const [here, there] = [one, other].map(({ record }) => {
		const value = record[field];
		return typeof value === 'number' ? value.toFixed(2) : value;
	});
	return findingIn(field, 'differs', here, there, placeOf(other, one));
}

/** Two files count as forms of one invoice only if both have these. */
const MERGE_FIELDS: readonly FieldName[] = ['issueDate', 'totalWithTax'];

/** The forms of one invoice to drop: a more exact one that agrees with them stays. */
function mergeForms(forms: RunInvoice[]): RunInvoice[] {
	if (forms.length < 2) return [];
	const best = mostExact(forms);
	for (const field of MERGE_FIELDS) {
		const having = forms.find(({ record }) => record[field] !== null);
		const lacking = forms.filter(({ record }) => record[field] === null);
		if (having !== undefined) lacking.forEach((one) => mark(one, difference(field, one, having)));
	}
	const isWhole = ({ record }: RunInvoice) => MERGE_FIELDS.every((field) => record[field] !== null);
	const agrees = ({ record }: RunInvoice) =>
		forms.every((other) => differences(record, other.record).length === 0);
	if (!forms.every((one) => isWhole(one) && agrees(one))) return [];
	const others = forms.filter((one) => one !== best);
	complete(best, others);
	const names = others.map((one) => placeName(placeOf(one, best), best.options.naming));
	for (const { json } of best.rows) json.alsoIn = names.join('\n');
	return others;
}

/** Adds what only other forms of an invoice say, before anything is marked on it. */
function complete(best: RunInvoice, others: RunInvoice[]): void {
	const { invoice, options } = best;
	if (invoice === undefined) return;
	const whole = others.flatMap((one) => one.invoice ?? []).reduce(completed, invoice);
	const read = analyzeInvoice(whole, options, dayInChina(Date.now()));
	Object.assign(best, runInvoice(read, options, best));
}

/** The forms of an invoice; a second file of the same form begins another set, and so does each picture. */
function setsOfForms(same: RunInvoice[]): RunInvoice[][] {
	const sets: RunInvoice[][] = [];
	const counts = new Map<string, number>();
	for (const one of same) {
		// XBRL may be a file of its own, or be attached to a PDF or OFD
		const form = `${one.source} ${one.fileKind}`;
		const count = counts.get(form) ?? 0;
		counts.set(form, count + 1);
		if (one.source !== 'ocr') (sets[count] ??= []).push(one);
	}
	return [...sets, ...same.filter(({ source }) => source === 'ocr').map((one) => [one])];
}

/** The most exact form first. */
const EXACTNESS = ['xml', 'xbrl', 'ofd', 'pdf', 'ocr'];

function mostExact(invoices: RunInvoice[]): RunInvoice {
	const rank = ({ source, isStated }: RunInvoice) =>
		EXACTNESS.indexOf(source) + (isStated ? 0 : EXACTNESS.length);
	return invoices.reduce((best, one) => (rank(one) < rank(best) ? one : best));
}

/** Where the rows of `reader` find another invoice: its file and, in files of one name, its place. */
function placeOf(one: RunInvoice, reader: RunInvoice): OtherPlace {
	const { row, fileName, fileField, page } = one;
	const place = { row, fileName, fileField, page };
	if (fileName !== reader.fileName) return place;
	if (row !== reader.row) return { ...place, by: 'item' };
	return { ...place, by: fileField === reader.fileField ? 'page' : 'field' };
}

function checkRow(invoice: RunInvoice, first: RunInvoice | undefined): Record<string, unknown> {
	const { key, options } = invoice;
	if (key === null) return { name: CHECK, result: 'not checked', expected: null, found: null };
	const expected = 'no duplicate';
	if (first === undefined) return { name: CHECK, result: 'passed', expected, found: key };
	const found = placeName(placeOf(first, invoice), options.naming);
	return { name: CHECK, result: 'failed', expected, found };
}
