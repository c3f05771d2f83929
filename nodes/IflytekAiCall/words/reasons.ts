import type { Said } from '../../shared/problem/language';

/**
 * Why a row is not accepted or a task not used, and what to do about it. {0} and so on stand for values, {message}
 * and {remedy} for those of the problem being reported. Options have the names that the panel shows.
 */
export const REASONS = {
	// rows that are held back
	inDoNotCall: ["The number is in 'Do Not Call'", '号码在免打扰名单“Do Not Call”中'],
	tooManyRows: [
		'There are {0} rows{1}, and one run may send {2}',
		'共有 {0} 行{1}，而每次运行最多发送 {2} 行',
		'Give fewer rows, or raise the option Max Rows per Run.',
		'请减少行数，或调大“Max Rows per Run”。',
	],
	occursTwice: [
		'The number occurs in row {0} too',
		'第 {0} 行也有该号码',
		'Keep one row of the number, or set the option Duplicate Numbers to Send Once.',
		'同一号码请只保留一行，或将“Duplicate Numbers”设为“Send Once”。',
	],
	onlyTested: [
		'A test call: only the first {0} rows are tried, on the test number',
		'试拨：只用前 {0} 行呼叫测试号码',
		"To call the rows, set 'Mode' to Live.",
		'要呼叫各行的号码，请将“Mode”设为“Live”。',
	],
	sameAsTaken: [
		'Same number as row {0}: only row {0} is sent',
		'号码与第 {0} 行相同，只发送第 {0} 行',
	],
	sameAsLeft: [
		'Same number as row {0}, which {1}',
		'号码与第 {0} 行相同，该行{1}',
		'See what to do about that row.',
		'处理办法见该行。',
	],
	handedOver: [
		'Handed over {0} by this node',
		'本节点{0}已提交过该行',
		'See in the earlier execution what became of it and, if it went into a task, whether that was started. To send the same row several times a day, set the option Same Row Again to Always.',
		'请在先前的执行中查看该行的结果；如果已加入任务，还要看任务是否启动。同一行一天要发送多次时，请将“Same Row Again”设为“Always”。',
	],
	numberHandedOver: [
		'The number was handed over earlier in this execution',
		'本次执行中已提交过该号码',
		'To call the number once for each row, set the option Duplicate Numbers to Send All.',
		'要让每行都呼叫一次该号码，请将“Duplicate Numbers”设为“Send All”。',
	],
	notKept: [
		'n8n could not note which rows are handed over, which keeps people from being called twice: {0}',
		'n8n 无法记录已提交的行，而没有记录就可能重复呼叫：{0}',
		'Save the workflow, make sure that the database of n8n answers, and run it again.',
		'请保存工作流，确认 n8n 的数据库正常，然后重新运行。',
	],
	canceled: [
		'The execution was canceled',
		'执行已取消',
		'Run the workflow again with the rows that were not sent.',
		'请用未发送的行重新运行。',
	],

	// the clock
	outsideHours: [
		'It is {0}{1} in China, outside the allowed calling hours {2}',
		'现在是北京时间 {0}{1}，不在允许外呼的时段 {2}内',
		'Run the workflow again from {3} China time, or change the option Allowed Calling Hours{4}.',
		'请在北京时间 {3} 以后重新运行，或修改“Allowed Calling Hours”{4}。',
	],
	lineNeverCalls: [
		'There is no time to call: the working hours {0} of line {1} lie outside the allowed calling hours {2}',
		'没有可以外呼的时间：线路 {1} 的工作时段 {0} 不在允许外呼的时段 {2}内',
		'Choose another line, or change the option Allowed Calling Hours.',
		'请另选线路，或修改“Allowed Calling Hours”。',
	],
	outsideHoursOfLine: [
		'It is {0} in China, outside the working hours {1} of line {2}',
		'现在是北京时间 {0}，不在线路 {2} 的工作时段 {1} 内',
		'Run the workflow again from {3} China time, or choose another line.',
		'请在北京时间 {3} 以后重新运行，或另选线路。',
	],
	lineTooSlow: [
		'Calling ends at {0} in China, and line {1} cannot reach the row before that, at {2} seconds a call and {3} at once',
		'外呼到北京时间 {0} 为止，按每通 {2} 秒、同时 {3} 路计算，线路 {1} 在此之前打不到该行',
		'Use Task: Run for long lists: its task keeps the hours and goes on the next day. Or send the row again within the allowed calling hours.',
		'长名单请用“Task: Run”：任务会遵守时段，次日接着呼叫。也可以在允许的时段内再次发送该行。',
	],
	callsNobody: [
		'The task calls nobody: it ends at {0} China time, and no call could go out before {1}',
		'任务不会呼叫任何人：任务在北京时间 {0} 结束，而最早 {1} 才能呼出',
		"Correct 'Start Calling At', 'Stop Calling At' or 'Task Working Hours'.",
		'请更正“Start Calling At”“Stop Calling At”或“Task Working Hours”。',
	],
	hoursTooWide: [
		"'Task Working Hours' are {0}, which goes beyond the allowed calling hours {1}",
		'“Task Working Hours”为 {0}，超出允许外呼的时段 {1}',
		"Correct 'Task Working Hours', or change the option Allowed Calling Hours.",
		'请更正“Task Working Hours”，或修改“Allowed Calling Hours”。',
	],
	dayLeftOut: [
		'The task would call on {0}, a day that the option Allowed Calling Days leaves out',
		'任务会在 {0} 呼叫，而“Allowed Calling Days”不包括这一天',
		'{1}, or change the option Allowed Calling Days.',
		'{1}，或修改“Allowed Calling Days”。',
	],
	noHoursOfTask: [
		'The task has no working hours: the platform would call at any hour',
		'任务没有工作时段：平台会在任何时间呼叫',
	],
	unreadableHoursOfTask: [
		'The working hours of the task cannot be read: {0}',
		'任务的工作时段无法识读：{0}',
	],
	hoursOfTaskTooWide: [
		'The working hours of the task are {0}, which goes beyond the allowed calling hours {1}',
		'任务的工作时段为 {0}，超出允许外呼的时段 {1}',
	],

	// the platform
	later: [
		'Not sent, because of an earlier request: {message}',
		'因前面的请求失败而未发送：{message}',
	],
	laterInDoubt: [
		'Not sent, because of an earlier request: {message}',
		'因前面的请求失败而未发送：{message}',
		'Run the workflow again with the rows that were not sent, when the platform works again.',
		'请在平台恢复后，用未发送的行重新运行。',
	],
	notSettled: [
		'It is not known whether the row was sent',
		'该行是否已发送尚不清楚',
		'Do not send it again before you know: wait for the call record of the number.',
		'查明之前请勿再次发送：请等待该号码的通话记录。',
	],
	perhapsSent: [
		'It is not known whether the request reached the AI Call platform: {0}',
		'请求是否已到达外呼平台尚不清楚：{0}',
	],
	contradictory: [
		"The AI Call platform's answer does not fit the request (rows: {0}, total: {1}, IDs: {2}): it is not known which rows it accepted",
		'外呼平台的响应与请求不符（行数：{0}，总数：{1}，ID：{2}）：受理了哪些行尚不清楚',
	],
	someTaken: [
		'The platform refused the batch, but the task went from {0} to {1} numbers: {message}',
		'平台拒绝了这一批，但任务的号码数由 {0} 变为 {1}：{message}',
	],
	createdWithoutId: [
		'The platform accepted the task but returned no task ID',
		'平台受理了任务，但没有返回任务 ID',
	],
	finishedMeanwhile: [
		'The answer to the start was lost, and the task is finished now',
		'启动请求的响应丢失，任务现在已结束',
		'It may have been started and completed, or it was finished before. Look at its counts with Task: Get; a finished task calls nobody any more. The start itself: {message}.',
		'任务可能已启动并完成，也可能此前就已结束。请用“Task: Get”查看各项数量；已结束的任务不再呼叫任何人。启动请求：{message}。',
	],

	// a run that called nobody
	noneAccepted: ['No row was accepted: {0}', '没有一行被受理：{0}'],
	nobodyCalled: [
		'Nobody was called: {0}',
		'没有呼叫任何人：{0}',
		"{remedy} To get the rows as items instead, set On Error in the node's settings to Continue.",
		'{remedy}如果希望照常输出各行，请在节点设置中将“On Error”设为“Continue”。',
	],

	// tasks, scripts and lines of rows
	notChecked: ['The rows could not be checked: {message}', '无法核对这些行：{message}'],
	noTask: [
		"There is no task with the ID '{0}'",
		'没有 ID 为“{0}”的任务',
		'Pick the task from the list, or check that the credential belongs to its application.',
		'请从列表中选择任务，或确认凭据属于任务所在的应用。',
	],
	takesNoNumbers: [
		'The task is {0}: it takes no more numbers',
		'任务的状态是“{0}”，不能再添加号码',
		'Create a new task for them.',
		'请为这些号码新建任务。',
	],
	noScript: [
		"There is no script with the ID '{0}'",
		'没有 ID 为“{0}”的话术',
		"Pick the script from the list in 'Call Script'.",
		'请在“Call Script”的列表中选择话术。',
	],
	noColumnsListed: [
		"The platform lists no columns for the script '{0}'",
		'平台没有列出话术“{0}”的列',
		"Set 'Row Source' to JSON and enter them in the option Column Names.",
		'请将“Row Source”设为“JSON”，并在“Column Names”中填写各列。',
	],
	noScriptOfTask: [
		"The script of the task '{0}' could not be found",
		'查不到任务“{0}”的话术',
		"Pick the task's script in 'Call Script', or enter the columns in the option Column Names.",
		'请在“Call Script”中选择任务的话术，或在“Column Names”中填写各列。',
	],
	unusableScript: [
		"The script '{0}' is {1}: nobody can be called with it",
		'话术“{0}”{1}，不能用来外呼',
		'{2}{3}.',
		'{2}{3}。',
	],
	otherColumns: [
		'The columns are {0}, and the script has {1}',
		'当前各列为 {0}，而话术的列是 {1}',
		'Map the columns again: the script may have been changed since.',
		'请重新映射各列：话术可能已修改。',
	],
	noLine: [
		"There is no line '{0}'",
		'没有线路“{0}”',
		"Pick the line from the list in 'Phone Line'.",
		'请在“Phone Line”的列表中选择线路。',
	],
	expiredLine: [
		"The line '{0}' has expired",
		'线路“{0}”已过期',
		'{1}, or renew this one in the iFLYTEK console.',
		'{1}，或在讯飞控制台续期。',
	],

	// what stops a run
	retryOnFail: [
		"'Retry On Fail' is on in the settings of this node",
		'本节点的设置中开启了“Retry On Fail”',
		'n8n would run the node again after a failure, and people could be called twice. Switch the setting off: requests that are safe to repeat are repeated anyway.',
		'失败后 n8n 会重新运行本节点，可能重复呼叫。请关闭该设置：可以安全重复的请求，节点本来就会重试。',
	],
	savedWithoutMode: [
		"This node was saved before it had 'Mode', with its own switch for a dry run",
		'本节点保存时还没有“Mode”，而是用单独的开关设置试运行',
		"Open the node and choose in 'Mode' what it does: another choice than {0}, and then that one if it is meant.",
		'请打开节点，在“Mode”中选择：先选“{0}”以外的一项；如果要的就是“{0}”，再选回来。',
	],
	goneOption: [
		"The option '{0}' is gone, so nobody would be held back by it",
		'选项“{0}”已取消，不再拦下任何号码',
		"Leave out rows of numbers that were called too often before this node ('Limits on calls' in its documentation shows how), and remove the option.",
		'请在本节点之前去掉呼叫次数过多的号码（做法见文档“Limits on calls”一节），并删除该选项。',
	],
	wrongTestNumber: [
		"'Test Number' {0}",
		'“Test Number”的值{0}',
		"Enter your own mobile number, or choose another 'Mode'.",
		'请填写您自己的手机号，或在“Mode”中另选一项。',
	],
	testNumberNotToCall: [
		"'Test Number' is in 'Do Not Call'",
		'“Test Number”在免打扰名单“Do Not Call”中',
		'Enter another number of your own, or take this one out of the list.',
		'请填写您的另一个号码，或将该号码移出名单。',
	],
	noFieldsNotToCall: [
		"'Do Not Call' is an object without fields",
		'“Do Not Call”是没有字段的对象',
		"The items of a node are $('Node').all(). Where there are no numbers, give an empty text or an empty list.",
		"节点的全部数据项是 $('Node').all()；没有号码时请给出空文本或空列表。",
	],
	unreadableNotToCall: [
		"'Do Not Call' has entries that cannot be read as phone numbers: {0}",
		'“Do Not Call”中有无法识读为电话号码的内容：{0}',
		'Correct the entries, keep numbers as text in spreadsheets, and give only the field with the phone number, such as $json.phone.',
		'请更正这些内容；表格中的号码请以文本保存，并且只给出号码所在的字段，例如 $json.phone。',
	],
	noDays: [
		"'Allowed Calling Days' has no day",
		'“Allowed Calling Days”中没有任何一天',
		'Choose at least one day, or remove the option to allow every day.',
		'请至少选择一天；要允许每一天，请删除该选项。',
	],

	// parameters of an item
	unreadableItem: [
		'A parameter of the item could not be read: {message}',
		'读不出该项的一个参数：{message}',
	],
	unreadableExpression: [
		'A parameter of the item could not be read: {0}',
		'读不出该项的一个参数：“{0}”',
		"Correct the expressions in the node's parameters.",
		'请更正节点参数中的表达式。',
	],
	stopped: ['{message}', '{message}', 'Nothing was sent. {remedy}', '什么都没有发送。{remedy}'],
	differs: [
		"'{0}' is {1}, and {2} in the first item",
		'“{0}”为 {1}，而第一项中为 {2}',
		'It applies to all items of a run: give one value, or separate the items before this node.',
		'该参数对整次运行有效：请给出同一个值，或在本节点之前将各项分开。',
	],
	notId: [
		"'{0}' is not an ID",
		'“{0}”不是 ID',
		'Pick it from the list, or give its ID as text.',
		'请从列表中选择，或以文本给出 ID。',
	],
	idLostDigits: [
		"'{0}' is not an ID",
		'“{0}”不是 ID',
		'It is a number with more digits than a number can hold: some are already lost. Keep IDs as text.',
		'这个数字的位数超出了数值能表示的范围，部分数字已丢失。请以文本保存 ID。',
	],
	empty: [
		"'{0}' is empty",
		'“{0}”为空',
		'Pick it from the list, or enter its ID.',
		'请从列表中选择，或填写其 ID。',
	],
	emptyTaskName: [
		"'Task Name' is empty",
		'“Task Name”为空',
		'Give the task a name.',
		'请填写任务名称。',
	],
	notText: [
		"'{0}' is not text: {1}",
		'“{0}”不是文本：{1}',
		"Correct '{0}', for example by naming the field that holds the text.",
		'请更正“{0}”，例如填写存放文本的字段。',
	],
	notDate: ["'{0}' is not a date: {1}", '“{0}”不是日期：{1}'],
	spreadsheetDay: [
		"'{0}' is {1}, the number by which a spreadsheet counts days, and not a date",
		'“{0}”为 {1}，是表格软件的天数序号，不是日期',
		'Format the cell as text or as a date in the spreadsheet. {2}',
		'请在表格中将单元格设为文本或日期格式。{2}',
	],
	inPast: [
		"'{0}' is in the past",
		'“{0}”已经过去',
		"Correct '{0}', or remove it.",
		'请更正“{0}”，或将其删除。',
	],
	beginsTooLate: [
		"'Start Calling At' is more than five years ahead",
		'“Start Calling At”在五年以后',
		"Correct 'Start Calling At'.",
		'请更正“Start Calling At”。',
	],
	endsBeforeBegin: [
		"'Stop Calling At' is not after 'Start Calling At'",
		'“Stop Calling At”不晚于“Start Calling At”',
		"Correct 'Stop Calling At', or leave it out.",
		'请更正“Stop Calling At”，或不填。',
	],
	noHours: [
		"'{0}' has no hours",
		'“{0}”没有时段',
		'Add hours, or remove it to keep to the usual ones.',
		'请添加时段，或将其删除以使用默认时段。',
	],
	notTimeOfDay: [
		"'{1}' in '{0}' is not a time of day",
		'“{0}”中的“{1}”不是时刻',
		'Enter hours and minutes such as 08:00 or 17:30; 24:00 is the end of the day.',
		'请填写时和分，例如 08:00 或 17:30；24:00 是一天的结束。',
	],
	hoursEndFirst: [
		"'{0}' end before they begin: {1} to {2}",
		'“{0}”的结束早于开始：{1} 到 {2}',
		"Swap 'From' and 'To'. For hours that go over midnight enter two, such as 22:00 to 24:00 and 00:00 to 06:00.",
		'请对调“From”和“To”；跨过午夜的时段请分成两段，例如 22:00 到 24:00 和 00:00 到 06:00。',
	],
	hoursOverlap: [
		"'{0}' overlap: {1} and {2}",
		'“{0}”的时段重叠：{1} 和 {2}',
		'Join them to one entry, or correct their times.',
		'请合并为一个时段，或更正时间。',
	],

	// rows as they are given
	noPhoneColumn: [
		"'Columns' does not say which of its values is the phone number",
		'“Columns”没有说明哪个值是手机号',
		"It has values without the script's columns. Pick the script again so that its columns appear below it, or set 'Row Source' to JSON.",
		'“Columns”里有值，却没有话术的列。请重新选择话术，让各列显示出来，或将“Row Source”设为“JSON”。',
	],
	noColumns: [
		"'Columns' has no columns",
		'“Columns”没有列',
		"Pick the script so that its columns appear below it, the phone number first, or set 'Row Source' to JSON.",
		'请选择话术，让各列显示出来（第一列是手机号），或将“Row Source”设为“JSON”。',
	],
	toolMapsItself: [
		"As a tool the node takes explicit numbers only, and 'Columns' is mapped automatically",
		'节点作为工具时只接受明确给出的号码，而“Columns”是自动映射的',
		"Set 'Row Source' to JSON and let the model fill in 'Rows', or map each column.",
		'请将“Row Source”设为“JSON”，由模型填写“Rows”，或逐列映射。',
	],
	columnsOfOneName: [
		"The script has more than one column named '{0}', so a row by name cannot say which value is which",
		'话术有多个名为“{0}”的列，按列名给出的行分不清哪个值属于哪一列',
		"Rename one of them in the script, or set 'Row Source' to JSON and give each row as a list of values in the order of the columns.",
		'请在话术中改名，或将“Row Source”设为“JSON”，每行按列的顺序给出值的列表。',
	],
	emptyRows: [
		"'Rows' is empty",
		'“Rows”为空',
		'Enter the rows as a JSON array; [] calls nobody.',
		'请以 JSON 数组填写各行；[] 表示不呼叫任何人。',
	],
	notJson: [
		"'Rows' is not valid JSON",
		'“Rows”不是有效的 JSON',
		'Enter an array such as [{"Phone": "13800138000", "Name": "Zhang"}], with the columns of the script as names.',
		'请填写数组，以话术的列名为字段名，例如 [{"手机号": "13800138000", "姓名": "张三"}]。',
	],
	notRows: [
		"'Rows' is not a list",
		'“Rows”不是列表',
		'Enter a JSON array with one object for each call.',
		'请填写 JSON 数组，每通呼叫一个对象。',
	],
	tooManyValues: [
		'The row has {0} values for {1} columns',
		'该行有 {0} 个值，而列只有 {1} 个',
		'Give one value for each column: {2}.',
		'请每列给出一个值：{2}。',
	],
	wrongCells: ['{0}', '{0}', '{1}', '{1}'],
} as const satisfies Record<string, Said>;

export type ReasonCode = keyof typeof REASONS;
