import type { SendableRow, Target } from '../../../../nodes/IflytekAiCall/rows/row';
import {
	guardsOf,
	type RowSender,
	submitToPlatform,
} from '../../../../nodes/IflytekAiCall/rows/sendRows';
import { reason } from '../../../../nodes/IflytekAiCall/words/say';

afterEach(() => jest.restoreAllMocks());

const envelope = { code: 0 };
const REMEDY = 'Compare the rows with the console.';

/** As many rows of one task as a list has numbers. */
function rowsOf(count: number): SendableRow[] {
	const target = { key: 'k', task: '77', ids: {} };
	return Array.from({ length: count }, (_, index) => {
		const phone = String(13_800_000_000 + index);
		const place = { target, columns: ['Phone'], group: 'g', item: { index } as never };
		return { state: 'sendable', ...place, row: index + 1, values: [phone], phone };
	});
}

/** Sends rows to a platform that answers so; tells what was sent, logged and found out of each row. */
async function submit(
	rows: SendableRow[],
	answer: (sent: number, platform: { canceled: boolean }) => unknown,
	onSleep: (platform: { canceled: boolean }) => void = () => {},
) {
	const waits: number[] = [];
	const platform = {
		canceled: false,
		sendOnce: async () => ({ status: 'accepted' }),
		sleep: async (ms: number) => {
			waits.push(ms);
			onSleep(platform);
		},
	};
	const lines: string[] = [];
	const requests: unknown[] = [];
	const log = (line: string) => void lines.push(line);
	const sender = {
		bodyOf: () => ({}),
		send: async (_row: object, request: object) => {
			requests.push(request);
			return answer(requests.length, platform);
		},
		unknownRemedy: REMEDY,
		taskId: ({ task }: Target) => task,
	} as unknown as RowSender;
	const context = { getNode: () => ({ name: 'Run' }), logger: { info: log, warn: log } };
	const plan = { context, client: platform, rows, settings: {}, state: {} } as never;
	const { results, stopped } = await submitToPlatform(plan, rows, sender, guardsOf(plan));
	const outcomes = rows.map((row) => results.get(row));
	return { stopped, lines, requests, waits, outcomes };
}

const accepted = (count: number) => ({
	status: 'accepted',
	value: { envelope, result: { task_data_ids: Array.from({ length: count }, (_, id) => id) } },
	answer: envelope,
});

it('notes the ID of each accepted row, and writes each accepted request to the log', async () => {
	const { stopped, lines, requests, outcomes } = await submit(rowsOf(52), (sent) =>
		accepted(sent === 1 ? 50 : 2),
	);
	expect(stopped).toBeUndefined();
	expect(requests).toHaveLength(2);
	expect(outcomes[51]).toMatchObject({ status: 'accepted', value: '1', answer: envelope });
	expect(lines).toEqual([
		"'Run': request 1 was accepted with 50 rows (rows 1–50), task 77",
		"'Run': request 2 was accepted with 2 rows (rows 51–52), task 77",
	]);
});

it('takes rows for unknown when their request ends in an error nobody foresaw, and sends them once', async () => {
	const { lines, requests, outcomes } = await submit(rowsOf(2), () => {
		throw new TypeError('undefined is not a function');
	});
	const problem = {
		message:
			'It is not known whether the request reached the AI Call platform: undefined is not a function',
		remedy: REMEDY,
		retryClass: 'never',
	};
	expect(outcomes).toMatchObject([
		{ status: 'unknown', problem },
		{ status: 'unknown', problem },
	]);
	expect(requests).toHaveLength(1);
	expect(lines).toEqual([]);
});

it('takes rows for unknown when the platform took some and does not say which', async () => {
	const { requests, outcomes } = await submit(rowsOf(2), () => accepted(1));
	expect(outcomes[0]).toMatchObject({
		status: 'unknown',
		answer: envelope,
		problem: {
			message: expect.stringMatching(/rows: 2, total: –, IDs: 1\): it is not known which/),
			remedy: REMEDY,
		},
	});
	expect(requests).toHaveLength(1);
});

it.each([{ httpStatus: 429 }, { code: '10004' }])(
	'warns that a busy platform may still have accepted the rows: %j',
	async (how) => {
		const { outcomes } = await submit(rowsOf(1), () => ({
			status: 'refused',
			problem: {
				message: 'busy',
				remedy: 'Wait.',
				retryClass: 'busy',
				ownWords: '系统繁忙',
				...how,
			},
		}));
		expect(outcomes[0]).toMatchObject({
			mayHaveActed: true,
			problem: {
				remedy: `The platform may still have accepted the rows. ${REMEDY} The platform's own words: "系统繁忙".`,
			},
		});
	},
);

it('warns that rows refused with a code nobody knows may have been taken', async () => {
	const problem = {
		message: 'm',
		remedy: 'Look the code up.',
		code: '209999',
		retryClass: 'never',
	};
	const { outcomes } = await submit(rowsOf(1), () => ({
		status: 'refused',
		problem,
		mayHaveActed: true,
	}));
	const remedy = `The platform may still have accepted the rows. ${REMEDY} Look the code up.`;
	expect(outcomes[0]).toMatchObject({
		status: 'refused',
		mayHaveActed: true,
		problem: { ...problem, remedy },
	});
});

it('says in the log what a stop left behind, because a stopped node keeps no output', async () => {
	const { lines, requests, outcomes } = await submit(rowsOf(102), (sent, platform) => {
		platform.canceled = sent === 2;
		return sent === 1 ? accepted(50) : { status: 'unknown', problem: { message: 'cut off' } };
	});
	expect(requests).toHaveLength(2);
	expect(outcomes.slice(100)).toMatchObject([{ status: 'notSent' }, { status: 'notSent' }]);
	expect(lines[1]).toBe(
		"'Run' was canceled after 2 requests: 50 of 102 rows were accepted (rows 1–50), the outcome of 50 is not known (rows 51–100), task 77",
	);
	const early = await submit(rowsOf(1), (_sent, platform) => {
		platform.canceled = true;
		return { status: 'unknown', problem: { message: 'cut off' } };
	});
	expect(early.lines).toEqual([
		"'Run' was canceled after 1 request: 0 of 1 rows were accepted, the outcome of 1 is not known (row 1), task 77",
	]);
});

describe('the wait for a busy platform', () => {
	const busy = {
		status: 'refused',
		problem: { message: 'busy', remedy: '', httpStatus: 429, retryAfterMs: 60_000 },
	};

	it('ends when the execution is canceled, and nothing more is sent', async () => {
		const { requests, outcomes, waits, lines } = await submit(
			rowsOf(51),
			() => busy,
			(platform) => (platform.canceled = true),
		);
		expect(waits).toHaveLength(1);
		expect(requests).toHaveLength(1);
		expect(outcomes[50]).toMatchObject({ status: 'notSent', problem: reason('canceled') });
		// the platform may have taken what it was too busy to answer
		expect(lines).toEqual([
			"'Run' was canceled after 1 request: 0 of 51 rows were accepted, the outcome of 50 is not known (rows 1–50), task 77",
		]);
	});

	it('is not stretched by a clock that is set back', async () => {
		let now = Date.now();
		jest.spyOn(Date, 'now').mockImplementation(() => now);
		const { waits } = await submit(
			rowsOf(51),
			(sent) => (sent > 1 ? accepted(1) : busy),
			() => (now -= 3_600_000),
		);
		const sum = waits.reduce((one, other) => one + other);
		// as long as the platform asked for, and the pause behind the query
		expect(sum).toBe(61_000);
	});
});
