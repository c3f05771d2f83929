import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	ResourceMapperFields,
} from 'n8n-workflow';

import {
	openAiCallClient,
	queryConfiguration,
	type AiCallClient,
	type Configuration,
} from '../../shared/aiCall/client';
import { problemError, serviceError } from '../../shared/items/errors';
import { columnLookup } from '../rows/targets';
import { describeRecord, hasExpired, IN_USE, isDeleted, RELEASED } from '../tasks/records';
import { LARGEST_PAGE, queryTasks } from '../transport/queries';

/** Voices that every application has (services.md, AI Call: Configuration). */
const COMMON_VOICES = [
	['65580', 'female'],
	['62140', 'female'],
	['60020', 'female'],
	['60030', 'male'],
	['65660', 'male'],
	['60130', 'female'],
	['65600', 'female'],
] as const;

/** All scripts, those that call nobody marked as such. */
export async function searchScripts(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const scripts = (await configured(this, 'scripts'))
		.filter((script) => !isDeleted(script))
		.map((script) => {
			const { robotId, robotName, statusText } = describeRecord('scripts', script);
			const isReleased = String(script.status) === RELEASED;
			const mark = isReleased ? '' : ` (${String(statusText ?? 'not released')})`;
			return entry(`${String(robotName || robotId)}${mark}`, robotId);
		});
	return { results: matching(scripts, filter) };
}

/** All lines, those in use and those that have run out marked as such. */
export async function searchLines(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const lines = (await configured(this, 'lines')).map((line) => {
		const { concurrents } = describeRecord('lines', line);
		const marks = [
			...(concurrents === null ? [] : [`${String(concurrents)} calls at once`]),
			...(String(line.status) === IN_USE ? ['in use'] : []),
			...(hasExpired(line) ? ['expired'] : []),
		];
		const name = String(line.line_num);
		return entry(marks.length === 0 ? name : `${name} (${marks.join(', ')})`, line.line_num);
	});
	return { results: matching(lines, filter) };
}

/** The same for the list of further lines. */
export async function getLines(this: ILoadOptionsFunctions): Promise<INodeListSearchItems[]> {
	return (await searchLines.call(this)).results;
}

/** The application's voices and the common ones; the latter also when the query fails. */
export async function searchVoices(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const voices = new Map<string, INodeListSearchItems>();
	for (const [code, kind] of COMMON_VOICES) voices.set(code, entry(`${code} (${kind})`, code));
	for (const voice of await configured(this, 'voices').catch(() => [])) {
		const code = String(voice.voice_code ?? '');
		const common = COMMON_VOICES.find(([known]) => known === code);
		const name = String(voice.voice_name || code);
		voices.set(code, entry(common ? `${name} (${code}, ${common[1]})` : `${name} (${code})`, code));
	}
	return { results: matching([...voices.values()], filter) };
}

/** Tasks that are not deleted, newest first, searched by the platform, page by page. */
export async function searchTasks(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const client = await openForEditor(this);
	const pageIndex = Number(paginationToken ?? 1);
	const found = await queryTasks(
		client,
		{ task_name: filter, sort_name: 'CREATETIME', sort_order: 'DESC' },
		pageIndex,
	);
	if (!found.ok) throw serviceError(this, found.problem);
	const { rows, totalRows } = found.value;
	const results = rows
		.filter((task) => !isDeleted(task))
		.map((task) => {
			const { taskName, taskId, statusText } = describeRecord('tasks', task);
			const state = statusText === null ? '' : ` (${String(statusText)})`;
			return entry(`${String(taskName || taskId)}${state}`, taskId);
		});
	const isLast =
		totalRows === undefined
			? rows.length < LARGEST_PAGE
			: rows.length === 0 || pageIndex * LARGEST_PAGE >= totalRows;
	return {
		results: choosable(results),
		...(isLast ? {} : { paginationToken: String(pageIndex + 1) }),
	};
}

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

async function configured(
	context: ILoadOptionsFunctions,
	list: keyof Configuration,
): Promise<Array<Record<string, unknown>>> {
	const found = await queryConfiguration(await openForEditor(context), list);
	if (!found.ok) throw serviceError(context, found.problem);
	return found.value[list];
}

function entry(name: string, value: unknown): INodeListSearchItems {
	return { name, value: String(value ?? '') };
}

/** Entries that can be chosen: what the platform sent without an ID cannot. */
function choosable(entries: INodeListSearchItems[]): INodeListSearchItems[] {
	return entries.filter(({ value }) => value !== '');
}

function matching(entries: INodeListSearchItems[], filter = ''): INodeListSearchItems[] {
	const wanted = filter.trim().toLowerCase();
	return choosable(entries).filter(
		({ name, value }) =>
			name.toLowerCase().includes(wanted) || String(value).toLowerCase().includes(wanted),
	);
}

/** Opens the platform for a list in the editor, which should not keep the user waiting long. */
async function openForEditor(context: ILoadOptionsFunctions): Promise<AiCallClient> {
	return await openAiCallClient(context, { timeout: 15_000, maxTimePerItem: 20 });
}
