import { spawn } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { greeting, readOptions, startFailure } from './main';
import { mainSignatureAccount, startEmulator } from './index';

const tsx = require.resolve('tsx/cli');

/** Runs the command line to its end, or until `enough` is seen, then interrupts it. */
async function run(args: string[], enough?: RegExp) {
	const child = spawn(process.execPath, [tsx, join(__dirname, 'main.ts'), ...args]);
	let [out, err] = ['', ''];
	let interrupted = false;
	child.stdout.on('data', (chunk: Buffer) => {
		out += chunk.toString();
		if (!enough?.test(out) || interrupted) return;
		interrupted = true;
		child.kill('SIGINT');
	});
	child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
	const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
	return { out, err, code };
}

describe('command line', () => {
	it('starts, says where it listens and with what, and ends on Ctrl+C', async () => {
		const { out, err, code } = await run(['--port', '0', '--voice', 'observed'], /README\.md/);
		expect(err).toBe('');
		expect(out).toMatch(/listens on http:\/\/127\.0\.0\.1:\d+ \(voice: observed\)/);
		expect(code).toBe(0);
	});

	it('says in one sentence that the port is taken', async () => {
		const server = createServer();
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const { port } = server.address() as AddressInfo;
		try {
			const { out, err, code } = await run(['--port', String(port)]);
			expect([out, code]).toEqual(['', 1]);
			expect(err).toBe(
				`Port ${port} on 127.0.0.1 is taken; choose another one with --port, or 0 for any free one.\n`,
			);
		} finally {
			await new Promise((resolve) => server.close(resolve));
		}
	});

	it.each([
		[['--port', 'x'], /--port takes/],
		[['--port', '70000'], /--port takes/],
		[['--voice', 'loud'], /--voice takes/],
		[['--speed', '1'], /--speed/],
	])('refuses %j', (args, complaint) => {
		expect(() => readOptions(args)).toThrow(complaint);
	});

	it('reads its options', () => {
		expect(readOptions(['--help'])).toBe('help');
		expect(readOptions([])).toEqual({ port: 8421, host: '127.0.0.1', voice: 'documented' });
		expect(readOptions(['--port', '0', '--host', '::1', '--voice', 'observed'])).toEqual({
			port: 0,
			host: '::1',
			voice: 'observed',
		});
	});

	it('greets with the demo credentials', async () => {
		const emulator = await startEmulator();
		try {
			const text = greeting(emulator, 'documented');
			for (const value of [emulator.url, ...Object.values(mainSignatureAccount).slice(0, 3)]) {
				expect(text).toContain(value);
			}
		} finally {
			await emulator.stop();
		}
	});

	it('tells other failures of the start', () => {
		const options = { host: '203.0.113.7', port: 80 };
		const failure = (code: string): string =>
			startFailure(Object.assign(new Error('broken'), { code }), options);
		expect(failure('EACCES')).toMatch(/^Listening on 203\.0\.113\.7:80 is not permitted/);
		expect(failure('EADDRNOTAVAIL')).toBe('203.0.113.7 is no address of this machine.');
		expect(failure('EOTHER')).toContain('broken');
	});
});
