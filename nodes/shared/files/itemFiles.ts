import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { FILE_KINDS, type FileKind } from '../description/fileField';
import { pastedText } from '../http/pasted';
import type { PassedOver } from '../items/errors';
import {
	FILES_IN_JSON,
	filesInJson,
	filesOf,
	inputItems,
	isFile,
	Item,
	nameInJson,
} from '../items/item';
import { worded, type Language, type Pair, type Value, type Wording } from '../problem/language';
import { type Meaning, type Result, sanitize, success, unusable } from '../problem/problem';

const ANY = '*';
/** How many files a sentence names. */
const MOST_NAMED = 5;

const NONE_READ: Pair = ['No file was read.', '没有读取任何文件。'];
const PASSED_OVER: Pair = ['Passed over: {0}.', '已跳过：{0}。'];
const NOT_ASKED_FOR: Pair = [
	"Not asked for by 'Input Data Field Name': {0}. Enter * there for every file of an item.",
	'“Input Data Field Name”没有要求读取：{0}。填写 * 可读取数据项的所有文件。',
];
const WITHOUT_FILE: Pair = ['Input items without a file: {0}.', '没有文件的数据项：{0} 个。'];

/**
 * The files of a run that 'Input Data Field Name' asks for, by several names or a pattern with `*`. A hint above the
 * output names those that it did not ask for, and those of a pattern that the node passed over.
 */
export class ItemFiles {
	/** one for each file; an item that names no file stays as it is */
	readonly items: readonly Item[];
	private readonly others: string[] = [];
	readonly passedOver: Wording[] = [];
	private withoutFiles = 0;

	/** @param hasFile whether an item takes its file from a field; it may throw the error of the item */
	constructor(context: IExecuteFunctions, hasFile: (item: Item) => boolean = () => true) {
		this.items = inputItems(context).flatMap((item) => {
			try {
				return hasFile(item) ? this.itemsOf(item) : [item];
			} catch {
				// the item fails by itself, as soon as the operation reads the parameter
				return [item];
			}
		});
	}

	private itemsOf(item: Item): Item[] {
		const existing = fieldsOf(item);
		const values = namesIn(item.parameter(FILE_FIELD), existing);
		if (values.length === 0) return [item];
		const asked = askedFor(values, existing);
		if (asked.length === 0) this.withoutFiles += 1;
		if (asked.every(({ name }) => name !== null)) {
			const others = existing.filter((name) => !asked.some((one) => isNamed(name, one.name)));
			this.others.push(...others.map((name) => fieldTitle(item, name)));
		}
		const isOnly = asked.length === 1;
		return asked.map((one) => new Item(item.context, item.index, { ...one, isOnly }));
	}

	/** To be called for a file that a pattern found and that is left out. */
	passOver(item: Item, { clause }: PassedOver): void {
		const title = fieldTitle(item, item.field?.name ?? '');
		this.passedOver.push(worded(['{0}, which {1}', '{0}（{1}）'], [title, clause]));
	}

	/** Tells above the output which files were not read, as a warning where none was. */
	addHint(context: IExecuteFunctions, language: Language = 'english'): void {
		const passedOver = this.passedOver.map((one) => one[language]);
		const isNoneRead = passedOver.length > 0 && passedOver.length === this.items.length;
		const sentence = (what: Pair, value: Value = '') => worded(what, [value])[language];
		const sentences = [
			isNoneRead && sentence(NONE_READ),
			passedOver.length > 0 && sentence(PASSED_OVER, listed(passedOver, '; ', language)),
			this.others.length > 0 && sentence(NOT_ASKED_FOR, listed(this.others, ', ', language)),
			this.withoutFiles > 0 && sentence(WITHOUT_FILE, this.withoutFiles),
		].filter((one) => one !== false);
		if (sentences.length === 0) return;
		const type = isNoneRead ? 'warning' : 'info';
		const message = sentences.join(language === 'english' ? ' ' : '');
		context.addExecutionHints({ type, message, location: 'outputPane' });
	}
}

type Asked = Omit<NonNullable<Item['field']>, 'isOnly'>;

/** The fields that values name, each once. A pattern that fits no file of the item is reported as a wrong name. */
function askedFor(values: unknown[], existing: string[]): Asked[] {
	const asked = values.flatMap((value): Asked[] => {
		if (typeof value !== 'string') return [{ name: null, value, isOfPattern: false }];
		const isOfPattern = value.includes(ANY) && !existing.includes(value);
		const found = isOfPattern ? existing.filter((name) => fits(name, value)) : [value];
		const names = found.length === 0 && existing.length > 0 ? [value] : found;
		return names.map((name) => ({ name, value: name, isOfPattern }));
	});
	return asked.filter(
		({ name }, at) => name === null || !asked.slice(0, at).some((one) => isNamed(name, one.name)),
	);
}

/** The entries of a list, or of a text with names between commas; a name may hold a comma itself. */
function namesIn(given: unknown, existing: string[]): unknown[] {
	if (Array.isArray(given)) return given;
	if (typeof given !== 'string') return [];
	const name = pastedText(given);
	const names = existing.includes(name) ? [name] : name.split(/[,，、]/).map(pastedText);
	return names.filter((one) => one !== '');
}

/** Whether a field has a name, with or without the prefix of files in the JSON. */
function isNamed(field: string, name: string | null): boolean {
	return field === name || nameInJson(field) === name;
}

/** Whether a name matches a pattern, in which `*` stands for anything. */
function fits(field: string, pattern: string): boolean {
	const name = nameInJson(field);
	if (name !== field && fits(name, pattern)) return true;
	const [start = '', ...rest] = pattern.split(ANY);
	const end = rest.pop() ?? '';
	if (!field.startsWith(start)) return false;
	let at = start.length;
	for (const part of rest) {
		at = field.indexOf(part, at);
		if (at === -1) return false;
		at += part.length;
	}
	return field.length - end.length >= at && field.endsWith(end);
}

function fieldTitle({ input }: Item, field: string): string {
	const fileName = filesOf(input)?.[nameInJson(field)]?.fileName;
	return fileName ? `${sanitize(field)} (${sanitize(fileName)})` : sanitize(field);
}

function listed(names: readonly string[], separator: string, language: Language): string {
	const more = names.length - MOST_NAMED;
	const named = names.slice(0, MOST_NAMED);
	if (language === 'chinese') return named.join('、') + (more > 0 ? `等 ${names.length} 个` : '');
	return named.join(separator) + (more > 0 ? ` and ${more} more` : '');
}

/**
 * Finds the file that a parameter names, or is: an expression such as {{ $binary.data }} gives the file itself.
 * @returns also the parameter's value as a message shows it, and the names of the item's files
 */
export function findFile(
	item: Item,
	parameter: string,
): { file?: IBinaryData; given: string; existing: string[] } {
	const field = parameter === FILE_FIELD ? item.field : undefined;
	const value = field === undefined ? item.parameter(parameter) : field.value;
	const file = typeof value === 'string' ? fileByName(item, value) : fileItself(item, value);
	return { file, given: sanitize(value), existing: fieldsOf(item) };
}

/** The parameter called 'Input Data Field Name'. */
const FILE_FIELD = 'binaryPropertyName';

function fieldsOf({ input }: Item): string[] {
	return [
		...Object.keys(input.binary ?? {}),
		...Object.keys(filesInJson(input)).map((name) => `${FILES_IN_JSON}.${name}`),
	];
}

/**
 * The file of the parameter 'Input Data Field Name'.
 * @param sourceParameter display name of the parameter that chooses the file's source, where there is one
 * @throws NodeOperationError naming the item's files, when there is no such file or nothing in it
 */
export function requiredFile(item: Item, sourceParameter?: string): IBinaryData {
	const { file, given, existing } = findFile(item, FILE_FIELD);
	if (file !== undefined) return hasData(file) ? file : item.unwrap(unusable(NO_DATA, [given]));
	const message = item.field?.isOfPattern ? NOTHING_FITS : NO_FILE;
	const otherName = existing.length === 1 ? ENTER_NAME : ENTER_NAME_OR_ALL;
	const remedy = existing.length === 0 ? READ_ONE : otherName;
	const orElse = sourceParameter === undefined ? '' : worded(OR_ELSE, [sourceParameter]);
	return item.unwrap(unusable([...message, ...remedy], [given, existing.join(', '), orElse]));
}

const NO_DATA: Meaning = [
	"The file in the field '{0}' has no data",
	'字段“{0}”中的文件没有数据',
	'The item refers to a file that it does not contain: check the step that created the item.',
	'数据项引用了一个它并不包含的文件，请检查生成该数据项的步骤。',
];
const NOTHING_FITS: Pair = [
	"No field with a file fits '{0}' in 'Input Data Field Name'",
	'没有文件字段符合“Input Data Field Name”中的“{0}”',
];
const NO_FILE: Pair = [
	"There is no file in the field '{0}' named in 'Input Data Field Name'",
	'“Input Data Field Name”指定的字段“{0}”中没有文件',
];
const ENTER_NAME: Pair = [
	'The item has files in: {1}. Enter one of these names.',
	'该数据项的文件在：{1}。请填写其中的名称。',
];
const ENTER_NAME_OR_ALL: Pair = [
	'The item has files in: {1}. Enter one of these names, or * for all.',
	'该数据项的文件在：{1}。请填写其中一个名称，或填写 * 表示全部。',
];
const READ_ONE: Pair = [
	'The item has no file at all. Read one first, for example with the node Read/Write Files from Disk{2}.',
	'该数据项没有文件。请先读取文件，例如用节点“Read/Write Files from Disk”{2}。',
];
const OR_ELSE: Pair = [", or choose another '{0}'", '，或选择另一种“{0}”'];

/** Whether a file is stored, or held in the item itself. */
export function hasData({ id, data }: IBinaryData): boolean {
	return id !== undefined || typeof data === 'string';
}

/** Size in bytes of a binary field's file, without loading it; undefined where it is not known. */
export async function storedSize(item: Item, file: IBinaryData): Promise<number | undefined> {
	if (file.id === undefined) return Buffer.byteLength(file.data, 'base64');
	// n8n sets it without declaring it
	const { bytes } = file as { bytes?: number };
	if (typeof bytes === 'number') return bytes;
	try {
		return (await item.context.helpers.getBinaryMetadata(file.id)).fileSize;
	} catch {
		// reading the file will report why
		return undefined;
	}
}

/**
 * The bytes of a binary field's file.
 * @param title the file at the beginning of a sentence
 * @returns a problem where n8n does not find what it stored: its message names neither the file nor the item
 */
export async function storedBytes(
	item: Item,
	file: IBinaryData,
	title: Value,
): Promise<Result<Buffer>> {
	try {
		return success(await item.context.helpers.getBinaryDataBuffer(item.index, file));
	} catch (error) {
		return unusable(NOT_STORED, [title, sanitize((error as Error).message)]);
	}
}

const NOT_STORED: Meaning = [
	"{0} cannot be read from n8n's storage",
	'无法从 n8n 的存储中读取{0}',
	'Run the step that made the file again: n8n deletes files together with their execution. In queue mode, check that main and workers share their storage. n8n says: {1}.',
	'请重新运行生成该文件的步骤：n8n 会随执行记录一起删除文件。在队列模式下，请确认主进程和 worker 使用同一存储。n8n 的提示：“{1}”。',
];

function fileByName(item: Item, name: string): IBinaryData | undefined {
	try {
		const found: unknown = item.context.helpers.assertBinaryData(item.index, pastedText(name));
		return isFile(found) ? found : undefined;
	} catch {
		// n8n's message names neither the parameter nor the files that exist
		return undefined;
	}
}

/** `$binary` omits `data`: a file on disk is recognized by its id, one in memory by its other fields. */
function fileItself({ input }: Item, value: unknown): IBinaryData | undefined {
	if (!isFile(value)) return undefined;
	// n8n 1 needs a `data` besides the id
	if ('data' in value || 'id' in value) return { ...value, data: value.data ?? '' };
	const same = Object.values(input.binary ?? {}).filter((file) =>
		Object.entries(value).every(([name, part]) => file[name as keyof IBinaryData] === part),
	);
	return same.length === 1 ? same[0] : undefined;
}

export interface GivenFile {
	bytes: Buffer;
	fileName?: string;
	/** how messages name it, at the beginning of a sentence */
	title: Wording;
}

export interface SizeLimit {
	maxBytes: number;
	/** as messages name it */
	text: string;
	/** what to do about a larger one */
	remedy: Pair;
}

/** Size in bytes of the file that an item holds, as far as it is known without loading it. */
export async function heldSize(item: Item, kind: FileKind, maxBytes: number): Promise<number> {
	if (item.parameter(`${kind}Source`) === 'base64') {
		const text = item.parameter(`${kind}Base64`);
		return typeof text === 'string' ? Math.min(text.length, maxBytes) : 0;
	}
	const { file } = findFile(item, FILE_FIELD);
	return file === undefined ? 0 : Math.min((await storedSize(item, file)) ?? maxBytes, maxBytes);
}

/**
 * Reads the file that an item holds in a field, or as base64 text; its size is checked before it is loaded.
 * @throws NodeOperationError when there is none, or it is empty or too large
 */
export async function readHeldFile(
	item: Item,
	kind: FileKind,
	limit: SizeLimit,
): Promise<GivenFile> {
	if (item.parameter(`${kind}Source`) === 'base64') {
		const text = base64Text(item, kind);
		const title = fileTitle(`${FILE_KINDS[kind].title} Base64`);
		checkSize(item, title, Buffer.byteLength(text, 'base64'), limit);
		return checkedFile(item, { bytes: Buffer.from(text, 'base64'), title }, limit);
	}
	const file = requiredFile(item, `${FILE_KINDS[kind].title} Source`);
	const { fileName } = file;
	const title = fileTitle('Input Data Field Name', fileName);
	checkSize(item, title, (await storedSize(item, file)) ?? 0, limit);
	const bytes = item.unwrap(await storedBytes(item, file, title));
	return checkedFile(item, { bytes, fileName, title }, limit);
}

/** The file, if it is neither empty nor too large. */
export function checkedFile(item: Item, file: GivenFile, limit: SizeLimit): GivenFile {
	checkSize(item, file.title, file.bytes.length, limit);
	if (file.bytes.length > 0) return file;
	return item.unwrap(unusable(EMPTY_FILE, [file.title]));
}

const EMPTY_FILE: Meaning = [
	'{0} is empty',
	'{0}是空的',
	'Check the step that reads or sends the file.',
	'请检查读取或发送该文件的步骤。',
];
const TOO_LARGE: Meaning = [
	'{0} is larger than {1}',
	'{0}超过 {1}',
	'The file is {2}; the limit is {1}. {3}',
	'文件为 {2}，上限为 {1}。{3}',
];

function checkSize(item: Item, title: Wording, bytes: number, limit: SizeLimit): void {
	if (bytes <= limit.maxBytes) return;
	const values = [title, limit.text, sizeText(bytes), worded(limit.remedy)];
	item.unwrap(unusable(TOO_LARGE, values));
}

/** A size as people read it, rounded up so that it never looks like the limit that it exceeds. */
function sizeText(bytes: number): string {
	if (bytes < 1_000_000) return `${Math.ceil(bytes / 1000)} kB`;
	return `${(Math.ceil(bytes / 10_000) / 100).toFixed(2)} MB`;
}

/** How messages name a file, at the beginning of a sentence. */
export function fileTitle(parameter: string, fileName?: string): Wording {
	// a Code node may give a file the name null, or none
	if (fileName) return worded(['The file {0}', '文件“{0}”'], [sanitize(fileName)]);
	return worded(["The file in '{0}'", '“{0}”中的文件'], [parameter]);
}

/** The base64 text in a parameter, without a data: prefix and line breaks. @throws NodeOperationError for other text */
function base64Text(item: Item, kind: FileKind): string {
	const { title, noun, chinese } = FILE_KINDS[kind];
	const name = `${kind}Base64`;
	const refuse = (why: Meaning) =>
		item.unwrap(unusable<string>(why, [`${title} Base64`, { english: noun, chinese }]), name);
	const given = item.parameter(name) ?? '';
	if (typeof given !== 'string') return refuse(NO_TEXT);
	const text = given.replace(/^\s*data:[^,]*,/i, '').replace(/\s+/g, '');
	if (text === '') return refuse(EMPTY_TEXT);
	// one expression for the whole text would backtrack at every letter
	return /[^A-Za-z0-9+/_-]/.test(text.replace(/={1,2}$/, '')) ? refuse(NO_BASE64) : text;
}

const NO_TEXT: Meaning = [
	"'{0}' is not a text",
	'“{0}”不是文本',
	"Enter the {1} as base64 text. For a file of the workflow choose the source 'Binary File' instead.",
	'请填写{1}的 base64 文本。如果是工作流中的文件，请改选来源“Binary File”。',
];
const EMPTY_TEXT: Meaning = [
	"'{0}' is empty",
	'“{0}”为空',
	'Enter the {1} as base64 text, for example from an earlier node.',
	'请填写{1}的 base64 文本，例如来自前面的节点。',
];
const NO_BASE64: Meaning = [
	"'{0}' contains characters that are not base64",
	'“{0}”含有 base64 以外的字符',
	'Enter only the base64 text of the {1}, without quotation marks or a file path.',
	'请只填写{1}的 base64 文本，不要引号或文件路径。',
];
