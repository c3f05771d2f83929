/**
 * What saved workflows and credentials hold: the names of parameters, what they may be, and the values
 * of their options. A change here breaks what users have saved. Nobody has saved what is new: its names get their
 * places at the release, whose changelog has no entry [Unreleased].
 */
import { readFileSync } from 'node:fs';
import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';

import {
	AI_CALL,
	AI_CALL_API,
	CHECKSUM_API,
	IMAGE,
	INVOICE,
	SIGNATURE_API,
	TEXT,
	TRIGGER,
} from '../everyNode';

/** The type of a parameter, the values or modes it has, or the parameters inside it. */
type Saved = string | unknown[] | { [name: string]: Saved };

/** Parameters of one type. */
const all =
	(type: string) =>
	(...names: string[]): Record<string, Saved> =>
		Object.fromEntries(names.map((name) => [name, type]));
const texts = all('string');
const numbers = all('number');
const switches = all('boolean');

const LOCATOR = ['id', 'list'];
const REPEATABLE = numbers('maxTimePerItem', 'timeout');
const RECOGNITION = { ...REPEATABLE, ...numbers('maxPerSecond') };
const IMAGE_SOURCE = {
	imageSource: ['base64', 'binary', 'url'],
	...texts('binaryPropertyName', 'imageUrl', 'imageBase64'),
};
const RESULT_FORMAT = {
	resultCompress: ['raw'],
	resultEncoding: ['utf8'],
	resultFormat: ['json'],
};
const INVOICE_ROWS = {
	...texts('expectedBuyerName', 'expectedBuyerTaxId'),
	fieldNames: ['apiKeys', 'chinese', 'english'],
	expectedBuyer: { buyer: texts('name', 'taxId') },
	validation: ['fullList', 'reviewFlag'],
};
const HOURS = {
	callingDays: ['fri', 'mon', 'sat', 'sun', 'thu', 'tue', 'wed'],
	callingHours: { hours: { from: 'string', to: 'string' } },
};
const ROWS = {
	rowsFrom: ['items', 'json'],
	columns: 'resourceMapper',
	rows: 'json',
	// what was saved before there was a mode
	dryRun: 'hidden',
	options: {
		...HOURS,
		...texts('columnNames', 'doNotCall'),
		// are gone, and stop a workflow that was saved with them
		...texts('callsSoFar', 'lastCalledAt'),
		maxCalls: 'number',
		notAgainWithin: 'number',
		...numbers('maxRows', 'timeout'),
		...switches('includeInputFields'),
		duplicateNumbers: ['refuse', 'sendAll', 'sendOnce'],
		language: ['chinese', 'english'],
		onRefusedBatch: ['narrowDown', 'report'],
		sameRowAgain: ['always', 'notOnTheSameDay'],
	},
};
const CALLING = { mode: ['dryRun', 'live', 'testCall'], testNumber: 'string' };
const TASK_FIELDS = {
	taskName: 'string',
	script: LOCATOR,
	line: LOCATOR,
	voice: LOCATOR,
	additionalFields: {
		...all('dateTime')('begin', 'end'),
		...numbers('retries', 'retryWait'),
		// the lines of the account
		moreLines: [],
		workingPeriods: { period: { from: 'string', to: 'string' } },
	},
};
const ONE_TASK = { task: LOCATOR, options: REPEATABLE };
const IN_WORDS = { ...REPEATABLE, language: ['chinese', 'english'] };
const SORTS = ['CREATETIME', 'ENDTIME', 'ID', 'NAME', 'STARTTIME'].flatMap((field) => [
	`${field} ASC`,
	`${field} DESC`,
]);
const LIST = { returnAll: 'boolean', limit: 'number', simplify: 'boolean', options: IN_WORDS };

const PICTURE = {
	...IMAGE_SOURCE,
	simplify: 'boolean',
	options: {
		...RECOGNITION,
		belowMinimumScore: ['drop', 'error', 'mark'],
		imageName: 'string',
		minimumScore: 'number',
		...switches('includeInputFields', 'putInputFileInOutput'),
	},
};

const TEXT_CATEGORIES = [
	...['collocation', 'idiom', 'leaderTitle', 'numberOrDate', 'omission', 'organizationName'],
	...['other', 'personName', 'placeName', 'politicalTerm', 'punctuation', 'redundancy'],
	...['sentenceStructure', 'wordList', 'wordOrder', 'wrongCharacter', 'wrongWord'],
];
const TEXT_OPTIONS = {
	...RECOGNITION,
	...switches('includeInputFields', 'leaveOutCorrect'),
	language: ['chinese', 'english'],
	...texts('keepWords', 'replaceAlways', 'resId', 'uid'),
	requestFields: {
		fields: {
			...RESULT_FORMAT,
			...texts('resId', 'uid'),
			inputCompress: ['raw'],
			inputEncoding: ['utf8'],
			inputFormat: ['json'],
		},
	},
};

const OPERATIONS: Array<[INodeType, Record<string, Saved>]> = [
	[
		INVOICE,
		{
			read: {
				fileSource: ['base64', 'binary', 'text', 'url'],
				...texts('binaryPropertyName', 'fileBase64', 'xmlText', 'fileUrl'),
				picturesAndScans: ['recognize', 'refuse'],
				output: ['fullResponse', 'invoices', 'lines'],
				options: {
					...RECOGNITION,
					...INVOICE_ROWS,
					minimumConfidence: 'number',
					repeatsOfEarlierRuns: ['forget', 'ignore', 'leaveOut', 'mark'],
					...switches('includeAnnotatedImage', 'includeInputFields', 'putInputFileInOutput'),
					requestFields: {
						fields: {
							...RESULT_FORMAT,
							imageFormat: ['auto', 'bmp', 'jpeg', 'png'],
							templateList: ['vat_invoice'],
						},
					},
				},
			},
		},
	],
	[
		TEXT,
		{
			correct: {
				text: 'string',
				textFormat: ['html', 'markdown', 'plain'],
				output: ['correctedText', 'corrections', 'fullResponse'],
				apply: ['all', 'allExcept', 'chosen'],
				categories: TEXT_CATEGORIES,
				options: {
					...TEXT_OPTIONS,
					markedUp: ['html', 'markdown'],
					splitLongTexts: 'boolean',
				},
			},
			correctDocument: {
				...texts('binaryPropertyName', 'author', 'outputField'),
				output: ['corrected', 'corrections', 'trackedChanges'],
				apply: ['all', 'allExcept', 'chosen'],
				categories: TEXT_CATEGORIES,
				options: TEXT_OPTIONS,
			},
		},
	],
	[
		IMAGE,
		{
			'scene.recognize': PICTURE,
			'object.recognize': {
				...PICTURE,
				labelTableSource: ['binary', 'none', 'text', 'url'],
				...texts('labelTableField', 'labelTableText', 'labelTableUrl'),
			},
		},
	],
	[
		AI_CALL,
		{
			'call.place': {
				script: LOCATOR,
				line: LOCATOR,
				voice: LOCATOR,
				...ROWS,
				...CALLING,
			},
			'configuration.getAll': {
				...LIST,
				type: ['all', 'interfaces', 'lines', 'scripts', 'voices'],
			},
			'recording.download': {
				...texts('url', 'recordingBaseUrl', 'binaryPropertyName'),
				options: { ...texts('allowedHosts', 'fileName'), ...numbers('maxSize', 'timeout') },
			},
			'task.addNumbers': {
				task: LOCATOR,
				script: LOCATOR,
				...ROWS,
				mode: ['dryRun', 'live'],
			},
			'task.create': {
				...TASK_FIELDS,
				simplify: 'boolean',
				options: { timeout: 'number', language: ['chinese', 'english'] },
			},
			'task.delete': ONE_TASK,
			'task.get': { ...ONE_TASK, options: IN_WORDS, simplify: 'boolean' },
			'task.getAll': {
				...LIST,
				filters: { ...all('dateTime')('begin', 'end'), ...texts('taskId', 'taskName') },
				options: { ...IN_WORDS, sort: SORTS },
			},
			'task.pause': ONE_TASK,
			'task.run': {
				...TASK_FIELDS,
				...ROWS,
				...CALLING,
				startIncomplete: 'boolean',
			},
			'task.start': { task: LOCATOR, options: { ...REPEATABLE, ...HOURS } },
		},
	],
];

const OF_TRIGGER = {
	events: ['callRecord', 'dialog', 'recording'],
	respondWith: ['fixedValues', 'lastNode'],
	fallbackValues: { values: { name: 'string', value: 'string' } },
	options: {
		acknowledge: ['onlyWhenStored', 'withinTimeLimit'],
		language: ['chinese', 'english'],
		...numbers('acknowledgeWithin', 'respondWithin'),
		...texts('allowedAddresses', 'allowedAppIds'),
		...switches('ignorePreliminaryRecords', 'otherEvents'),
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
		expectSaved(savedNames(shown), saved);
	});
});

it('a saved trigger has its parameters', () => {
	const { properties } = TRIGGER.description;
	expectSaved(savedNames(properties), OF_TRIGGER);
	expect(optionsOf(properties, 'operation', {}).sort()).toEqual(['dialogContext', 'pushes']);
});

it.each([SIGNATURE_API, CHECKSUM_API])(
	'a new $name has no service chosen: with one chosen, right keys of another one would test red',
	({ properties }) => {
		const service = properties.find(({ name }) => name === 'testService');
		expect(service).toMatchObject({ default: '', required: true });
	},
);

it.each([
	[
		SIGNATURE_API,
		'iflytekSignatureApi',
		{ ...texts('appId', 'apiKey', 'apiSecret', 'baseUrl'), testService: ['invoice', 'text'] },
	],
	[
		CHECKSUM_API,
		'iflytekChecksumApi',
		{ ...texts('appId', 'apiKey', 'baseUrl'), testService: ['object', 'scene'] },
	],
	[
		AI_CALL_API,
		'iflytekAiCallApi',
		{
			...texts('appKey', 'appSecret', 'baseUrl', 'pushSecret'),
			...all('hidden')('token', 'expiresAt'),
		},
	],
])('a saved credential has its fields %#', (credential, name, fields) => {
	expect(credential.name).toBe(name);
	expectSaved(savedNames(credential.properties), fields);
});

const IS_RELEASED = !readFileSync('CHANGELOG.md', 'utf8').includes('## [Unreleased]');

function expectSaved(found: Saved, saved: Saved): void {
	expect(IS_RELEASED ? found : withoutNew(found, saved)).toEqual(saved);
}

/** What is there, as far as saved workflows may hold it. */
function withoutNew(found: Saved, saved: Saved): Saved {
	if (Array.isArray(found) && Array.isArray(saved)) {
		return found.filter((value) => saved.includes(value));
	}
	if (!isGroup(found) || !isGroup(saved)) return found;
	return Object.fromEntries(
		Object.entries(found)
			.filter(([name]) => name in saved)
			.map(([name, one]) => [name, withoutNew(one, saved[name]!)]),
	);
}

const isGroup = (one: Saved): one is { [name: string]: Saved } =>
	typeof one === 'object' && !Array.isArray(one);

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
