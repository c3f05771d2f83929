import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { pastedText } from '../http/pastedText';
import type { Item } from '../items/item';

/**
 * The App ID that the requests of the signature services carry.
 * @throws NodeOperationError when the credential has none
 */
export function readAppId(item: Item, credentials: ICredentialDataDecryptedObject): string {
	const appId = pastedText(credentials.appId);
	if (appId !== '') return appId;
	throw item.inputError(
		"The credential's 'App ID' is empty",
		'Copy the APPID from the page of the application in the iFLYTEK console.',
	);
}
