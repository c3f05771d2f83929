import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';

import type { AiCallClient } from '../../shared/aiCall/client';
import { inputError, serviceError } from '../../shared/items/errors';
import { findColumns, findScript } from '../rows/targets';
import { openForEditor } from './listSearch';

/** The columns of the chosen script as fields, the phone number first (services.md, AI Call: Configuration). */
export async function getColumns(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const client = await openForEditor(this);
	const scriptId = await chosenScript(this, client);
	const answer = await findColumns(client, scriptId);
	if (!answer.ok) throw serviceError(this, answer.problem);
	const found = answer.value;
	if (!found.ok) {
		throw inputError(this, found.problem.message, 'Pick a script from the list.');
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

async function chosenScript(context: ILoadOptionsFunctions, client: AiCallClient): Promise<string> {
	const chosen = (name: string) =>
		String(context.getCurrentNodeParameter(name, { extractValue: true }) ?? '').trim();
	const scriptId = chosen('script');
	if (scriptId !== '') return scriptId;
	const isAdding = context.getCurrentNodeParameter('operation') === 'addNumbers';
	const taskId = isAdding ? chosen('task') : '';
	if (taskId === '') {
		throw inputError(
			context,
			isAdding
				? "Neither 'Task' nor 'Call Script' is chosen yet"
				: "'Call Script' is not chosen yet",
			'Pick one from the list: its columns appear here.',
		);
	}
	const answer = await findScript(client, taskId);
	if (!answer.ok) throw serviceError(context, answer.problem);
	const found = answer.value;
	if (!found.ok) {
		const remedy = "Pick the task's script in 'Call Script'.";
		throw inputError(context, found.problem.message, remedy);
	}
	return found.value;
}
