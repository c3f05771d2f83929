/** What the package relies on and a live service can show without harm; services.md names the same. */
export const ASSUMPTIONS = {
	'gateway.secret':
		'A wrong API Secret is HTTP 401 with a text that begins "HMAC signature does not match" or "HMAC secret key does not match"',
	'gateway.key':
		'An unknown API Key is HTTP 401 with a text that begins "HMAC signature cannot be verified"',
	'gateway.clock': 'A date an hour off is HTTP 401 or 403 with a text that asks for a valid date',
	'gateway.app': 'A wrong App ID is code 10313 in header.code, whatever the HTTP status',
	'gateway.result':
		'payload.result.text is base64 of a JSON object; a byte order mark in front and bytes behind it may be cut off',
	'invoice.levels': 'error_code is 0 in the decoded document and in the object of a read invoice',
	'invoice.keys':
		'Every block is named, by its key or its region, as one of the 24 documented fields',
	'invoice.positions': 'Recognized lines have four corner points, whose x and y are numbers',
	'invoice.scores': 'Confidences are numbers from 0 to 1',
	'invoice.values': 'A value joins its lines with line feeds',
	'invoice.none':
		'A picture without an invoice is code 37042, in the header, the document or the object',
	'text.position': 'Positions count the code points of the text as it was sent, from 0',
	'text.row':
		'A correction is [position, wrong text, right text, type]: a whole number and three texts',
	'text.suggestion': 'A correction has one suggestion, without |',
	'text.categories': 'All categories are among the sixteen known ones',
	'text.ret': 'ret is absent or 0 when the text was corrected',
	'text.tooLong': 'A text of 2,001 characters is refused with a code',
	'image.code': 'code is 0, as a number or a text, when the picture was recognized',
	'image.data': 'data is a list of results, or an object with the list fileList',
	'image.candidates':
		'labels has five whole numbers, the first of them label, none above the table',
	'image.rates': 'rates has a score from 0 to 1 for each label, falling',
	'image.faulty': 'A file that is no picture has label -1, with code 0',
	'image.checksum':
		'A wrong API Key is code 10105 or 40203 with a desc that begins "illegal access|"',
	'image.clock':
		'A time an hour off is code 10105 or 40203 with a desc that begins "illegal access|"',
	'image.parameter': 'X-Param without image_name is code 10106',
	'call.token': 'A token is a text; time_expire is its lifetime in seconds, from a minute to a day',
	'call.tokens': 'An older token stays good when a new one is fetched',
	'call.secret': 'A wrong App Secret is code 200101, whatever the HTTP status',
	'call.noToken': 'An unknown token is code 10001 or 10002, whatever the HTTP status',
	'call.code': 'code is the number 0 when a request succeeded',
	'call.configuration': 'lines, robots, urls and voices are lists of objects',
	'call.columns': 'The call_column of each released script is a list of texts',
	'call.lines': 'concurrents is a whole number; time_expire is -1 or seconds',
	'call.times': 'Times have 13 digits (milliseconds), or are 0 or null',
	'call.query': 'total_rows is a whole number, rows a list of tasks whose task_id is a text',
	'call.noTask': 'A task ID that there is none of finds no rows, with code 0',
	'call.create':
		'A task is created without numbers, with time_begin in milliseconds, and is new (0)',
	'call.delete': 'A deleted task has deleted 1; deleting it again is code 3010102',
} as const;

export type AssumptionName = keyof typeof ASSUMPTIONS;
