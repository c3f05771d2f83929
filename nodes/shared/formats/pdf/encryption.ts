import { createCipheriv, createDecipheriv, createHash } from 'crypto';
import type { PdfFile } from './file';
import { PdfDamage, type PdfDictionary, PdfError, type PdfValue } from './syntax';

export type Decryption = (bytes: Buffer, number: number, generation: number) => Buffer;

/** The padding of an empty password (ISO 32000-1, 7.6.3.3, algorithm 2). */
const PADDING = Buffer.from(
	'28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a',
	'hex',
);

/**
 * Decrypts the streams of a file that opens without a password, as where only printing is restricted.
 * @throws PdfError when it asks for a password, or is encrypted in another way
 */
export function decryptionOf(file: PdfFile, trailer: PdfDictionary): Decryption {
	const encrypt = file.dictionary(trailer.get('Encrypt'));
	if (file.name(encrypt.get('Filter')) !== 'Standard') throw new PdfError('encryption');
	const method = methodOf(file, encrypt);
	if (method === 'Identity') return (bytes) => bytes;
	const revision = file.number(encrypt.get('R')) ?? 2;
	const id = bytesOf(file, file.array(trailer.get('ID'))[0]);
	const key = (revision >= 5 ? keyOf256Bits : keyOf)(file, encrypt, revision, id);
	return (bytes, number, generation) => {
		if (method === 'AESV3') return unAes(bytes, key);
		const own = objectKey(key, number, generation, method === 'AESV2');
		return method === 'AESV2' ? unAes(bytes, own) : rc4(own, bytes);
	};
}

function methodOf(file: PdfFile, encrypt: PdfDictionary): string {
	const version = file.number(encrypt.get('V')) ?? 0;
	if (version === 1 || version === 2) return 'V2';
	if (version !== 4 && version !== 5) throw new PdfError('encryption');
	const name = file.name(encrypt.get('StmF')) ?? 'Identity';
	if (name === 'Identity') return name;
	const filter = file.dictionary(file.dictionary(encrypt.get('CF')).get(name));
	const method = file.name(filter.get('CFM')) ?? '';
	if (!['V2', 'AESV2', 'AESV3'].includes(method)) throw new PdfError('encryption');
	return method;
}

function bytesOf(file: PdfFile, value: PdfValue | undefined): Buffer {
	const text = file.resolve(value);
	return Buffer.from(typeof text === 'string' ? text : '', 'latin1');
}

function hash(name: string, ...parts: Buffer[]): Buffer {
	return createHash(name).update(Buffer.concat(parts)).digest();
}

/** Algorithms 2 and 6: the key of an empty user password, checked. */
function keyOf(file: PdfFile, encrypt: PdfDictionary, revision: number, id: Buffer): Buffer {
	const version = file.number(encrypt.get('V'));
	const given = version === 1 ? 40 : file.number(encrypt.get('Length'));
	const bits = given ?? (version === 4 ? 128 : 40);
	const size = Math.min(16, Math.max(5, Math.floor(bits / 8)));
	const permissions = Buffer.alloc(4);
	permissions.writeInt32LE((file.number(encrypt.get('P')) ?? 0) | 0);
	const isMetadataClear = revision >= 4 && file.resolve(encrypt.get('EncryptMetadata')) === false;
	const owner = bytesOf(file, encrypt.get('O')).subarray(0, 32);
	const metadata = Buffer.alloc(isMetadataClear ? 4 : 0, 0xff);
	const isOldest = revision < 3;
	let key = hash('md5', PADDING, owner, permissions, id, metadata);
	for (let round = 0; round < (isOldest ? 0 : 50); round++)
		key = hash('md5', key.subarray(0, size));
	key = key.subarray(0, size);
	const expected = bytesOf(file, encrypt.get('U')).subarray(0, isOldest ? 32 : 16);
	const made = isOldest ? rc4(key, PADDING) : userEntry(key, id);
	if (!made.equals(expected)) throw new PdfError('locked');
	return key;
}

/** Algorithm 5. */
function userEntry(key: Buffer, id: Buffer): Buffer {
	let made = hash('md5', PADDING, id);
	for (let round = 0; round < 20; round++)
		made = rc4(Buffer.from(key.map((one) => one ^ round)), made);
	return made;
}

/** Algorithm 2.A of ISO 32000-2: the key of 256 bits, wrapped with an empty user password. */
function keyOf256Bits(file: PdfFile, encrypt: PdfDictionary, revision: number): Buffer {
	const user = bytesOf(file, encrypt.get('U'));
	const wrapped = bytesOf(file, encrypt.get('UE'));
	if (user.length < 48 || wrapped.length < 32) throw new PdfError('damaged');
	const digest = (salt: Buffer) => (revision === 5 ? hash('sha256', salt) : hash2B(salt));
	if (!digest(user.subarray(32, 40)).equals(user.subarray(0, 32))) throw new PdfError('locked');
	const cipher = createDecipheriv('aes-256-cbc', digest(user.subarray(40, 48)), Buffer.alloc(16));
	return cipher.setAutoPadding(false).update(wrapped.subarray(0, 32));
}

/** Algorithm 2.B of ISO 32000-2 for an empty password. */
function hash2B(salt: Buffer): Buffer {
	let key = hash('sha256', salt);
	for (let rounds = 1; ; rounds++) {
		const repeated = Buffer.concat(Array.from({ length: 64 }, () => key));
		const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32));
		const encrypted = cipher.update(repeated);
		const sum = encrypted.subarray(0, 16).reduce((whole, byte) => whole + byte, 0);
		key = hash(['sha256', 'sha384', 'sha512'][sum % 3]!, encrypted);
		if (rounds >= 64 && encrypted.at(-1)! <= rounds - 32) return key.subarray(0, 32);
	}
}

/** Algorithm 1. */
function objectKey(key: Buffer, number: number, generation: number, isAes: boolean): Buffer {
	const numbers = Buffer.alloc(5);
	numbers.writeUIntLE(number & 0xffffff, 0, 3);
	numbers.writeUIntLE(generation & 0xffff, 3, 2);
	const salt = Buffer.from(isAes ? 'sAlT' : '', 'latin1');
	return hash('md5', key, numbers, salt).subarray(0, Math.min(16, key.length + 5));
}

function unAes(bytes: Buffer, key: Buffer): Buffer {
	if (key.length !== 16 && key.length !== 32) throw new PdfError('encryption');
	if (bytes.length < 32) return Buffer.alloc(0);
	const name = `aes-${8 * key.length}-cbc`;
	const cipher = createDecipheriv(name, key, bytes.subarray(0, 16)).setAutoPadding(false);
	const whole = 16 * Math.floor(bytes.length / 16);
	const made = cipher.update(bytes.subarray(16, whole));
	const padding = made.at(-1) ?? 0;
	if (padding < 1 || padding > 16) throw new PdfDamage('damaged');
	return made.subarray(0, made.length - padding);
}

/** RC4, which OpenSSL 3 no longer offers. */
function rc4(key: Buffer, bytes: Buffer): Buffer {
	const state = Uint8Array.from({ length: 256 }, (_, index) => index);
	const swap = (a: number, b: number) => ([state[a], state[b]] = [state[b]!, state[a]!]);
	for (let at = 0, other = 0; at < 256; at++) {
		other = (other + state[at]! + key[at % key.length]!) & 0xff;
		swap(at, other);
	}
	const made = Buffer.alloc(bytes.length);
	for (let index = 0, at = 0, other = 0; index < bytes.length; index++) {
		at = (at + 1) & 0xff;
		other = (other + state[at]!) & 0xff;
		swap(at, other);
		made[index] = bytes[index]! ^ state[(state[at]! + state[other]!) & 0xff]!;
	}
	return made;
}
