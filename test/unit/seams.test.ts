/** The tests that test/SEAMS.md names are there. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const TEST = join(__dirname, '..');
const rows = [...readFileSync(join(TEST, 'SEAMS.md'), 'utf8').matchAll(/^\|(.+)\|(.+)\|(.+)\|$/gm)]
	.map(([, ...cells]) => cells.map((cell) => cell.trim()) as [string, string, string])
	.slice(2);

test('the table has rows that this test sees', () => {
	expect(rows.length).toBeGreaterThan(40);
});

test.each(rows)('%s: the test is there', (_meet, file, name) => {
	const path = join(TEST, file);
	expect(existsSync(path)).toBe(true);
	const text = readFileSync(path, 'utf8').replaceAll("\\'", "'");
	const isNamed = ["'", '"', '`'].some((quote) => text.includes(`${quote}${name}${quote}`));
	expect({ name, isNamed }).toEqual({ name, isNamed: true });
});
