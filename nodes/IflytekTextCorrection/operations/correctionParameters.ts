import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { readAppId, readFormat, readRequestFields } from '../../shared/signature/scheme';
import type { Item } from '../../shared/items/item';
import { readKeptWords } from '../houseStyle/keptWords';
import { readReplacements } from '../houseStyle/replacements';
import type { Rules, Text } from '../protocol/applyCorrections';
import { HTML, readHtml } from '../../shared/formats/markup/html';
import { MARKDOWN, readMarkdown } from '../../shared/formats/markup/markdown';
import { PLAIN, plainProse, type Format, type Prose } from '../../shared/formats/prose/prose';
import { unusable, type Meaning } from '../../shared/problem/problem';
import { inOneRequest } from '../protocol/service';

/** The word in comments that switch reading off and on. */
const MARK = 'iflytek';

/** For each text format its reader, and the rules for changes. */
const TEXT_FORMATS = new Map<unknown, { read: (document: string) => Prose; format: Format }>([
	['plain', { read: plainProse, format: PLAIN }],
	['markdown', { read: (text) => readMarkdown(text, MARK), format: MARKDOWN }],
	['html', { read: (text) => readHtml(text, MARK), format: HTML }],
]);

/** The text of an item. @throws NodeOperationError when it is blank, or too long for one request and not to be split */
export function readText(item: Item, isSplit: boolean): Text {
	const value = item.parameter('text', '');
	if (typeof value === 'object' && value !== null) return item.unwrap(unusable(NOT_TEXT), 'text');
	const text = String(value ?? '');
	if (text.trim() === '') return item.unwrap(unusable(NO_TEXT), 'text');
	const found = TEXT_FORMATS.get(item.parameter('textFormat', 'plain'))!;
	const prose = found.read(text);
	if (!isSplit) item.unwrap(inOneRequest(prose.text), 'text');
	return { prose, format: found.format };
}

const NOT_TEXT: Meaning = [
	"'Text' contains an object or a list instead of text",
	'“Text”的值是对象或列表，不是文本',
	'Pick the field that holds the text itself, for example {{ $json.text }}.',
	'请选择文本所在的字段，例如 {{ $json.text }}。',
];
const NO_TEXT: Meaning = [
	"'Text' is empty",
	'“Text”为空',
	"Fill it in, or check the field's name in the expression. A Filter node before this one leaves out items without text.",
	'请填写，或检查表达式中的字段名。没有文本的数据项可在前面用 Filter 节点去掉。',
];

/** The settings of an item's requests, without the text. @throws NodeOperationError where there is no App ID */
export function readSettings(item: Item, credentials: ICredentialDataDecryptedObject) {
	const { options } = item;
	const fields = readRequestFields(options);
	return {
		appId: readAppId(item, credentials),
		input: readFormat(options, 'input'),
		result: readFormat(options, 'result'),
		resId: String(fields.resId ?? '').trim(),
		uid: String(fields.uid ?? '').trim(),
	};
}

/** The rules for an item's findings. @throws NodeOperationError that names the line that cannot be read */
export function readRules(item: Item): Rules {
	const { keepWords, replaceAlways } = item.options;
	const apply = item.parameter('apply') as Rules['choice']['apply'];
	const categories = apply === 'all' ? [] : [item.parameter('categories', [])].flat();
	return {
		choice: { apply, categories: new Set(categories.map(String)) },
		kept: item.unwrap(readKeptWords(keepWords), 'options.keepWords'),
		replacements: item.unwrap(readReplacements(replaceAlways), 'options.replaceAlways'),
	};
}
