import { commandPath, PATHS } from '../../nodes/shared/aiCall/endpoints';
import { at, listAt, outcome, post, shapeOf, showsNothing, type Answer } from './answer';
import { found, notSeen, type Finding } from './assumptions';
import type { AiCallKeys, Judge } from './checkLive';

const TOKEN_PATH = '/v1/service/v1/aicall/oauth/v1/token';
const JSON_TYPE = { 'Content-Type': 'application/json;charset=UTF-8' };
const TASK_NAME = 'n8n check, to be deleted';
const MONTH_MS = 30 * 86_400_000;

type Ask = (path: string, body: object, token?: string) => Promise<Answer>;

const isOk = (answer: Answer): boolean => String(at(answer.json, 'code')) === '0';
const isWhole = (value: unknown): boolean => Number.isInteger(value);

function coded(answer: Answer, codes: string[]): Finding {
	if (showsNothing(answer)) return notSeen(outcome(answer));
	return found(codes.includes(String(at(answer.json, 'code'))), outcome(answer));
}

/** Whether all values pass; the shape of one that does not, else of the first. */
function allOf(values: unknown[], passes: (value: unknown) => boolean): Finding {
	if (values.length === 0) return notSeen('there is none');
	const failed = values.filter((value) => !passes(value));
	return found(failed.length === 0, shapeOf(failed.length > 0 ? failed[0] : values[0]));
}

/**
 * Token, configuration and queries, which call nobody. With `makesTask` a task without numbers is
 * created, never started, and deleted.
 * @returns sentences for the person who runs the check
 */
export async function checkAiCall(
	{ baseUrl, appKey, appSecret }: AiCallKeys,
	makesTask: boolean,
	judge: Judge,
	hide: (secret: string) => void,
): Promise<string[]> {
	const root = baseUrl.replace(/\/+$/, '');
	const fetchToken = async (secret = appSecret): Promise<Answer> =>
		await post(
			root + TOKEN_PATH,
			JSON_TYPE,
			JSON.stringify({ app_key: appKey, app_secret: secret }),
		);
	const first = await fetchToken();
	const older = at(first.json, 'result', 'token');
	const lifetime = at(first.json, 'result', 'time_expire');
	judge(
		'call.token',
		showsNothing(first)
			? notSeen(outcome(first))
			: found(
					typeof older === 'string' && isWhole(lifetime) && within(lifetime as number),
					`${outcome(first)}, token: ${shapeOf(older)}, time_expire: ${shapeOf(lifetime)}`,
				),
	);
	judge('call.secret', coded(await fetchToken('x'.repeat(44)), ['200101']));

	const second = await fetchToken();
	const token = at(second.json, 'result', 'token') ?? older;
	if (token === undefined) return [];
	hide(String(older));
	hide(String(token));
	const ask: Ask = async (path, body, as = String(token)) =>
		await post(`${root}${path}?token=${encodeURIComponent(as)}`, JSON_TYPE, JSON.stringify(body));

	const byOlder = await ask(PATHS.query, { page_index: 1, page_size: 1 }, String(older));
	judge(
		'call.tokens',
		older === token
			? notSeen('the same token was given twice')
			: showsNothing(byOlder)
				? notSeen(outcome(byOlder))
				: found(isOk(byOlder), outcome(byOlder)),
	);
	const unknown = 'x'.repeat(32);
	judge('call.noToken', coded(await ask(PATHS.config, { type: 0 }, unknown), ['10001', '10002']));

	const configuration = await ask(PATHS.config, { type: 0 });
	judgeConfiguration(configuration, judge);
	await judgeQueries(ask, judge);
	return makesTask ? await checkTask(ask, configuration, judge) : [];
}

const within = (seconds: number): boolean => seconds >= 60 && seconds <= 86_400;

function judgeConfiguration(answer: Answer, judge: Judge): void {
	if (showsNothing(answer)) {
		const why = notSeen(outcome(answer));
		for (const name of ['code', 'configuration', 'columns', 'lines', 'times'] as const) {
			judge(`call.${name}`, why);
		}
		return;
	}
	judge('call.code', found(at(answer.json, 'code') === 0, outcome(answer)));
	const result = at(answer.json, 'result');
	const names = ['lines', 'robots', 'urls', 'voices'];
	const lists = names.map((name) => at(result, name));
	const isList = (value: unknown): boolean =>
		Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null);
	const odd = names.filter((_, n) => !isList(lists[n]));
	judge(
		'call.configuration',
		found(
			odd.length === 0,
			odd.map((name) => `${name}: ${shapeOf(at(result, name))}`).join('; ') || shapeOf(result),
		),
	);
	const robots = listAt(result, 'robots');
	const lines = listAt(result, 'lines');
	const released = robots.filter((robot) => String(at(robot, 'status')) === '4');
	judge(
		'call.columns',
		allOf(
			released.map((robot) => at(robot, 'call_column')),
			(columns) => Array.isArray(columns) && columns.every((column) => typeof column === 'string'),
		),
	);
	judge(
		'call.lines',
		allOf(
			lines.flatMap((line) => [at(line, 'concurrents'), at(line, 'time_expire')]),
			(value) => isWhole(value) && (value as number) >= -1,
		),
	);
	const times = [
		...lines.map((line) => at(line, 'time_apply')),
		...robots.flatMap((robot) => [at(robot, 'time_create'), at(robot, 'time_update')]),
	];
	judge(
		'call.times',
		allOf(
			times.filter((time) => time !== undefined),
			isTime,
		),
	);
}

const isTime = (value: unknown): boolean =>
	value === null || value === 0 || (isWhole(value) && String(value).length === 13);

async function judgeQueries(ask: Ask, judge: Judge): Promise<void> {
	const answer = await ask(PATHS.query, { page_index: 1, page_size: 1 });
	if (showsNothing(answer)) judge('call.query', notSeen(outcome(answer)));
	else {
		const [total, rows] = [
			at(answer.json, 'result', 'total_rows'),
			at(answer.json, 'result', 'rows'),
		];
		const ids = listAt(rows).map((row) => at(row, 'task_id'));
		const fits = isWhole(total) && Array.isArray(rows) && ids.every((id) => typeof id === 'string');
		judge(
			'call.query',
			found(
				fits,
				`total_rows: ${shapeOf(total)}, rows: ${shapeOf(rows, 2)}, task_id: ${shapeOf(ids[0])}`,
			),
		);
	}
	const none = await ask(PATHS.query, { task_id: '1', page_index: 1, page_size: 1 });
	if (showsNothing(none)) return judge('call.noTask', notSeen(outcome(none)));
	const count = listAt(none.json, 'result', 'rows').length;
	judge('call.noTask', found(isOk(none) && count === 0, `${outcome(none)}, ${count} rows`));
}

/** A released script and a line that has not expired, as text; undefined where there is none. */
function usable(configuration: Answer): { robot_id: string; line_num: string } | undefined {
	const robot = listAt(configuration.json, 'result', 'robots').find(
		(one) => String(at(one, 'status')) === '4' && String(at(one, 'deleted')) !== '1',
	);
	const line = listAt(configuration.json, 'result', 'lines').find((one) => {
		const [from, seconds] = [Number(at(one, 'time_apply')), Number(at(one, 'time_expire'))];
		return seconds === -1 || from + seconds * 1000 > Date.now();
	});
	if (!robot || !line) return undefined;
	return { robot_id: String(at(robot, 'robot_id')), line_num: String(at(line, 'line_num')) };
}

/** Creates a task that begins in a month and has no numbers, looks at it, and deletes it. */
async function checkTask(ask: Ask, configuration: Answer, judge: Judge): Promise<string[]> {
	const chosen = usable(configuration);
	if (!chosen) {
		const why = notSeen('there is no released script, or no line that has not expired');
		judge('call.create', why);
		judge('call.delete', why);
		return [];
	}
	const created = await ask(PATHS.create, {
		task_name: TASK_NAME,
		...chosen,
		time_begin: Date.now() + MONTH_MS,
	});
	const id = at(created.json, 'result', 'task_id');
	if (id === undefined) {
		judge(
			'call.create',
			showsNothing(created) ? notSeen(outcome(created)) : found(false, outcome(created)),
		);
		judge('call.delete', notSeen('no task was created'));
		return showsNothing(created)
			? [
					`Look for a task named "${TASK_NAME}" in the console: the answer to its creation was lost.`,
				]
			: [];
	}
	const task_id = String(id);
	const look = async (): Promise<unknown> =>
		listAt(
			(await ask(PATHS.query, { task_id, page_index: 1, page_size: 1 })).json,
			'result',
			'rows',
		)[0];
	const fresh = await look();
	const status = at(fresh, 'status');
	judge(
		'call.create',
		found(
			String(status) === '0' && typeof id === 'string',
			`${outcome(created)}, task_id: ${shapeOf(id)}, status: ${/^\d$/.test(String(status)) ? status : shapeOf(status)}`,
		),
	);
	const deleted = await ask(commandPath('delete'), { task_id });
	const after = at(await look(), 'deleted');
	const again = await ask(commandPath('delete'), { task_id });
	judge(
		'call.delete',
		found(
			isOk(deleted) && after === 1 && String(at(again.json, 'code')) === '3010102',
			`${outcome(deleted)}, deleted: ${after === 1 ? '1' : shapeOf(after)}; again: ${outcome(again)}`,
		),
	);
	return isOk(deleted)
		? []
		: [
				`Delete the task named "${TASK_NAME}" in the console: it has no numbers and was never started.`,
			];
}
