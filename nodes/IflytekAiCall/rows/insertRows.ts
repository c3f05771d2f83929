import type { AiCallAnswer } from '../../shared/aiCall/answer';
import type { AiCallClient } from '../../shared/aiCall/client';
import { isBusy, isAtomicRefusal } from '../../shared/aiCall/codes';
import { PATHS } from '../../shared/aiCall/endpoints';
import type { NotAccepted, Outcome } from '../../shared/aiCall/outcome';
import { statusWords, takesNumbers, type Task } from '../tasks/taskStatus';
import { queryTask } from '../transport/queries';
import type { RunSettings } from '../settings/runSettings';
import type { Pace } from '../submission/pace';
import { insertBody } from '../tasks/requests';
import { withRemedy, reworded, text } from '../words/say';
import type { Target } from './row';
import type { RowSender } from './sendRows';

/** Adds rows to tasks. @param taskOf the task of a row, once it exists */
export function insertSender<T extends Target>(
	client: AiCallClient,
	{ onRefusedBatch }: Pick<RunSettings, 'onRefusedBatch'>,
	taskOf: (target: T) => string,
): RowSender<T> {
	const inserter = new RowInserter(client, onRefusedBatch === 'narrowDown');
	return {
		request: (target, columns, rows) => insertBody(taskOf(target), columns, rows),
		send: async ({ target }, request, pace) => await inserter.insert(taskOf(target), request, pace),
		unknownRemedy: text('rowOfTaskIsOpen'),
		taskId: taskOf,
	};
}

/**
 * Sends task data once (services.md, AI Call: Calls and tasks). It is not documented that a
 * refusal takes no row, so where rows are narrowed down the task's numbers are counted before and after.
 */
export class RowInserter {
	/** the task's numbers after the last refusal: those before the next try */
	private readonly counts = new Map<string, number>();

	constructor(
		private readonly client: AiCallClient,
		private readonly narrowDown: boolean,
	) {}

	async insert(
		taskId: string,
		request: object,
		pace: Pick<Pace, 'space'>,
	): Promise<Outcome<AiCallAnswer>> {
		const before = await this.countBefore(taskId, pace);
		const outcome = await this.client.sendOnce(PATHS.insert, request);
		// without a code it is a gateway's refusal, which never reached the platform
		if (outcome.status !== 'refused' || tookNone(outcome)) return outcome;
		// wait for a busy platform before sending it anything else
		if (isBusy(outcome.problem)) return inDoubt(outcome);
		await pace.space();
		const task = await this.ask(taskId);
		const after = countOf(task);
		if (this.narrowDown && after !== undefined) this.counts.set(taskId, after);
		const inWords = explained(outcome, task);
		if (before === undefined || after === undefined) {
			return inWords.mayHaveActed ? inWords : inDoubt(inWords);
		}
		if (before === after) return inWords;
		return {
			...inWords,
			status: 'unknown',
			problem: reworded(inWords.problem, 'someTaken', before, after),
		};
	}

	private async countBefore(
		taskId: string,
		pace: Pick<Pace, 'space'>,
	): Promise<number | undefined> {
		if (!this.narrowDown) return undefined;
		const known = this.counts.get(taskId);
		this.counts.delete(taskId);
		if (known !== undefined) return known;
		const count = countOf(await this.ask(taskId));
		await pace.space();
		return count;
	}

	/** @returns undefined where the task could not be asked */
	private async ask(taskId: string): Promise<Task | undefined> {
		const found = await queryTask(this.client, taskId);
		return found.ok ? found.value : undefined;
	}
}

/** Whether a refusal surely put no row into the task. */
function tookNone({ problem: { code } }: NotAccepted): boolean {
	return code === undefined || isAtomicRefusal(code);
}

function inDoubt(outcome: NotAccepted): NotAccepted {
	return { ...outcome, mayHaveActed: true, problem: withRemedy(outcome.problem, 'compareFirst') };
}

/** Adds the task's status, which may be the reason for a refusal and has no documented code. */
function explained(outcome: NotAccepted, task: Task | undefined): NotAccepted {
	if (task === undefined || takesNumbers(task)) return outcome;
	return { ...outcome, problem: withRemedy(outcome.problem, 'taskStarted', statusWords(task)) };
}

function countOf(task: Task | undefined): number | undefined {
	const count = Number(task?.count_tel ?? NaN);
	return Number.isNaN(count) ? undefined : count;
}
