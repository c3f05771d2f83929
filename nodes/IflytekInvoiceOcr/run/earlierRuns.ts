import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { choices } from '../../shared/description/properties';
import { problemError } from '../../shared/items/errors';
import { Item } from '../../shared/items/item';
import { KeyStore, MOST_KEYS } from '../../shared/items/keyStore';
import { say, worded, type Pair, type Said } from '../../shared/problem/language';
import { sanitize } from '../../shared/problem/problem';
import type { RunInvoice } from '../output/rows';
import { unspaced } from '../values/values';

const KEYS_OF_INVOICE = 2;

/** An entry of Options, the same for all items. */
export const earlierRunsProperty: INodeProperties = {
	displayName: 'Repeats of Earlier Runs',
	name: 'repeatsOfEarlierRuns',
	type: 'options',
	noDataExpression: true,
	options: choices({
		forget: [
			'Forget',
			'Forget all invoices that this node has read, and remember none in this run. Run it once, then choose another setting.',
		],
		ignore: ['Ignore', 'Remember nothing'],
		leaveOut: [
			'Leave Out',
			'Leave out an invoice that came out of an earlier run without needing a review',
		],
		mark: ['Mark', 'Mark such an invoice for review'],
	}),
	default: 'ignore',
	description: `What to do with an invoice that this node has read before. n8n remembers the last ${(MOST_KEYS / KEYS_OF_INVOICE).toLocaleString('en')} for each node of a saved workflow; one that needs a review is not remembered.`,
	displayOptions: { hide: { '/output': ['fullResponse'] } },
};

/**
 * Opens or clears n8n's store of the invoices that this node has read, before anything is sent.
 * @param choice of the option, except Ignore
 * @returns undefined where this run is not to be remembered
 * @throws NodeOperationError where n8n keeps nothing
 */
export async function openReadBefore(context: IExecuteFunctions, choice: string) {
	const store = new KeyStore(context);
	const orNotKept = async <T>(work: Promise<T>): Promise<T> =>
		await work.catch((error: Error) => {
			const problem = say(NOT_KEPT, [sanitize(error.message)]);
			throw new Item(context, 0).inLanguage(problemError(context, problem));
		});
	if (choice === 'forget') {
		await orNotKept(store.clear());
		const message = worded(FORGOTTEN)[new Item(context, 0).language];
		context.addExecutionHints({ message, location: 'outputPane' });
		return undefined;
	}
	await orNotKept(store.record([]));
	let added: string[] = [];
	return {
		/** Looks the invoices of this run up, and remembers them. @returns those known before, and which of them go */
		find: async (invoices: readonly RunInvoice[]) => {
			const keys = [...new Set(invoices.flatMap(keysOf))];
			const recorded = await orNotKept(store.record(keys));
			added = keys.filter((key) => !recorded.has(key));
			const known = invoices.filter((one) => recorded.has(keysOf(one)[0] ?? ''));
			// the same seller, date and total may be another invoice
			const leftOut = known.filter(({ key }) => choice === 'leaveOut' && key !== null);
			return { known: new Set(known), leftOut: new Set(leftOut) };
		},
		/** Forgets those that were new and need a review: a better file of them is no repeat. */
		keepOnly: async (sound: readonly RunInvoice[]): Promise<void> => {
			const kept = new Set(sound.flatMap(keysOf));
			await orNotKept(store.remove(added.filter((key) => !kept.has(key))));
		},
	};
}

const NOT_KEPT: Said = [
	"n8n cannot remember which invoices this node reads, as 'Repeats of Earlier Runs' asks for",
	'n8n 无法按“Repeats of Earlier Runs”的要求记住此节点读取过的发票',
	'Save the workflow first: n8n remembers them with it. Else choose Ignore. n8n says: {0}.',
	'请先保存工作流，n8n 才能记住；或选择“Ignore”。n8n 的提示：“{0}”。',
];
const FORGOTTEN: Pair = [
	"This node has forgotten which invoices it read, and remembers none as long as 'Repeats of Earlier Runs' is Forget.",
	'此节点已忘记读取过的发票；只要“Repeats of Earlier Runs”为“Forget”，就不再记住。',
];

/** The keys of an invoice: its number, and seller, date and total for a repeat whose number is not read. */
function keysOf({ key, record }: RunInvoice): string[] {
	const { sellerName, issueDate, totalWithTax } = record;
	const keys = key === null ? [] : [key];
	if (sellerName === null || issueDate === null || totalWithTax === null) return keys;
	return [...keys, `${unspaced(sellerName)} ${issueDate} ${totalWithTax}`];
}
