import type { Pair } from '../../shared/problem/language';

/** Parts of reasons, and other texts of rows: [English, Chinese], with {0} and so on for values. */
export const TEXTS = {
	// rows
	dryRun: ['This is a dry run', '这是试运行'],
	inEarlierCalls: [
		', {0} of them in earlier calls of the tool',
		'（其中 {0} 行在此前的工具调用中）',
	],
	refused: ['was refused', '被拒绝'],
	unknown: ['may have been accepted', '可能已受理'],
	notSent: ['was not sent', '未发送'],
	earlierToday: ['earlier today', '今天'],
	yesterday: ['yesterday', '昨天'],
	rowIsOpen: [
		'These people may be called. Do not send the row again before you know: wait for the call record of the number, or look it up in the iFLYTEK console.',
		'这些人可能会接到电话。查明之前请勿再次发送该行：请等待该号码的通话记录，或在讯飞控制台查询。',
	],
	rowOfTaskIsOpen: [
		'Do not send the row again before you know: see with Task: Get how many numbers the task holds, and compare that with what you sent.',
		'查明之前请勿再次发送该行：请用“Task: Get”查看任务里有多少号码，与您发送的行数核对。',
	],
	ownWords: [' The platform\'s own words: "{0}".', '平台原话：“{0}”。'],

	// above the output
	rowsSay: ['{0}: {1}', '{0}：{1}'],
	andMore: ['and {0} more', '另有 {0} 项'],
	countOf: ['{0} {1}{2}', '{0} 行{1}{2}'],
	liveDid: ['{0}.{1}', '{0}。{1}'],
	testDid: [
		"Test: {0}.{1} Set 'Mode' to Live to call the rows themselves.",
		'试拨：{0}。{1}要呼叫各行的号码，请将“Mode”设为“Live”。',
	],
	dryRunDid: ['Dry run: nobody was called. {0}. {1}', '试运行，没有呼叫任何人：{0}。{1}'],
	chooseLive: ["Set 'Mode' to Live to send the rows.", '要发送各行，请将“Mode”设为“Live”。'],
	chooseLiveLater: [
		"It is {0} in China: a live run would send nothing before {1}. After that, set 'Mode' to Live to send the rows.",
		'现在是北京时间 {0}：正式运行在 {1} 之前不会发送任何行。届时请将“Mode”设为“Live”。',
	],
	sendsNone: ['A live run would send none of them.', '正式运行也不会发送其中任何一行。'],
	keysForgotten: [
		'n8n keeps the last {0} rows of a node: of {1}, the first would be called again by a retry today.',
		'n8n 为每个节点只保存最近 {0} 行的记录：本次共 {1} 行，如果今天重试，最早的那些行会被再次呼叫。',
	],
	lineWorks: ['Line {0} works {1} (China time).', '线路 {0} 的工作时段为北京时间 {1}。'],
	sendsNoneOfLine: [
		'A live run now would not send its rows: {0}.',
		'此刻正式运行不会发送该线路的行：{0}。',
	],
	lineTakes: [
		'Line {0} takes about {1} min, at {2} seconds a call and {3} at once{4}.',
		'按每通 {2} 秒、同时 {3} 路计算，线路 {0} 约需 {1} 分钟{4}。',
	],
	tooLate: [
		': a live run now would not send {0}, which it cannot reach before {1}',
		'；此刻正式运行不会发送{0}，因为在 {1} 之前打不到',
	],
	callsWait: [
		'It is {0} in China: the calls of a live run would wait for {1}.',
		'现在是北京时间 {0}：正式运行的外呼要等到 {1} 才开始。',
	],
	ofTask: ['Task {0}: {1}', '任务 {0}：{1}'],
	moreTasks: ['For {0} more, see taskNote.', '另有 {0} 个任务，见 taskNote。'],
	perhapsLeft: ["A task named '{0}' may have been created", '名为“{0}”的任务可能已创建'],
	left: [
		'Task {0} was created, holds {1} rows and was not started',
		'任务 {0} 已创建并加入 {1} 行，但未启动',
	],

	// cells
	noCell: ["The column '{0}' has no value", '“{0}”列没有值'],
	wrongCell: ["The value in the column '{0}' {1}", '“{0}”列的值{1}'],
	missing: ['has no value', '为空'],
	notFinite: ['is not a finite number', '不是有限的数值'],
	lostDigits: [
		'is a number with more digits than a numeric cell can hold: some are already lost',
		'的位数超出了数值单元格能保存的范围，部分数字已丢失',
	],
	list: ['is a list, not text or a number', '是列表，不是文本或数字'],
	object: ['is an object, not text or a number', '是对象，不是文本或数字'],
	notMobile: ['is not a mainland mobile number of 11 digits', '不是 11 位的大陆手机号'],
	enterPhone: [
		"Enter the customer's mobile number in the first column.",
		'请在第一列填写客户的手机号。',
	],
	correctPhone: [
		'Enter a Chinese mobile number of 11 digits, with or without +86 and separators, and keep it as text.',
		'请填写 11 位的大陆手机号，可以带 +86 和分隔符，并以文本保存。',
	],
	enterValue: [
		'Give every column of the script a value, an empty text where there is nothing to say.',
		'话术的每一列都要有值，没有内容时请给空文本。',
	],
	correctValue: [
		'Enter a text or a number; keep long numbers as text.',
		'请填写文本或数字，较长的数字请以文本保存。',
	],
	nameField: [
		"Name the field with the customer's mobile number '{0}', as the script does; with input items it can also be mapped manually.{1}",
		'请将存放客户手机号的字段命名为“{0}”，与话术一致；来自输入项时也可以手动映射。{1}',
	],
	fieldsHere: [' The fields here are: {0}.', '这里的字段有：{0}。'],
	aNumber: ['a number', '某个数字'],

	// hours
	hoursInChina: ['{0}{1} (China time)', '{0}{1}（北京时间）'],
	moment: ['{0} on {1}', '{1} {0}'],
	date: ['{0}, {1}', '{1}（{0}）'],
	onDay: [' on {0}', '（{0}）'],
	orDays: [' or Allowed Calling Days', '或“Allowed Calling Days”'],
	startLater: [
		"Enter {0} or later in 'Start Calling At'",
		'请在“Start Calling At”中填写 {0} 或更晚',
	],
	stopEarlier: ["Enter {0} in 'Stop Calling At'", '请在“Stop Calling At”中填写 {0}'],
	startAt: ['Start it at {0} China time or later', '请在北京时间 {0} 或以后启动'],
	createOnDays: [
		"Delete the task and create it again with a 'Start Calling At' and a 'Stop Calling At' that span allowed days only",
		'请删除任务后重新创建，使“Start Calling At”到“Stop Calling At”之间都是允许外呼的日子',
	],
	createLonger: [
		'Create a task that ends later for its numbers.',
		'请为这些号码新建一个结束得更晚的任务。',
	],
	createWithin: [
		"Delete the task and create it again with 'Task Working Hours' within the allowed ones, or change the option Allowed Calling Hours (00:00 to 24:00 on every day lets every task start).",
		'请删除任务后重新创建，使“Task Working Hours”在允许的时段内，或修改“Allowed Calling Hours”（每天 00:00 到 24:00 时任何任务都能启动）。',
	],
	chinaTime: ['{0} China time', '北京时间 {0}'],
	dates: [
		'Pick a date, or give one such as 2026-11-20T09:00:00, 2026-11-20 09:00 or 2026/11/20 9:00, in China time unless it names a zone; or a count since 1970 in seconds (10 digits) or milliseconds (13 digits).',
		'请选择日期，或给出 2026-11-20T09:00:00、2026-11-20 09:00、2026/11/20 9:00 这样的日期，未注明时区时按北京时间；也可以是 1970 年以来的秒数（10 位）或毫秒数（13 位）。',
	],

	// tasks, scripts and lines of rows
	anotherScript: [
		"Pick a released script from the list in 'Call Script'",
		'请在“Call Script”的列表中选择已发布的话术',
	],
	orRelease: [', or have this one released in the iFLYTEK console', '，或在讯飞控制台发布该话术'],
	taskWithScript: ['Create a task with a released script', '请用已发布的话术新建任务'],
	anotherLine: [
		"Pick another line from the list in 'Phone Line'",
		'请在“Phone Line”的列表中另选线路',
	],
	taskWithLine: ['Create a task with another line', '请用其他线路新建任务'],
	unknownState: ['unknown ({0})', '未知（{0}）'],

	// tasks
	noRowLeft: [
		'No row is left to be sent, so the task was not created.',
		'没有要发送的行，因此未创建任务。',
	],
	notCreated: ['The task was not created: {0}.', '任务未创建：{0}。'],
	notCreatedLater: [
		'The task was not created, because of an earlier one.',
		'因前一个任务失败，未创建任务。',
	],
	holds: [
		'Task {0} was created and holds {1} of {2} rows{3}',
		'任务 {0} 已创建，{2} 行中有 {1} 行已加入{3}',
	],
	withoutRows: [', without {0}', '（{0}未加入）'],
	because: [' ({0})', '（{0}）'],
	notStarted: ['{0}; it was not started{1}. {2}', '{0}；任务未启动{1}。{2}'],
	rowNotStarted: ['In its task, which was not started{0}', '已加入任务，但任务未启动{0}'],
	addMissing: [
		'Add the rows that are still to be called with Task: Add Numbers and start this task once with Task: Start, or delete it.',
		'请用“Task: Add Numbers”补上仍需呼叫的行，再用“Task: Start”启动该任务一次，或删除任务。',
	],
	startOnce: [
		'{0} If the task can still be used, start it once with Task: Start.',
		'{0}如果该任务仍可用，处理后请用“Task: Start”启动一次。',
	],
	startedWith: [
		'Started with {0} of {1} rows{2}.{3}',
		'任务已启动，{1} 行中有 {0} 行已加入{2}。{3}',
	],
	startUnknown: [
		'{0}; whether it was started is not known: {1}. Look at it with Task: Get.',
		'{0}；任务是否已启动尚不清楚：{1}。请用“Task: Get”查看。',
	],
	callsLater: [' Calling begins at {0}, China time.', '北京时间 {0} 开始外呼。'],
	name: ["'{0}'", '“{0}”'],
	otherNames: [
		' Other names were ignored: {0}. A task takes the name of its first row.',
		'其他名称未采用：{0}。任务使用第一行的名称。',
	],
	hoursNotFound: ['Its working hours could not be looked up: {0}.', '查不到任务的工作时段：{0}。'],
	startRefuses: ['{0}. Task: Start refuses it. {1}', '{0}。“Task: Start”会拒绝启动。{1}'],

	// what to do about a problem; {message} and {remedy} are its own words
	refusedInDoubt: [
		'The platform may still have accepted the rows. {0}{1}',
		'平台仍可能已受理这些行。{0}{1}',
	],
	undocumentedInDoubt: [
		'The platform may still have accepted the rows. {0} {remedy}',
		'平台仍可能已受理这些行。{0}{remedy}',
	],
	compareFirst: [
		'{remedy} It is not documented whether a refused batch leaves rows in the task: before you send them again, see with Task: Get how many numbers the task holds, and compare that with what you sent.',
		'{remedy}文档没有说明被拒绝的一批是否一行都没有加入任务：再次发送之前，请用“Task: Get”查看任务里有多少号码，与您发送的行数核对。',
	],
	taskNotStarted: ['The task was not started. {remedy}', '任务未启动。{remedy}'],
	doneBefore: ['{remedy} Tasks {0} before that: {1}.', '{remedy}此前已{0}的任务：{1}。'],
	created: ['created', '创建'],
	deleted: ['deleted', '删除'],
	paused: ['paused', '暂停'],
	started: ['started', '启动'],
	perhapsCreated: [
		"It is not known whether the task was created. Look for '{0}' with Task: Get Many before you create it again.",
		'任务是否已创建尚不清楚。再次创建之前，请用“Task: Get Many”查找“{0}”。',
	],
	startedInSpite: [
		'It may have been started in spite of that: look at it with Task: Get before you send the command again.',
		'任务仍可能已启动：再次发送命令之前，请用“Task: Get”查看。',
	],
	pausesOnlyStarted: [
		'Only a task that has been started can be paused: look at its state with Task: Get. If it is running, check that the credential belongs to its application.',
		'只有已启动的任务才能暂停：请用“Task: Get”查看任务的状态。如果任务正在执行，请确认凭据属于任务所在的应用。',
	],
	both: ['{0}{1}', '{0}{1}'],
} as const satisfies Record<string, Pair>;

export type TextCode = keyof typeof TEXTS;
