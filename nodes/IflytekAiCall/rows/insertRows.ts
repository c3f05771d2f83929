import { PATHS, type AiCallClient } from '../../shared/aiCall/client';
import { isBusy, isAtomicRefusal } from '../../shared/aiCall/codes';
import type { NotAccepted } from '../../shared/aiCall/outcome';
import { numberIn } from '../../shared/http/json';
import { statusWords, takesNumbers } from '../tasks/records';
import { queryTask } from '../transport/queries';
import type { RunSettings } from '../settings/runSettings';
import type { Pace } from '../submission/pace';
import { withRemedy, reworded, text } from '../words/say';
import type { Target } from './row';
import type { RowSender } from './sendRows';

/**
 * Adds rows to tasks: sends task data once (services.md, AI Call: Calls and tasks). It is not documented that a
 * refusal takes no row: where batches are narrowed down, the task's numbers are counted before and after.
 */
export function insertSender(
	client: AiCallClient,
	{ onRefusedBatch }: Pick<RunSettings, 'onRefusedBatch'>,
	taskId: (target: Target) => string,
): RowSender {
	const narrowsDown = onRefusedBatch === 'narrowDown';
	/** how many numbers a task had after its last refusal, and so has before its next request */
	const counts = new Map<string, number>();
	const ask = async (id: string) => {
		const found = await queryTask(client, id);
		return found.ok ? found.value : undefined;
	};
	const countBefore = async (id: string, pace: Pick<Pace, 'space'>) => {
		const known = counts.get(id) ?? null;
		counts.delete(id);
		if (!narrowsDown || known !== null) return known;
		const count = numberIn((await ask(id))?.count_tel);
		await pace.space();
		return count;
	};
	return {
		taskId,
		bodyOf: (target) => ({ task_id: taskId(target) }),
		send: async ({ target }, request, pace) => {
			const id = taskId(target);
			const before = await countBefore(id, pace);
			const outcome = await client.sendOnce(PATHS.insert, request);
			if (outcome.status !== 'refused') return outcome;
			const { code } = outcome.problem;
			// without a code it is a gateway's refusal, which never reached the platform
			if (code === undefined || isAtomicRefusal(code)) return outcome;
			// wait for a busy platform before sending it anything else
			if (isBusy(outcome.problem)) return inDoubt(outcome);
			await pace.space();
			const task = await ask(id);
			const after = numberIn(task?.count_tel);
			if (narrowsDown && after !== null) counts.set(id, after);
			// no code is documented for a task whose status takes no more numbers
			const takesNoMore = task !== undefined && !takesNumbers(task);
			const problem = takesNoMore
				? withRemedy(outcome.problem, 'taskStarted', statusWords(task))
				: outcome.problem;
			const refusal = { ...outcome, problem };
			if (before === null || after === null)
				return refusal.mayHaveActed ? refusal : inDoubt(refusal);
			if (before === after) return refusal;
			const someTaken = reworded(problem, 'someTaken', before, after);
			return { ...refusal, status: 'unknown', problem: someTaken };
		},
		unknownRemedy: text('rowOfTaskIsOpen'),
	};
}

function inDoubt(outcome: NotAccepted): NotAccepted {
	return { ...outcome, mayHaveActed: true, problem: withRemedy(outcome.problem, 'compareFirst') };
}
