import type { AiCall } from '../../shared/aiCall/client';
import type { AiCallAnswer } from '../../shared/aiCall/answer';
import type { Outcome } from '../../shared/aiCall/outcome';
import { PATHS } from '../../shared/aiCall/endpoints';
import { lookUp } from '../../shared/http/json';
import { TASK_STATUS } from '../protocol/records';
import { queryTask } from '../transport/queries';

export const INSERT_UNKNOWN_REMEDY =
	"Do not send the row again before you know: compare the task's count of numbers (Task: Get, countTel) with what you sent.";

/** Codes that say by themselves what is wrong. */
const STATE_CODES = ['10001', '10002', '10003', '10004', '200202', '200203', '3010101', '3010102'];
/** Codes of a request that cannot have reached a task that takes rows. */
const TOOK_NONE_CODES = ['10001', '10002', '10003', '200202', '3010101', '3010102'];
const COMPARE_FIRST =
	"That a refused batch put none of its rows into the task is not documented: before you send them again, compare the task's count of numbers (Task: Get, countTel) with what you sent.";
const NEW = '0';

/**
 * Sends task data once (spec: AI call, 5). The spec does not say that a refusal takes no row, so where
 * it matters the number of rows in the task is compared before and after.
 */
export function inserter(service: AiCall) {
	/** the task's numbers after the last refusal: those before the next try */
	const counts = new Map<string, number | undefined>();
	return async (
		taskId: string,
		request: object,
		isNarrowing: boolean,
	): Promise<Outcome<AiCallAnswer> & { tookNone?: boolean }> => {
		if (!isNarrowing) {
			return doubted(await explained(service, taskId, await service.once(PATHS.insert, request)));
		}
		const before = counts.get(taskId) ?? (await countNumbers(service, taskId));
		counts.delete(taskId);
		const exchange = await explained(service, taskId, await service.once(PATHS.insert, request));
		if (exchange.status !== 'refused') return exchange;
		const after = await countNumbers(service, taskId);
		counts.set(taskId, after);
		if (before === undefined || after === undefined) {
			return { ...doubted(exchange), tookNone: false };
		}
		if (before === after) return { ...exchange, tookNone: true };
		return {
			status: 'unknown',
			problem: {
				...exchange.problem,
				message: `The platform refused the batch, but the task went from ${before} to ${after} numbers: ${exchange.problem.message}`,
			},
		};
	};
}

/** Nobody has counted: what the user has to do before the rows are sent again. */
function doubted(exchange: Outcome<AiCallAnswer>): Outcome<AiCallAnswer> {
	if (exchange.status !== 'refused') return exchange;
	const { code } = exchange.problem;
	if (code === undefined || TOOK_NONE_CODES.includes(code)) return exchange;
	return {
		...exchange,
		problem: {
			...exchange.problem,
			remedy: `${exchange.problem.remedy} ${COMPARE_FIRST}`,
		},
	};
}

/** A refusal may be about the state of the task, for which the spec names no code: the task tells. */
async function explained(
	service: AiCall,
	taskId: string,
	exchange: Outcome<AiCallAnswer>,
): Promise<Outcome<AiCallAnswer>> {
	if (exchange.status !== 'refused' || STATE_CODES.includes(exchange.problem.code ?? '')) {
		return exchange;
	}
	const found = await queryTask(service, taskId);
	const status = String((found.ok ? found.value?.status : undefined) ?? NEW);
	if (status === NEW) return exchange;
	return {
		...exchange,
		problem: {
			...exchange.problem,
			remedy: `The task is ${lookUp(TASK_STATUS, status) ?? `in state ${status}`}: once it has been started, a task takes no more numbers. Create a new task for them. ${exchange.problem.remedy}`,
		},
	};
}

async function countNumbers(service: AiCall, taskId: string): Promise<number | undefined> {
	const found = await queryTask(service, taskId);
	const count = found.ok ? Number(found.value?.count_tel ?? NaN) : NaN;
	return Number.isNaN(count) ? undefined : count;
}
