import type { CodeRow, CodeScope } from '../http/codes';
import { lookUp } from '../http/json';
import type { Wording, Words } from '../problem/language';

const NO_FILE_SENT: Wording = {
	english:
		"This node sends no file: check the credential's 'Base URL', then ask iFLYTEK what the code means here.",
	chinese: '本节点不发送文件：请检查凭据中的“Base URL”，再向讯飞咨询该错误码的含义。',
};

/** What a code means, in the languages of rows. */
type AiCallCode = CodeRow & { chinese: Words };

/** Every documented code of the AI Call platform, one row each (services.md, AI Call: Errors). */
export const AI_CALL_CODES: Readonly<Record<string, AiCallCode>> = {
	'10001': {
		message: 'The platform did not accept the token',
		remedy:
			"A new token was fetched and refused too. Check 'App Key' and 'App Secret' in the credential.",
		chinese: {
			message: '平台不接受该令牌',
			remedy: '已重新获取令牌，仍被拒绝。请检查凭据中的“App Key”和“App Secret”。',
		},
		scope: 'account',
		isAtomicRefusal: true,
	},
	'10002': {
		message: 'The token is not valid, or has no permission for this request',
		remedy:
			"A new token was fetched and refused too. If other operations work, ask iFLYTEK to enable this function for your application; otherwise check 'App Key' and 'App Secret' in the credential.",
		chinese: {
			message: '令牌无效，或无权使用该接口',
			remedy:
				'已重新获取令牌，仍被拒绝。如果其他操作正常，请联系讯飞为应用开通该功能；否则请检查凭据中的“App Key”和“App Secret”。',
		},
		scope: 'account',
		isAtomicRefusal: true,
	},
	'10003': {
		message: 'The platform does not know this application',
		remedy: "Copy 'App Key' again from the iFLYTEK console.",
		chinese: { message: '平台查不到该应用', remedy: '请从讯飞控制台重新复制“App Key”。' },
		scope: 'account',
		isAtomicRefusal: true,
	},
	'10004': {
		message: 'The platform is busy',
		remedy: 'Try again in a minute.',
		chinese: { message: '平台繁忙', remedy: '请一分钟后再试。' },
		scope: 'busy',
		retryClass: 'later',
	},
	'10005': {
		message: 'The platform did not accept a parameter of the request',
		remedy:
			'It does not say which: look first at IDs and dates that come from an expression, then at the values of the row.',
		chinese: {
			message: '平台不接受请求中的某个参数',
			remedy: '平台没有说明是哪一个：请先检查由表达式给出的 ID 和日期，再检查该行的值。',
		},
		scope: 'parameter',
	},
	'10020': {
		message: 'The interface is under maintenance',
		remedy: 'Try again later.',
		chinese: { message: '接口正在维护', remedy: '请稍后再试。' },
		scope: 'account',
	},
	'10021': {
		message: 'The interface is disabled for this application',
		remedy: 'Ask iFLYTEK to enable it.',
		chinese: { message: '该应用的接口已停用', remedy: '请联系讯飞开通。' },
		scope: 'account',
	},
	'200101': {
		message: 'The platform does not accept this key and secret',
		remedy: "Copy 'App Key' and 'App Secret' again from the iFLYTEK console.",
		chinese: {
			message: '平台不接受这组密钥',
			remedy: '请从讯飞控制台重新复制“App Key”和“App Secret”。',
		},
		scope: 'account',
	},
	'200200': {
		message: 'The data does not belong together',
		remedy:
			"Check 'Phone Line' first: the platform has no code of its own for a line that it does not know or that has expired. Then check that task, script and voice belong to the same application.",
		chinese: {
			message: '数据之间不匹配',
			remedy:
				'请先检查“Phone Line”：线路不存在或已过期时，平台没有单独的错误码。再确认任务、话术和发音人属于同一应用。',
		},
		scope: 'group',
	},
	'200201': {
		message: 'The platform does not know the enterprise',
		remedy: 'Check that the credential belongs to the application that owns the task.',
		chinese: { message: '平台查不到该企业', remedy: '请确认凭据属于任务所在的应用。' },
		scope: 'account',
	},
	'200202': {
		message: 'The platform does not know this task',
		remedy: "Pick the task from the list, or check 'Task'.",
		chinese: { message: '平台查不到该任务', remedy: '请从列表中选择任务，或检查“Task”。' },
		scope: 'group',
		isAtomicRefusal: true,
	},
	'200203': {
		message: 'The batch contains a phone number that the platform does not accept',
		remedy:
			"Leave the number out: it is not a mobile number, or it is on the platform's list of sensitive numbers. One such number causes its whole batch to be refused, unless 'If a Batch Is Refused' is set to Skip Only the Bad Rows.",
		chinese: {
			message: '这一批中有平台不接受的号码',
			remedy:
				'请去掉该号码：它不是手机号，或在平台的敏感号码名单中。只要有一个这样的号码，整批都会被拒，除非“If a Batch Is Refused”设为“Skip Only the Bad Rows”。',
		},
		scope: 'row',
	},
	'200204': {
		message: 'The platform does not know this script',
		remedy: "Pick the script from the list, or check 'Call Script'.",
		chinese: {
			message: '平台查不到该话术',
			remedy: '请从列表中选择话术，或检查“Call Script”。',
		},
		scope: 'group',
	},
	'200205': {
		message: 'The script has no such voice',
		remedy: "Pick another voice from the list, or leave 'Voice' empty.",
		chinese: {
			message: '该话术没有这个发音人',
			remedy: '请从列表中另选发音人，或将“Voice”留空。',
		},
		scope: 'group',
	},
	'200206': {
		message: 'The platform does not accept the speech rate',
		remedy:
			"This node sends none, so the script or the voice decides it: pick another 'Voice', or check the script in the iFLYTEK console.",
		chinese: {
			message: '平台不接受该语速',
			remedy: '本节点不设置语速，语速由话术或发音人决定：请另选“Voice”，或在讯飞控制台检查话术。',
		},
		scope: 'group',
	},
	'200209': {
		message: "The account's balance is too low",
		remedy: 'Top up the account in the iFLYTEK console, then send the rows that were not accepted.',
		chinese: { message: '账户余额不足', remedy: '请在讯飞控制台充值，再发送未被受理的行。' },
		scope: 'account',
	},
	'200210': {
		message: 'The platform does not accept the format of a file',
		remedy: NO_FILE_SENT.english,
		chinese: { message: '平台不接受该文件格式', remedy: NO_FILE_SENT.chinese },
		scope: 'group',
	},
	'200211': {
		message: 'The platform refuses a file over 10 MB',
		remedy: NO_FILE_SENT.english,
		chinese: { message: '平台拒绝超过 10 MB 的文件', remedy: NO_FILE_SENT.chinese },
		scope: 'group',
	},
	'200212': {
		message: "The columns do not fit the script's variables",
		remedy: 'Map the columns again: the script may have been changed since.',
		chinese: { message: '列与话术的变量不符', remedy: '请重新映射各列：话术可能已修改。' },
		scope: 'columns',
	},
	'200213': {
		message: 'The submitted data is over a limit of the platform',
		remedy: 'It does not say which limit, or when it ends: ask iFLYTEK.',
		chinese: {
			message: '提交的数据超出平台的限制',
			remedy: '平台没有说明是哪项限制、何时解除：请咨询讯飞。',
		},
		scope: 'account',
	},
	'200222': {
		message: "It is outside the line's working hours",
		remedy: "Try again within the line's working hours.",
		chinese: { message: '不在线路的工作时段内', remedy: '请在线路的工作时段内再试。' },
		scope: 'group',
	},
	'3030002': {
		message: 'The platform says that a number is occupied',
		remedy:
			'It does not say which. If another task uses the line, wait until it is finished, pause it, or pick another line.',
		chinese: {
			message: '平台提示号码被占用',
			remedy:
				'平台没有说明是哪个号码。如果线路正被其他任务使用，请等它结束、将其暂停，或另选线路。',
		},
		scope: 'group',
	},
	'3010101': {
		message: 'The task is already finished',
		remedy: 'Create a new task.',
		chinese: { message: '任务已结束', remedy: '请新建任务。' },
		scope: 'group',
		isAtomicRefusal: true,
	},
	'3010102': {
		message: 'The task is already deleted',
		remedy: 'Create a new task: a deleted one cannot be used again.',
		chinese: { message: '任务已删除', remedy: '请新建任务：已删除的任务不能再用。' },
		scope: 'group',
		isAtomicRefusal: true,
	},
};

/**
 * Codes of the platform's services (services.md, AI Call: Errors), documented or not. Those of five
 * digits are the system's, and the vendor's gateways use that range for answers that came too late as well.
 */
const SERVICE_CODE = /^[23]\d{5,6}$/;

/** Whether a code is one of the platform's services, documented or not. */
export function isServiceCode(code: string): boolean {
	return SERVICE_CODE.test(code);
}

/** What a code is about; undefined for one that is not documented. */
export function scopeOf(code: string | undefined): CodeScope | undefined {
	return lookUp(AI_CALL_CODES, code ?? '')?.scope;
}

const TOO_MANY_REQUESTS = 429;

/** Whether the platform or its gateway refuses only because it is busy at this moment. */
export function isBusy({ code, httpStatus }: { code?: string; httpStatus?: number }): boolean {
	return scopeOf(code) === 'busy' || httpStatus === TOO_MANY_REQUESTS;
}

/** Whether a submission refused with this code cannot have put a row into a task. */
export function isAtomicRefusal(code: string): boolean {
	return lookUp(AI_CALL_CODES, code)?.isAtomicRefusal === true;
}
