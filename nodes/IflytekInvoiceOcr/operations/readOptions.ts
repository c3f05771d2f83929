import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { onlyWhereSaved } from '../../shared/description/properties';
import type { FormerChoices, Item } from '../../shared/items/item';
import { readRequestFields } from '../../shared/signature/textFormat';
import { SELECTED_FIELDS } from '../../shared/description/toolOutput';
import type { FieldNaming } from '../invoice/elements';
import type { ImageEncoding } from '../service/service';
import type { RowOptions } from '../output/analysis';

/** The fields of an invoice that a model gets by default when only some are selected. */
export const TOOL_FIELDS = [
	'needsReview',
	'reviewReasons',
	'invoiceNumber',
	'issueDate',
	'sellerName',
	'buyerName',
	'totalWithTax',
];

const EXPECTED_BUYER = {
	name: {
		displayName: 'Expected Buyer Name',
		name: 'expectedBuyerName',
		type: 'string',
		default: '',
		placeholder: 'e.g. 合肥某某科技有限公司',
		description: 'An invoice made out to another name is marked for review',
	},
	taxId: {
		displayName: 'Expected Buyer Tax ID',
		name: 'expectedBuyerTaxId',
		type: 'string',
		default: '',
		placeholder: 'e.g. 91340100MA2N0ABC1X',
		description: 'An invoice made out to another taxpayer ID is marked for review',
	},
} satisfies Record<string, INodeProperties>;

/** What 'Validation' was called when it could be off: an invoice is always checked now. */
export const former: FormerChoices = new Map([['validation', new Map([['off', 'reviewFlag']])]]);

/** Entries of Options that say what a row holds. */
export const rowOptionProperties = {
	validation: {
		displayName: 'Validation',
		name: 'validation',
		type: 'options',
		options: [
			{
				name: 'Full List',
				value: 'fullList',
				description:
					'As Review Flag Only; with One Item per Invoice also every check with its result, expected and found value',
			},
			{
				name: 'Review Flag Only',
				value: 'reviewFlag',
				description: 'Whether the invoice needs a review and why, as two columns of a spreadsheet',
			},
		],
		default: 'reviewFlag',
		description:
			'How much to report of the checks of sums, tax, amount in words, codes, taxpayer IDs, date and confidence',
		displayOptions: { hide: { '/output': ['fullResponse'] } },
	},
	expectedBuyer: {
		displayName: 'Expected Buyer',
		name: 'expectedBuyer',
		type: 'fixedCollection',
		default: {},
		description: 'An invoice made out to another name or taxpayer ID is marked for review',
		options: [
			{
				displayName: 'Buyer',
				name: 'buyer',
				values: [
					{ ...EXPECTED_BUYER.name, name: 'name' },
					{ ...EXPECTED_BUYER.taxId, name: 'taxId' },
				],
			},
		],
		displayOptions: { hide: { '/output': ['fullResponse'] } },
	},
	expectedBuyerName: onlyWhereSaved(EXPECTED_BUYER.name),
	expectedBuyerTaxId: onlyWhereSaved(EXPECTED_BUYER.taxId),
	fieldNames: {
		displayName: 'Field Names',
		name: 'fieldNames',
		type: 'options',
		options: [
			{ name: 'API Keys', value: 'apiKeys', description: 'Such as vat-invoice-total' },
			{
				name: 'Chinese Labels',
				value: 'chinese',
				description: 'As the invoice prints them, with reviewReasons in Chinese',
			},
			{ name: 'English', value: 'english', description: 'Such as totalAmount' },
		],
		default: 'english',
		description: "What the invoice's fields are called in the output",
		// fields are selected by their English names
		displayOptions: { hide: { '/output': ['fullResponse', SELECTED_FIELDS] } },
	},
} satisfies Record<string, INodeProperties>;

/**
 * Reads the contents of a row from an item's Options.
 * @throws NodeOperationError for a value that the editor would not give
 */
export function readRowOptions(item: Item): RowOptions {
	const { options } = item;
	// an option that an expression leaves empty means its default
	const given = options.minimumConfidence ?? '';
	const minimumConfidence = given === '' ? 0.8 : Number(given);
	const text = (value: unknown) => String(value ?? '').trim();
	const { buyer = {} } = (options.expectedBuyer ?? {}) as { buyer?: IDataObject };
	if (!(minimumConfidence >= 0 && minimumConfidence <= 1)) {
		throw item.inputError(
			"'Minimum Confidence' is not a number from 0 to 1",
			'Enter for example 0.8.',
		);
	}
	return {
		naming: (options.fieldNames || 'english') as FieldNaming,
		validation: (options.validation || 'reviewFlag') as RowOptions['validation'],
		minimumConfidence,
		expectedBuyer: {
			name: text(buyer.name ?? options.expectedBuyerName),
			taxId: text(buyer.taxId ?? options.expectedBuyerTaxId),
		},
	};
}

/** Entries of Options that only pictures have. */
export const pictureOptionProperties = {
	minimumConfidence: {
		displayName: 'Minimum Confidence',
		name: 'minimumConfidence',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 1, numberPrecision: 2 },
		default: 0.8,
		description:
			'Recognition confidence below which a field is listed in uncertainFields and marked for review',
	},
	includeAnnotatedImage: {
		displayName: 'Include Annotated Image',
		name: 'includeAnnotatedImage',
		type: 'boolean',
		default: false,
		description:
			'Whether to add an HTML file that shows the picture with a box, value and confidence for each field, doubtful ones marked',
	},
} satisfies Record<string, INodeProperties>;

/** Whether to add an HTML file with the picture and what was read from it. */
export function wantsAnnotatedImage({ options }: Item): boolean {
	return options.includeAnnotatedImage === true;
}

/** An entry of Request Fields. */
export const imageFormatProperty: INodeProperties = {
	displayName: 'Image Format',
	name: 'imageFormat',
	type: 'options',
	options: [
		{ name: 'BMP', value: 'bmp' },
		{ name: 'Detect Automatically', value: 'auto' },
		{ name: 'JPEG', value: 'jpeg' },
		{ name: 'PNG', value: 'png' },
	],
	default: 'auto',
	description: 'A picture in another format than this is refused before anything is sent',
};

/**
 * The format that the request names.
 * @throws NodeOperationError when the option names a format that the picture does not have
 */
export function readEncoding(item: Item, format: 'bmp' | 'jpg' | 'png'): ImageEncoding {
	const given = String(readRequestFields(item.options).imageFormat || 'auto');
	const isFormat = given === format || (given === 'jpeg' && format === 'jpg');
	if (given !== 'auto' && !isFormat) {
		throw item.inputError(
			`'Image Format' is set to ${given.toUpperCase()}, but the picture is a ${format.toUpperCase()}`,
			"Set 'Image Format' under 'Request Fields' to Detect Automatically.",
		);
	}
	return (given === 'auto' ? format : given) as ImageEncoding;
}
