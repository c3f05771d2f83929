/** Every link between the project's pages leads to a file, and to a heading that it has. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const ROOT = join(__dirname, '../..');
const PAGES = [
	...[
		'README.md',
		'CONTRIBUTING.md',
		'CHANGELOG.md',
		'SECURITY.md',
		'examples/README.md',
		'test/emulator/README.md',
	],
	...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.md'))
		.map((name) => `docs/${name}`),
];
const LINK = /\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g;

function links(page: string): string[] {
	const text = readFileSync(join(ROOT, page), 'utf8').replace(/```[\s\S]*?```|`[^`\n]*`/g, '');
	return [...text.matchAll(LINK)].map(([, markdown, html]) => (markdown ?? html)!);
}

/** The anchors of a page: of its headings, as GitHub makes them, and those written by hand. */
function anchors(page: string): Set<string> {
	const text = readFileSync(page, 'utf8');
	const headings = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) =>
		heading!
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s_-]/gu, '')
			.trim()
			.replace(/\s/g, '-'),
	);
	return new Set([...headings, ...[...text.matchAll(/<a id="([^"]+)"/g)].map(([, id]) => id!)]);
}

function broken(page: string): string[] {
	return links(page).filter((link) => {
		if (/^[a-z]+:/i.test(link)) return false;
		const [path, anchor] = link.split('#') as [string, string | undefined];
		const file = path === '' ? join(ROOT, page) : join(ROOT, dirname(page), path);
		if (!existsSync(file) || relative(ROOT, file).startsWith('..')) return true;
		return anchor !== undefined && !anchors(file).has(anchor);
	});
}

test.each(PAGES)('the links of %s lead somewhere', (page) => {
	expect(broken(page)).toEqual([]);
});

test('pages have links that this test sees', () => {
	expect(links('README.md').length).toBeGreaterThan(30);
});
