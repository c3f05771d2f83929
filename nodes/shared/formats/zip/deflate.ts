/** Packs data with the runtime's compressor: `deflate` is zlib's format, `deflate-raw` that of ZIP. */
export async function deflate(
	bytes: Uint8Array,
	format: 'deflate' | 'deflate-raw',
): Promise<Buffer> {
	const stream = new CompressionStream(format);
	const writer = stream.writable.getWriter();
	const written = writer.write(bytes).then(async () => await writer.close());
	const chunks: Uint8Array[] = [];
	const reader = stream.readable.getReader() as ReadableStreamDefaultReader<Uint8Array>;
	for (let next = await reader.read(); !next.done; next = await reader.read()) {
		chunks.push(next.value);
	}
	await written;
	return Buffer.concat(chunks);
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
	let value = byte;
	for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
	return value;
});

/** The checksum of ZIP and PNG (CRC-32). */
export function crc32(bytes: Uint8Array): number {
	let sum = 0xffffffff;
	for (const byte of bytes) sum = CRC_TABLE[(sum ^ byte) & 0xff]! ^ (sum >>> 8);
	return (sum ^ 0xffffffff) >>> 0;
}
