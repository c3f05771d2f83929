import type { ICheckProcessedOptions, IExecuteFunctions } from 'n8n-workflow';

/** The most keys that n8n keeps for one node; the oldest go first. */
export const MOST_KEYS = 50_000;
const ENTRIES: ICheckProcessedOptions = { mode: 'entries', maxEntries: MOST_KEYS };
/** PostgreSQL's code where another worker made the node's row after n8n had looked for it: nothing is recorded yet. */
const ROW_IS_THERE = '23505';

/** The last use of each node's store in this process. */
const lastUses = new Map<string, Promise<unknown>>();

/**
 * Keys that n8n keeps for a node beyond its executions, in the store of its *Remove Duplicates* node: one row
 * of its database for each node of a saved workflow. It survives a killed n8n. A copied node starts empty.
 */
export class KeyStore {
	constructor(private readonly context: IExecuteFunctions) {}

	/**
	 * Records keys. @returns those that were there before
	 * @throws Error where n8n cannot keep them: a workflow that is not saved, a database without an answer
	 */
	async record(keys: readonly string[]): Promise<Set<string>> {
		const { helpers } = this.context;
		const use = async () => await helpers.checkProcessedAndRecord([...keys], 'node', ENTRIES);
		const useAgain = async (error: { code?: unknown }) => {
			if (error.code !== ROW_IS_THERE) throw error;
			return await use();
		};
		const { new: added, processed } = await this.inTurn(async () => await use().catch(useAgain));
		if (added.length + processed.length !== keys.length) {
			throw new Error('n8n did not say which keys are new');
		}
		return new Set(processed as string[]);
	}

	/** Forgets keys. @throws Error where n8n cannot */
	async remove(keys: readonly string[]): Promise<void> {
		if (keys.length === 0) return;
		const { helpers } = this.context;
		await this.inTurn(async () => await helpers.removeProcessed([...keys], 'node', ENTRIES));
	}

	/** Forgets all keys of the node. @throws Error where n8n cannot */
	async clear(): Promise<void> {
		const { helpers } = this.context;
		await this.inTurn(async () => await helpers.clearAllProcessedItems('node', ENTRIES));
	}

	/** n8n reads and writes the row in two steps, so executions of one process take turns. */
	private async inTurn<T>(use: () => Promise<T>): Promise<T> {
		const store = `${this.context.getWorkflow().id} ${this.context.getNode().id}`;
		const before = Promise.resolve(lastUses.get(store));
		const mine = before.catch(() => {}).then(use);
		lastUses.set(store, mine);
		return await mine.finally(() => {
			if (lastUses.get(store) === mine) lastUses.delete(store);
		});
	}
}
