import type { ICredentialDataDecryptedObject, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { readAppId } from '../../shared/signature/appId';
import { inputError } from '../../shared/items/errors';
import { readFormat } from '../../shared/signature/formatOptions';
import type { CategoryChoice } from '../protocol/applyCorrections';
import type { CorrectionRequestSettings } from '../protocol/correctionRequest';
import { exceededLimit, MAX_BASE64_BYTES, MAX_CHARACTERS } from '../protocol/textLimits';

/**
 * The text of an item, not blank, and within the limits of one request unless it may be split.
 * @throws NodeOperationError with the limit and the remedy
 */
export function readText(context: IExecuteFunctions, itemIndex: number, isSplit: boolean): string {
	const value = context.getNodeParameter('text', itemIndex, '') as unknown;
	if (typeof value === 'object' && value !== null) {
		throw inputError(
			context,
			itemIndex,
			"'Text' holds an object or a list instead of text",
			'Pick the field that holds the text itself, for example {{ $json.text }}.',
		);
	}
	const text = String(value ?? '');
	if (text.trim() === '') {
		throw inputError(
			context,
			itemIndex,
			"'Text' is empty",
			'Fill it in, or leave out items without text with a Filter node before this one.',
		);
	}
	const exceeded = isSplit ? undefined : exceededLimit(text);
	if (exceeded !== undefined) {
		throw inputError(
			context,
			itemIndex,
			`'Text' ${exceeded}`,
			`Turn on the option Split Long Texts, or shorten the text. One request takes up to ${MAX_CHARACTERS} characters and ${MAX_BASE64_BYTES} bytes of base64 (about 1750 Chinese characters).`,
		);
	}
	return text;
}

/**
 * Everything of the requests of an item but the text.
 * @throws NodeOperationError when the credential has no App ID
 */
export function readSettings(
	context: IExecuteFunctions,
	itemIndex: number,
	credentials: ICredentialDataDecryptedObject,
	options: IDataObject,
): CorrectionRequestSettings {
	return {
		appId: readAppId(context, itemIndex, credentials),
		input: readFormat(options, 'input'),
		result: readFormat(options, 'result'),
		resId: String(options.resId ?? '').trim(),
		uid: String(options.uid ?? '').trim(),
	};
}

/** Which categories of corrections go into the corrected text of an item. */
export function readChoice(context: IExecuteFunctions, itemIndex: number): CategoryChoice {
	const apply = context.getNodeParameter('apply', itemIndex) as CategoryChoice['apply'];
	const categories =
		apply === 'all'
			? []
			: [context.getNodeParameter('categories', itemIndex, []) as unknown].flat();
	return { apply, categories: new Set(categories.map(String)) };
}
