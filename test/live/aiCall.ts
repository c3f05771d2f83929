import { PATHS, commandPath } from '../../nodes/shared/aiCall/client';
import { at, codeOf, listAt, outcome, post, shapeOf, showsNothing, type Answer } from './answer';
import type { AiCallKeys } from './checkLive';
import type { Findings } from './findings';

const TOKEN_PATH = '/v1/service/v1/aicall/oauth/v1/token';
const JSON_TYPE = { 'Content-Type': 'application/json;charset=UTF-8' };
const TASK_NAME = 'n8n check, to be deleted';
const FIRST = { page_index: 1, page_size: 1 };
const MONTH_MS = 30 * 86_400_000;

type Ask = (path: string, body: object, token?: string) => Promise<Answer>;

const isOk = (answer: Answer): boolean => codeOf(answer) === '0';
const isWhole = (value: unknown): boolean => Number.isInteger(value);

/**
 * Token, configuration and queries, which call nobody. With `makesTask` a task without numbers is
 * created, never started, and deleted.
 * @returns sentences for the person who runs the check
 */
export async function checkAiCall(
	{ baseUrl, appKey, appSecret }: AiCallKeys,
	makesTask: boolean,
	findings: Findings,
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
	const shapes = `token: ${shapeOf(older)}, time_expire: ${shapeOf(lifetime)}`;
	const fits = typeof older === 'string' && isWhole(lifetime) && within(lifetime as number);
	findings.judge('call.token', fits, `${outcome(first)}, ${shapes}`, first);
	findings.judgeCode('call.secret', await fetchToken('x'.repeat(44)), '200101');

	const second = await fetchToken();
	const token = at(second.json, 'result', 'token') ?? older;
	if (token === undefined) return [];
	hide(String(older));
	hide(String(token));
	const ask: Ask = async (path, body, as = String(token)) =>
		await post(`${root}${path}?token=${encodeURIComponent(as)}`, JSON_TYPE, JSON.stringify(body));

	const byOlder = await ask(PATHS.query, FIRST, String(older));
	if (older === token) findings.leaveOpen('the same token was given twice', 'call.tokens');
	else findings.judgeCode('call.tokens', byOlder, '0');
	const unknown = await ask(PATHS.config, { type: 0 }, 'x'.repeat(32));
	findings.judgeCode('call.noToken', unknown, '10001', '10002');

	const configuration = await ask(PATHS.config, { type: 0 });
	judgeConfiguration(configuration, findings);
	await judgeQueries(ask, findings);
	return makesTask ? await checkTask(ask, configuration, findings) : [];
}

const within = (seconds: number): boolean => seconds >= 60 && seconds <= 86_400;

const isTime = (value: unknown): boolean =>
	value === null || value === 0 || (isWhole(value) && String(value).length === 13);
const isTexts = (value: unknown): boolean =>
	Array.isArray(value) && value.every((one) => typeof one === 'string');
const isObjects = (value: unknown): boolean =>
	Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null);

function judgeConfiguration(answer: Answer, findings: Findings): void {
	if (showsNothing(answer)) {
		const names = ['code', 'configuration', 'columns', 'lines', 'times'] as const;
		return findings.leaveOpen(outcome(answer), ...names.map((name) => `call.${name}` as const));
	}
	findings.judge('call.code', at(answer.json, 'code') === 0, outcome(answer));
	const result = at(answer.json, 'result');
	const odd = ['lines', 'robots', 'urls', 'voices'].filter((name) => !isObjects(at(result, name)));
	const shapes = odd.map((name) => `${name}: ${shapeOf(at(result, name))}`).join('; ');
	findings.judge('call.configuration', odd.length === 0, shapes || shapeOf(result));

	const robots = listAt(result, 'robots');
	const lines = listAt(result, 'lines');
	const released = robots.filter((robot) => String(at(robot, 'status')) === '4');
	const columns = released.map((robot) => at(robot, 'call_column'));
	findings.judgeAll('call.columns', columns, isTexts);
	const numbers = lines.flatMap((line) => [at(line, 'concurrents'), at(line, 'time_expire')]);
	findings.judgeAll('call.lines', numbers, (value) => isWhole(value) && (value as number) >= -1);
	const times = [
		...lines.map((line) => at(line, 'time_apply')),
		...robots.flatMap((robot) => [at(robot, 'time_create'), at(robot, 'time_update')]),
	].filter((time) => time !== undefined);
	findings.judgeAll('call.times', times, isTime);
}

async function judgeQueries(ask: Ask, findings: Findings): Promise<void> {
	const answer = await ask(PATHS.query, FIRST);
	const total = at(answer.json, 'result', 'total_rows');
	const rows = at(answer.json, 'result', 'rows');
	const ids = listAt(rows).map((row) => at(row, 'task_id'));
	const fits = isWhole(total) && Array.isArray(rows) && ids.every((id) => typeof id === 'string');
	const shapes = `total_rows: ${shapeOf(total)}, rows: ${shapeOf(rows, 2)}, task_id: ${shapeOf(ids[0])}`;
	findings.judge('call.query', fits, shapes, answer);

	const none = await ask(PATHS.query, { task_id: '1', ...FIRST });
	const count = listAt(none.json, 'result', 'rows').length;
	const isEmpty = isOk(none) && count === 0;
	findings.judge('call.noTask', isEmpty, `${outcome(none)}, ${count} rows`, none);
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
async function checkTask(ask: Ask, configuration: Answer, findings: Findings): Promise<string[]> {
	const chosen = usable(configuration);
	if (!chosen) {
		const why = 'there is no released script, or no line that has not expired';
		findings.leaveOpen(why, 'call.create', 'call.delete');
		return [];
	}
	const time_begin = Date.now() + MONTH_MS;
	const created = await ask(PATHS.create, { task_name: TASK_NAME, ...chosen, time_begin });
	const id = at(created.json, 'result', 'task_id');
	if (id === undefined) {
		findings.judge('call.create', false, outcome(created), created);
		findings.leaveOpen('no task was created', 'call.delete');
		const lost = `Look for a task named "${TASK_NAME}" in the console: the answer to its creation was lost.`;
		return showsNothing(created) ? [lost] : [];
	}
	const task_id = String(id);
	const look = async (): Promise<unknown> =>
		listAt((await ask(PATHS.query, { task_id, ...FIRST })).json, 'result', 'rows')[0];
	const status = String(at(await look(), 'status'));
	const told = /^\d$/.test(status) ? status : shapeOf(status);
	findings.judge(
		'call.create',
		status === '0' && typeof id === 'string',
		`${outcome(created)}, task_id: ${shapeOf(id)}, status: ${told}`,
	);
	const deleted = await ask(commandPath('delete'), { task_id });
	const after = at(await look(), 'deleted');
	const again = await ask(commandPath('delete'), { task_id });
	findings.judge(
		'call.delete',
		isOk(deleted) && after === 1 && codeOf(again) === '3010102',
		`${outcome(deleted)}, deleted: ${after === 1 ? '1' : shapeOf(after)}; again: ${outcome(again)}`,
	);
	const left = `Delete the task named "${TASK_NAME}" in the console: it has no numbers and was never started.`;
	return isOk(deleted) ? [] : [left];
}
