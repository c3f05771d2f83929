import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

/**
 * A text that people copy from a page or a chat, without the blanks and the invisible characters (zero-width
 * spaces, marks of writing direction) that come along at its ends.
 */
export function pastedText(value: unknown): string {
	return String(value ?? '').replace(/^[\s\p{Cf}]+|(?<![\s\p{Cf}])[\s\p{Cf}]+$/gu, '');
}

/** A key, an ID or the like: none of them has an invisible character inside. */
export function pastedKey(value: unknown): string {
	return pastedText(String(value ?? '').replace(/\p{Cf}/gu, ''));
}

/** The entries of a list given as text, typed on a Chinese keyboard or pasted with invisible characters too. */
export function pastedList(value: unknown): string[] {
	return String(value ?? '')
		.replace(/\p{Cf}/gu, '')
		.split(/[\s,;，；、]+/)
		.filter((entry) => entry !== '');
}

/**
 * A required text field of a credential, without what copying adds.
 * @throws Error naming the field when it is empty or holds a line break
 */
export function requiredField(
	credentials: ICredentialDataDecryptedObject,
	name: string,
	displayName: string,
): string {
	const value = pastedKey(credentials[name]);
	if (value === '') throw new Error(`The credential's '${displayName}' is empty`);
	if (/[\r\n"]/.test(value)) {
		throw new Error(`The credential's '${displayName}' contains a line break or quotation mark`);
	}
	return value;
}
