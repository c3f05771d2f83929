import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';

import { inputError, serviceError } from '../../shared/items/errors';
import { columnLookup } from '../rows/targets';
import { openForEditor } from './listSearch';

/**
 * The columns of the chosen script as fields, the phone number first (services.md, AI Call: Configuration); without
 * one a notice.
 */
export async function getColumns(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const chosen = (name: string) =>
		String(this.getCurrentNodeParameter(name, { extractValue: true }) ?? '').trim();
	const isAdding = this.getCurrentNodeParameter('operation') === 'addNumbers';
	const [scriptId, taskId] = [chosen('script'), isAdding ? chosen('task') : ''];
	if (scriptId === '' && taskId === '') {
		const what = isAdding ? 'task: the columns of its script' : 'script: its columns';
		const emptyFieldsNotice = `Choose the ${what} appear here, the phone number first.`;
		return { fields: [], emptyFieldsNotice };
	}
	const client = await openForEditor(this);
	const names = { taskId, ...(scriptId !== '' && { scriptId }) };
	const answer = await columnLookup(client)(names);
	if (!answer.ok) throw serviceError(this, answer.problem);
	const found = answer.value;
	if (!found.ok) {
		const remedy =
			scriptId === '' ? "Pick the task's script in 'Call Script'." : 'Pick a script from the list.';
		throw inputError(this, found.problem.message, remedy);
	}
	return {
		fields: found.value.map((column, index) => ({
			id: column,
			displayName: index === 0 ? `${column} (Phone)` : column,
			type: 'string',
			required: true,
			defaultMatch: false,
			canBeUsedToMatch: false,
			display: true,
		})),
	};
}
