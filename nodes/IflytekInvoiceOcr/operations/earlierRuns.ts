import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { inputError } from '../../shared/items/errors';
import { KeyStore, MOST_KEYS } from '../../shared/items/keyStore';
import { sanitize } from '../../shared/problem/problem';
import type { EarlierRuns, RunInvoice } from '../output/reviewRun';
import { unspaced } from '../values/values';

const KEYS_OF_INVOICE = 2;

/** An entry of Options, the same for all items. */
export const earlierRunsProperty: INodeProperties = {
	displayName: 'Repeats of Earlier Runs',
	name: 'repeatsOfEarlierRuns',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Forget',
			value: 'forget',
			description:
				'Forget all invoices that this node has read, and remember none in this run. Run it once, then choose another setting.',
		},
		{ name: 'Ignore', value: 'ignore', description: 'Remember nothing' },
		{
			name: 'Leave Out',
			value: 'leaveOut',
			description: 'Leave out an invoice that came out of an earlier run without needing a review',
		},
		{ name: 'Mark', value: 'mark', description: 'Mark such an invoice for review' },
	],
	default: 'ignore',
	description: `What to do with an invoice that this node has read before. n8n remembers the last ${(MOST_KEYS / KEYS_OF_INVOICE).toLocaleString('en')} for each node of a saved workflow; one that needs a review is not remembered.`,
	displayOptions: { hide: { '/output': ['fullResponse'] } },
};

/** What this node has read in its earlier runs. */
export class ReadBefore {
	private added: string[] = [];

	private constructor(
		private readonly context: IExecuteFunctions,
		private readonly choice: string,
		private readonly store: KeyStore,
	) {}

	/**
	 * Opens n8n's store before anything is sent, or forgets what is in it.
	 * @param choice of the option, except Ignore
	 * @returns undefined where this run is not to be remembered
	 * @throws NodeOperationError where n8n keeps nothing
	 */
	static async open(context: IExecuteFunctions, choice: string): Promise<ReadBefore | undefined> {
		const readBefore = new ReadBefore(context, choice, new KeyStore(context));
		if (choice === 'forget') {
			await readBefore.use(async (store) => await store.clear());
			context.addExecutionHints({
				message:
					"This node has forgotten which invoices it read, and remembers none as long as 'Repeats of Earlier Runs' is Forget.",
				location: 'outputPane',
			});
			return undefined;
		}
		await readBefore.use(async (store) => await store.record([]));
		return readBefore;
	}

	/** Looks the invoices of this run up, and remembers them. */
	async find(invoices: readonly RunInvoice[]): Promise<EarlierRuns> {
		const keys = [...new Set(invoices.flatMap(keysOf))];
		const known = await this.use(async (store) => await store.record(keys));
		this.added = keys.filter((key) => !known.has(key));
		const isKnown = (invoice: RunInvoice) => known.has(keysOf(invoice)[0] ?? '');
		// the same seller, date and total may be another invoice
		const isLeftOut = (invoice: RunInvoice) => invoice.key !== null && isKnown(invoice);
		return { isKnown, isLeftOut: this.choice === 'leaveOut' ? isLeftOut : () => false };
	}

	/** Forgets those that were new and need a review: a better file of them is no repeat. */
	async keepOnly(sound: readonly RunInvoice[]): Promise<void> {
		const kept = new Set(sound.flatMap(keysOf));
		const doubtful = this.added.filter((key) => !kept.has(key));
		await this.use(async (store) => await store.remove(doubtful));
	}

	private async use<T>(work: (store: KeyStore) => Promise<T>): Promise<T> {
		try {
			return await work(this.store);
		} catch (error) {
			throw inputError(
				this.context,
				"n8n cannot remember which invoices this node reads, as 'Repeats of Earlier Runs' asks for",
				`Save the workflow first: n8n remembers them with it. Else choose Ignore. n8n says: ${sanitize((error as Error).message)}.`,
			);
		}
	}
}

/**
 * What an invoice is known by: number and code, and seller, date and total, by which one is found whose number
 * was not read.
 */
function keysOf({ key, record }: RunInvoice): string[] {
	const { sellerName, issueDate, totalWithTax } = record;
	const isWhole = sellerName !== null && issueDate !== null && totalWithTax !== null;
	const seller = unspaced(String(sellerName));
	return [
		...(key === null ? [] : [key]),
		...(isWhole ? [`${seller} ${issueDate} ${totalWithTax}`] : []),
	];
}
