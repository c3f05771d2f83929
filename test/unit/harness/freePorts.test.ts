import { createServer } from 'node:net';
import { freePorts, onFreePorts } from '../../n8n/harness/n8nProcess';

it('finds ports that can be bound, all different, below those of outgoing connections', async () => {
	const ports = await freePorts(20);
	expect(new Set(ports).size).toBe(20);
	for (const port of ports) {
		expect(port).toBeLessThan(32_768);
		const server = createServer();
		await new Promise<void>((bound, failed) =>
			server.once('error', failed).listen(port, '127.0.0.1', bound),
		);
		await new Promise((closed) => server.close(closed));
	}
});

it.each([
	"n8n ended while starting (exit code 1):\nn8n Task Broker's port 21000 is already in use. Do you have another instance of n8n running already?",
	'Port 21000 is already in use, possibly by the n8n main process server.',
	'listen EADDRINUSE: address already in use 127.0.0.1:21000',
])('starts again on other ports when one was taken meanwhile: %s', async (reason) => {
	const tried: number[][] = [];
	const started = await onFreePorts(2, async (ports) => {
		tried.push(ports);
		if (tried.length < 3) throw new Error(reason);
		return 'up';
	});
	expect(started).toBe('up');
	expect(new Set(tried.flat()).size).toBe(6);
});

it('does not repeat a start that failed for another reason, nor any start for ever', async () => {
	const failing = async (reason: string) => {
		let starts = 0;
		const start = async () => {
			starts++;
			throw new Error(reason);
		};
		await expect(onFreePorts(1, start)).rejects.toThrow(reason);
		return starts;
	};
	expect(await failing('n8n was not ready after 120 s')).toBe(1);
	expect(await failing('Port 21000 is already in use')).toBe(4);
});
