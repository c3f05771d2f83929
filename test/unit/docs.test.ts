/** Every link between the project's pages leads to a file, and to a heading that it has. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { ASSUMPTIONS } from '../live/assumptions';

const ROOT = join(__dirname, '../..');
const PAGES = [
	...[
		'README.md',
		'README.zh-CN.md',
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

test('services.md has every assumption that npm run check:live tries', () => {
	const page = readFileSync(join(ROOT, 'docs/internals/services.md'), 'utf8');
	const missing = Object.keys(ASSUMPTIONS).filter((name) => !page.includes(`\`${name}\``));
	expect(missing).toEqual([]);
});

/** Words as people see them, those of code too: no tags, addresses or bars of tables. */
function wordsOf(page: string): number {
	const text = readFileSync(join(ROOT, page), 'utf8')
		.replace(/<[^>]+>/g, '')
		.replace(/\]\([^)]*\)/g, ']');
	return (text.match(/[\p{L}\p{N}][^\s|]*/gu) ?? []).length;
}

test('the English pages for users have at most 9,000 words in all', () => {
	const pages = PAGES.filter((page) => page === 'README.md' || /^docs\/[^/.]+\.md$/.test(page));
	const words = Object.fromEntries(pages.map((page) => [page, wordsOf(page)]));
	const sum = Object.values(words).reduce((total, count) => total + count, 0);
	expect([sum <= 9000, sum, words]).toEqual([true, sum, words]);
});

describe('the Chinese README', () => {
	const both = <T>(read: (page: string) => T): [T, T] => [
		read('README.zh-CN.md'),
		read('README.md'),
	];
	const textOf = (page: string) => readFileSync(join(ROOT, page), 'utf8');
	const outside = (page: string) =>
		links(page).filter((link) => !/^#|^README|panels\.zh-CN/.test(link));

	it('has the headings of the English one, level by level', () => {
		const [chinese, english] = both((page) => textOf(page).match(/^#+ /gm));
		expect(chinese).toEqual(english);
	});

	it('has its commands and files of settings, to the letter', () => {
		const [chinese, english] = both((page) => textOf(page).match(/```[\s\S]*?```|`np[mx] [^`]+`/g));
		expect(chinese).toEqual(english);
		expect(english!.length).toBeGreaterThan(3);
	});

	it('links to the same pages and pictures, in the same order', () => {
		const [chinese, english] = both(outside);
		expect(chinese).toEqual(english);
	});

	it('and the English one lead to each other', () => {
		expect(links('README.md')).toContain('README.zh-CN.md');
		expect(links('README.zh-CN.md')).toContain('README.md');
	});
});
