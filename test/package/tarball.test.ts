import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { packPackage } from '../n8n/harness/package';

const ROOT = resolve(__dirname, '../..');

/** Runs the verification scanner's rules (an ES module) over a folder: how many files, and every message. */
function scan(folder: string, patterns?: string[]): { files: number; messages: string[] } {
	const program = `
		import { buildScanConfig, SOURCE_FILE_PATTERNS } from '@n8n/scan-community-package/scanner/scanner.mjs';
		import { ESLint } from 'eslint';
		import glob from 'fast-glob';
		const cwd = ${JSON.stringify(folder)};
		const eslint = new ESLint({ cwd, allowInlineConfig: false, overrideConfigFile: true, overrideConfig: await buildScanConfig() });
		const files = glob.sync(${patterns ? JSON.stringify(patterns) : 'SOURCE_FILE_PATTERNS'}, { cwd, absolute: true, ignore: ['node_modules/**', '**/package-lock.json'] });
		const results = await eslint.lintFiles(files);
		const messages = results.flatMap((file) => file.messages.map((m) => file.filePath + ':' + m.line + ' ' + m.ruleId + ' ' + m.message));
		console.log(JSON.stringify({ files: results.length, messages }));
	`;
	const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
		cwd: ROOT,
		encoding: 'utf8',
		// with jest's own value the n8n rules take every file for a test of theirs
		env: { ...process.env, NODE_ENV: 'production' },
	});
	return JSON.parse(output.trim().split('\n').at(-1)!);
}

function filesBelow(folder: string): string[] {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

describe('the package as users get it', () => {
	let folder: string;
	let unpacked: string;
	let tarball: string;

	beforeAll(async () => {
		({ tarball } = await packPackage());
		folder = mkdtempSync(join(tmpdir(), 'iflytek-unpacked-'));
		execFileSync('tar', ['-xzf', tarball, '-C', folder]);
		unpacked = join(folder, 'package');
	});

	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	test('is under 340 kB packed', () => {
		expect(statSync(tarball).size).toBeLessThan(340_000);
	});

	test('holds dist, README, LICENSE and package.json, and nothing else', () => {
		expect(readdirSync(unpacked).sort()).toEqual([
			'LICENSE',
			'README.md',
			'README.zh-CN.md',
			'dist',
			'package.json',
		]);
		const strange = filesBelow(join(unpacked, 'dist')).filter(
			(file) =>
				!/^((credentials|nodes|icons)\/.*\.(js|json|svg)|bundle\.js)$/.test(file) ||
				/\.test\.|tsbuildinfo/.test(file),
		);
		expect(strange).toEqual([]);
	});

	test('every registered node and credential is there with its icons, codex file and output schemas', () => {
		const { n8n } = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8'));
		for (const file of [...n8n.nodes, ...n8n.credentials]) {
			const path = join(unpacked, file);
			expect(existsSync(path)).toBe(true);
			const text = readFileSync(path, 'utf8');
			const icons = [...text.matchAll(/file:([^'"]+\.svg)/g)].map(([, icon]) => icon);
			expect(icons.length).toBeGreaterThanOrEqual(2);
			for (const icon of icons) expect(existsSync(resolve(path, '..', icon))).toBe(true);
		}
		for (const file of n8n.nodes) {
			const path = join(unpacked, file);
			expect(existsSync(path.replace(/\.js$/, '.json'))).toBe(true);
		}
		const schemasBelow = (folder: string) =>
			filesBelow(folder).filter((file) => file.includes('__schema__'));
		expect(schemasBelow(join(unpacked, 'dist/nodes')).sort()).toEqual(
			schemasBelow(join(ROOT, 'nodes')).sort(),
		);
	});

	test("passes the verification scanner's rules, warnings included", () => {
		const { files, messages } = scan(unpacked, ['**/*.js', 'package.json']);
		expect(messages).toEqual([]);
		// five nodes, three credentials, the bundle and the manifest
		expect(files).toBeGreaterThanOrEqual(10);
	});

	test("the source passes the verification scanner's rules, warnings included", () => {
		const { files, messages } = scan(ROOT);
		expect(messages).toEqual([]);
		expect(files).toBeGreaterThan(200);
	});
});
