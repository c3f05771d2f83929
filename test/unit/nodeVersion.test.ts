import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const read = (path: string) => readFileSync(resolve(__dirname, '../..', path), 'utf8');

test('package.json, its lockfile and CONTRIBUTING.md name the oldest Node.js that the scripts take', () => {
	const lowest = /LOWEST_NODE = \[(\d+), (\d+)\]/.exec(read('scripts/setup.mjs'))!;
	const version = lowest.slice(1).join('.');
	const engines = { node: `>=${version}` };
	expect(JSON.parse(read('package.json'))).toMatchObject({ engines });
	expect(JSON.parse(read('package-lock.json')).packages['']).toMatchObject({ engines });
	expect(read('CONTRIBUTING.md')).toContain(`Node ${version} or newer`);
});
