import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { ASSUMPTIONS } from '../live/assumptions';

const ROOT = resolve(__dirname, '../..');
const page = readFileSync(join(ROOT, 'docs/internals/services.md'), 'utf8');

/** Sections as comments name them: "AI Call", "AI Call: Token". */
const sections = new Set<string>();
let chapter = '';
for (const [, marks, title] of page.matchAll(/^(##|###) (.+)$/gm)) {
	if (marks === '##') chapter = title!;
	sections.add(marks === '##' ? title! : `${chapter}: ${title}`);
}

it('comments name sections of docs/internals/services.md that exist', () => {
	const wrong: string[] = [];
	let named = 0;
	for (const folder of ['nodes', 'credentials']) {
		for (const file of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })) {
			if (!file.endsWith('.ts')) continue;
			const text = readFileSync(join(ROOT, folder, file), 'utf8').replace(/\s*\n\s*\*\s*/g, ' ');
			if (/\(spec:/.test(text)) wrong.push(`${file}: (spec: …)`);
			for (const [, section] of text.matchAll(/\bservices\.md, ([^;)]+)/g)) {
				named++;
				if (!sections.has(section!)) wrong.push(`${file}: ${section}`);
			}
		}
	}
	expect(wrong).toEqual([]);
	expect(named).toBeGreaterThan(20);
});

it('the table has every assumption that npm run check:live tries, and tests that exist', () => {
	const table = page.slice(page.indexOf('## Assumptions'));
	for (const name of Object.keys(ASSUMPTIONS)) expect(table).toContain(`\`${name}\``);
	const shown = [...table.matchAll(/\b((?:unit|workflow)\/[\w/]+)/g)].map(([, name]) => name!);
	expect(shown.length).toBeGreaterThan(20);
	const missing = shown.filter(
		(name) =>
			![`test/${name}.test.ts`, `test/${name}`].some((path) => existsSync(join(ROOT, path))),
	);
	expect(missing).toEqual([]);
});
