/** The credentials that a recognition node has selected, for an account of the emulator. */
import { IflytekChecksumApi } from '../../credentials/IflytekChecksumApi.credentials';
import { IflytekSignatureApi } from '../../credentials/IflytekSignatureApi.credentials';
import {
	mainChecksumAccount,
	mainSignatureAccount,
	type ChecksumAccount,
	type Emulator,
	type SignatureAccount,
} from '../emulator';
import type { StoredCredential } from './engine';

export type Credentials = Record<string, StoredCredential>;

export function signatureCredential(
	{ url: baseUrl }: Pick<Emulator, 'url'>,
	{ appId, apiKey, apiSecret }: SignatureAccount = mainSignatureAccount,
): Credentials {
	const data = { appId, apiKey, apiSecret, baseUrl };
	return { iflytekSignatureApi: { type: new IflytekSignatureApi(), data } };
}

export function checksumCredential(
	{ url: baseUrl }: Pick<Emulator, 'url'>,
	{ appId, apiKey }: ChecksumAccount = mainChecksumAccount,
): Credentials {
	return {
		iflytekChecksumApi: { type: new IflytekChecksumApi(), data: { appId, apiKey, baseUrl } },
	};
}
