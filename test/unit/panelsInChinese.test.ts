/** docs/panels.zh-CN.md has a row for every name that the panels of nodes and credentials show. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';

import { CREDENTIALS, NODES } from './everyNode';

/** What a property, an option of a list or a group of a collection has of names and further levels. */
type Shown = Partial<Pick<INodeProperties, 'type' | 'displayName' | 'name' | 'modes'>> & {
	options?: Shown[];
	values?: Shown[];
};

/** The names of parameters, options and groups; notices are sentences, which the page tells in its own. */
function namesIn(level: Shown[]): string[] {
	return level.flatMap(({ type, displayName, name, options, values, modes }) => {
		if (type === 'notice' || type === 'hidden') return [];
		const below = namesIn(values ?? options ?? []);
		return [displayName ?? name ?? '', ...below, ...(modes ?? []).map((mode) => mode.displayName)];
	});
}

const COMMON = '共有的参数';
const PANELS = [...NODES.map(({ description }) => description), ...CREDENTIALS].map(
	({ displayName, properties }) => ({
		displayName,
		names: new Set(namesIn(properties as Shown[])),
	}),
);

const page = readFileSync(join(__dirname, '../../docs/panels.zh-CN.md'), 'utf8');
/** The rows under each heading, as their cells. */
const tables = new Map(
	page
		.split(/^## /m)
		.slice(1)
		.map((section) => {
			const [heading, ...lines] = section.split('\n');
			const rows = lines
				.filter((line) => line.startsWith('|'))
				.map((line) =>
					line
						.split('|')
						.slice(1, -1)
						.map((cell) => cell.trim()),
				);
			return [heading!.trim(), rows.slice(2)] as const;
		}),
);
const namesOf = (heading: string) => tables.get(heading)!.map(([name]) => name!);

function headingOf(displayName: string): string {
	return [...tables.keys()].find((heading) => heading.endsWith(`（${displayName}）`))!;
}

test.each(PANELS)('$displayName: every name has a row, and no row is left over', (panel) => {
	const own = namesOf(headingOf(panel.displayName));
	const common = namesOf(COMMON);
	expect([...panel.names].filter((name) => ![...own, ...common].includes(name))).toEqual([]);
	expect(own.filter((name) => !panel.names.has(name))).toEqual([]);
});

test('what stands among the common names is on several panels without a row of its own', () => {
	const once = namesOf(COMMON).filter((name) => {
		const panels = PANELS.filter(({ displayName, names }) => {
			return names.has(name) && !namesOf(headingOf(displayName)).includes(name);
		});
		return panels.length < 2;
	});
	expect(once).toEqual([]);
});

test('every row has a Chinese name, and each table each name once', () => {
	const rows = [...tables.values()].flat();
	expect(rows.filter((row) => row.length !== 3 || row[1] === '')).toEqual([]);
	for (const heading of tables.keys()) {
		expect(namesOf(heading)).toEqual([...new Set(namesOf(heading))]);
	}
	expect(tables.size).toBe(PANELS.length + 1);
});
