import type {
	IBinaryData,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { includeInputFieldsProperty, optionsProperty } from '../../shared/description/properties';
import {
	fileTitle,
	ItemFiles,
	requiredFile,
	storedBytes,
	storedSize,
} from '../../shared/files/itemFiles';
import { PassedOver } from '../../shared/items/errors';
import { fileFieldProperties } from '../../shared/description/fileField';
import type { Item } from '../../shared/items/item';
import { unusable, type Meaning } from '../../shared/problem/problem';
import { toolOutputProperties } from '../../shared/description/toolOutput';
import { correctedFile } from '../../shared/formats/word/correctedFile';
import {
	isWordFile,
	MAX_FILE_BYTES,
	openWordFile,
	WordFileError,
} from '../../shared/formats/word/wordFile';
import { WORD, wordProse } from '../../shared/formats/word/wordProse';
import { DOCUMENT_FIELDS } from '../output/correctionItems';
import { refusedFile } from '../output/reasons';
import { remarksOf, unfinishedNote } from '../output/remarks';
import { readRules } from './correctionParameters';
import { categoryProperties, requestOptions, styleOptions } from './correctionProperties';
import { proofread, type ProofreadRequest } from './proofread';

const MIME = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

/** Default author of the changes, and author of the comment in a file without tracked changes. */
const AUTHOR = 'iFLYTEK Text Correction';

/** Bytes of memory per byte of a file: its XML and pieces take several times its size. */
const MEMORY_PER_BYTE = 8;

export const option: INodePropertyOptions = {
	name: 'Correct a Document',
	value: 'correctDocument',
	action: 'Correct Chinese Word document',
	description:
		'Proofread a Word file (.docx): it comes back with tracked changes and comments, or corrected',
};

export const tool =
	'Proofreads a Chinese Word file (.docx) that a node of the workflow has read. Output: correctedText is its whole corrected text; corrections lists each change with heading, paragraph, sentence, meaning, original, suggestion, and whether it can be applied. Show the user those with applied = false and decide with them. If complete is false, the parts in failedPieces were not checked: say so. The file itself is not returned.';

/** One item with the report and no file, for an agent. */
const REPORT_ONLY = 'report';

const ONE_PER_CORRECTION: INodePropertyOptions = {
	name: 'One Item per Correction',
	value: 'corrections',
	description: 'One item for each correction, with heading, paragraph and sentence, and no file',
};

/** The outputs with a file. */
const FILES = ['trackedChanges', 'corrected'];

export const properties: INodeProperties[] = [
	...fileFieldProperties('a Word document (.docx)'),
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{
				name: 'Corrected Document',
				value: 'corrected',
				description: 'The file with the corrections applied, and one item about it',
			},
			ONE_PER_CORRECTION,
			{
				name: 'Document with Tracked Changes',
				value: 'trackedChanges',
				description:
					'The file with each correction as a tracked change, a comment for each that is not applied, and one item about it',
			},
		],
		default: 'trackedChanges',
		description: 'What to return',
		displayOptions: { show: { '@tool': [false] } },
	},
	...toolOutputProperties({
		fields: DOCUMENT_FIELDS,
		selected: ['correctedText', 'complete', 'corrections', 'failedPieces'],
		values: { simplified: REPORT_ONLY },
		more: [ONE_PER_CORRECTION],
	}),
	{
		displayName: 'Author of the Changes',
		name: 'author',
		type: 'string',
		default: AUTHOR,
		required: true,
		description: 'Author of the tracked changes and comments',
		displayOptions: { show: { output: ['trackedChanges'] } },
	},
	{
		displayName: 'Output Data Field Name',
		name: 'outputField',
		type: 'string',
		default: 'data',
		required: true,
		hint: 'The name of the output field to put the document in',
		displayOptions: { show: { output: FILES } },
	},
	...categoryProperties(),
	optionsProperty([
		includeInputFieldsProperty,
		styleOptions.keepWords,
		styleOptions.language,
		{
			...styleOptions.leaveOutCorrect,
			displayName: 'Leave Out Clean Documents',
			description:
				'Whether One Item per Correction returns nothing for a document in which nothing was found, instead of one row that says No corrections',
			displayOptions: { show: { '/output': ['corrections'] } },
		},
		styleOptions.replaceAlways,
		...requestOptions('document'),
	]),
];

/** Corrects the document of every item. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const sizeOf = async (item: Item) =>
		MEMORY_PER_BYTE * ((await storedSize(item, requiredFile(item))) ?? 0);
	const files = new ItemFiles(context);
	return await proofread(context, 'document', readDocumentRequest, { sizeOf, files });
}

async function readDocumentRequest(item: Item): Promise<ProofreadRequest> {
	const output = item.parameter('output') as string;
	const isTracked = output === 'trackedChanges';
	const author = isTracked ? readAuthor(item) : AUTHOR;
	const rules = readRules(item);
	const binary = requiredFile(item);
	const file = await readDocument(item, binary);
	const { prose, paragraphs } = wordProse(file);
	const binaryOf: ProofreadRequest['binaryOf'] = async (corrected, edits) => {
		const bytes = await correctedFile(file, paragraphs, {
			edits,
			remarks: isTracked ? remarksOf(prose, corrected.corrections) : [],
			note: unfinishedNote(prose, corrected.failedPieces),
			author: { name: author, date: new Date().toISOString().replace(/\.\d+Z$/, 'Z') },
			isTracked,
		});
		// a template stays one: with the ending of a document, Word would not open it
		const [ending, type] = file.isTemplate ? ['dotx', 'template'] : ['docx', 'document'];
		const before = (binary.fileName ?? 'document').replace(/\.do[ct]x$/i, '');
		const name = `${before}-corrected.${ending}`;
		const data = await item.context.helpers.prepareBinaryData(bytes, name, `${MIME}.${type}`);
		return { [item.parameter('outputField') as string]: data };
	};
	return {
		output,
		text: { prose, format: WORD },
		rules,
		file: { fileName: binary.fileName ?? null, fileField: item.field?.name ?? null, paragraphs },
		...(FILES.includes(output) && { binaryOf }),
	};
}

/** The Word file of an item. @throws NodeOperationError with the reason when it is too large or cannot be read */
async function readDocument(item: Item, binary: IBinaryData) {
	const title = fileTitle('Input Data Field Name', binary.fileName);
	if (((await storedSize(item, binary)) ?? 0) > MAX_FILE_BYTES)
		return item.unwrap<never>(unusable(TOO_LARGE, [title, MAX_FILE_BYTES / 1024 / 1024]));
	const bytes = item.unwrap(await storedBytes(item, binary, title));
	if (item.field?.isOfPattern && !isWordFile(bytes))
		throw new PassedOver({ english: 'is no Word document', chinese: '不是 Word 文档' });
	const file = await openWordFile(bytes);
	return file instanceof WordFileError ? item.unwrap(refusedFile(file, title)) : file;
}

const TOO_LARGE: Meaning = [
	'{0} is larger than {1} MB',
	'{0}超过 {1} MB',
	'Reduce its pictures (in Word: Picture Format → Compress Pictures), or cut it into several files.',
	'请压缩其中的图片（Word：图片格式 → 压缩图片），或分成几个文件。',
];

function readAuthor(item: Item): string {
	const name = String(item.parameter('author') ?? '').trim();
	if (name === '') return item.unwrap(unusable(NO_AUTHOR), 'author');
	const isOdd = /[\p{Cc}\p{Cs}\ufffe\uffff]/u.test(name);
	return isOdd ? item.unwrap(unusable(ODD_AUTHOR), 'author') : name;
}

const ENTER_AUTHOR = [
	'Enter the name that the tracked changes are to carry.',
	'请填写修订要使用的作者姓名。',
] as const;
const NO_AUTHOR: Meaning = [
	"'Author of the Changes' is empty",
	'“Author of the Changes”为空',
	...ENTER_AUTHOR,
];
const ODD_AUTHOR: Meaning = [
	"'Author of the Changes' has characters that a Word file cannot hold",
	'“Author of the Changes”中有 Word 文件不能包含的字符',
	...ENTER_AUTHOR,
];
