import type { AiCallAnswer } from '../../shared/aiCall/answer';
import { isBusy, scopeOf } from '../../shared/aiCall/codes';
import type { Outcome } from '../../shared/aiCall/outcome';
import type { Problem } from '../../shared/problem/problem';
import { decodeAcceptedRows } from '../tasks/requests';
import type { BatchOutcome } from '../submission/outcome';
import type { Pace } from '../submission/pace';
import type { LineTime } from './lineTime';
import type { SendableRow, Target } from './row';

/** How the rows of an operation are sent. */
export interface RowSender<T extends Target> {
	/** the request of some rows of one batch, as it goes over the wire */
	request: (target: T, columns: string[], rows: string[][]) => object;
	/** sends it once; its own queries keep the pace too */
	send: (target: T, request: object, pace: Pace) => Promise<Outcome<AiCallAnswer>>;
	/** why nobody may be called now, where sending calls people; asked before every request */
	whyNotNow?: () => Problem | undefined;
	/** how much of a request may still go, where sending calls people */
	lineTime?: LineTime;
	/** what to do about rows whose outcome nobody knows */
	unknownRemedy: string;
	/** the task that a log line names */
	taskId?: (target: T) => string | undefined;
}

/** Sends rows of one group once, and reads which of them were accepted; never throws. */
export async function sendBatch<T extends Target>(
	sender: RowSender<T>,
	rows: Array<SendableRow<T>>,
	pace: Pace,
): Promise<BatchOutcome> {
	const { target, columns } = rows[0]!;
	let outcome: BatchOutcome;
	try {
		const request = sender.request(
			target,
			columns,
			rows.map(({ values }) => values),
		);
		const sent = await sender.send(target, request, pace);
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
