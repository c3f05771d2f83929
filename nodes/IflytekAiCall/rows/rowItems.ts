import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { NotAccepted } from '../../shared/aiCall/outcome';
import { withInputFields } from '../../shared/items/engine';
import { problemOf, serviceError } from '../../shared/items/errors';
import { inputItems, rawParameter } from '../../shared/items/item';
import { MOST_KEYS } from '../../shared/items/keyStore';
import { readLanguage, wordsIn, type Value, type Wording } from '../../shared/problem/language';
import type { Problem } from '../../shared/problem/problem';
import type { RunSettings } from '../settings/runSettings';
import { joined, messageOf, reworded, text } from '../words/say';
import { mayHaveBeenCalled, NOT_SETTLED, rowNumbers, type RowOutcome } from '../submission/outcome';
import { grouped } from '../submission/submitRows';
import { isSendable, numberKey, type Row, type RowPlan, type RowResults } from './row';

/** The status of a row's item: `ready` in a dry run, `test` accepted with the test number in place of its own. */
export type RowStatus = RowOutcome['status'] | 'ready' | 'test';

/** The words for each status, in the order of a summary. */
export const STATUS_WORDS: Record<RowStatus, Wording> = {
	accepted: { english: 'accepted', chinese: '已受理' },
	ready: { english: 'ready', chinese: '可以发送' },
	test: { english: 'accepted for the test number', chinese: '已受理（测试号码）' },
	refused: { english: 'refused', chinese: '被拒绝' },
	unknown: { english: 'not known', chinese: '结果不明' },
	notSent: { english: 'not sent', chinese: '未发送' },
};

export interface ReportedRow {
	of: Row;
	status: RowStatus;
	/** missing for a row that is ready in a dry run */
	outcome?: RowOutcome;
	/** whether its number may have been called, for this row or another one */
	isOpen: boolean;
}

const MOST_REASONS = 3;
const SEMICOLON: Wording = { english: '; ', chinese: '；' };
const PERIOD: Wording = { english: '. ', chinese: '。' };

/** A run's outcome in one sentence, without phone numbers: logs and execution lists have many readers. */
export function summarize(rows: readonly ReportedRow[]): Wording {
	const counts = (Object.keys(STATUS_WORDS) as RowStatus[]).flatMap((status) => {
		const members = rows.filter((row) => row.status === status);
		if (members.length === 0) return [];
		const reasons = [...byReason(members).values()].map((same) =>
			text('rowsSay', rowNumbers(same.map(({ of }) => of.row)), messageOf(same[0].problem)),
		);
		const more = reasons.splice(MOST_REASONS).length;
		if (more > 0) reasons.push(text('andMore', more));
		const why = reasons.length === 0 ? '' : text('because', joined(reasons, SEMICOLON));
		return [text('countOf', members.length, STATUS_WORDS[status], why)];
	});
	return joined(counts, { english: ', ', chinese: '，' });
}

function byReason(rows: readonly ReportedRow[]) {
	const failed = rows.flatMap(({ of, outcome }) =>
		outcome?.problem ? [{ of, problem: outcome.problem }] : [],
	);
	return grouped(failed, ({ problem }) => problem.message);
}

/**
 * Why a run that called nobody failed, with the remedy for most of its rows; undefined if a row may have been taken.
 * Rows that were held back on purpose never fail a run, unless the calling hours held back every row that could
 * have been sent: such a run would look finished.
 * @param summary what became of the rows, and what the run leaves behind
 */
export function runFailure(rows: readonly ReportedRow[], summary: Value): Problem | undefined {
	if (rows.some(({ isOpen }) => isOpen)) return undefined;
	const failed = rows.filter(({ outcome }) => !outcome?.heldBack);
	const byTheClock = rows.filter(({ outcome }) => outcome?.problem?.outsideHours);
	const causes = [...byReason([...failed, ...byTheClock]).values()];
	const [most] = causes.sort((one, other) => other.length - one.length);
	if (most === undefined) return undefined;
	return reworded(most[0].problem, failed.length > 0 ? 'noneAccepted' : 'nobodyCalled', summary);
}

/** The rows of a run, once they were sent or shown, and what its operation adds to their report. */
export interface RunReport {
	rows: readonly Row[];
	/** missing in a dry run */
	results?: RowResults;
	/** in a dry run: further fields of the items of rows that would be sent */
	dryRunFields?: ReadonlyMap<Row, IDataObject>;
	/** further fields of every row's item */
	more?: (row: Row) => IDataObject;
	/** tasks that a failed run leaves behind, one sentence each without its period */
	leftBehind?: Wording[];
	/** further sentences above the output, as information */
	notes?: Wording[];
	/** the same, as warnings, which come first */
	warnings?: Wording[];
	/** until when calls wait, a sentence with a space before it */
	whenCallsBegin?: Value;
	/** what to do after a dry run, in sentences */
	dryRunAdvice?: Wording;
}

/** An item for each row of a run. @throws NodeApiError on a `runFailure`, unless the node is set to continue */
export function finishRun(
	{ context, settings, state }: Pick<RowPlan, 'context' | 'settings' | 'state'>,
	report: RunReport,
): INodeExecutionData[] {
	const { rows, results, leftBehind = [], notes = [], warnings = [], more, dryRunFields } = report;
	const { mode, language } = settings;
	const reported = reportRows(rows, results, settings);
	// counted when the rows were taken on, but certainly not sent
	const stayed = reported.filter(({ of, isOpen }) => isSendable(of) && !isOpen);
	if (mode === 'live') state.rows -= stayed.length;
	const summary = summarize(reported);
	const failure = results && runFailure(reported, joined([summary, ...leftBehind], PERIOD));
	if (failure !== undefined && !context.continueOnFail()) {
		throw reported[0]!.of.item.inLanguage(serviceError(context, failure));
	}
	const hint = (type: 'info' | 'warning', message: Wording) =>
		context.addExecutionHints({ type, location: 'outputPane', message: message[language] });
	const isSmooth =
		mode === 'live'
			? reported.every(({ status }) => status === 'accepted')
			: reported.some(({ status }) => ['ready', 'test'].includes(status));
	const advice = isSmooth ? (report.dryRunAdvice ?? text('chooseLive')) : text('sendsNone');
	const did = {
		dryRun: text('dryRunDid', summary, advice),
		testCall: text('testDid', summary, report.whenCallsBegin ?? ''),
		live: text('liveDid', summary, report.whenCallsBegin ?? ''),
	};
	for (const message of warnings) hint('warning', message);
	const isFine = isSmooth && warnings.length === 0;
	if (reported.length > 0) hint(isFine ? 'info' : 'warning', did[mode]);
	if (state.rows > MOST_KEYS) hint('warning', text('keysForgotten', MOST_KEYS, state.rows));
	for (const message of notes) hint('info', message);
	const furtherFields = (of: Row) => ({ ...more?.(of), ...dryRunFields?.get(of) });
	return toItems(context, reported, settings, furtherFields);
}

function reportRows(
	rows: readonly Row[],
	results: RowResults | undefined,
	{ mode, duplicateRule }: Pick<RunSettings, 'duplicateRule' | 'mode'>,
): ReportedRow[] {
	const reported = rows.map((of): ReportedRow => {
		const byDefault = isSendable(of) ? results && NOT_SETTLED : of.outcome;
		const outcome = results?.get(of) ?? byDefault;
		const isTest = mode === 'testCall' && outcome?.status === 'accepted';
		const status = isTest ? 'test' : (outcome?.status ?? 'ready');
		return { of, status, outcome, isOpen: outcome !== undefined && mayHaveBeenCalled(outcome) };
	});
	if (duplicateRule === 'sendAll') return reported;
	// sending a row again is not safe either if another one with its number may have been taken
	const called = new Set(reported.filter(({ isOpen }) => isOpen).map(({ of }) => numberKey(of)));
	called.delete(undefined);
	return reported.map((one) => ({ ...one, isOpen: one.isOpen || called.has(numberKey(one.of)) }));
}

/** The fields of a row's item; never a key `error`, which would make n8n run the node again. */
function rowItem(
	{ of, status, outcome, isOpen }: ReportedRow,
	{ mode, language }: Pick<RunSettings, 'language' | 'mode'>,
): IDataObject {
	const problem = outcome?.problem;
	const isTest = mode === 'testCall';
	const words = problem && wordsIn(problem, language);
	return {
		status,
		phone: of.phone,
		...(isTest && { inPlaceOf: (isSendable(of) && of.inPlaceOf) || null }),
		reason: words?.message ?? null,
		whatToDo: words?.remedy || null,
		row: of.row,
		/** false only if sending the row again cannot call its number twice; a test calls another number */
		mayHaveBeenCalled: !isTest && isOpen,
		taskDataId: outcome?.status === 'accepted' ? outcome.value : null,
		taskId: null,
		duplicateOf: outcome?.duplicateOf ?? null,
		code: problem?.code ?? null,
		httpStatus: problem?.httpStatus ?? null,
		response: (problem && (outcome?.answer as IDataObject)) ?? null,
		/** in a dry run `dryRunFields` fills these in for rows that would be sent */
		...(mode === 'dryRun' && { batch: null, batchRows: null, values: null, request: null }),
	};
}

function toItems(
	context: IExecuteFunctions,
	rows: readonly ReportedRow[],
	settings: Pick<RunSettings, 'includeInputFields' | 'language' | 'mode'>,
	more?: (of: Row) => IDataObject,
): INodeExecutionData[] {
	const hasErrorOutput = context.getNode().onError === 'continueErrorOutput';
	const table = rows.map((row): IDataObject => ({ ...rowItem(row, settings), ...more?.(row.of) }));
	// the same for all rows, in one order: a CSV file is appended by position
	const columns = [...new Set(table.flatMap(Object.keys))];
	return rows.map(({ of: { item, entry }, status }, at) => {
		const isError = hasErrorOutput && !['accepted', 'ready', 'test'].includes(status);
		const given = () => entry ?? (isError ? {} : item.input.json);
		const input = settings.includeInputFields ? given() : {};
		const json = Object.fromEntries(columns.map((name) => [name, table[at]![name] ?? null]));
		const pairedItem = { item: item.index };
		if (!isError) return { json: withInputFields(input, json), pairedItem };
		// n8n sends an item to the error output when it has nothing but `error`, and puts the input's fields beside it
		const fields = withInputFields(input, { message: json.reason, ...json });
		const known = Object.entries(fields).filter(([, value]) => value !== null);
		return { json: { error: Object.fromEntries(known) }, pairedItem };
	});
}

/** An item for each input item, as a row not sent because of an error; before a retry it may have been sent. */
export function skippedItems(context: IExecuteFunctions, error: unknown): INodeExecutionData[] {
	const outcome: NotAccepted = { status: 'notSent', problem: problemOf(error) };
	const isOpen = context.getMode() === 'retry';
	const rows = inputItems(context).map((item): ReportedRow => {
		const of: Row = { state: 'held', row: item.index + 1, item, phone: null, outcome };
		return { of, status: 'notSent', outcome, isOpen };
	});
	// not resolved: an expression in one of these options may be what stopped the run
	const options = rawParameter(context, 'options', 0, {}) as IDataObject;
	return toItems(context, rows, {
		mode: 'live',
		language: readLanguage(options),
		includeInputFields: options.includeInputFields === true,
	});
}
