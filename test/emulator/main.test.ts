import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { readOptions } from './main';

/** Runs the command line until `enough` is seen, then interrupts it; in one process, without tsx's own between. */
async function run(args: string[], enough: RegExp) {
	const child = spawn(process.execPath, ['--import', 'tsx', join(__dirname, 'main.ts'), ...args], {
		env: { ...process.env, NODE_NO_WARNINGS: '1' },
	});
	let [out, err] = ['', ''];
	let interrupted = false;
	child.stdout.on('data', (chunk: Buffer) => {
		out += chunk.toString();
		if (!enough.test(out) || interrupted) return;
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

	it.each([
		[['--port', 'x'], /--port takes/],
		[['--port', '70000'], /--port takes/],
		[['--voice', 'loud'], /--voice takes/],
		[['--speed', '1'], /--speed/],
	])('refuses %j', (args, complaint) => {
		expect(() => readOptions(args)).toThrow(complaint);
	});
});
