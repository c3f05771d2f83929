import { lookUp } from '../http/json';
import { say, type Pair, type Said } from '../problem/language';
import type { WordedProblem } from '../problem/problem';

const NO_FILE_SENT: Pair = [
	"This node sends no file: check the credential's 'Base URL', then ask iFLYTEK what the code means here.",
	'本节点不发送文件：请检查凭据中的“Base URL”，再向讯飞咨询该错误码的含义。',
];

/**
 * The cause of a refusal, which decides about the requests that are still to be sent:
 * - `row`: one row of the batch, refused together with the others
 * - `columns`: the columns of the batch, or one row of it
 * - `parameter`: one parameter, of a row or shared by all of them
 * - `group`: the script, line, voice or task; the same request fails again for others of the group
 * - `account`: the credential or the application; every further request fails
 * - `busy`: the service at this moment
 */
export type CodeScope = 'row' | 'columns' | 'parameter' | 'group' | 'account' | 'busy';

type AiCallCode = WordedProblem & { scope: CodeScope };

/** Every documented code of the AI Call platform (services.md, AI Call: Errors), by its scope. */
export const AI_CALL_CODES: Readonly<Record<string, AiCallCode>> = {
	...about('account', {
		'10001': [
			'The platform did not accept the token',
			'平台不接受该令牌',
			"A new token was fetched and refused too. Check 'App Key' and 'App Secret' in the credential.",
			'已重新获取令牌，仍被拒绝。请检查凭据中的“App Key”和“App Secret”。',
		],
		'10002': [
			'The token is not valid, or has no permission for this request',
			'令牌无效，或无权使用该接口',
			"A new token was fetched and refused too. If other operations work, ask iFLYTEK to enable this function for your application; otherwise check 'App Key' and 'App Secret' in the credential.",
			'已重新获取令牌，仍被拒绝。如果其他操作正常，请联系讯飞为应用开通该功能；否则请检查凭据中的“App Key”和“App Secret”。',
		],
		'10003': [
			'The platform does not know this application',
			'平台查不到该应用',
			"Copy 'App Key' again from the iFLYTEK console.",
			'请从讯飞控制台重新复制“App Key”。',
		],
		'10020': [
			'The interface is under maintenance',
			'接口正在维护',
			'Try again later.',
			'请稍后再试。',
		],
		'10021': [
			'The interface is disabled for this application',
			'该应用的接口已停用',
			'Ask iFLYTEK to enable it.',
			'请联系讯飞开通。',
		],
		'200101': [
			'The platform does not accept this key and secret',
			'平台不接受这组密钥',
			"Copy 'App Key' and 'App Secret' again from the iFLYTEK console.",
			'请从讯飞控制台重新复制“App Key”和“App Secret”。',
		],
		'200201': [
			'The platform does not know the enterprise',
			'平台查不到该企业',
			'Check that the credential belongs to the application that owns the task.',
			'请确认凭据属于任务所在的应用。',
		],
		'200209': [
			"The account's balance is too low",
			'账户余额不足',
			'Top up the account in the iFLYTEK console, then send the rows that were not accepted.',
			'请在讯飞控制台充值，再发送未被受理的行。',
		],
		'200213': [
			'The submitted data is over a limit of the platform',
			'提交的数据超出平台的限制',
			'The platform does not say which limit, or when it ends: ask iFLYTEK.',
			'平台没有说明是哪项限制、何时解除：请咨询讯飞。',
		],
	}),
	...about('busy', {
		'10004': ['The platform is busy', '平台繁忙', 'Try again in a minute.', '请一分钟后再试。'],
	}),
	...about('parameter', {
		'10005': [
			'The platform did not accept a parameter of the request',
			'平台不接受请求中的某个参数',
			'The platform does not say which: look first at IDs and dates that come from an expression, then at the values of the row.',
			'平台没有说明是哪一个：请先检查由表达式给出的 ID 和日期，再检查该行的值。',
		],
	}),
	...about('group', {
		'200200': [
			'The data does not belong together',
			'数据之间不匹配',
			"Check 'Phone Line' first: the platform has no code of its own for a line that it does not know or that has expired. Then check that task, script and voice belong to the same application.",
			'请先检查“Phone Line”：线路不存在或已过期时，平台没有单独的错误码。再确认任务、话术和发音人属于同一应用。',
		],
		'200202': [
			'The platform does not know this task',
			'平台查不到该任务',
			"Pick the task from the list, or check 'Task'.",
			'请从列表中选择任务，或检查“Task”。',
		],
		'200204': [
			'The platform does not know this script',
			'平台查不到该话术',
			"Pick the script from the list, or check 'Call Script'.",
			'请从列表中选择话术，或检查“Call Script”。',
		],
		'200205': [
			'The script has no such voice',
			'该话术没有这个发音人',
			"Pick another voice from the list, or leave 'Voice' empty.",
			'请从列表中另选发音人，或将“Voice”留空。',
		],
		'200206': [
			'The platform does not accept the speech rate',
			'平台不接受该语速',
			"This node sends none, so the script or the voice decides it: pick another 'Voice', or check the script in the iFLYTEK console.",
			'本节点不设置语速，语速由话术或发音人决定：请另选“Voice”，或在讯飞控制台检查话术。',
		],
		'200210': [
			'The platform does not accept the format of a file',
			'平台不接受该文件格式',
			...NO_FILE_SENT,
		],
		'200211': [
			'The platform refuses a file over 10 MB',
			'平台拒绝超过 10 MB 的文件',
			...NO_FILE_SENT,
		],
		'200222': [
			"It is outside the line's working hours",
			'不在线路的工作时段内',
			"Try again within the line's working hours.",
			'请在线路的工作时段内再试。',
		],
		'3010101': ['The task is already finished', '任务已结束', 'Create a new task.', '请新建任务。'],
		'3010102': [
			'The task is already deleted',
			'任务已删除',
			'Create a new task: a deleted one cannot be used again.',
			'请新建任务：已删除的任务不能再用。',
		],
		'3030002': [
			'The platform says that a number is occupied',
			'平台提示号码被占用',
			'The platform does not say which number. If another task uses the line, wait until it is finished, pause it, or pick another line.',
			'平台没有说明是哪个号码。如果线路正被其他任务使用，请等它结束、将其暂停，或另选线路。',
		],
	}),
	...about('row', {
		'200203': [
			'The batch contains a phone number that the platform does not accept',
			'这一批中有平台不接受的号码',
			"Leave the number out: it is not a mobile number, or it is on the platform's list of sensitive numbers. One such number causes its whole batch to be refused, unless 'If a Batch Is Refused' is set to Skip Only the Bad Rows.",
			'请去掉该号码：它不是手机号，或在平台的敏感号码名单中。只要有一个这样的号码，整批都会被拒，除非“If a Batch Is Refused”设为“Skip Only the Bad Rows”。',
		],
	}),
	...about('columns', {
		'200212': [
			"The columns do not fit the script's variables",
			'列与话术的变量不符',
			'Map the columns again: the script may have been changed since.',
			'请重新映射各列：话术可能已修改。',
		],
	}),
};

function about(scope: CodeScope, codes: Record<string, Said>): Record<string, AiCallCode> {
	const retryClass = scope === 'busy' ? 'later' : 'never';
	const everyRequest = scope === 'account' && ({ everyRequest: true } as const);
	const coded = (said: Said): AiCallCode => ({ ...say(said), scope, retryClass, ...everyRequest });
	return Object.fromEntries(Object.entries(codes).map(([code, said]) => [code, coded(said)]));
}

/** The scope of a code; undefined for one that is not documented. */
export function scopeOf(code: string | undefined): CodeScope | undefined {
	return lookUp(AI_CALL_CODES, code ?? '')?.scope;
}

/** The HTTP status of a gateway that is busy. */
export const TOO_MANY_REQUESTS = 429;

/** Whether the platform or its gateway refuses only because it is busy at this moment. */
export function isBusy({ code, httpStatus }: { code?: string; httpStatus?: number }): boolean {
	return scopeOf(code) === 'busy' || httpStatus === TOO_MANY_REQUESTS;
}

/** Whether the platform refuses a submission with this code as a whole, before it looks at its rows. */
export function isAtomicRefusal(code: string): boolean {
	return ['10001', '10002', '10003', '200202', '3010101', '3010102'].includes(code);
}
