import type { AiCallAnswer } from '../../shared/aiCall/answer';
import type { AiCall } from '../../shared/aiCall/client';
import { isBusy, takesNone } from '../../shared/aiCall/codes';
import { PATHS } from '../../shared/aiCall/endpoints';
import type { NotAccepted, Outcome } from '../../shared/aiCall/outcome';
import { lookUp } from '../../shared/http/json';
import { TASK_STATUS, takesNumbers, type Task } from '../protocol/taskStatus';
import { queryTask } from '../transport/queries';

export const INSERT_UNKNOWN_REMEDY =
	"Do not send the row again before you know: compare the task's count of numbers (Task: Get, countTel) with what you sent.";

const COMPARE_FIRST =
	"That a refused batch put none of its rows into the task is not documented: before you send them again, compare the task's count of numbers (Task: Get, countTel) with what you sent.";

/**
 * Sends task data once (docs/services.md, AI Call: Calls and tasks). It is not documented that a
 * refusal takes no row, so where rows are narrowed down the task's numbers are counted before and after.
 */
export function rowInserter(service: AiCall, narrowDown: boolean) {
	/** the task's numbers after the last refusal: those before the next try */
	const counts = new Map<string, number>();
	/** undefined where the task could not be asked */
	const ask = async (taskId: string): Promise<Task | undefined> => {
		const found = await queryTask(service, taskId);
		return found.ok ? found.value : undefined;
	};
	return async (
		taskId: string,
		request: object,
		space: () => Promise<void>,
	): Promise<Outcome<AiCallAnswer>> => {
		let before = narrowDown ? counts.get(taskId) : undefined;
		if (narrowDown && before === undefined) {
			before = countOf(await ask(taskId));
			await space();
		}
		counts.delete(taskId);
		const outcome = await service.sendOnce(PATHS.insert, request);
		// without a code it is a gateway's refusal, which never reached the platform
		if (outcome.status !== 'refused' || tookNone(outcome)) return outcome;
		// no further request to a busy platform before it was waited for
		if (isBusy(outcome.problem)) return inDoubt(outcome);
		await space();
		const task = await ask(taskId);
		const after = countOf(task);
		if (narrowDown && after !== undefined) counts.set(taskId, after);
		const told = explained(outcome, task);
		if (before === undefined || after === undefined)
			return told.mayHaveActed ? told : inDoubt(told);
		if (before === after) return told;
		return {
			...told,
			status: 'unknown',
			problem: {
				...told.problem,
				message: `The platform refused the batch, but the task went from ${before} to ${after} numbers: ${outcome.problem.message}`,
			},
		};
	};
}

/** Whether a refusal surely put no row into the task. */
function tookNone({ problem: { code } }: NotAccepted): boolean {
	return code === undefined || takesNone(code);
}

function inDoubt(outcome: NotAccepted): NotAccepted {
	const { problem } = outcome;
	return {
		...outcome,
		mayHaveActed: true,
		problem: { ...problem, remedy: `${problem.remedy} ${COMPARE_FIRST}` },
	};
}

/** Adds the task's status, which may be the reason for a refusal and has no documented code. */
function explained(outcome: NotAccepted, task: Task | undefined): NotAccepted {
	if (task === undefined || takesNumbers(task)) return outcome;
	const status = String(task.status);
	const { problem } = outcome;
	return {
		...outcome,
		problem: {
			...problem,
			remedy: `The task is ${lookUp(TASK_STATUS, status) ?? `in state ${status}`}: once it has been started, a task takes no more numbers. Create a new task for them. ${problem.remedy}`,
		},
	};
}

function countOf(task: Task | undefined): number | undefined {
	const count = Number(task?.count_tel ?? NaN);
	return Number.isNaN(count) ? undefined : count;
}
