import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { recordingBytes } from './pushBodies';

const RATE = 8000;

/** A WAV file of a 440 Hz tone, of so many whole seconds: mono, 16 bits, 8000 samples a second. */
export function recording(duration: number): Buffer {
	const size = recordingBytes(duration);
	const file = Buffer.alloc(size);
	file.write('RIFF', 0);
	file.writeUInt32LE(size - 8, 4);
	file.write('WAVEfmt ', 8);
	file.writeUInt32LE(16, 16);
	file.writeUInt16LE(1, 20);
	file.writeUInt16LE(1, 22);
	file.writeUInt32LE(RATE, 24);
	file.writeUInt32LE(RATE * 2, 28);
	file.writeUInt16LE(2, 32);
	file.writeUInt16LE(16, 34);
	file.write('data', 36);
	file.writeUInt32LE(size - 44, 40);
	for (let sample = 0; sample < (size - 44) / 2; sample++) {
		const value = Math.round(8000 * Math.sin((2 * Math.PI * 440 * sample) / RATE));
		file.writeInt16LE(value, 44 + sample * 2);
	}
	return file;
}

export interface RecordingRequest {
	method: string;
	path: string;
	queryNames: string[];
	headerNames: string[];
}

export interface RecordingHost {
	/** Base URL without a trailing slash; a push's relative url is served below it. */
	url: string;
	requests: RecordingRequest[];
	stop(): Promise<void>;
}

/** Serves the recordings that the pushes name, as the platform does on a host of their own. */
export async function startRecordingHost(port = 0): Promise<RecordingHost> {
	const requests: RecordingRequest[] = [];
	const server = createServer((request, response) => {
		const { pathname, searchParams } = new URL(request.url ?? '/', 'http://recordings');
		requests.push({
			method: request.method ?? '',
			path: pathname,
			queryNames: [...searchParams.keys()],
			headerNames: request.rawHeaders.filter((_, index) => index % 2 === 0),
		});
		const duration = /^\/records\/\d{4}\/\d\d\/\d\d\/[0-9a-f-]{36}-(\d{1,4})\.wav$/.exec(
			pathname,
		)?.[1];
		if (request.method !== 'GET' || duration === undefined) {
			response.writeHead(404, { 'Content-Type': 'text/plain' }).end('not found');
			return;
		}
		const file = recording(Number(duration));
		response.writeHead(200, { 'Content-Type': 'audio/x-wav', 'Content-Length': file.length });
		response.end(file);
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', resolve);
	});
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests,
		stop: async () => {
			const closed = new Promise<void>((resolve) => server.close(() => resolve()));
			server.closeAllConnections();
			await closed;
		},
	};
}
