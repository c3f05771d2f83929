import type {
	GenericValue,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	NodeApiError,
} from 'n8n-workflow';

import type { NotAccepted } from '../../shared/aiCall/outcome';
import { serviceError } from '../../shared/items/errors';
import { inputItems } from '../../shared/items/item';
import type { Problem } from '../../shared/problem/problem';
import { runFailure, summarize, mayHaveBeenCalled, type RowOutcome } from '../submission/outcome';
import { EMPTY_ROW, type Row, type Target } from './row';
import type { RunSettings } from '../settings/runSettings';

/** `ready`: it would be sent; `test`: accepted with the test number in place of its own. */
export type RowStatus = RowOutcome['status'] | 'ready' | 'test';

/** The fields of a row's item; never a key `error`, which would make n8n run the node again. */
export interface RowItem extends IDataObject {
	status: RowStatus;
	/** the number that is called */
	phone: string | null;
	reason: string | null;
	whatToDo: string | null;
	row: number;
	/** false only where sending the row again cannot call its number twice */
	mayHaveBeenCalled: boolean;
	taskDataId: string | null;
	taskId: string | null;
	/** the row with the same number that is sent instead of this one */
	duplicateOf: number | null;
	code: string | null;
}

/** What an operation adds to the report of its rows. */
export interface RunReport<T extends Target> {
	/** further fields of a row's item */
	more?: (row: Row<T>) => IDataObject;
	/** tasks that a failed run leaves behind, one sentence each */
	leftBehind?: string[];
	/** what else stands above the output, in sentences */
	notes?: string[];
	/** what stands there as a warning */
	warnings?: string[];
	/** what to do after a dry run, in sentences */
	dryRunAdvice?: string;
}

/**
 * The items of a run, one for each row.
 * @throws NodeApiError when the run failed (see runFailure), unless the node is set to continue: n8n
 * would show a run as successful that called nobody
 */
export function finishRun<T extends Target>(
	context: IExecuteFunctions,
	{ rows, settings }: { rows: ReadonlyArray<Row<T>>; settings: RunSettings },
	{ more, leftBehind = [], notes = [], warnings = [], dryRunAdvice }: RunReport<T> = {},
): INodeExecutionData[] {
	const described = rows.map((row) => {
		return { row, json: { ...rowItem(row, settings), ...more?.(row) } as RowItem };
	});
	const summary = summarize(
		described.map(({ row, json }) => ({
			row: row.row,
			status: json.status,
			problem: json.status === 'ready' ? undefined : problemOf(row.outcome),
		})),
	);
	const failure = runFailure(
		rows.map(({ outcome }) => outcome),
		settings.ifNobodyCalled === 'fail',
	);
	if (failure !== undefined && !settings.dryRun && !context.continueOnFail()) {
		const { what, problem } = failure;
		throw serviceError(context, {
			retryClass: 'never',
			code: problem?.code,
			httpStatus: problem?.httpStatus,
			message: [`${what}: ${summary}`, ...leftBehind].join('. '),
			remedy: problem?.remedy ?? '',
		});
	}
	addRunHint(
		context,
		settings,
		described.map(({ json }) => json),
		summary,
		dryRunAdvice,
	);
	for (const message of warnings) addHint(context, 'warning', message);
	for (const message of notes) addHint(context, 'info', message);
	return toItems(context, described, settings.includeInputFields);
}

function problemOf(outcome: RowOutcome | undefined): Problem | undefined {
	return outcome === undefined || outcome.status === 'accepted' ? undefined : outcome.problem;
}

/** Summarizes the rows above the output, unless all were simply accepted. */
function addRunHint(
	context: IExecuteFunctions,
	{ dryRun, testNumber }: RunSettings,
	items: readonly RowItem[],
	summary: string,
	dryRunAdvice = "Switch 'Dry Run' off to send the rows.",
): void {
	if (items.length === 0) return;
	if (dryRun) {
		const isAnyReady = items.some(({ status }) => status === 'ready');
		const advice = isAnyReady ? dryRunAdvice : 'A live run would send none of them.';
		addHint(context, 'info', `Dry run: nobody was called. ${summary}. ${advice}`);
	} else if (testNumber !== undefined) {
		const advice = "Empty 'Test Number' to send all rows to their own numbers.";
		addHint(context, 'info', `Test: ${summary}. ${advice}`);
	} else if (items.some(({ status }) => status !== 'accepted')) {
		addHint(context, 'warning', `${summary}.`);
	}
}

function addHint(context: IExecuteFunctions, type: 'info' | 'warning', message: string): void {
	context.addExecutionHints({ type, location: 'outputPane', message });
}

/** Whether the number of a row may have been called, for the row itself or for another one that has it. */
function mayHaveCalled({
	outcome,
	sameNumberSent = [],
}: Pick<Row, 'outcome' | 'sameNumberSent'>): boolean {
	return [{ outcome }, ...sameNumberSent].some((one) => mayHaveBeenCalled(one.outcome));
}

function rowItem<T extends Target>(row: Row<T>, settings: RunSettings): RowItem {
	const { outcome } = row;
	const base: RowItem = {
		status: 'ready',
		phone: row.phone,
		...(settings.testNumber === undefined ? {} : { inPlaceOf: row.inPlaceOf ?? null }),
		reason: null,
		whatToDo: null,
		row: row.row,
		// the calls of a test go to another number
		mayHaveBeenCalled: settings.testNumber === undefined && mayHaveCalled(row),
		taskDataId: null,
		taskId: null,
		duplicateOf: row.duplicateOf ?? null,
		code: null,
	};
	if (outcome === undefined) return base;
	const response = settings.includeResponse
		? { response: (outcome.answer ?? null) as IDataObject }
		: {};
	if (outcome.status === 'accepted') {
		const status = settings.testNumber === undefined ? 'accepted' : 'test';
		return { ...base, status, taskDataId: outcome.value, ...response };
	}
	const { message, remedy, code, httpStatus } = outcome.problem;
	return {
		...base,
		status: outcome.status,
		reason: message,
		whatToDo: remedy,
		code: code ?? null,
		...(httpStatus === undefined ? {} : { httpStatus }),
		...response,
	};
}

/** A row and the fields of its item. */
interface DescribedRow {
	row: Pick<Row, 'entry' | 'item'>;
	json: RowItem;
}

/**
 * The output items, in the order of the rows, each paired to its source; what is null for every row of
 * an output comes last. With the error output on, rows that are not accepted go there: n8n sends an item there
 * when it holds nothing but `error`, so the row's fields are in that key, those with a value. The input
 * item's own fields n8n puts beside it.
 */
function toItems(
	context: IExecuteFunctions,
	described: readonly DescribedRow[],
	includesInput: boolean,
): INodeExecutionData[] {
	const hasErrorOutput = context.getNode().onError === 'continueErrorOutput';
	const isFailed = ({ json }: DescribedRow) =>
		hasErrorOutput && !['accepted', 'ready', 'test'].includes(json.status);
	const shown = described.filter((one) => !isFailed(one));
	const keys = new Set(shown.flatMap(({ json }) => Object.keys(json)));
	const isEmpty = (key: string) => shown.every(({ json }) => (json[key] ?? null) === null);
	const empty = new Set([...keys].filter(isEmpty));
	return described.map((one) => {
		const { row, json: fields } = one;
		const pairedItem = { item: row.item.index };
		const entries = Object.entries(fields);
		if (isFailed(one)) {
			const known = Object.fromEntries(entries.filter(([, value]) => value !== null));
			const entry = includesInput ? row.entry : {};
			return { json: { error: { ...entry, message: fields.reason, ...known } }, pairedItem };
		}
		const json = Object.fromEntries([
			...(includesInput ? inputFields(row) : []),
			...entries.filter(([key]) => !empty.has(key)),
			...entries.filter(([key]) => empty.has(key)),
		]);
		return { json, pairedItem };
	});
}

/** The input fields of a row; n8n takes a field named `error` for a failure. */
function inputFields({ entry, item }: DescribedRow['row']): Array<[string, GenericValue]> {
	const fields = Object.entries(entry ?? item.input.json) as Array<[string, GenericValue]>;
	return fields.filter(([key]) => key !== 'error');
}

/** An item for each input item, as a row that was not sent because of an error. */
export function skippedItems(context: IExecuteFunctions, error: unknown): INodeExecutionData[] {
	const { message, description } = error as Partial<NodeApiError>;
	const problem: Problem = {
		message: message ?? 'Nothing was sent',
		remedy: description ?? '',
		retryClass: 'never',
	};
	const settings = { includeResponse: false } as RunSettings;
	const items = inputItems(context).map((item) => {
		const outcome: NotAccepted = { status: 'notSent', problem };
		const row: Row = { ...EMPTY_ROW, row: item.index + 1, item, outcome };
		return { row, json: rowItem(row, settings) };
	});
	// what stopped the run may be this very option: it is not resolved
	const includesInput = context.getNodeParameter('options.includeInputFields', 0, false, {
		rawExpressions: true,
	});
	return toItems(context, items, includesInput === true);
}
