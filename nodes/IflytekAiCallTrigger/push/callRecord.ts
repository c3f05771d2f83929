import { isoTime } from '../../shared/aiCall/times';
import { numberIn } from '../../shared/http/json';
import type { Language } from '../../shared/problem/language';
import { listField, textField, type Fields } from '../protocol/body';

/** The fields of a call record: one of an inbound call, up to two of an outbound call. */
export function readCallRecord(body: Fields, language: Language) {
	const { outcome, callAgain, result } = callResult(body);
	const code = textField(body.direction);
	const direction = code === '1' ? 'inbound' : code === '2' ? 'outbound' : null;
	const dialedAt = isoTime(body.time_dial);
	const answeredAt = isoTime(body.time_answer);
	const endedAt = isoTime(body.time_hangup);
	// an inbound call has only a basic record
	const recordKind = textField(body.task_row_index) === null ? 'basic' : 'outbound';
	// not `caller` and `callee`: n8n refuses these names in expressions
	const [callerNumber, calleeNumber] = [textField(body.caller), textField(body.callee)];
	return [
		{
			number: direction === 'inbound' ? callerNumber : calleeNumber,
			outcome,
			callAgain,
			callSeconds: numberIn(body.duration_call),
			calledAt: dialedAt ?? answeredAt ?? endedAt,
		},
		{
			recordKind,
			preliminary: direction === 'outbound' && recordKind === 'basic',
			direction,
			result: result?.[language] ?? null,
			row: rowObject(body.task_row_head, body.task_row_value),
			callerNumber,
			calleeNumber,
			dialedAt,
			ringingAt: isoTime(body.time_ring),
			answeredAt,
			endedAt,
			ringSeconds: numberIn(body.duration_ring),
			resultCode: textField(body.task_result),
			resultDescription: textField(body.task_result_desc),
			retries: numberIn(body.task_tries),
			rowIndex: numberIn(body.task_row_index),
		},
		recordKind,
		// each try of a task has records of its own
		textField(body.task_tries),
	] as const;
}

/** More columns than any script has: a longer row stays in the body only. */
const MAX_COLUMNS = 1000;

/**
 * The submitted row as an object with the head as keys; both may come as JSON text. A value without a head is called
 * `column N`, a repeated head gets its column number appended. Null if either is not a list or is too long.
 */
function rowObject(sentHead: unknown, sentValues: unknown): Fields | null {
	const [head, values] = [listField(sentHead), listField(sentValues)];
	if (head === null || values === null) return null;
	const columns = Math.max(head.length, values.length);
	if (columns > MAX_COLUMNS) return null;
	const row = new Map<string, unknown>();
	for (let column = 0; column < columns; column++) {
		const name = textField(head[column]) ?? `column ${column + 1}`;
		let key = name;
		for (let number = column + 1; row.has(key); number++) key = `${name} (${number})`;
		row.set(key, values[column] ?? null);
	}
	return Object.fromEntries(row);
}

/**
 * Whether to call the number again: `yes` if nobody was reached; `no` if somebody talked or declined, or the number
 * is invalid; `later` if something has to change first, or the result is not clear.
 */
type CallAgain = 'yes' | 'no' | 'later';

const HUNG_UP = 'Customer hung up after answering';

/** @param texts the platform's in task_result_desc, blank-separated; the first is also the Chinese result */
function row(code: string, english: string, texts: string, outcome: string, callAgain: CallAgain) {
	const labels = texts.split(' ');
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
