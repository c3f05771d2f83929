/**
 * What saved workflows and credentials hold: the names of parameters, what they may be, and the values
 * of their options. A change here breaks what users have saved.
 */
import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';

import { IflytekAiCallApi } from '../../../credentials/IflytekAiCallApi.credentials';
import { IflytekChecksumApi } from '../../../credentials/IflytekChecksumApi.credentials';
import { IflytekSignatureApi } from '../../../credentials/IflytekSignatureApi.credentials';
import { IflytekAiCall } from '../../../nodes/IflytekAiCall/IflytekAiCall.node';
import { IflytekAiCallTrigger } from '../../../nodes/IflytekAiCallTrigger/IflytekAiCallTrigger.node';
import { IflytekImageRecognition } from '../../../nodes/IflytekImageRecognition/IflytekImageRecognition.node';
import { IflytekInvoiceOcr } from '../../../nodes/IflytekInvoiceOcr/IflytekInvoiceOcr.node';
import { IflytekTextCorrection } from '../../../nodes/IflytekTextCorrection/IflytekTextCorrection.node';

/** The type of a parameter, the values or modes it has, or the parameters inside it. */
type Saved = string | unknown[] | { [name: string]: Saved };

const LOCATOR = ['id', 'list'];
const REPEATABLE = { maxAttempts: 'number', maxTimePerItem: 'number', timeout: 'number' };
const RECOGNITION = { ...REPEATABLE, maxItemsAtOnce: 'number', maxPerSecond: 'number' };
const IMAGE = {
	imageSource: ['base64', 'binary', 'url'],
	binaryPropertyName: 'string',
	imageUrl: 'string',
	imageBase64: 'string',
};
const RESULT_FORMAT = {
	resultCompress: ['raw'],
	resultEncoding: ['utf8'],
	resultFormat: ['json'],
};
const INVOICE_ROWS = {
	expectedBuyerName: 'string',
	expectedBuyerTaxId: 'string',
	fieldNames: ['apiKeys', 'chinese', 'english'],
	validation: ['fullList', 'off', 'reviewFlag'],
};
const HOURS = {
	callingDays: ['fri', 'mon', 'sat', 'sun', 'thu', 'tue', 'wed'],
	callingHours: { hours: { from: 'string', to: 'string' } },
};
const ROWS = {
	rowsFrom: ['items', 'json'],
	columns: 'resourceMapper',
	rows: 'json',
	dryRun: 'boolean',
	options: {
		...HOURS,
		callsSoFar: 'string',
		columnNames: 'string',
		doNotCall: 'string',
		duplicateNumbers: ['refuse', 'sendAll', 'sendOnce'],
		ifNobodyCalled: ['continue', 'fail'],
		includeInputFields: 'boolean',
		includeResponse: 'boolean',
		onRefusedBatch: ['narrowDown', 'report'],
		lastCalledAt: 'string',
		maxCalls: 'number',
		maxRows: 'number',
		maxWait: 'number',
		notAgainWithin: 'number',
		offerAllScripts: 'boolean',
		timeout: 'number',
	},
};
const TASK_FIELDS = {
	taskName: 'string',
	script: LOCATOR,
	line: LOCATOR,
	voice: LOCATOR,
	additionalFields: {
		begin: 'dateTime',
		end: 'dateTime',
		// the lines of the account
		moreLines: [],
		retries: 'number',
		retryWait: 'number',
		workingPeriods: { period: { from: 'string', to: 'string' } },
	},
};
const ONE_TASK = { task: LOCATOR, options: REPEATABLE };
const LIST = { returnAll: 'boolean', limit: 'number', simplify: 'boolean', options: REPEATABLE };

const PICTURE = {
	...IMAGE,
	simplify: 'boolean',
	options: {
		...RECOGNITION,
		belowMinimumScore: ['drop', 'error', 'mark'],
		imageName: 'string',
		minimumScore: 'number',
		putInputFileInOutput: 'boolean',
	},
};

const TEXT_CATEGORIES = [
	'collocation',
	'idiom',
	'leaderTitle',
	'numberOrDate',
	'omission',
	'organizationName',
	'other',
	'personName',
	'placeName',
	'politicalTerm',
	'punctuation',
	'redundancy',
	'sentenceStructure',
	'wordList',
	'wordOrder',
	'wrongCharacter',
	'wrongWord',
];
const TEXT_OPTIONS = {
	...RECOGNITION,
	includeInputFields: 'boolean',
	keepWords: 'string',
	leaveOutCorrect: 'boolean',
	replaceAlways: 'string',
	requestFields: {
		fields: {
			...RESULT_FORMAT,
			inputCompress: ['raw'],
			inputEncoding: ['utf8'],
			inputFormat: ['json'],
		},
	},
	resId: 'string',
	uid: 'string',
};

const OPERATIONS: Array<[INodeType, Record<string, Saved>]> = [
	[
		new IflytekInvoiceOcr(),
		{
			read: {
				fileSource: ['base64', 'binary', 'text', 'url'],
				binaryPropertyName: 'string',
				fileBase64: 'string',
				xmlText: 'string',
				fileUrl: 'string',
				picturesAndScans: ['recognize', 'refuse'],
				output: ['fullResponse', 'invoices', 'lines'],
				options: {
					...RECOGNITION,
					annotatedImageField: 'string',
					...INVOICE_ROWS,
					imageFormat: ['auto', 'bmp', 'jpeg', 'png'],
					includeAnnotatedImage: 'boolean',
					includeConfidenceScores: 'boolean',
					includePositions: 'boolean',
					includeRawText: 'boolean',
					keepAllForms: 'boolean',
					minimumConfidence: 'number',
					putInputFileInOutput: 'boolean',
					requestFields: { fields: { ...RESULT_FORMAT, templateList: ['vat_invoice'] } },
				},
			},
		},
	],
	[
		new IflytekTextCorrection(),
		{
			correct: {
				text: 'string',
				textFormat: ['html', 'markdown', 'plain'],
				output: ['correctedText', 'corrections', 'fullResponse'],
				apply: ['all', 'allExcept', 'chosen'],
				categories: TEXT_CATEGORIES,
				options: { ...TEXT_OPTIONS, splitLongTexts: 'boolean' },
			},
			correctDocument: {
				binaryPropertyName: 'string',
				output: ['corrected', 'corrections', 'trackedChanges'],
				author: 'string',
				outputField: 'string',
				apply: ['all', 'allExcept', 'chosen'],
				categories: TEXT_CATEGORIES,
				options: TEXT_OPTIONS,
			},
		},
	],
	[
		new IflytekImageRecognition(),
		{
			'scene.recognize': PICTURE,
			'object.recognize': {
				...PICTURE,
				labelTableSource: ['binary', 'none', 'text', 'url'],
				labelTableField: 'string',
				labelTableText: 'string',
				labelTableUrl: 'string',
			},
		},
	],
	[
		new IflytekAiCall(),
		{
			'call.place': {
				script: LOCATOR,
				line: LOCATOR,
				voice: LOCATOR,
				...ROWS,
				testNumber: 'string',
			},
			'configuration.getAll': {
				...LIST,
				type: ['all', 'interfaces', 'lines', 'scripts', 'voices'],
			},
			'recording.download': {
				url: 'string',
				recordingBaseUrl: 'string',
				binaryPropertyName: 'string',
				options: {
					allowedHosts: 'string',
					fileName: 'string',
					maxSize: 'number',
					timeout: 'number',
				},
			},
			'task.addNumbers': { task: LOCATOR, script: LOCATOR, ...ROWS },
			'task.create': {
				...TASK_FIELDS,
				simplify: 'boolean',
				options: { offerAllScripts: 'boolean', timeout: 'number' },
			},
			'task.delete': ONE_TASK,
			'task.get': { ...ONE_TASK, simplify: 'boolean' },
			'task.getAll': {
				...LIST,
				filters: { begin: 'dateTime', end: 'dateTime', taskId: 'string', taskName: 'string' },
				sort: {
					sortName: ['CREATETIME', 'ENDTIME', 'ID', 'NAME', 'STARTTIME'],
					sortOrder: ['ASC', 'DESC'],
				},
			},
			'task.pause': ONE_TASK,
			'task.run': {
				...TASK_FIELDS,
				...ROWS,
				testNumber: 'string',
				startIncomplete: 'boolean',
			},
			'task.start': { task: LOCATOR, options: { ...REPEATABLE, ...HOURS } },
		},
	],
];

const TRIGGER = {
	events: ['callRecord', 'dialog', 'recording'],
	respondWith: ['fixedValues', 'lastNode'],
	fallbackValues: { values: { name: 'string', value: 'string' } },
	options: {
		acknowledge: ['onlyWhenStored', 'withinTimeLimit'],
		acknowledgeWithin: 'number',
		allowedAddresses: 'string',
		allowedAppIds: 'string',
		respondWithin: 'number',
		ignorePreliminaryRecords: 'boolean',
		otherEvents: 'boolean',
		verifyUrlsOnPublish: ['block', 'off', 'warn'],
	},
};

describe.each(OPERATIONS)('a saved node %#', (node, operations) => {
	const { properties, name } = node.description;

	it(`of the type ${name} has its operations`, () => {
		const resources = optionsOf(properties, 'resource', {});
		const found =
			resources.length === 0
				? optionsOf(properties, 'operation', {})
				: resources.flatMap((resource) =>
						optionsOf(properties, 'operation', { resource }).map(
							(operation) => `${resource}.${operation}`,
						),
					);
		expect(found.sort()).toEqual(Object.keys(operations).sort());
	});

	it.each(Object.entries(operations))(`of the type ${name} has its parameters: %s`, (of, saved) => {
		const [operation, resource] = of.split('.').reverse() as [string, string?];
		const chosen = { operation, ...(resource !== undefined && { resource }) };
		const shown = properties.filter((property) => isShown(property, chosen));
		expect(savedNames(shown)).toEqual(saved);
	});
});

it('a saved trigger has its parameters', () => {
	const { properties } = new IflytekAiCallTrigger().description;
	expect(savedNames(properties)).toEqual(TRIGGER);
	expect(optionsOf(properties, 'operation', {}).sort()).toEqual(['dialogContext', 'pushes']);
});

it.each([new IflytekSignatureApi(), new IflytekChecksumApi()])(
	'a new $name has no service chosen: with one chosen, right keys of another one would test red',
	({ properties }) => {
		const service = properties.find(({ name }) => name === 'testService');
		expect(service).toMatchObject({ default: '', required: true });
	},
);

it.each([
	[
		new IflytekSignatureApi(),
		'iflytekSignatureApi',
		{
			appId: 'string',
			apiKey: 'string',
			apiSecret: 'string',
			baseUrl: 'string',
			testService: ['invoice', 'text'],
		},
	],
	[
		new IflytekChecksumApi(),
		'iflytekChecksumApi',
		{ appId: 'string', apiKey: 'string', baseUrl: 'string', testService: ['object', 'scene'] },
	],
	[
		new IflytekAiCallApi(),
		'iflytekAiCallApi',
		{
			appKey: 'string',
			appSecret: 'string',
			baseUrl: 'string',
			pushSecret: 'string',
			token: 'hidden',
			expiresAt: 'hidden',
		},
	],
])('a saved credential has its fields %#', (credential, name, fields) => {
	expect(credential.name).toBe(name);
	expect(savedNames(credential.properties)).toEqual(fields);
});

/** Choose the operation, or are shown to an AI agent's tool only (see toolDescription.test.ts). */
const LEFT_OUT = ['resource', 'operation', 'descriptionType', 'toolDescription'];

/** What an AI agent's tool returns (see toolOutput.test.ts). */
const isToolOutput = ({ name, displayOptions }: INodeProperties) =>
	['fields', 'output'].includes(name) && displayOptions?.show?.['@tool']?.includes(true);

function savedNames(properties: INodeProperties[]): Record<string, Saved> {
	const saved: Record<string, Saved> = {};
	for (const property of properties) {
		const { name, type } = property;
		if (type === 'notice' || LEFT_OUT.includes(name) || isToolOutput(property)) continue;
		// of the same name is only what stands in for it under another setting
		if (name in saved) expect(savedOf(property)).toEqual(saved[name]);
		saved[name] = savedOf(property);
	}
	return saved;
}

function savedOf({ type, options = [], modes = [] }: INodeProperties): Saved {
	switch (type) {
		case 'collection':
			return savedNames(options as INodeProperties[]);
		case 'fixedCollection':
			return Object.fromEntries(
				(options as INodePropertyCollection[]).map(({ name, values }) => [
					name,
					savedNames(values),
				]),
			);
		case 'options':
		case 'multiOptions':
			return (options as INodePropertyOptions[]).map(({ value }) => value).sort();
		case 'resourceLocator':
			return modes.map(({ name }) => name).sort();
		default:
			return type;
	}
}

function isShown({ displayOptions }: INodeProperties, of: Record<string, string>): boolean {
	return Object.entries(of).every(([name, value]) => {
		const { show, hide } = displayOptions ?? {};
		return (show?.[name]?.includes(value) ?? true) && !(hide?.[name]?.includes(value) ?? false);
	});
}

function optionsOf(
	properties: INodeProperties[],
	name: string,
	of: Record<string, string>,
): string[] {
	return properties
		.filter((property) => property.name === name && isShown(property, of))
		.flatMap(({ options }) => (options as INodePropertyOptions[]).map(({ value }) => `${value}`));
}
