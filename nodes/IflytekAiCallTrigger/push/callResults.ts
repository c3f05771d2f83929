import { textField } from './fields';

interface CallResult {
	code: string;
	/** in English */
	words: string;
	/** what the platform writes in task_result_desc; more than one where sources differ */
	labels: string[];
}

/**
 * How an outbound call ended (spec: AI call, receiveCallRecord, task_result). 8, 18, 19 and 25 and
 * some labels come from the newer documentation of the same product, which also gives 22 another
 * meaning: therefore a known label decides over the code.
 */
const CALL_RESULTS: CallResult[] = [
	{ code: '-1', words: 'Timeout', labels: ['超时'] },
	{ code: '0', words: 'Success', labels: ['成功'] },
	{ code: '2', words: 'Already in a call', labels: ['正在通话中'] },
	{ code: '3', words: 'Cannot connect', labels: ['无法接通'] },
	{ code: '4', words: 'Powered off', labels: ['关机'] },
	{ code: '5', words: 'Busy', labels: ['用户正忙'] },
	{ code: '6', words: 'Empty or changed number', labels: ['空号', '空号或改号', '改号'] },
	{ code: '7', words: 'Wrong number', labels: ['号码错误', '错误号码'] },
	{ code: '8', words: 'Rejected', labels: ['用户拒接'] },
	{ code: '9', words: 'Service suspended', labels: ['停机', '暂停服务', '欠费'] },
	{
		code: '15',
		words: 'Customer hung up after answering',
		labels: ['客户接听后并主动挂机', '客户接听后主动挂机'],
	},
	{ code: '16', words: 'Customer dropped', labels: ['客户掉线'] },
	{ code: '18', words: 'Connected', labels: ['接通'] },
	{ code: '19', words: 'Transferred to an agent', labels: ['转人工'] },
	{ code: '20', words: 'Not answered', labels: ['用户未接', '无人接听'] },
	{ code: '22', words: 'Call forwarding failed', labels: ['呼叫转移失败'] },
	{ code: '23', words: 'Inbound restricted', labels: ['呼入限制'] },
	{ code: '25', words: 'Call forwarded', labels: ['呼叫转移'] },
	{ code: '26', words: 'Network fault', labels: ['网络故障'] },
	{ code: '27', words: 'Outbound restricted', labels: ['呼出受限', '呼出限制'] },
	{ code: '28', words: 'Line fault', labels: ['线路故障', '网络忙'] },
	{ code: '22', words: 'Call reminder service answered', labels: ['来电提醒'] },
];

const byLabel = new Map(
	CALL_RESULTS.flatMap(({ labels, words }) => labels.map((label) => [label, words] as const)),
);
const byCode = new Map([...CALL_RESULTS].reverse().map(({ code, words }) => [code, words]));

/**
 * The result of an outbound call in English, by its description where that is known, else by its
 * code; `Unknown` for others, null when the record has neither.
 */
export function callResult(code: unknown, description: unknown): string | null {
	const label = textField(description)?.trim();
	const number = textField(code)?.trim();
	if (label === undefined && number === undefined) return null;
	return byLabel.get(label ?? '') ?? byCode.get(number ?? '') ?? 'Unknown';
}
