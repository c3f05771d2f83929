import type { Pair } from './language';
import type { Meaning } from './problem';

/** Why a request did not go out; {message} and {remedy} are those of the problem that other items met. */
export const NOT_SENT = {
	late: [
		'Not sent: its turn would not come within {0} s',
		'未发送：{0} 秒内轮不到',
		'This is the time set in the option Max Time per Item. Raise it, or run the workflow again later.',
		'这是选项“Max Time per Item”设定的时间。请调大，或稍后重新运行。',
		{ notSent: true },
	],
	silence: [
		'Not sent: no item has received an answer for {0} ({1})',
		'未发送：{0} 内没有数据项收到响应（{message}）',
		'Run the workflow again later with the items that failed.',
		'请稍后用失败的数据项重新运行。',
		{ notSent: true },
	],
	refusal: [
		'Not sent: {0} (first at input item {1})',
		'未发送：{message}（首见于第 {1} 项）',
		'{remedy}',
		'{remedy}',
		{ notSent: true },
	],
	otherItem: [
		'Not sent, because another item failed',
		'未发送：另一个数据项失败',
		"Correct that item, or set 'On Error' in the node's settings to continue.",
		'请更正该数据项，或在节点设置中将“On Error”设为继续。',
		{ notSent: true },
	],
} satisfies Record<string, Meaning>;

/** How long or how often a request was tried, before its remedy. */
export const TRIED: Record<'long' | 'often', Pair> = {
	long: [
		'There was no time for another try within {0}, the time set in the option Max Time per Item. {remedy}',
		'在选项“Max Time per Item”设定的 {0} 内来不及再试。{remedy}',
	],
	often: ['It was tried {0} times without success. {remedy}', '已尝试 {0} 次，均未成功。{remedy}'],
};
