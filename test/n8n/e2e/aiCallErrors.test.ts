/** One code of each kind of the AI Call platform in a real execution. What each says is its table's test. */
import { mainAiCallAccount, type FaultOrder } from '../../emulator';
import { nodeItems, type CredentialsByType } from '../harness';
import { connect } from './connection';
import { chain } from '../../support/chain';

const n8n = connect();
const { client, emulator } = n8n;
const NODE = 'AI Call';
const TYPE = 'n8n-nodes-iflytek.iflytekAiCall';
const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** A row of the error table, and what a user reads about it. */
interface Row {
	code: number;
	sentence: string;
	/** what to do, up to the platform's own words */
	remedy: string;
	/** how often it is sent, where that is not once */
	sent?: number;
}

/** What an operation is given so that each item meets a code of its own. */
interface Operation {
	name: string;
	/** the emulator's endpoint that refuses */
	service: string;
	parameters: Record<string, unknown>;
	/** what the items are told apart by, where it cannot be any text */
	marks?: (rows: Row[]) => Promise<string[]>;
	rows: Row[];
}

const CREATE = {
	resource: 'task',
	operation: 'create',
	taskName: '={{ $json.mark }}',
	script: byId('3101'),
	line: byId('02566800001'),
};
const BY_MARK = { task: byId('={{ $json.mark }}') };

const OPERATIONS: Operation[] = [
	{
		name: 'Task: Start',
		service: 'aicall-start',
		parameters: { resource: 'task', operation: 'start', ...BY_MARK },
		marks: createTasks,
		rows: [
			{
				code: 10001,
				sentence: 'The platform did not accept the token',
				remedy:
					"A new token was fetched and refused too. Check 'App Key' and 'App Secret' in the credential.",
				sent: 4,
			},
			{
				code: 3010101,
				sentence: 'The task is already finished',
				remedy: 'Create a new task.',
			},
		],
	},
];

/** One execution each: some of these keep all further rows back. */
const CALL_ROWS: Row[] = [
	{
		code: 200203,
		sentence: 'The batch contains a phone number that the platform does not accept',
		remedy:
			"Leave the number out: it is not a mobile number, or it is on the platform's list of sensitive numbers. One such number causes its whole batch to be refused, unless 'If a Batch Is Refused' is set to Skip Only the Bad Rows.",
	},
];

const TOKEN_ROW: Row = {
	code: 200101,
	sentence: 'The platform does not accept this key and secret',
	remedy: "Copy 'App Key' and 'App Secret' again from the iFLYTEK console.",
};

/** A new stored credential; n8n remembers the token of an address, and slashes make another one. */
async function storeCredential(appSecret: string, slashes: number): Promise<CredentialsByType> {
	const baseUrl = emulator.url + '/'.repeat(slashes);
	const { id, name } = await client.createCredential({
		name: `AI Call errors ${slashes}`,
		type: 'iflytekAiCallApi',
		data: { appKey: mainAiCallAccount.appKey, appSecret, baseUrl },
	});
	return { iflytekAiCallApi: { id, name } };
}

let aiCall: CredentialsByType;
beforeAll(async () => {
	aiCall = await storeCredential(mainAiCallAccount.appSecret, 190);
});

async function run(
	parameters: Record<string, unknown>,
	items: Array<Record<string, unknown>>,
	settings: Record<string, unknown> = {},
	credentials = aiCall,
) {
	const step = { name: NODE, type: TYPE, parameters, credentials, settings };
	const { id } = await client.createWorkflow(chain('AI Call errors', [step], items));
	return await client.runToEnd(id);
}

/** A new task for each row: an unknown one is refused for its own sake. Returns their ids. */
async function createTasks(rows: Row[]): Promise<string[]> {
	const items = rows.map(({ code }) => ({ mark: markOf(code) }));
	const created = nodeItems(await run(CREATE, items), NODE);
	return created.map(({ json }) => String(json.taskId));
}

beforeEach(async () => {
	await emulator.reset();
	// a token first, so that no refused one stands among the requests that are counted
	await run({ resource: 'configuration', operation: 'getAll' }, [{}]);
});
afterAll(async () => await emulator.reset());

const markOf = (code: number) => `code-${code}-end`;
const wordsOf = (code: number) => `own words about ${code}`;

const order = async (service: string, rows: Row[], marks = rows.map(({ code }) => markOf(code))) =>
	await emulator.order(
		...rows.map(
			({ code }, at) =>
				({
					kind: 'code',
					code,
					message: wordsOf(code),
					service,
					containing: marks[at],
					times: 'always',
				}) as FaultOrder,
		),
	);

const withWords = ({ code, remedy }: Row) =>
	`${remedy} The platform's own words: "${wordsOf(code)}".`;

const outcomes = async (service: string) => (await emulator.ledger()).services[service].outcomes;
const sentOnce = (rows: Row[]) =>
	Object.fromEntries(rows.map(({ code, sent = 1 }) => [String(code), sent]));

describe.each(OPERATIONS)('$name', ({ service, parameters, marks, rows }) => {
	test('tells each code in its own sentence on the error output', async () => {
		const names = (await marks?.(rows)) ?? rows.map(({ code }) => markOf(code));
		await order(service, rows, names);
		const items = names.map((mark) => ({ mark }));
		const execution = await run(parameters, items, { onError: 'continueErrorOutput' });

		expect(execution.status).toBe('success');
		expect(
			nodeItems(execution, NODE, 1).map(({ json, pairedItem }) => ({ json, pairedItem })),
		).toEqual(
			rows.map((row, item) => ({
				json: {
					mark: names[item],
					error: {
						message: rows.length > 1 ? `${row.sentence} [item ${item}]` : row.sentence,
						description: `${withWords(row)} (code ${row.code}, HTTP 200)`,
						code: String(row.code),
						httpStatus: 200,
					},
				},
				pairedItem: { item },
			})),
		);
		expect(await outcomes(service)).toEqual(sentOnce(rows));
	});

	test('stops the execution with the sentence, its remedy, code and HTTP status', async () => {
		const row = rows.at(-1)!;
		const [mark] = (await marks?.([row])) ?? [markOf(row.code)];
		await order(service, [row], [mark]);
		const execution = await run(parameters, [{ mark }]);

		expect(execution.status).toBe('error');
		expect(execution.data.resultData.error).toMatchObject({
			name: 'NodeApiError',
			message: `${row.sentence}`,
			description: `${withWords(row)} (code ${row.code}, HTTP 200)`,
			httpCode: '200',
			context: { itemIndex: 0, data: { code: String(row.code), httpStatus: 200 } },
		});
		expect(await outcomes(service)).toEqual(sentOnce([row]));
	});
});

test.each(CALL_ROWS)('Call: Place tells $code with each of its rows', async (row) => {
	await order('aicall-callout', [row]);
	const items = Array.from({ length: 2 }, (_, n) => ({ phone: `1380013800${n}` }));
	const execution = await run(
		{
			resource: 'call',
			operation: 'place',
			script: byId('3104'),
			line: byId('02566800001'),
			rowsFrom: 'json',
			rows: `={{ [[$json.phone, "${markOf(row.code)}"]] }}`,
			dryRun: false,
			options: {
				columnNames: '客户手机号码, 姓名',
				callingHours: { hours: [{ from: '00:00', to: '24:00' }] },
			},
		},
		items,
		{ onError: 'continueErrorOutput' },
	);

	expect(execution.status).toBe('success');
	expect(
		nodeItems(execution, NODE, 1).map(({ json, pairedItem }) => ({ json, pairedItem })),
	).toEqual(
		items.map(({ phone }, item) => ({
			json: {
				phone,
				error: {
					message: row.sentence,
					status: 'refused',
					phone,
					row: item + 1,
					mayHaveBeenCalled: false,
					code: String(row.code),
					reason: row.sentence,
					whatToDo: withWords(row),
					httpStatus: 200,
				},
			},
			pairedItem: { item },
		})),
	);
	expect(await outcomes('aicall-callout')).toEqual(sentOnce([row]));
});

test('a refused request for a token is told as the failure of the operation', async () => {
	const wrong = await storeCredential('x'.repeat(mainAiCallAccount.appSecret.length), 200);
	const parameters = { resource: 'configuration', operation: 'getAll' };
	const queries = async () => (await emulator.ledger()).services['aicall-config'].requests;
	const before = await queries();
	const execution = await run(parameters, [{}], {}, wrong);

	expect(execution.status).toBe('error');
	expect(execution.data.resultData.error).toMatchObject({
		message: `${TOKEN_ROW.sentence}`,
		description: `${TOKEN_ROW.remedy} (code ${TOKEN_ROW.code})`,
		context: { itemIndex: 0, data: { code: String(TOKEN_ROW.code) } },
	});
	expect(await queries()).toBe(before);
});
