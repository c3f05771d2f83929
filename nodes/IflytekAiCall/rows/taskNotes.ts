import type { AiCall } from '../../shared/aiCall/client';
import { isAnyTime, type CallingHours } from '../protocol/callingHours';
import { workingHours } from '../protocol/taskHours';
import { queryTask } from '../transport/queries';

/**
 * Looks up the tasks that get numbers, which calls nobody, and tells of those whose own working hours
 * leave the calling hours: started, they would call people then.
 * @returns a note for each such task, in sentences
 */
export async function taskNotes(
	service: AiCall,
	taskIds: Iterable<string>,
	hours: CallingHours,
): Promise<Map<string, string>> {
	const notes = new Map<string, string>();
	if (isAnyTime(hours)) return notes;
	for (const taskId of taskIds) {
		const found = await queryTask(service, taskId);
		if (!found.ok) {
			notes.set(taskId, `Its working hours could not be looked up: ${found.problem.message}.`);
			continue;
		}
		// a task that is not there refuses the rows by itself
		const checked = found.value && workingHours(found.value, hours);
		if (checked?.ok !== false) continue;
		notes.set(
			taskId,
			`${checked.problem.message}. Task: Start refuses it. ${checked.problem.remedy}`,
		);
	}
	return notes;
}
