/** `npm run demo`, `npm run dev` and `npm run bench`, each with an n8n 2 of its own. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

import { until } from '../../support/until';
import { ROOT } from '../harness/paths';

describe('the commands that show the examples', () => {
	/** Runs one as npm does, and interrupts it like Ctrl+C once it says that it waits for that. */
	async function interrupted(script: string) {
		const child = spawn(process.execPath, ['scripts/withN8n.mjs', script], {
			cwd: ROOT,
			// jest's own setting, which n8n would take for its
			env: { ...process.env, NODE_ENV: undefined },
		});
		let output = '';
		const read = (chunk: Buffer) => {
			if (output.includes('Ctrl+C')) return;
			output += String(chunk);
			if (output.includes('Ctrl+C')) child.kill('SIGINT');
		};
		child.stdout.on('data', read);
		child.stderr.on('data', read);
		const code = await new Promise((done) => child.once('close', done));
		return { code, output };
	}

	test.each([
		[
			'demo',
			130,
			[
				...['画蛇添足', 'railway station', 'differs from digits 15427.00', "is in 'Do Not Call'"],
				'The editor is open at http',
			],
		],
		['dev', 0, ['n8n is at http', 'Watching credentials, icons, nodes']],
	])('npm run %s comes up with all of them, and ends when it is told', async (name, exit, said) => {
		const { code, output } = await interrupted(`scripts/${name}.ts`);
		expect(code).toBe(exit);
		for (const words of said) expect(output).toContain(words);
		const saved = [...output.matchAll(/saved.*: (\/.*)/g)].map(([, path]) => path);
		expect(saved).toHaveLength(name === 'demo' ? 3 : 0);
		expect(saved.filter((path) => !existsSync(path))).toEqual([]);
	});
});

test('npm run bench measures a little of each of its sections', async () => {
	const child = spawn(
		process.execPath,
		['scripts/withN8n.mjs', 'test/measure/bench/main.ts', '--small'],
		{
			cwd: ROOT,
			env: { ...process.env, NODE_ENV: undefined },
			stdio: ['ignore', 'ignore', 'pipe'],
		},
	);
	let said = '';
	child.stderr.on('data', (chunk) => (said += String(chunk)));
	const code = await new Promise((done) => child.once('close', done));
	// its log, which names what failed
	expect({ code, failed: said.match(/^\w+ failed: .*/gm) }).toEqual({ code: 0, failed: null });
}, 1_800_000);

test('npm test takes its test processes with it when it is ended', async () => {
	const child = spawn(process.execPath, ['scripts/test.mjs', 'unit'], {
		cwd: ROOT,
		env: { ...process.env, NODE_ENV: undefined },
		stdio: 'ignore',
	});
	const ended = new Promise((done) => child.once('close', done));
	const started = await until('a test process', () => childrenOf(child.pid!));
	child.kill('SIGTERM');
	expect(await ended).toBe(143);
	const areGone = () => started.every((pid) => !existsSync(`/proc/${pid}`));
	await until('the end of the test processes', areGone, 10_000);
});

/** The IDs of a process's children, once it has any. */
function childrenOf(pid: number): string[] | undefined {
	const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
	return children === '' ? undefined : children.split(' ');
}
