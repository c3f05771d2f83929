import type { CreateBody } from '../../../../nodes/IflytekAiCall/tasks/requests';
import { createTask } from '../../../../nodes/IflytekAiCall/transport/taskCommand';

const BODY = { task_name: 'Reminder', line_num: '1', robot_id: '2', time_begin: 3 } as CreateBody;
const envelope = { code: 0 };
const problem = {
	message: 'it failed',
	chinese: { message: '失败', remedy: '照办。' },
	remedy: 'Wait.',
	code: '5',
	retryClass: 'busy',
};

async function create(outcome: object) {
	const sent: unknown[] = [];
	const sendOnce = async (...request: unknown[]) => {
		sent.push(request);
		return outcome;
	};
	const created = await createTask({ sendOnce } as never, BODY);
	expect(sent).toEqual([['/v1/service/v1/aicall/outbound/v1/task/create', BODY]]);
	return created;
}

it.each([
	[412907635, '412907635'],
	['412907635018842113', '412907635018842113'],
])('has the ID %p of the new task', async (task_id, taskId) => {
	const value = { envelope, result: { task_id } };
	expect(await create({ status: 'accepted', value, answer: envelope })).toEqual({
		status: 'accepted',
		value: taskId,
		answer: envelope,
	});
});

it.each(['refused', 'notSent'])('hands on what is %s', async (status) => {
	const outcome = { status, problem };
	expect(await create(outcome)).toBe(outcome);
});

const LOOK =
	"It is not known whether the task was created. Look for 'Reminder' with Task: Get Many before you create it again.";
const LOOK_IN_CHINESE =
	'任务是否已创建尚不清楚。再次创建之前，请用“Task: Get Many”查找“Reminder”。';

it('never has a creation repeated whose answer was lost, and says how to find the task', async () => {
	expect(await create({ status: 'unknown', problem })).toEqual({
		status: 'unknown',
		problem: {
			message: 'it failed',
			remedy: LOOK,
			code: '5',
			retryClass: 'never',
			chinese: { message: '失败', remedy: LOOK_IN_CHINESE },
		},
		answer: undefined,
	});
});

it('does not take an answer without an ID for a new task', async () => {
	const value = { envelope, result: {} };
	expect(await create({ status: 'accepted', value, answer: envelope })).toEqual({
		status: 'unknown',
		problem: {
			message: 'The platform accepted the task but returned no task ID',
			remedy: LOOK,
			retryClass: 'never',
			chinese: { message: '平台受理了任务，但没有返回任务 ID', remedy: LOOK_IN_CHINESE },
		},
		answer: envelope,
	});
});
