import { PATHS, type AiCallClient } from '../../shared/aiCall/client';
import { isBusy, isAtomicRefusal } from '../../shared/aiCall/codes';
import type { NotAccepted } from '../../shared/aiCall/outcome';
import { numberIn } from '../../shared/http/json';
import { statusWords, takesNumbers, type PlatformRecord } from '../tasks/records';
import { queryTask } from '../transport/queries';
import type { RunSettings } from '../settings/runSettings';
import type { Pace } from '../submission/pace';
import { withRemedy, reworded, text } from '../words/say';
import type { Target } from './row';
import type { RowSender } from './sendRows';

/**
 * Adds rows to tasks: sends task data once (services.md, AI Call: Calls and tasks). It is not documented that a
 * refusal takes no row, so where rows are narrowed down the task's numbers are counted before and after.
 * @param taskOf the task of a row, once it exists
 */
export function insertSender<T extends Target>(
	client: AiCallClient,
	{ onRefusedBatch }: Pick<RunSettings, 'onRefusedBatch'>,
	taskOf: (target: T) => string,
): RowSender<T> {
	const narrowsDown = onRefusedBatch === 'narrowDown';
	/** the tasks' numbers after the last refusal: those before the next try */
	const counts = new Map<string, number>();
	/** undefined where the task could not be asked */
	const ask = async (taskId: string): Promise<PlatformRecord | undefined> => {
		const found = await queryTask(client, taskId);
		return found.ok ? found.value : undefined;
	};
	const countBefore = async (taskId: string, pace: Pick<Pace, 'space'>) => {
		const known = counts.get(taskId) ?? null;
		counts.delete(taskId);
		if (!narrowsDown || known !== null) return known;
		const count = numberIn((await ask(taskId))?.count_tel);
		await pace.space();
		return count;
	};
	return {
		request: (target, call_column, call_list) => ({
			task_id: taskOf(target),
			call_column,
			call_list,
		}),
		send: async ({ target }, request, pace) => {
			const taskId = taskOf(target);
			const before = await countBefore(taskId, pace);
			const outcome = await client.sendOnce(PATHS.insert, request);
			if (outcome.status !== 'refused') return outcome;
			const { code } = outcome.problem;
			// without a code it is a gateway's refusal, which never reached the platform
			if (code === undefined || isAtomicRefusal(code)) return outcome;
			// wait for a busy platform before sending it anything else
			if (isBusy(outcome.problem)) return inDoubt(outcome);
			await pace.space();
			const task = await ask(taskId);
			const after = numberIn(task?.count_tel);
			if (narrowsDown && after !== null) counts.set(taskId, after);
			// its status may be the reason, and has no documented code
			const takesNoMore = task !== undefined && !takesNumbers(task);
			const refusal = takesNoMore
				? { ...outcome, problem: withRemedy(outcome.problem, 'taskStarted', statusWords(task)) }
				: outcome;
			if (before === null || after === null)
				return refusal.mayHaveActed ? refusal : inDoubt(refusal);
			if (before === after) return refusal;
			const problem = reworded(refusal.problem, 'someTaken', before, after);
			return { ...refusal, status: 'unknown', problem };
		},
		unknownRemedy: text('rowOfTaskIsOpen'),
		taskId: taskOf,
	};
}

function inDoubt(outcome: NotAccepted): NotAccepted {
	return { ...outcome, mayHaveActed: true, problem: withRemedy(outcome.problem, 'compareFirst') };
}
