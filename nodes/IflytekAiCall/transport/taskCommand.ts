import type { IExecuteFunctions } from 'n8n-workflow';

import { PATHS, commandPath, type AiCallClient } from '../../shared/aiCall/client';
import { isBusy } from '../../shared/aiCall/codes';
import type { NotAccepted, Outcome } from '../../shared/aiCall/outcome';
import { idText, type CreateBody } from '../tasks/requests';
import { isDeleted, STATUS, statusOf, type PlatformRecord } from '../tasks/records';
import { reason, withRemedy, reworded } from '../words/say';
import type { TextCode } from '../words/texts';
import { queryTask } from './queries';

/**
 * Creates a task, sent once, and returns its ID (services.md, AI Call: Calls and tasks). Without an answer, or
 * without an ID in it, it is open whether the task exists; the problem then says how to find out.
 */
export async function createTask(client: AiCallClient, body: CreateBody): Promise<Outcome<string>> {
	const outcome = await client.sendOnce(PATHS.create, body);
	const { status, answer } = outcome;
	if (status === 'refused' || status === 'notSent') return outcome;
	const taskId = status === 'accepted' ? idText(outcome.value.result.task_id) : null;
	if (taskId !== null) return { status: 'accepted', value: taskId, answer };
	const problem = status === 'unknown' ? outcome.problem : reason('createdWithoutId');
	const unknown = withRemedy(problem, 'perhapsCreated', body.task_name);
	return { status: 'unknown', problem: { ...unknown, retryClass: 'never' }, answer };
}

interface Command {
	/** what the task is afterwards, in the output and in messages */
	done: 'deleted' | 'paused' | 'started';
	/** whether the task shows that the command was carried out */
	isReached: (task: PlatformRecord) => boolean;
	/** it makes the platform call people: sent again only if the task's status shows that this is safe */
	calls?: true;
	/** the code by which the platform refuses a command that was carried out before */
	alreadyDone?: string;
	/** a code that has another cause here than in requests with lines or rows, and what to do about it */
	ownCause?: { code: string; advice: TextCode };
}

export type CommandName = 'delete' | 'pause' | 'start';

export const COMMANDS: Readonly<Record<CommandName, Command>> = {
	delete: { done: 'deleted', isReached: isDeleted, alreadyDone: '3010102' },
	pause: {
		done: 'paused',
		isReached: (task) => statusOf(task) === STATUS.paused,
		ownCause: { code: '200200', advice: 'pausesOnlyStarted' },
	},
	start: {
		done: 'started',
		isReached: (task) => STATUS.started.includes(statusOf(task)),
		calls: true,
	},
};

/**
 * Sends a command to a task (services.md, AI Call: Calls and tasks). If it is not known whether the platform carried
 * it out, the task is queried: either it is done, or the command is sent again if that is safe. A command that is
 * always safe to repeat is also sent again while the platform is busy.
 */
export async function commandTask(
	client: AiCallClient,
	name: CommandName,
	taskId: string,
): Promise<Outcome<unknown>> {
	const attempts = client.attempts();
	/** the result if the command cannot be sent again: of an unanswered attempt rather than of a refused one */
	let lost: NotAccepted | undefined;
	for (;;) {
		const outcome = await client.sendOnce(commandPath(name), { task_id: taskId });
		if (outcome.status === 'accepted') return outcome;
		if (outcome.status === 'notSent' && lost !== undefined) return lost;
		const settled = await resultOfNotAccepted(client, COMMANDS[name], taskId, outcome, lost);
		if (settled !== undefined) return settled;
		// the outcome of a command without an answer stays unknown, though its repeat is refused as busy
		lost = outcome.status === 'refused' ? (lost ?? outcome) : outcome;
		// the command and the task's state decide whether to send it again, not this answer
		const { retryAfterMs } = outcome.problem;
		if (!(await attempts.wait({ retryClass: 'later', retryAfterMs }))) return lost;
	}
}

/** The result of a command that was not accepted, if need be after a query of its task; undefined to repeat it. */
async function resultOfNotAccepted(
	client: AiCallClient,
	{ calls, alreadyDone, ownCause, isReached }: Command,
	taskId: string,
	outcome: NotAccepted,
	lost: NotAccepted | undefined,
): Promise<Outcome<unknown> | undefined> {
	const { problem } = outcome;
	const isRefused = outcome.status === 'refused';
	const isBusyNow = isRefused && isBusy(problem);
	if (isBusyNow && !calls) return undefined;
	const code = problem.code ?? '';
	const refusal =
		code === ownCause?.code
			? { ...outcome, problem: withRemedy(problem, ownCause.advice) }
			: outcome;
	if (outcome.status !== 'unknown' && !isBusyNow && lost === undefined) return refusal;
	if (code === alreadyDone) return { status: 'accepted', value: outcome.answer };
	const found = await queryTask(client, taskId);
	const task = found.ok ? found.value : undefined;
	if (task !== undefined && isReached(task)) return { status: 'accepted', value: task };
	if (isBusyNow) {
		// the platform may have started the task in spite of its answer
		return { ...outcome, status: 'unknown', problem: withRemedy(problem, 'startedInSpite') };
	}
	const status = task && statusOf(task);
	const mayRepeat = !calls || status === STATUS.new || status === STATUS.paused;
	if (mayRepeat) return isRefused ? refusal : undefined;
	// the refusal of a repeat may only mean that the command without an answer was carried out
	const open = (isRefused && lost) || outcome;
	if (status !== STATUS.finished) return open;
	// a short task may be over before its start was answered: nobody can tell whether that start ran it
	const finished = reworded(open.problem, 'finishedMeanwhile');
	return { ...open, problem: { ...finished, retryClass: 'never' } };
}

/** Logs the start of `what`, a task with its rows: a canceled node keeps no output, but people will be called. */
export function logStart(
	context: IExecuteFunctions,
	what: string,
	{ status }: Outcome<unknown>,
	isCanceled: boolean,
): void {
	const { logger } = context;
	const name = `'${context.getNode().name}'`;
	if (status === 'accepted') logger.info(`${name}: ${what} was started`);
	if (!isCanceled) return;
	logger.warn(
		`${name} was canceled during the start of ${what}: ${START_OUTCOME_TEXTS[status] ?? 'it was not started'}`,
	);
}

/** What the log says about a start, by its outcome. */
const START_OUTCOME_TEXTS: Partial<Record<Outcome<unknown>['status'], string>> = {
	accepted: 'it was started, and its people will be called',
	unknown:
		'whether it was started is not known, and its people may be called. Look at it with Task: Get',
};
