/** What the editor fills from the platform: lists, further lines, and the columns of a script. */
import {
	getColumns,
	searchLines,
	searchScripts,
	searchTasks,
	searchVoices,
} from '../../nodes/IflytekAiCall/methods/editor';
import {
	byId,
	COLUMNS,
	createTask,
	customers,
	editorContext,
	LINE,
	mappedByHand,
	RUN,
	runAiCall,
	SCRIPT,
	TASK,
	useEmulator,
} from './aiCallBench';

const bed = useEmulator();

const PLACE = { resource: 'call', operation: 'place' };
const names = (results: Array<{ name: string }>) => results.map(({ name }) => name);

describe('the list of scripts', () => {
	it('offers those that are not deleted, and says which cannot be used', async () => {
		const { results } = await searchScripts.call(editorContext(bed.emulator, PLACE));
		expect(results).toEqual([
			{ name: '订单回访', value: '3101' },
			{ name: '活动通知', value: '3102' },
			{ name: '续费提醒', value: '3103' },
			{ name: '满意度调查', value: '3104' },
			{ name: '新品推荐 (awaiting release)', value: '3111' },
			{ name: '贷款推销 (rejected)', value: '3113' },
			{ name: '预约确认 (under review)', value: '3114' },
		]);
	});

	it.each(['3111', '3112', '3113', '3114'])(
		'a script that cannot be used is refused in a dry run: %s',
		async (id) => {
			const parameters = { ...PLACE, script: byId(id), line: byId(LINE), columns: mappedByHand };
			const { items } = await runAiCall(bed.emulator, parameters, { items: customers(1) });
			expect(items[0]!.json).toMatchObject({
				status: 'refused',
				reason: expect.stringMatching(
					/ is (awaiting release|deleted|rejected|under review): nobody/,
				),
			});
		},
	);

	it('is searched by name and ID', async () => {
		const search = async (filter: string) =>
			names((await searchScripts.call(editorContext(bed.emulator, PLACE), filter)).results);
		expect(await search('提醒')).toEqual(['续费提醒']);
		expect(await search('3104')).toEqual(['满意度调查']);
		expect(await search('none')).toEqual([]);
	});
});

describe('the list of lines', () => {
	it('marks those that run a task and those that have run out', async () => {
		await runAiCall(
			bed.emulator,
			{ ...RUN, columns: mappedByHand, mode: 'live' },
			{ items: customers(1) },
		);
		const { results } = await searchLines.call(editorContext(bed.emulator, PLACE));
		expect(results.slice(0, 2)).toEqual([
			{ name: `${LINE} (10 calls at once, in use)`, value: LINE },
			{ name: '02566800002 (30 calls at once)', value: '02566800002' },
		]);
		expect(names(results).at(-1)).toBe('02566800009 (10 calls at once, expired)');
		expect(
			names((await searchLines.call(editorContext(bed.emulator, PLACE), 'in use')).results),
		).toHaveLength(1);
	});

	it('shows why it cannot be had', async () => {
		bed.emulator.order({ kind: 'code', code: 10021, service: 'aicall-config', times: 'always' });
		await expect(searchLines.call(editorContext(bed.emulator, PLACE))).rejects.toThrow(
			'The interface is disabled for this application',
		);
	});
});

describe('the list of voices', () => {
	it('has the names of the platform for the common voices, and its own ones', async () => {
		bed.emulator.aiCall.set({
			voices: [
				{ voice_code: '60030', voice_name: '男声一' },
				{ voice_code: '99001', voice_name: '定制' },
			],
		});
		const { results } = await searchVoices.call(editorContext(bed.emulator, PLACE));
		expect(names(results)).toEqual([
			'65580 (female)',
			'62140 (female)',
			'60020 (female)',
			'男声一 (60030, male)',
			'65660 (male)',
			'60130 (female)',
			'65600 (female)',
			'定制 (99001)',
		]);
	});

	it.each([
		[
			'the platform refuses',
			() => bed.emulator.order({ kind: 'code', code: 10020, times: 'always' }),
		],
		['the connection is lost', () => bed.emulator.order({ kind: 'resetBefore', times: 'always' })],
	])('has the common voices although %s', async (_name, breakIt) => {
		breakIt();
		const { results } = await searchVoices.call(editorContext(bed.emulator, PLACE));
		expect(results.map(({ value }) => value)).toEqual([
			'65580',
			'62140',
			'60020',
			'60030',
			'65660',
			'60130',
			'65600',
		]);
	});
});

describe('the list of tasks', () => {
	it('is searched by the platform, newest first, page by page, without deleted ones', async () => {
		const items = Array.from({ length: 55 }, (_, n) => ({ json: { name: `任务 ${n}` } }));
		const { items: created } = await runAiCall(
			bed.emulator,
			{ resource: 'task', operation: 'create', ...TASK, taskName: '={{ $json.name }}' },
			{ items },
		);
		await runAiCall(bed.emulator, {
			resource: 'task',
			operation: 'delete',
			task: byId(String(created[54]!.json.taskId)),
		});
		const context = () => editorContext(bed.emulator, { resource: 'task', operation: 'get' });
		const first = await searchTasks.call(context());
		expect(first.results).toHaveLength(49);
		expect(first.paginationToken).toBe('2');
		const second = await searchTasks.call(context(), undefined, '2');
		expect(second.results).toHaveLength(5);
		expect(second.paginationToken).toBeUndefined();
		const found = await searchTasks.call(context(), '任务 12');
		expect(found.results).toEqual([{ name: '任务 12 (new)', value: created[12]!.json.taskId }]);
	});
});

describe('the columns', () => {
	const columns = async (parameters: object) =>
		(await getColumns.call(editorContext(bed.emulator, { ...PLACE, ...parameters }))).fields;

	it('are those of the script, the phone number first', async () => {
		const fields = await columns({ script: byId(SCRIPT) });
		expect(fields.map(({ id }) => id)).toEqual(COLUMNS);
		expect(fields[0]).toMatchObject({
			displayName: `${COLUMNS[0]} (Phone)`,
			required: true,
		});
		expect(fields[1]).toMatchObject({ displayName: COLUMNS[1], type: 'string' });
	});

	it('are found through the task when numbers are added to it', async () => {
		const task = byId(await createTask(bed.emulator, { script: byId('3104') }));
		const fields = await columns({ resource: 'task', operation: 'addNumbers', task });
		expect(fields.map(({ id }) => id)).toEqual(['客户手机号码', '姓名']);
	});

	it.each([
		[{}, 'Choose the script: its columns appear here'],
		[
			{ resource: 'task', operation: 'addNumbers' },
			'Choose the task: the columns of its script appear here',
		],
	])('are none before anything is chosen with %p, and no error', async (parameters, notice) => {
		const context = editorContext(bed.emulator, { ...PLACE, ...parameters });
		const emptyFieldsNotice = `${notice}, the phone number first.`;
		expect(await getColumns.call(context)).toEqual({ fields: [], emptyFieldsNotice });
	});

	it.each([
		[{ script: byId('404') }, "There is no script with the ID '404'"],
		[
			{ resource: 'task', operation: 'addNumbers', task: byId('404') },
			"The script of the task '404' could not be found",
		],
	])('say what is missing with %p', async (parameters, message) => {
		await expect(columns(parameters)).rejects.toThrow(message);
	});
});
