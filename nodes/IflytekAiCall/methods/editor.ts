import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeType,
	ResourceMapperFields,
} from 'n8n-workflow';

import { openAiCallClient, queryConfiguration } from '../../shared/aiCall/client';
import { problemError, serviceError } from '../../shared/items/errors';
import { columnLookup } from '../rows/targets';
import { describeRecord, hasExpired, IN_USE, isDeleted, RELEASED } from '../tasks/records';
import { LARGEST_PAGE, queryTasks } from '../transport/queries';

/** Searches a list for the editor, as n8n calls it. */
type Search = NonNullable<NonNullable<INodeType['methods']>['listSearch']>[string];

/** Voices that every application has (services.md, AI Call: Configuration). */
const COMMON_VOICES = new Map([
	['65580', 'female'],
	['62140', 'female'],
	['60020', 'female'],
	['60030', 'male'],
	['65660', 'male'],
	['60130', 'female'],
	['65600', 'female'],
]);

/** All scripts that are not deleted, with the status of those that are not released. */
export const searchScripts: Search = async function (filter) {
	const scripts = (await configured(this, 'scripts'))
		.filter((script) => !isDeleted(script))
		.map((script) => {
			const { robotId, robotName, statusText } = describeRecord('scripts', script);
			const isReleased = String(script.status) === RELEASED;
			return entry(robotName || robotId, robotId, [!isReleased && (statusText ?? 'not released')]);
		});
	return { results: matching(scripts, filter) };
};

export const searchLines: Search = async function (filter) {
	const lines = (await configured(this, 'lines')).map((line) => {
		const { concurrents } = describeRecord('lines', line);
		return entry(line.line_num, line.line_num, [
			concurrents !== null && `${String(concurrents)} calls at once`,
			String(line.status) === IN_USE && 'in use',
			hasExpired(line) && 'expired',
		]);
	});
	return { results: matching(lines, filter) };
};

/** The lines for 'Additional Line Names or IDs'. */
export async function getLines(this: ILoadOptionsFunctions): Promise<INodeListSearchItems[]> {
	return (await searchLines.call(this)).results;
}

/** The application's voices and the common ones; the latter also when the query fails. */
export const searchVoices: Search = async function (filter) {
	const voices = new Map<string, INodeListSearchItems>();
	for (const [code, kind] of COMMON_VOICES) voices.set(code, entry(code, code, [kind]));
	for (const voice of await configured(this, 'voices').catch(() => [])) {
		const code = String(voice.voice_code ?? '');
		const kind = COMMON_VOICES.get(code) ?? false;
		voices.set(code, entry(voice.voice_name || code, code, [code, kind]));
	}
	return { results: matching([...voices.values()], filter) };
};

/** Tasks that are not deleted, newest first, searched by the platform, page by page. */
export const searchTasks: Search = async function (filter, paginationToken = '1') {
	const pageIndex = Number(paginationToken);
	const filters = { task_name: filter, sort_name: 'CREATETIME', sort_order: 'DESC' };
	const found = await queryTasks(await openForEditor(this), filters, pageIndex);
	if (!found.ok) throw serviceError(this, found.problem);
	const { rows, totalRows } = found.value;
	const tasks = rows
		.filter((task) => !isDeleted(task))
		.map((task) => {
			const { taskName, taskId, statusText } = describeRecord('tasks', task);
			return entry(taskName || taskId, taskId, [statusText !== null && statusText]);
		});
	const total = totalRows ?? (rows.length < LARGEST_PAGE ? 0 : Infinity);
	const isLast = rows.length === 0 || pageIndex * LARGEST_PAGE >= total;
	return { results: matching(tasks), ...(!isLast && { paginationToken: String(pageIndex + 1) }) };
};

/** The chosen script's columns, the phone number first (services.md, AI Call: Configuration), or a notice. */
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
	const columnsOf = columnLookup(await openForEditor(this));
	const answer = await columnsOf({ taskId, ...(scriptId !== '' && { scriptId }) });
	if (!answer.ok) throw serviceError(this, answer.problem);
	const found = answer.value;
	if (!found.ok) {
		const remedy =
			scriptId === '' ? "Pick the task's script in 'Call Script'." : 'Pick a script from the list.';
		throw problemError(this, { message: found.problem.message, remedy });
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

/** What the editor asks the node for, by the names that its parameters give. */
export const editorMethods = {
	listSearch: { searchLines, searchScripts, searchTasks, searchVoices },
	loadOptions: { getLines },
	resourceMapping: { getColumns },
};

async function configured(context: ILoadOptionsFunctions, list: 'lines' | 'scripts' | 'voices') {
	const found = await queryConfiguration(await openForEditor(context), list);
	if (!found.ok) throw serviceError(context, found.problem);
	return found.value[list];
}

/** @param marks notes in parentheses after the name; false ones are left out */
function entry(given: unknown, value: unknown, marks: unknown[]): INodeListSearchItems {
	const held = marks.filter((mark) => mark !== false).join(', ');
	const name = held === '' ? String(given) : `${String(given)} (${held})`;
	return { name, value: String(value ?? '') };
}

/** The entries with a text in their name or ID; one that came without an ID cannot be chosen. */
function matching(entries: INodeListSearchItems[], filter = ''): INodeListSearchItems[] {
	const wanted = filter.trim().toLowerCase();
	const isWanted = (given: unknown) => String(given).toLowerCase().includes(wanted);
	return entries.filter(({ name, value }) => value !== '' && [name, value].some(isWanted));
}

/** Opens the client for a list in the editor, which should not keep the user waiting long. */
async function openForEditor(context: ILoadOptionsFunctions) {
	return await openAiCallClient(context, { timeout: 15_000, maxTimePerItem: 20 });
}
