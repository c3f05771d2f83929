import type { INodeProperties } from 'n8n-workflow';

import { givenFileProperties, inputFileProperty } from '../../shared/description/fileField';
import {
	choices,
	includeInputFieldsProperty,
	onlyWhereSaved,
	optionsProperty,
} from '../../shared/description/properties';
import { requestOptionProperties } from '../../shared/description/requestOptions';
import { SELECTED_FIELDS, toolOutputProperties } from '../../shared/description/toolOutput';
import { formerly, protective } from '../../shared/items/item';
import {
	requestFieldsProperty,
	resultFormatProperties,
} from '../../shared/signature/requestFields';
import { INVOICE_ROW_FIELDS } from '../output/rows';
import { earlierRunsProperty } from '../run/earlierRuns';

/** The fields of an invoice that a model gets by default when only some are selected. */
const TOOL_FIELDS = [
	'needsReview',
	'reviewReasons',
	'invoiceNumber',
	'issueDate',
	'sellerName',
	'buyerName',
	'totalWithTax',
];

const BUYER_NAME: INodeProperties = protective({
	displayName: 'Expected Buyer Name',
	name: 'expectedBuyerName',
	type: 'string',
	default: '',
	placeholder: 'e.g. 合肥某某科技有限公司',
	description: 'An invoice made out to another name is marked for review',
});

const BUYER_TAX_ID: INodeProperties = protective({
	displayName: 'Expected Buyer Tax ID',
	name: 'expectedBuyerTaxId',
	type: 'string',
	default: '',
	placeholder: 'e.g. 91340100MA2N0ABC1X',
	description: 'An invoice made out to another taxpayer ID is marked for review',
});

const FORMATS = 'PDF, OFD, XML, XBRL or ZIP up to 20 MB, or PNG, JPG or BMP up to 3 MB';

/** The description of Read Invoice for a model. */
export const tool =
	'Reads a Chinese invoice (fapiao) from any file: digital or scanned PDF, OFD, XML, a ZIP with these, or a photo as PNG, JPG or BMP of at most 3 MB. Give the public http(s) address of the file, the file as base64 text, or the XML itself as text. Returns invoice number and code, issue date, buyer and seller with taxpayer IDs, goods names, amounts, tax rates, taxes, totals and remark. Use it when the user asks what an invoice says, what it costs, or whether it is sound. When needsReview is true, tell the user the reviewReasons and do not present the doubtful values as certain.';

const ONE_PER_LINE = {
	lines: [
		'One Item per Line',
		"Each line item with quantity, unit, price, amount, tax rate and tax, beside the invoice's number, date and parties",
	],
} as const;

export const properties: INodeProperties[] = [
	...givenFileProperties('file', FORMATS, {
		url: 'A public web address, from which n8n downloads the file',
		urlExample: 'invoice.pdf',
		more: { text: ['Text', 'The XML itself, as text'] },
	}),
	{
		displayName: 'XML',
		name: 'xmlText',
		type: 'string',
		typeOptions: { rows: 5 },
		default: '',
		required: true,
		placeholder: 'e.g. <EInvoice>…</EInvoice>',
		description: 'The content of the XML file',
		displayOptions: { show: { fileSource: ['text'] } },
	},
	{
		displayName: 'Pictures and Scans',
		name: 'picturesAndScans',
		type: 'options',
		noDataExpression: true,
		options: choices({
			recognize: [
				'Recognize with iFLYTEK',
				'Send photos, and PDF pages that are nothing but a picture, to the recognition service. Needs the credential.',
			],
			refuse: ['Refuse', 'Send nothing. A photo or scan is an error.'],
		}),
		default: 'recognize',
		description:
			'What to do with files that have no text. PDF with text, OFD, XML and XBRL are read in n8n and never sent.',
	},
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: choices({
			fullResponse: [
				'Full Response',
				'One item per picture with everything the service answered, and one per invoice read in n8n with all its texts',
			],
			invoices: [
				'One Item per Invoice',
				'The fields of the invoice as one row for a spreadsheet, and what the checks found',
			],
			...ONE_PER_LINE,
		}),
		default: 'invoices',
		description: 'What to return',
		displayOptions: { show: { '@tool': [false] } },
	},
	...toolOutputProperties({
		fields: INVOICE_ROW_FIELDS,
		selected: TOOL_FIELDS,
		values: { simplified: 'invoices', raw: 'fullResponse' },
		more: choices(ONE_PER_LINE),
	}),
	optionsProperty([
		{
			displayName: 'Field Names',
			name: 'fieldNames',
			type: 'options',
			options: choices({
				apiKeys: ['API Keys', 'Such as vat-invoice-total'],
				chinese: [
					'Chinese Labels',
					'As the invoice prints them, with reasons and messages in Chinese',
				],
				english: ['English', 'Such as totalAmount'],
			}),
			default: 'english',
			description: "What the invoice's fields are called in the output",
			// fields are selected by their English names
			displayOptions: { hide: { '/output': ['fullResponse', SELECTED_FIELDS] } },
		},
		// it could once be off: now an invoice is always checked
		formerly(['off'], {
			displayName: 'Validation',
			name: 'validation',
			type: 'options',
			options: choices({
				fullList: [
					'Full List',
					'As Review Flag Only; with One Item per Invoice also every check with its result, expected and found value',
				],
				reviewFlag: [
					'Review Flag Only',
					'Whether the invoice needs a review and why, as two columns of a spreadsheet',
				],
			}),
			default: 'reviewFlag',
			description:
				'How much to report of the checks of sums, tax, amount in words, codes, taxpayer IDs, date and confidence',
			displayOptions: { hide: { '/output': ['fullResponse'] } },
		}),
		{
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
						{ ...BUYER_NAME, name: 'name' },
						{ ...BUYER_TAX_ID, name: 'taxId' },
					],
				},
			],
			displayOptions: { hide: { '/output': ['fullResponse'] } },
		},
		onlyWhereSaved(BUYER_NAME),
		onlyWhereSaved(BUYER_TAX_ID),
		earlierRunsProperty,
		{ ...includeInputFieldsProperty, displayOptions: { hide: { '/output': ['fullResponse'] } } },
		inputFileProperty,
		// for pictures only
		{
			displayName: 'Minimum Confidence',
			name: 'minimumConfidence',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 1, numberPrecision: 2 },
			default: 0.8,
			description:
				'Recognition confidence below which a field is listed in uncertainFields and marked for review',
		},
		{
			displayName: 'Include Annotated Image',
			name: 'includeAnnotatedImage',
			type: 'boolean',
			default: false,
			description:
				'Whether to add an HTML file that shows the picture with a box, value and confidence for each field, doubtful ones marked',
		},
		...Object.values(requestOptionProperties),
		requestFieldsProperty([
			{
				displayName: 'Image Format',
				name: 'imageFormat',
				type: 'options',
				options: choices({
					bmp: ['BMP'],
					auto: ['Detect Automatically'],
					jpeg: ['JPEG'],
					png: ['PNG'],
				}),
				default: 'auto',
				description: 'A picture in another format than this is refused before anything is sent',
			},
			...resultFormatProperties,
			{
				displayName: 'Template',
				name: 'templateList',
				type: 'options',
				options: choices({ vat_invoice: ['VAT Invoice'] }),
				default: 'vat_invoice',
				description: 'Kind of document that the service looks for',
			},
		]),
	]),
];
