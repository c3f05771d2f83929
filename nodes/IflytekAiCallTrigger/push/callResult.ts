import { isoTime } from '../../shared/aiCall/times';
import { numberIn } from '../../shared/http/json';
import { textField, type Fields } from '../protocol/body';

/**
 * Whether to call the number again: `yes` if nobody was reached; `no` if somebody talked or declined, or the number
 * is invalid; `later` if something has to change first, or the result is not clear.
 */
type CallAgain = 'yes' | 'no' | 'later';

const HUNG_UP = 'Customer hung up after answering';

/** @param labelList the platform's texts in task_result_desc, blank-separated; the first is also the Chinese result */
function row(
	code: string,
	english: string,
	labelList: string,
	outcome: string,
	callAgain: CallAgain,
) {
	const labels = labelList.split(' ');
	return { code, result: { english, chinese: labels[0]! }, labels, outcome, callAgain };
}

/**
 * How an outbound call ended: task_result and task_result_desc (services.md, AI Call: Pushes). Codes 8, 18, 19 and 25
 * are only in the newer documentation of the same product, which gives 22 another meaning. So a known label decides
 * over the code, and of two rows with one code the first one counts.
 */
export const CALL_RESULTS = [
	row('-1', 'Timeout', '超时', 'noAnswer', 'yes'),
	row('0', 'Success', '成功', 'answered', 'no'),
	row('2', 'Already in a call', '正在通话中', 'busy', 'yes'),
	row('3', 'Cannot connect', '无法接通', 'unreachable', 'yes'),
	row('4', 'Powered off', '关机', 'unreachable', 'yes'),
	row('5', 'Busy', '用户正忙', 'busy', 'yes'),
	row('6', 'Empty or changed number', '空号或改号 空号 改号', 'invalidNumber', 'no'),
	row('7', 'Wrong number', '号码错误 错误号码', 'invalidNumber', 'no'),
	row('8', 'Rejected', '用户拒接', 'rejected', 'no'),
	row('9', 'Service suspended', '停机 暂停服务 欠费', 'unreachable', 'later'),
	row('15', HUNG_UP, '客户接听后并主动挂机 客户接听后主动挂机', 'hungUpEarly', 'no'),
	row('16', 'Customer dropped', '客户掉线', 'hungUpEarly', 'later'),
	row('18', 'Connected', '接通', 'answered', 'no'),
	row('19', 'Transferred to an agent', '转人工', 'answered', 'no'),
	row('20', 'Not answered', '用户未接 无人接听', 'noAnswer', 'yes'),
	row('22', 'Call forwarding failed', '呼叫转移失败', 'unreachable', 'yes'),
	row('22', 'Call reminder service answered', '来电提醒', 'unreachable', 'yes'),
	row('23', 'Inbound restricted', '呼入限制', 'unreachable', 'later'),
	row('25', 'Call forwarded', '呼叫转移', 'unreachable', 'yes'),
	row('26', 'Network fault', '网络故障', 'lineFault', 'later'),
	row('27', 'Outbound restricted', '呼出受限 呼出限制', 'lineFault', 'later'),
	row('28', 'Line fault', '线路故障 网络忙', 'lineFault', 'later'),
];

const UNKNOWN_RESULT = row('', 'Unknown', '未知', 'unknown', 'later');

const byLabel = new Map(
	CALL_RESULTS.flatMap((known) => known.labels.map((label) => [label, known] as const)),
);
const byCode = new Map([...CALL_RESULTS].reverse().map((known) => [known.code, known]));

/**
 * The outcome of a call by its record, and its result in words. A record without a result (of an inbound call, or the
 * basic one of an outbound call) still shows whether the call was answered. If the result says that nobody was
 * reached, but somebody talked or the code disagrees, `callAgain` is `later`: a person should look first.
 */
export function callResult(body: Fields) {
	const label = textField(body.task_result_desc)?.trim();
	const code = textField(body.task_result)?.trim();
	const known = byLabel.get(label ?? '') ?? byCode.get(code ?? '');
	if (known === undefined) {
		if (label !== undefined || code !== undefined) return UNKNOWN_RESULT;
		const outcome = hadTalk(body) ? 'answered' : 'unknown';
		return { outcome, callAgain: outcome === 'answered' ? 'no' : 'later', result: null };
	}
	const isDenied = hadTalk(body) || byCode.get(code ?? '')?.callAgain === 'no';
	return known.callAgain === 'yes' && isDenied ? { ...known, callAgain: 'later' } : known;
}

/** Whether there is an answer time, and not a duration of zero; an unreadable time needs a duration above zero. */
function hadTalk(body: Fields): boolean {
	const answered = body.time_answer;
	const seconds = numberIn(body.duration_call);
	if (isoTime(answered) !== null) return (seconds ?? 1) > 0;
	const isText = typeof answered === 'string' && answered.trim() !== '';
	return isText && numberIn(answered) === null && (seconds ?? 0) > 0;
}
