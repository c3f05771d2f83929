import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';

import { inputError } from '../items/errors';

/**
 * The App ID that the requests of the signature services carry.
 * @throws NodeOperationError when the credential has none
 */
export function readAppId(
	context: Pick<IExecuteFunctions, 'getNode'>,
	itemIndex: number,
	credentials: ICredentialDataDecryptedObject,
): string {
	const appId = String(credentials.appId ?? '').trim();
	if (appId !== '') return appId;
	throw inputError(
		context,
		itemIndex,
		"The credential's 'App ID' is empty",
		'Copy the APPID from the page of the application in the iFLYTEK console.',
	);
}
