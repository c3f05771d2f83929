import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { readAppId, readFormat, readRequestFields } from '../../shared/signature/scheme';
import type { Item } from '../../shared/items/item';
import { readKeptWords } from '../houseStyle/keptWords';
import { readReplacements } from '../houseStyle/replacements';
import type { CategoryChoice, Rules, Text } from '../protocol/applyCorrections';
import { HTML, readHtml } from '../../shared/formats/markup/html';
import { MARKDOWN, readMarkdown } from '../../shared/formats/markup/markdown';
import { PLAIN, plainProse, type Format, type Prose } from '../../shared/formats/prose/prose';
import {
	exceededLimit,
	MAX_BASE64_BYTES,
	MAX_CHARACTERS,
	type CorrectionRequestSettings,
} from '../protocol/service';

/** The word of the comments that switch reading off and on. */
const MARK = 'iflytek';

/** How a text is written: its reader, and what its words may become. */
const TEXT_FORMATS = new Map<unknown, { read: (document: string) => Prose; format: Format }>([
	['plain', { read: plainProse, format: PLAIN }],
	['markdown', { read: (text) => readMarkdown(text, MARK), format: MARKDOWN }],
	['html', { read: (text) => readHtml(text, MARK), format: HTML }],
]);

/**
 * The text of an item by its words, not blank; what is sent is within the limits of one request unless it may be split.
 * @throws NodeOperationError with the limit and the remedy
 */
export function readText(item: Item, isSplit: boolean): Text {
	const value = item.parameter('text', '');
	if (typeof value === 'object' && value !== null) {
		throw item.inputError(
			"'Text' contains an object or a list instead of text",
			'Pick the field that holds the text itself, for example {{ $json.text }}.',
		);
	}
	const text = String(value ?? '');
	if (text.trim() === '') {
		throw item.inputError(
			"'Text' is empty",
			'Fill it in, or leave out items without text with a Filter node before this one.',
		);
	}
	const found = TEXT_FORMATS.get(item.parameter('textFormat', 'plain'))!;
	const prose = found.read(text);
	const exceeded = isSplit ? undefined : exceededLimit(prose.text);
	if (exceeded !== undefined) {
		throw item.inputError(
			`'Text' ${exceeded}`,
			`Turn on the option Split Long Texts, or shorten the text. One request takes up to ${MAX_CHARACTERS} characters and ${MAX_BASE64_BYTES} bytes of base64 (about 1750 Chinese characters).`,
		);
	}
	return { prose, format: found.format };
}

/**
 * The settings of an item's requests, without the text.
 * @throws NodeOperationError when the credential has no App ID
 */
export function readSettings(
	item: Item,
	credentials: ICredentialDataDecryptedObject,
): CorrectionRequestSettings {
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

/**
 * The rules for an item's findings: categories, words to keep, house style.
 * @throws NodeOperationError that names the line that cannot be read
 */
export function readRules(item: Item): Rules {
	const { keepWords, replaceAlways } = item.options;
	return {
		choice: readChoice(item),
		kept: item.unwrap(readKeptWords(keepWords)),
		replacements: item.unwrap(readReplacements(replaceAlways)),
	};
}

/** Which categories of corrections go into the corrected text of an item. */
function readChoice(item: Item): CategoryChoice {
	const apply = item.parameter('apply') as CategoryChoice['apply'];
	const categories = apply === 'all' ? [] : [item.parameter('categories', [])].flat();
	return { apply, categories: new Set(categories.map(String)) };
}
