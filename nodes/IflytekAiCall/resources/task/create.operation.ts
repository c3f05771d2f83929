import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import { openAiCall, type AiCall, type Exchange } from '../../../shared/aiCall/aiCallService';
import { PATHS } from '../../../shared/aiCall/endpoints';
import { isoTime } from '../../../shared/aiCall/times';
import { requestOptionProperties } from '../../../shared/requestOptions';
import { decodeTaskId } from '../../protocol/ids';
import type { CreateBody } from '../../protocol/requests';
import { refuseRetryOnFail } from '../../rows/rowItems';
import { offerAllScripts } from '../../rows/rowProperties';
import { answerOf, shaped, simplifyProperty } from '../answerOutput';
import { eachItem } from '../eachItem';
import { parameterValue } from '../parameterValue';
import { readTaskFields, taskFieldProperties } from './taskFields';

const show = { resource: ['task'], operation: ['create'] };

export const createAction = 'Create AI call task';

export const createProperties: INodeProperties[] = [
	...taskFieldProperties(show),
	simplifyProperty(show),
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		displayOptions: { show },
		options: [offerAllScripts, requestOptionProperties.timeout],
	},
];

/** Creates one task for each item, one after another. */
export async function createTasks(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	refuseRetryOnFail(context);
	const service = await openAiCall(context, context.getNodeParameter('options', 0, {}));
	const now = Date.now();
	const created: string[] = [];
	return await eachItem(context, async (itemIndex) => {
		const body = parameterValue(context, itemIndex, readTaskFields(context, itemIndex, now));
		const exchange = await createTask(service, body);
		const answer = answerOf(context, itemIndex, mentioning(exchange, created));
		const taskId = decodeTaskId(answer)!;
		created.push(taskId);
		return shaped(context, itemIndex, answer, { taskId, ...describeRequest(body) });
	});
}

/**
 * Creates a task, once (spec: AI call, 4). An answer without an id leaves open whether the task
 * exists, as does none at all; the failure then says how to find out.
 */
export async function createTask(service: AiCall, body: CreateBody): Promise<Exchange> {
	const exchange = await service.once(PATHS.create, body);
	if (exchange.kind === 'answered' && decodeTaskId(exchange.answer) !== undefined) return exchange;
	if (exchange.kind === 'refused' || exchange.kind === 'notSent') return exchange;
	const failure =
		exchange.kind === 'unknown'
			? exchange.failure
			: {
					message: 'The platform took the task but gave no task ID',
					description: '',
					retry: false,
				};
	return {
		kind: 'unknown',
		failure: {
			...failure,
			retry: false,
			description: `Whether the task was created is not known. Look for '${body.task_name}' with Task: Get Many before you create it again.`,
		},
	};
}

/** A node that throws keeps no output: the tasks it created before are named. */
function mentioning(exchange: Exchange, created: readonly string[]): Exchange {
	if (exchange.kind === 'answered' || created.length === 0) return exchange;
	const { failure } = exchange;
	return {
		...exchange,
		failure: {
			...failure,
			description: `${failure.description} Created before it: ${created.join(', ')}.`,
		},
	};
}

function describeRequest(body: CreateBody): IDataObject {
	return {
		taskName: body.task_name,
		robotId: body.robot_id,
		lineNum: body.line_num,
		timeBegin: body.time_begin,
		timeBeginIso: isoTime(body.time_begin),
		...(body.time_end === undefined
			? {}
			: { timeEnd: body.time_end, timeEndIso: isoTime(body.time_end) }),
	};
}
