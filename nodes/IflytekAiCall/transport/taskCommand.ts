import type { AiCall } from '../../shared/aiCall/client';
import { PATHS } from '../../shared/aiCall/endpoints';
import type { NotAccepted, Outcome } from '../../shared/aiCall/outcome';
import { queryTask } from './queries';

type Task = Record<string, unknown>;

interface Command {
	path: string;
	/** whether the task is where the command brings it */
	reached: (task: Task) => boolean;
	/** whether the command may be sent again; only what the task itself says makes a start safe */
	again: (task: Task | undefined) => boolean;
}

const NEW = 0;
const STARTED = 1;
const RUNNING = 2;
/** between two rounds or outside working hours: started, on the sister brand */
const RESTING = [5, 6];
const PAUSED = 3;
const FINISHED = 4;

const COMMANDS = {
	start: {
		path: PATHS.start,
		reached: (task) => [STARTED, RUNNING, ...RESTING].includes(Number(task.status)),
		again: (task) => task !== undefined && [NEW, PAUSED].includes(Number(task.status)),
	},
	pause: {
		path: PATHS.pause,
		reached: (task) => Number(task.status) === PAUSED,
		again: () => true,
	},
	delete: {
		path: PATHS.delete,
		reached: (task) => Number(task.deleted) === 1,
		again: () => true,
	},
} satisfies Record<string, Command>;

/**
 * What became of a command. Its value is by what the platform says that it is carried out: its answer, or
 * where none came the task itself.
 */
export type Commanded = Outcome<Record<string, unknown>>;

const ALREADY_DELETED = '3010102';

/**
 * Starts, pauses or deletes a task (docs/services.md, AI Call: Calls and tasks). When it is not known whether the platform
 * did it, the task tells: either it is done, or the command is sent again where that is safe.
 */
export async function commandTask(
	service: AiCall,
	name: keyof typeof COMMANDS,
	taskId: string,
): Promise<Commanded> {
	const command: Command = COMMANDS[name];
	const attempts = service.attempts();
	for (let isRepeated = false; ; isRepeated = true) {
		const exchange = await service.once(command.path, { task_id: taskId });
		const isOpen = exchange.status === 'unknown' || (exchange.status === 'refused' && isRepeated);
		if (!isOpen) return exchange.status === 'accepted' ? done(exchange.answer) : exchange;

		if (name === 'delete' && exchange.problem.code === ALREADY_DELETED) {
			return done(exchange.status === 'refused' ? exchange.answer : undefined);
		}
		const found = await queryTask(service, taskId);
		const task = found.ok ? found.value : undefined;
		if (task !== undefined && command.reached(task)) return done(task);
		if (exchange.status === 'refused') return exchange;
		if (name === 'start' && Number(task?.status) === FINISHED) return finishedMeanwhile(exchange);
		if (!command.again(task)) return exchange;
		// whether to send it again is what the task said, not what the lost answer was
		const { retryAfterMs } = exchange.problem;
		if (!(await attempts.wait({ retryClass: 'later', retryAfterMs }))) return exchange;
	}
}

/** A short task may be over before its start was answered: nobody can tell whether that start ran it. */
function finishedMeanwhile(exchange: NotAccepted): NotAccepted {
	return {
		...exchange,
		problem: {
			...exchange.problem,
			message: 'The answer to the start was lost, and the task is finished now',
			remedy: `It may have been started and worked off, or was finished before. Look at its counts with Task: Get; a finished task calls nobody any more. The start itself: ${exchange.problem.message}.`,
			retryClass: 'never',
		},
	};
}

function done(told: Record<string, unknown> = {}): Commanded {
	return { status: 'accepted', value: told };
}
