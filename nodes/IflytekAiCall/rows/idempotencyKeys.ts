import { createHash } from 'node:crypto';

import type { NotAccepted } from '../../shared/aiCall/outcome';
import { KeyStore } from '../../shared/items/keyStore';
import { DAY_MS, isoInChina } from '../hours/hours';
import { heldBack } from '../submission/outcome';
import { grouped, portions, type Claim } from '../submission/submitRows';
import { reason, text } from '../words/say';
import { isSendable, numberKey, type Row, type RowPlan, type RowResults, type Target } from './row';

/**
 * Keeps a row from being handed over twice: by another run of a loop, by a retried or killed execution, or by one
 * that was started twice. A row's key is recorded before the row is sent, and removed only if it certainly was not.
 * The execution's own data remembers the numbers that it has handed over.
 */
export class IdempotencyKeys {
	private readonly store: KeyStore;
	/** the keys that this run has recorded for a row; one is missing if it was there before */
	private readonly claimed = new Map<KeyedRow, Partial<Keys>>();
	/** the number of a row's call among those with equal content, from 0; under Send All each row is a call */
	private readonly callNumbers = new Map<KeyedRow, number>();
	private readonly isRetry: boolean;
	/** whether rows of one number in an execution are one call */
	private readonly isOneCall: boolean;

	constructor(private readonly plan: RowPlan) {
		this.store = new KeyStore(plan.context);
		this.isRetry = plan.context.getMode() === 'retry';
		this.isOneCall = plan.settings.duplicateRule !== 'sendAll';
		for (const equal of grouped(plan.rows.filter(hasValues), contentOf).values()) {
			const calls = grouped(equal, (row) => (this.isOneCall ? numberKey(row) : row));
			for (const [callNumber, rows] of [...calls.values()].entries()) {
				for (const row of rows) this.callNumbers.set(row, callNumber);
			}
		}
	}

	/** Records rows right before they are sent; returns those that were handed over before. Never throws. */
	async claim<R extends KeyedRow>(rows: readonly R[]): Promise<Claim<R>> {
		const outcomes = new Map<R, NotAccepted>();
		const unclaimed = rows.filter((row) => !this.claimed.has(row));
		const fresh = new Map(unclaimed.map((row) => [row, this.keysOf(row)]));
		let known: ReadonlySet<string>;
		try {
			known = await this.record([...fresh.values()]);
		} catch (error) {
			const problem = reason('notKept', (error as Error).message);
			return { outcomes, stopped: { status: 'notSent', problem } };
		}
		const { settings, state } = this.plan;
		const isRead = settings.sameRowAgain !== 'always' || this.isRetry;
		const called = new Set([...fresh.values()].filter(({ number }) => state.numbers[number]));
		const hold = (row: R, ...why: Parameters<typeof heldBack>) =>
			outcomes.set(row, { ...heldBack(...why), mayHaveActed: true });
		for (const [row, keys] of fresh) {
			const { ofToday, ofYesterday, number } = keys;
			const recorded: Partial<Keys> = known.has(ofToday) ? {} : { ofToday };
			const day = known.has(ofToday) ? 'earlierToday' : known.has(ofYesterday) && 'yesterday';
			if (isRead && day) hold(row, 'handedOver', text(day));
			else if (this.isOneCall && called.has(keys)) hold(row, 'numberHandedOver');
			else if (!state.numbers[number]) recorded.number = number;
			this.claimed.set(row, recorded);
			state.numbers[number] = true;
		}
		// a row handed over yesterday must not count as handed over today: today's list may have it too
		await this.release([...outcomes.keys()]);
		return { outcomes };
	}

	/** Notes which of the rows that this run did not send may have been handed over before; never throws. */
	async recall(results: RowResults): Promise<void> {
		const unsent = new Map<Row, NotAccepted>();
		for (const row of this.plan.rows) {
			const outcome = isSendable(row) ? results.get(row) : undefined;
			if (!isSendable(row)) unsent.set(row, row.outcome);
			else if (outcome?.status === 'notSent' && !outcome.mayHaveActed) unsent.set(row, outcome);
		}
		// in a retry, any row that cannot be looked up may have been
		const open = new Map(this.isRetry ? unsent : []);
		// in portions: looking keys up records them for a moment, which pushes older ones out of n8n's store
		for (const batch of portions([...unsent.keys()].filter(hasValues))) {
			const { outcomes, stopped } = await this.claim(batch);
			if (stopped !== undefined) break;
			await this.release(batch);
			for (const row of batch) open.delete(row);
			for (const [row, outcome] of outcomes) results.set(row, outcome);
		}
		for (const [row, outcome] of open) results.set(row, { ...outcome, mayHaveActed: true });
	}

	/** Removes the keys of rows that certainly were not sent; never throws. */
	async release(rows: readonly KeyedRow[]): Promise<void> {
		const keys: string[] = [];
		for (const row of rows) {
			const { ofToday, number } = this.claimed.get(row) ?? {};
			this.claimed.delete(row);
			if (ofToday !== undefined) keys.push(ofToday);
			if (number !== undefined) delete this.plan.state.numbers[number];
		}
		try {
			await this.store.remove(keys);
		} catch (error) {
			const { context } = this.plan;
			context.logger.warn(
				`'${context.getNode().name}': ${rows.length} rows were not sent, but n8n keeps them as handed over today: ${(error as Error).message}`,
			);
		}
	}

	/** @returns the keys that n8n knew before */
	private async record(rows: readonly Keys[]): Promise<ReadonlySet<string>> {
		if (rows.length === 0) return new Set();
		const known = await this.store.record([...new Set(rows.map(({ ofToday }) => ofToday))]);
		if (!this.isRetry) return known;
		// a list killed in the evening may be retried in the morning; asking n8n for a key records it
		const before = rows.map(({ ofYesterday }) => ofYesterday);
		const knownBefore = await this.store.record(before);
		await this.store.remove(before.filter((key) => !knownBefore.has(key)));
		return new Set([...known, ...knownBefore]);
	}

	private keysOf(row: KeyedRow): Keys {
		const content = contentOf(row);
		const ofDay = (time: number) =>
			hashOf([isoInChina(time).slice(0, 10), content, this.callNumbers.get(row) ?? 0]);
		const now = Date.now();
		return {
			ofToday: ofDay(now),
			ofYesterday: this.isRetry ? ofDay(now - DAY_MS) : '',
			number: hashOf([this.plan.context.getNode().id, numberKey(row)]),
		};
	}
}

/** The keys of a row; those of days are in n8n's store. */
interface Keys {
	/** of today */
	ofToday: string;
	/** of yesterday; empty except in a retry */
	ofYesterday: string;
	/** of the node and the row's number; in the execution's data */
	number: string;
}

/** A row that has keys: it is sent or could have been. */
type KeyedRow = Row & { target: Target; values: string[] };

function hasValues(row: Row): row is KeyedRow {
	return row.target !== undefined && row.values !== undefined;
}

/** Equal for rows that are the same call: the same script or task, and the same values, the number among them. */
function contentOf({ target: { ids }, values }: KeyedRow): string {
	const goesTo = ids.taskId === undefined ? ['script', ids.scriptId] : ['task', ids.taskId];
	return JSON.stringify([goesTo, values]);
}

function hashOf(parts: unknown): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}
