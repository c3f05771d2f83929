import http from 'node:http';
import net from 'node:net';

/** What a proxy does with a request to open a tunnel. */
export type OnConnect =
	| 'tunnel'
	/** answers with this status and opens none */
	| number
	/** ends the connection without an answer */
	| 'hangUp'
	/** opens one, and ends it when the client sends the first byte in it */
	| 'cutEarly';

/** A forward proxy: tunnels by CONNECT, and plain requests whose target is a whole address. */
export interface ForwardProxy {
	url: string;
	/** what was asked of it, such as `CONNECT localhost:8443` */
	asked: string[];
	onConnect: OnConnect;
	/** Ends all connections, tunnels too. */
	cut(): void;
	stop(): Promise<void>;
}

/**
 * Starts a proxy on a free port of 127.0.0.1; it tunnels unless told otherwise.
 * @param inPlaceOf where tunnels lead, by what is asked for (`host:port` each); to nowhere else, where it is given
 */
export async function startProxy(inPlaceOf?: Record<string, string>): Promise<ForwardProxy> {
	const sockets = new Set<net.Socket>();
	const server = http.createServer((request, response) => {
		proxy.asked.push(`${request.method} ${request.url}`);
		const onward = http.request(request.url!, {
			method: request.method,
			headers: request.headers,
		});
		onward.on('response', (answer) => {
			response.writeHead(answer.statusCode!, answer.headers);
			answer.pipe(response);
		});
		onward.on('error', () => response.writeHead(502).end());
		request.pipe(onward);
	});
	server.on('connection', (socket) => sockets.add(socket));
	server.on('connect', ({ url }, client: net.Socket) => {
		proxy.asked.push(`CONNECT ${url}`);
		client.on('error', () => {});
		const { onConnect } = proxy;
		if (onConnect === 'hangUp') {
			client.destroy();
			return;
		}
		if (typeof onConnect === 'number') {
			client.end(`HTTP/1.1 ${onConnect} No Tunnel\r\nContent-Length: 0\r\n\r\n`);
			return;
		}
		const place = inPlaceOf === undefined ? url : inPlaceOf[url!];
		if (place === undefined) {
			client.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n');
			return;
		}
		const { hostname, port } = new URL(`http://${place}`);
		const target = net.connect(Number(port), hostname);
		sockets.add(target);
		target.on('error', () => client.destroy());
		target.on('connect', () => {
			client.write('HTTP/1.1 200 Connection established\r\n\r\n');
			if (onConnect === 'cutEarly') client.once('data', () => client.destroy());
			else client.pipe(target).pipe(client);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as net.AddressInfo;
	const proxy: ForwardProxy = {
		url: `http://127.0.0.1:${port}`,
		asked: [],
		onConnect: 'tunnel',
		cut: () => {
			for (const socket of sockets) socket.destroy();
		},
		stop: async () => {
			proxy.cut();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	return proxy;
}
