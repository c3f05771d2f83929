import type { AiCallAnswer } from '../../shared/aiCall/answer';
import { isBusy, scopeOf } from '../../shared/aiCall/codes';
import type { Outcome } from '../../shared/aiCall/outcome';
import type { Problem } from '../../shared/items/problem';
import { decodeAcceptedRows } from '../protocol/requests';
import type { BatchOutcome } from '../protocol/submission/outcome';
import type { SendableRow, Target } from './row';
import type { RunReport } from './rowItems';

/** How the rows of an operation are sent. */
export interface RowSender<T extends Target> extends RunReport<T> {
	/** the request of some rows of one batch, as it goes over the wire */
	request: (target: T, columns: string[], rows: string[][]) => object;
	/** sends it once; `space` waits as long as its own queries have to be apart from it */
	send: (target: T, request: object, space: () => Promise<void>) => Promise<Outcome<AiCallAnswer>>;
	/** why nobody may be called now, where sending calls people; asked before every request */
	whyNotNow?: () => Problem | undefined;
	/** what to do about rows whose outcome nobody knows */
	unknownRemedy: string;
	/** the task that a log line names */
	taskId?: (target: T) => string | undefined;
}

/** Sends rows of one group once, and reads which of them were accepted; never throws. */
export async function sendBatch<T extends Target>(
	sender: RowSender<T>,
	rows: Array<SendableRow<T>>,
	space: () => Promise<void>,
): Promise<BatchOutcome> {
	const { target, columns } = rows[0]!;
	let outcome: BatchOutcome;
	try {
		const request = sender.request(
			target,
			columns,
			rows.map(({ values }) => values),
		);
		const sent = await sender.send(target, request, space);
		outcome = sent.status === 'accepted' ? acceptedRows(sent, rows.length) : sent;
	} catch (error) {
		outcome = { status: 'unknown', problem: unexpected(error) };
	}
	if (outcome.status === 'unknown') {
		const { problem } = outcome;
		return {
			...outcome,
			problem: { ...problem, remedy: `${sender.unknownRemedy}${quotedWords(problem)}` },
		};
	}
	if (outcome.status !== 'refused') return outcome;
	const { problem } = outcome;
	const isUndocumented =
		outcome.mayHaveActed && problem.code !== undefined && !scopeOf(problem.code);
	if (!isBusy(problem) && !isUndocumented) return outcome;
	const more = isUndocumented ? ` ${problem.remedy}` : quotedWords(problem);
	const remedy = `The platform may still have accepted the rows. ${sender.unknownRemedy}${more}`;
	return { ...outcome, mayHaveActed: true, problem: { ...problem, remedy } };
}

/** The platform's message, for a remedy that replaces the code's. */
function quotedWords({ words }: Problem): string {
	return words ? ` The platform's own words: "${words}".` : '';
}

function acceptedRows(
	{ value, answer }: Extract<Outcome<AiCallAnswer>, { status: 'accepted' }>,
	rowCount: number,
): BatchOutcome {
	const ids = decodeAcceptedRows(value, rowCount);
	return ids.ok
		? { status: 'accepted', value: ids.value, answer }
		: { status: 'unknown', problem: ids.problem, answer, contradictory: true };
}

function unexpected(error: unknown): Problem {
	return {
		message: `It is not known whether the request reached the AI Call platform: ${String((error as Error).message ?? error)}`,
		remedy: '',
		retryClass: 'never',
	};
}
