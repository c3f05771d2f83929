import type { IExecuteFunctions } from 'n8n-workflow';

import type { Commanded } from './taskCommand';

/**
 * Writes the start of a task to n8n's log: a node that is canceled keeps no output, and people will be
 * called.
 * @param what the task and what is known of its rows
 * @param isCanceled whether the execution was canceled meanwhile
 */
export function logStart(
	context: IExecuteFunctions,
	what: string,
	{ status }: Commanded,
	isCanceled: boolean,
): void {
	const { logger } = context;
	const name = `'${context.getNode().name}'`;
	if (status === 'accepted') logger.info(`${name}: ${what} was started`);
	if (!isCanceled) return;
	logger.warn(`${name} was canceled during the start of ${what}: ${BECAME[status]}`);
}

/** What a log line says of a start, by what became of it. */
const BECAME: Record<Commanded['status'], string> = {
	accepted: 'it was started, and its people will be called',
	unknown:
		'whether it was started is not known, and its people may be called. Look at it with Task: Get',
	refused: 'it was not started',
	notSent: 'it was not started',
};
