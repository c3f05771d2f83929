/** The first bytes of audio files, with their types; a dot stands for any byte. */
const SIGNATURES: ReadonlyArray<[pattern: RegExp, mimeType: string]> = [
	[/^RIFF....WAVE/s, 'audio/wav'],
	[/^ID3/, 'audio/mpeg'],
	// a frame of MPEG audio; silence in μ-law is nothing but 0xff
	[/^\xff[\xe2-\xe7\xf2-\xf7\xfa-\xfd]/, 'audio/mpeg'],
	[/^\xff[\xf0\xf1\xf8\xf9]/, 'audio/aac'],
	[/^OggS/, 'audio/ogg'],
	[/^fLaC/, 'audio/flac'],
	[/^#!AMR/, 'audio/amr'],
	[/^....ftyp/s, 'audio/mp4'],
	[/^\.snd/, 'audio/basic'],
	[/^FORM....AIF[FC]/s, 'audio/aiff'],
	[/^.E\xdf\xa3/s, 'audio/webm'],
];

/** The MIME type of an audio file by its first bytes; undefined if unknown, as for raw samples. */
export function audioFormat(bytes: Buffer): string | undefined {
	const beginning = bytes.toString('latin1', 0, 16);
	return SIGNATURES.find(([pattern]) => pattern.test(beginning))?.[1];
}

const SAMPLE_BYTES = 512;
/** Raw samples of silence repeat one or two byte values, which may stand for letters. */
const LEAST_DIFFERENT_CHARACTERS = 4;

/** The beginning of a file that is readable text, and so not audio; undefined for other files. */
export function textBeginning(bytes: Buffer): string | undefined {
	let text: string;
	try {
		const decoder = new TextDecoder('utf-8', { fatal: true });
		text = decoder.decode(bytes.subarray(0, SAMPLE_BYTES), { stream: true });
	} catch {
		return undefined;
	}
	const isReadable = !/\p{Cc}/u.test(text.replace(/\s/g, ''));
	return isReadable && new Set(text).size >= LEAST_DIFFERENT_CHARACTERS ? text.trim() : undefined;
}
