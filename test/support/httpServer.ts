/** Servers of the tests' own, where the emulator is not what is asked. */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Listens on a free port, for this machine alone unless another host is given; returns the URL. */
export async function listen(
	server: Server,
	options: { host?: string } = { host: '127.0.0.1' },
): Promise<string> {
	await new Promise<void>((resolve) => server.listen({ port: 0, ...options }, resolve));
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Closes the port and every connection. */
export function stop(server: Server): void {
	server.closeAllConnections();
	server.close();
}

/** A server for part of a test, and the requests that it got. */
export async function serve(
	answer: RequestListener,
): Promise<{ url: string; seen: IncomingMessage[]; stop: () => void }> {
	const seen: IncomingMessage[] = [];
	const server = createServer((request, response) => {
		seen.push(request);
		answer(request, response);
	});
	return { url: await listen(server), seen, stop: () => stop(server) };
}
