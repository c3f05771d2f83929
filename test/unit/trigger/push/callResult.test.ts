import { CALL_RESULTS, callResult } from '../../../../nodes/IflytekAiCallTrigger/push/callRecord';

const of = (task_result: unknown, task_result_desc?: unknown) => {
	const { outcome, callAgain, result } = callResult({ task_result, task_result_desc });
	return [outcome, callAgain, result?.english].join(' | ');
};

const HUNG_UP = 'Customer hung up after answering';

describe('the outcome of an outbound call', () => {
	it.each([
		['-1', 'noAnswer | yes | Timeout', '超时'],
		['0', 'answered | no | Success', '成功'],
		['2', 'busy | yes | Already in a call', '正在通话中'],
		['3', 'unreachable | yes | Cannot connect', '无法接通'],
		['4', 'unreachable | yes | Powered off', '关机'],
		['5', 'busy | yes | Busy', '用户正忙'],
		['6', 'invalidNumber | no | Empty or changed number', '空号或改号 空号 改号'],
		['7', 'invalidNumber | no | Wrong number', '号码错误 错误号码'],
		['8', 'rejected | no | Rejected', '用户拒接'],
		['9', 'unreachable | later | Service suspended', '停机 暂停服务 欠费'],
		['15', `hungUpEarly | no | ${HUNG_UP}`, '客户接听后并主动挂机 客户接听后主动挂机'],
		['16', 'hungUpEarly | later | Customer dropped', '客户掉线'],
		['18', 'answered | no | Connected', '接通'],
		['19', 'answered | no | Transferred to an agent', '转人工'],
		['20', 'noAnswer | yes | Not answered', '用户未接 无人接听'],
		['22', 'unreachable | yes | Call forwarding failed', '呼叫转移失败'],
		['23', 'unreachable | later | Inbound restricted', '呼入限制'],
		['25', 'unreachable | yes | Call forwarded', '呼叫转移'],
		['26', 'lineFault | later | Network fault', '网络故障'],
		['27', 'lineFault | later | Outbound restricted', '呼出受限 呼出限制'],
		['28', 'lineFault | later | Line fault', '线路故障 网络忙'],
	])('with code %s is %s', (code, expected, labels) => {
		expect([of(code), of(Number(code)), of(` ${code} `, '新')]).toEqual(Array(3).fill(expected));
		expect(labels.split(' ')[0]).toBe(callResult({ task_result: code }).result?.chinese);
		for (const label of labels.split(' ')) {
			expect([of(undefined, label), of('99', ` ${label} `)]).toEqual([expected, expected]);
		}
	});

	it('is by the description where that is known, because 22 changed its meaning', () => {
		expect(of('22', '来电提醒')).toBe('unreachable | yes | Call reminder service answered');
		expect(of('22', '呼叫转移失败')).toBe('unreachable | yes | Call forwarding failed');
	});

	it.each([
		['99', '新的说明'],
		['constructor', '__proto__'],
		['', '新'],
	])('is unknown for %j and %j, and somebody has to look', (code, label) => {
		expect(of(code, label)).toBe('unknown | later | Unknown');
	});

	it.each(['20', '5', '-1', '2', '3', '4', '22', '25'])(
		'with code %s and talk contradicts itself: somebody has to look before the next call',
		(task_result) => {
			const talk = { time_answer: 1767229208000, duration_call: 42 };
			const again = (body: object) => callResult({ task_result, ...body }).callAgain;
			expect(again(talk)).toBe('later');
			expect(again({ ...talk, duration_call: undefined })).toBe('later');
			expect(again({ ...talk, duration_call: 0 })).toBe('yes');
			expect(again({ ...talk, time_answer: 0 })).toBe('yes');
		},
	);

	it.each([
		['0', '用户未接', 'noAnswer'],
		['15', '用户正忙', 'busy'],
		['6', '关机', 'unreachable'],
	])('with code %s beside %s leaves the next call to a person', (code, label, outcome) => {
		expect(callResult({ task_result: code, task_result_desc: label })).toMatchObject({
			outcome,
			callAgain: 'later',
		});
	});

	it.each([
		['2026-11-24 10:00:08', 42, 'later'],
		['2026-11-24 10:00:08', '42', 'later'],
		['2026-11-24 10:00:08', 0, 'yes'],
		['1970-01-01 08:00:00', undefined, 'yes'],
		[-1, 42, 'yes'],
		['0', 42, 'yes'],
		['', 42, 'yes'],
		[null, 42, 'yes'],
	])('not answered, with answer time %j and %j seconds, is %s', (time_answer, seconds, again) => {
		const record = { task_result: '20', time_answer, duration_call: seconds };
		expect(callResult(record).callAgain).toBe(again);
	});

	it('has every code of the specification, and 8, 18, 19, 25 and another 22 of the newer one', () => {
		const codes = CALL_RESULTS.map(({ code }) => Number(code));
		expect(codes).toEqual([
			-1, 0, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 18, 19, 20, 22, 22, 23, 25, 26, 27, 28,
		]);
	});
});

describe('the outcome of a record without a result', () => {
	it.each([
		['was answered', { time_answer: 1767229208000, duration_call: 5 }, 'answered', 'no'],
		['was answered, duration not sent', { time_answer: 1767229208000 }, 'answered', 'no'],
		['was not answered', { time_answer: 0, duration_call: 0 }, 'unknown', 'later'],
		['has no time of talk', { time_answer: 1767229208000, duration_call: 0 }, 'unknown', 'later'],
	])('that %s', (_name, body, outcome, callAgain) => {
		expect(callResult(body)).toEqual({ outcome, callAgain, result: null });
	});
});
