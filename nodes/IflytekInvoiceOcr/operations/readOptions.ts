import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { Item } from '../../shared/items/item';
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
					'As Review Flag Only, and with One Item per Invoice also every check with its result, expected and found value',
			},
			{
				name: 'Off',
				value: 'off',
				description: 'Nothing is checked: needsReview and reviewReasons are left out',
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
	expectedBuyerName: {
		displayName: 'Expected Buyer Name',
		name: 'expectedBuyerName',
		type: 'string',
		default: '',
		placeholder: 'e.g. 合肥某某科技有限公司',
		description: 'An invoice made out to another name is marked for review',
		displayOptions: { hide: { '/output': ['fullResponse'] } },
	},
	expectedBuyerTaxId: {
		displayName: 'Expected Buyer Tax ID',
		name: 'expectedBuyerTaxId',
		type: 'string',
		default: '',
		placeholder: 'e.g. 91340100MA2N0ABC1X',
		description: 'An invoice made out to another taxpayer ID is marked for review',
		displayOptions: { hide: { '/output': ['fullResponse'] } },
	},
	keepAllForms: {
		displayName: 'Keep All Forms',
		name: 'keepAllForms',
		type: 'boolean',
		default: false,
		description:
			'Whether an invoice that came as PDF, OFD and XML gives a row for each of them, rather than one row that names the other files in alsoIn',
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
 * Whether each form of an invoice keeps its row. It is read from the run's first item, which fails by
 * itself where the value is wrong.
 */
export function keepsAllForms(context: IExecuteFunctions): boolean {
	const given = context.getNodeParameter('options.keepAllForms', 0, false);
	return String(given).trim().toLowerCase() === 'true';
}

/**
 * Reads the contents of a row from an item's Options.
 * @throws NodeOperationError for a value that the editor would not give
 */
export function readRowOptions(item: Item): RowOptions {
	const { options } = item;
	// an option that an expression leaves empty means its default
	const given = options.minimumConfidence ?? '';
	const minimumConfidence = given === '' ? 0.8 : Number(given);
	const text = (name: string) => String(options[name] ?? '').trim();
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
		includeConfidences: options.includeConfidenceScores === true,
		includePositions: options.includePositions === true,
		includeRawText: options.includeRawText === true,
		expectedBuyer: { name: text('expectedBuyerName'), taxId: text('expectedBuyerTaxId') },
	};
}

const ANNOTATED_IMAGE_FIELD = 'annotatedImage';

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
	annotatedImageField: {
		displayName: 'Annotated Image Field',
		name: 'annotatedImageField',
		type: 'string',
		default: ANNOTATED_IMAGE_FIELD,
		placeholder: 'e.g. annotatedImage',
		description: 'The name of the output binary field to put the annotated image in',
	},
	includeConfidenceScores: {
		displayName: 'Include Confidence Scores',
		name: 'includeConfidenceScores',
		type: 'boolean',
		default: false,
		description:
			'Whether to add the lowest recognition confidence of each field, from 0 to 1, as confidences',
		displayOptions: { hide: { '/output': ['fullResponse'] } },
	},
	includePositions: {
		displayName: 'Include Positions',
		name: 'includePositions',
		type: 'boolean',
		default: false,
		description: 'Whether to add the corners of each field in the picture, in pixels, as positions',
		displayOptions: { hide: { '/output': ['fullResponse'] } },
	},
	includeRawText: {
		displayName: 'Include Raw Text',
		name: 'includeRawText',
		type: 'boolean',
		default: false,
		description:
			'Whether to add the text of each field as it was recognized, before it became a number or a date, as rawText',
		displayOptions: { hide: { '/output': ['fullResponse'] } },
	},
	imageFormat: {
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
	},
} satisfies Record<string, INodeProperties>;

/** Whether to add an HTML file with the picture and what was read from it. */
export function wantsAnnotatedImage({ options }: Item): boolean {
	return options.includeAnnotatedImage === true;
}

/** The output field that the annotated image goes to. */
export function annotatedImageField({ options }: Item): string {
	return String(options.annotatedImageField ?? '').trim() || ANNOTATED_IMAGE_FIELD;
}

/**
 * The format that the request names.
 * @throws NodeOperationError when the option names a format that the picture does not have
 */
export function readEncoding(item: Item, format: 'bmp' | 'jpg' | 'png'): ImageEncoding {
	const given = String(item.options.imageFormat || 'auto');
	const isFormat = given === format || (given === 'jpeg' && format === 'jpg');
	if (given !== 'auto' && !isFormat) {
		throw item.inputError(
			`'Image Format' is set to ${given.toUpperCase()}, but the picture is a ${format.toUpperCase()}`,
			"Set the option 'Image Format' to Detect Automatically.",
		);
	}
	return (given === 'auto' ? format : given) as ImageEncoding;
}
