import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { AiCallAccount } from './accounts';
import { drawCall } from './calls';
import type { SimulatedClock } from './clock';
import type { NumberLedger } from './numberLedger';
import { nextAllowed } from './periods';
import type { EndedCall } from './pushBodies';
import { pushesOf } from './pusher';
import type { PushQueue } from './pushQueue';
import type { AiCallSettings, Line, Module } from './settings';
import type { Manner } from '../core/habits';
import { whole } from '../core/rules';
import type { CallEntry, Row, Task } from './tasks';

/** Numbers of one task that wait for a call over the same lines. */
interface Queue {
	task: Task;
	lines: string[];
	waiting: Row[];
	/** Rows that wait for their retry. */
	resting: number;
	wakeAt: number | null;
}

/** Inbound calls to order. */
export const inboundOrder = z.strictObject({
	count: whole(1).max(100_000).default(1),
	robotId: z.string().default('3101'),
	/** Its SIP id; drawn when absent, numbered when several calls share it. */
	callRelationId: z.string().optional(),
	caller: z.string().default('13900000001'),
});
export type InboundOrder = z.infer<typeof inboundOrder>;

/** The platform's local time, in which working periods are written, is UTC+8. */
const CHINA_TIME = 8 * 3_600_000;

/** Makes the calls on the platform's clock, within lines and periods, and pushes what became of them. */
export class Dialler {
	private queues = new Map<string, Queue>();
	private underWay = new Map<string, number>();
	private inbound = 0;

	constructor(
		private readonly clock: SimulatedClock,
		private readonly pushes: PushQueue,
		private readonly ledger: NumberLedger,
		private readonly settings: () => AiCallSettings,
		private readonly manner: () => Manner,
	) {}

	/** Takes rows in; they are called once their task runs. */
	add(rows: Row[]): void {
		for (const row of rows) this.queueOf(row).waiting.push(row);
	}

	/** Lets a task's calls begin (or go on) as soon as its begin and periods allow; none left ends it. */
	start(task: Task): void {
		for (const queue of this.queues.values()) if (queue.task === task) this.wake(queue, 0);
		if (task.type === 0 && task.open === 0) {
			this.clock.at(Math.max(task.begin, this.clock.now()), () => this.finish(task));
		}
	}

	/** Looks at all queues again, as after a change of lines. */
	refresh(): void {
		for (const queue of this.queues.values()) this.wake(queue, 0);
	}

	/** Ends a task at its preset end, wherever it is then. */
	endAt(task: Task, time: number): void {
		this.clock.at(time, () => this.finish(task, true));
	}

	/** Takes the numbers not yet called out of a task that is over. */
	drop(task: Task): void {
		for (const row of task.rows) {
			if (row.state !== 'waiting') continue;
			row.state = 'stopped';
			task.open--;
		}
		for (const [key, queue] of this.queues) if (queue.task === task) this.queues.delete(key);
	}

	/** Calls under way on a line. */
	callsOn(line: string): number {
		return this.underWay.get(line) ?? 0;
	}

	/** Whether the periods of the task and of one of its lines allow calls now. */
	inPeriod(task: Task): boolean {
		const now = this.clock.now();
		return task.lines.some((line) => this.nextOn(line, task, now) === now);
	}

	/** Whether all numbers left wait for their retry. */
	onlyRetriesLeft(task: Task): boolean {
		const queues = [...this.queues.values()].filter((queue) => queue.task === task);
		const resting = queues.reduce((sum, queue) => sum + queue.resting, 0);
		return resting > 0 && resting === task.open;
	}

	/** Lets inbound calls come; returns their relation ids. */
	receive(order: InboundOrder, account: AiCallAccount): string[] {
		const relations = Array.from({ length: order.count }, (_, index) => {
			if (order.callRelationId === undefined) return `relation-${randomUUID()}`;
			return order.count === 1 ? order.callRelationId : `${order.callRelationId}-${index + 1}`;
		});
		for (const relation of relations) {
			this.pushes.later(0, () => void this.receiveOne(order, relation, account));
		}
		return relations;
	}

	reset(): void {
		this.queues.clear();
		this.underWay.clear();
		this.inbound = 0;
	}

	private queueOf(row: Row): Queue {
		const key = `${row.task.id} ${row.lines.join(';')}`;
		let queue = this.queues.get(key);
		if (!queue) {
			queue = { task: row.task, lines: row.lines, waiting: [], resting: 0, wakeAt: null };
			this.queues.set(key, queue);
		}
		return queue;
	}

	private line(number: string): Line | undefined {
		return this.settings().lines.find(({ line_num }) => line_num === number);
	}

	private nextOn(number: string, task: Task, time: number): number {
		const line = this.line(number);
		if (!line) return Infinity;
		return nextAllowed(time, [line.time_work, task.periods], CHINA_TIME);
	}

	private wake(queue: Queue, time: number): void {
		const at = Math.max(time, queue.task.begin, this.clock.now());
		if (at === Infinity || (queue.wakeAt !== null && queue.wakeAt <= at)) return;
		queue.wakeAt = at;
		this.clock.at(at, () => {
			if (queue.wakeAt === at) queue.wakeAt = null;
			this.pump(queue);
		});
	}

	private pump(queue: Queue): void {
		const { task } = queue;
		if (task.deleted || (task.status !== 1 && task.status !== 2)) return;
		const now = this.clock.now();
		if (now < task.begin) return this.wake(queue, task.begin);
		while (queue.waiting.length > 0) {
			const openLines = queue.lines.filter((line) => this.nextOn(line, task, now) === now);
			if (openLines.length === 0) {
				const next = queue.lines.map((line) => this.nextOn(line, task, now));
				return this.wake(queue, Math.min(...next));
			}
			const free = openLines.find(
				(line) => this.callsOn(line) < (this.line(line)?.concurrents ?? 0),
			);
			if (free === undefined) return;
			this.dial(queue, queue.waiting.shift() as Row, free);
		}
		this.finishWhenDone(task);
	}

	private dial(queue: Queue, row: Row, line: string): void {
		const { task } = queue;
		const now = this.clock.now();
		const tries = row.calls.length;
		const course = drawCall(row.number, tries, this.settings());
		const entry: CallEntry = {
			callUuid: randomUUID(),
			line,
			dialledAt: now,
			tries,
			result: null,
		};
		row.state = 'calling';
		row.calls.push(entry);
		task.status = 2;
		task.startedAt ||= now;
		task.calls++;
		if (tries === 0) task.calledRows++;
		else task.recalled++;
		this.underWay.set(line, this.callsOn(line) + 1);
		this.ledger.called(row);

		const answer = course.connected ? now + course.ring : 0;
		const hangup = now + course.ring + course.talk;
		this.clock.at(hangup, () => {
			entry.result = course.result;
			this.underWay.set(line, this.callsOn(line) - 1);
			if (course.connected) task.connected++;
			this.pushCall({
				businessId: task.account.businessId,
				appId: task.account.appId,
				robotId: row.robotId,
				callUuid: entry.callUuid,
				caller: line,
				callee: row.number,
				timeDial: now,
				timeRing: now + course.beforeRing,
				timeAnswer: answer,
				timeHangup: hangup,
				callRelationId: '',
				outbound: {
					taskId: task.id,
					taskDataId: row.dataId.toString(),
					result: course.result,
					tries,
					rowIndex: row.index,
					head: row.head,
					value: row.value,
				},
				context: Object.fromEntries(
					row.head.slice(1).map((column, index) => [column, row.value[index + 1] ?? '']),
				),
			});
			this.settleRow(queue, row, course.connected);
			for (const other of this.queues.values()) {
				if (other.lines.includes(line)) this.pump(other);
			}
			this.finishWhenDone(task);
		});
	}

	private settleRow(queue: Queue, row: Row, connected: boolean): void {
		const { task } = queue;
		const over = task.deleted || task.status === 4;
		if (connected || over || row.calls.length > task.recallCount) {
			row.state = 'done';
			task.open--;
			return;
		}
		task.recallResults.add(row.calls.at(-1)?.result ?? '');
		row.state = 'waiting';
		queue.resting++;
		this.clock.at(this.clock.now() + task.recallWait * 1000, () => {
			queue.resting--;
			if (row.state !== 'waiting') return;
			queue.waiting.push(row);
			this.pump(queue);
		});
	}

	private finishWhenDone(task: Task): void {
		if (task.type === 0 && task.open === 0 && task.status === 2) this.finish(task);
	}

	private finish(task: Task, early = false): void {
		if (task.deleted || task.status === 0 || task.status === 4) return;
		if (task.status === 3 && !early) return;
		task.status = 4;
		task.finishedAt = this.clock.now();
		this.drop(task);
	}

	private async receiveOne(
		order: InboundOrder,
		relation: string,
		account: AiCallAccount,
	): Promise<void> {
		const { robotId, caller } = order;
		const request = {
			business_id: account.businessId,
			app_id: account.appId,
			robot_id: robotId,
			call_relation_id: relation,
		};
		let context: Record<string, string> = {};
		for (const url of this.urlsOf('getDialogContext')) {
			context = await this.pushes.askContext(url, request);
		}
		const course = drawCall(`${caller}:${++this.inbound}`, 0, {
			...this.settings(),
			outcomes: { '*': '0' },
		});
		const timeAnswer = this.clock.now();
		const timeDial = timeAnswer - course.ring;
		const timeHangup = timeAnswer + course.talk;
		this.clock.at(timeHangup, () =>
			this.pushCall({
				businessId: account.businessId,
				appId: account.appId,
				robotId,
				callUuid: randomUUID(),
				caller,
				callee: '02566800001',
				timeDial,
				timeRing: timeDial + course.beforeRing,
				timeAnswer,
				timeHangup,
				callRelationId: relation,
				outbound: null,
				context,
			}),
		);
	}

	private urlsOf(module: Module): string[] {
		return this.settings()
			.urls.filter(({ url_module }) => url_module === module)
			.map(({ url }) => url);
	}

	private pushCall(call: EndedCall): void {
		const { pushGap } = this.settings();
		const pushes = pushesOf(call, this.manner());
		// the order of the two records of an outbound call is not guaranteed, here it goes by the row
		if (call.outbound && call.outbound.rowIndex % 2 === 0) pushes.unshift(...pushes.splice(1, 1));
		for (const [place, { module, body }] of pushes.entries()) {
			for (const url of this.urlsOf(module)) this.pushes.add(module, url, body, place * pushGap);
		}
	}
}
