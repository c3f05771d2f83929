/** The emulator for a test file, and the credentials that a recognition node has selected for an account of it. */
import { IflytekChecksumApi } from '../../credentials/IflytekChecksumApi.credentials';
import { IflytekSignatureApi } from '../../credentials/IflytekSignatureApi.credentials';
import {
	mainChecksumAccount,
	mainSignatureAccount,
	startEmulator,
	type ChecksumAccount,
	type Emulator,
	type EmulatorOptions,
	type SignatureAccount,
} from '../emulator';
import { awayFromMidnight } from '../support/until';
import type { StoredCredential } from './engine';

export type Credentials = Record<string, StoredCredential>;

export function signatureCredential(
	{ url: baseUrl }: Pick<Emulator, 'url'>,
	{ appId, apiKey, apiSecret }: SignatureAccount = mainSignatureAccount,
	testService = '',
): Credentials {
	const data = { appId, apiKey, apiSecret, baseUrl, testService };
	return { iflytekSignatureApi: { type: new IflytekSignatureApi(), data } };
}

export function checksumCredential(
	{ url: baseUrl }: Pick<Emulator, 'url'>,
	{ appId, apiKey }: ChecksumAccount = mainChecksumAccount,
	testService = '',
): Credentials {
	const data = { appId, apiKey, baseUrl, testService };
	return { iflytekChecksumApi: { type: new IflytekChecksumApi(), data } };
}

/** The emulator for the tests of a file; after each test it is as at first. */
export function useEmulator(options?: EmulatorOptions): { readonly emulator: Emulator } {
	let emulator: Emulator | undefined;
	beforeAll(async () => {
		emulator = await startEmulator(options);
	});
	beforeEach(async () => await awayFromMidnight(20_000));
	afterEach(() => emulator?.reset());
	afterAll(async () => await emulator?.stop());
	return {
		get emulator(): Emulator {
			if (!emulator) throw new Error('The emulator runs only while tests do');
			return emulator;
		},
	};
}
