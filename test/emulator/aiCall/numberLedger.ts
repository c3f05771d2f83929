import type { Row } from './tasks';

/** One request that brought numbers, taken or refused. */
export interface Submission {
	number: number;
	/** The machine's own time, ISO 8601. */
	time: string;
	service: 'aicall-callout' | 'aicall-insert';
	appId: string;
	/** Same as in the server's ledger, which tells whether the answer got through. */
	bodySha256: string;
	taskId: string;
	code: number;
	numbers: string[];
	/** Ids of the rows taken, in their order. */
	taskDataIds: string[];
}

/** What has happened to one number. */
export interface NumberLine {
	number: string;
	/** Times it stood in a request, in one that was taken, and was called (retries included). */
	submitted: number;
	accepted: number;
	calls: number;
	taskDataIds: string[];
	submissions: number[];
}

/** Every number that was ever submitted, and every call made to it. */
export class NumberLedger {
	private submissions: Submission[] = [];
	private rows: Row[] = [];
	private byNumber = new Map<string, NumberLine>();

	/** Opens the account of a request; the caller sets its code, `taken` adds its rows. */
	submit(
		submission: Pick<Submission, 'service' | 'appId' | 'bodySha256' | 'taskId' | 'numbers'>,
	): Submission {
		const entry: Submission = {
			number: this.submissions.length + 1,
			time: new Date().toISOString(),
			...submission,
			code: 0,
			taskDataIds: [],
		};
		this.submissions.push(entry);
		for (const number of entry.numbers) {
			const line = this.lineOf(number);
			line.submitted++;
			line.submissions.push(entry.number);
		}
		return entry;
	}

	taken(submission: Submission, rows: Row[]): void {
		for (const row of rows) {
			const id = row.dataId.toString();
			submission.taskDataIds.push(id);
			const line = this.lineOf(row.number);
			line.accepted++;
			line.taskDataIds.push(id);
			this.rows.push(row);
		}
	}

	called(row: Row): void {
		this.lineOf(row.number).calls++;
	}

	private lineOf(number: string): NumberLine {
		let line = this.byNumber.get(number);
		if (!line) {
			line = { number, submitted: 0, accepted: 0, calls: 0, taskDataIds: [], submissions: [] };
			this.byNumber.set(number, line);
		}
		return line;
	}

	/** Sums, and (unless only those are asked for) all that is known of a number or a task. */
	view(filter: { number?: string; taskId?: string; totalsOnly?: boolean } = {}) {
		const lines = [...this.byNumber.values()];
		const accepted = lines.filter((line) => line.accepted > 0);
		const calls = this.rows.reduce((sum, row) => sum + row.calls.length, 0);
		const rowsCalled = this.rows.filter((row) => row.calls.length > 0).length;
		const totals = {
			submissions: this.submissions.length,
			/** Numbers in all requests, and in those taken. */
			submitted: lines.reduce((sum, line) => sum + line.submitted, 0),
			accepted: this.rows.length,
			/** Different numbers accepted, and those accepted more than once. */
			numbers: accepted.length,
			acceptedAgain: accepted.filter((line) => line.accepted > 1).length,
			/** Calls made, rows called, and calls beyond a row’s first (the platform’s own retries). */
			calls,
			rowsCalled,
			retries: calls - rowsCalled,
		};
		const { number, taskId, totalsOnly } = filter;
		const rows = this.rows.filter(
			(row) =>
				!totalsOnly &&
				(number === undefined || row.number === number) &&
				(taskId === undefined || row.task.id === taskId),
		);
		const submissions = this.submissions.filter(
			(entry) =>
				!totalsOnly &&
				(number === undefined || entry.numbers.includes(number)) &&
				(taskId === undefined || entry.taskId === taskId),
		);
		const named = new Set(submissions.flatMap((entry) => entry.numbers));
		return {
			totals,
			numbers: lines.filter(
				(line) => named.has(line.number) && [undefined, line.number].includes(number),
			),
			rows: rows.map(({ dataId, task, index, number, value, submission, state, calls }) => ({
				taskDataId: dataId.toString(),
				taskId: task.id,
				rowIndex: index,
				number,
				value,
				submission,
				state,
				calls,
			})),
			submissions,
		};
	}

	reset(): void {
		this.submissions = [];
		this.rows = [];
		this.byNumber.clear();
	}
}
