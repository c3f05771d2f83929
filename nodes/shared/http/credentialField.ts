import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

/**
 * A required text field of a credential, without the blanks that copying from a web page leaves around it.
 * @throws Error naming the field when it is empty or holds a line break
 */
export function requiredField(
	credentials: ICredentialDataDecryptedObject,
	name: string,
	displayName: string,
): string {
	const value = String(credentials[name] ?? '').trim();
	if (value === '') throw new Error(`The credential's '${displayName}' is empty`);
	if (/[\r\n"]/.test(value)) {
		throw new Error(`The credential's '${displayName}' holds a line break or quotation mark`);
	}
	return value;
}
