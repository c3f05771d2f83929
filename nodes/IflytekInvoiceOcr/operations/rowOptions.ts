import type { INodeProperties } from 'n8n-workflow';

import type { Item } from '../../shared/items/item';
import type { RowOptions } from '../output/rows';
import type { FieldNaming } from '../protocol/elements';

/** Entries of Options that say what a row holds. */
export const rowOptionProperties = {
	checks: {
		displayName: 'Checks',
		name: 'checks',
		type: 'options',
		options: [
			{
				name: 'Details',
				value: 'details',
				description:
					'As Summary, and with One Item per Invoice also each check with name, result, expected and found value',
			},
			{
				name: 'Off',
				value: 'off',
				description: 'Nothing is checked: needsReview and reviewReasons are left out',
			},
			{
				name: 'Summary',
				value: 'summary',
				description: 'Whether the invoice needs a review and why, as two columns of a spreadsheet',
			},
		],
		default: 'details',
		description:
			'How much to tell of the checks of sums, tax, amount in words, codes, taxpayer IDs, date and confidence',
		displayOptions: { hide: { '/output': ['fullResponse'] } },
	},
	fieldNames: {
		displayName: 'Field Names',
		name: 'fieldNames',
		type: 'options',
		options: [
			{ name: 'API Keys', value: 'apiKeys', description: 'Such as vat-invoice-total' },
			{
				name: 'Chinese Labels',
				value: 'chinese',
				description: 'As the invoice prints them',
			},
			{ name: 'English', value: 'english', description: 'Such as totalAmount' },
		],
		default: 'english',
		description: "What the invoice's fields are called in the output",
		displayOptions: { hide: { '/output': ['fullResponse'] } },
	},
} satisfies Record<string, INodeProperties>;

/**
 * Reads what a row is to hold out of an item's Options.
 * @throws NodeOperationError when the minimum confidence is not a number from 0 to 1
 */
export function readRowOptions(item: Item): RowOptions {
	const { options } = item;
	const minimumConfidence = Number(options.minimumConfidence ?? 0.8);
	if (!(minimumConfidence >= 0 && minimumConfidence <= 1)) {
		throw item.inputError(
			"'Minimum Confidence' is not a number from 0 to 1",
			'Enter for example 0.8.',
		);
	}
	return {
		naming: (options.fieldNames ?? 'english') as FieldNaming,
		checks: (options.checks ?? 'details') as RowOptions['checks'],
		minimumConfidence,
		includeConfidences: options.includeConfidences === true,
		includePositions: options.includePositions === true,
		includeRawText: options.includeRawText === true,
	};
}

/** China has one time zone and no summer time. */
const CHINA_OFFSET_MS = 8 * 60 * 60 * 1000;

/** The day it is in China, as YYYY-MM-DD. */
export function dayInChina(): string {
	return new Date(Date.now() + CHINA_OFFSET_MS).toISOString().slice(0, 10);
}
