/** A room is a folder of the shipped code. ESLint holds which rooms import which; this holds the rest. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../../..');

const files = ['nodes', 'credentials']
	.flatMap((folder) =>
		readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
			join(folder, file),
		),
	)
	.filter((file) => file.endsWith('.ts'));

/** What a file imports from the package itself, types included: import-x/no-cycle passes over these. */
function importsOf(file: string): string[] {
	const code = readFileSync(join(ROOT, file), 'utf8');
	return [...code.matchAll(/\bfrom '(\.[^']*)'/g)].map(([, path]) => {
		const target = join(dirname(file), path!);
		return existsSync(join(ROOT, `${target}.ts`)) ? `${target}.ts` : join(target, 'index.ts');
	});
}

/** A way from a file or room back to itself; undefined where there is none. */
function circleIn(imports: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
	const done = new Set<string>();
	const search = (one: string, way: string[]): string[] | undefined => {
		if (way.includes(one)) return [...way.slice(way.indexOf(one)), one];
		if (done.has(one)) return undefined;
		for (const next of imports.get(one) ?? []) {
			const circle = search(next, [...way, one]);
			if (circle !== undefined) return circle;
		}
		done.add(one);
		return undefined;
	};
	return [...imports.keys()].map((one) => search(one, [])).find((circle) => circle !== undefined);
}

const byFile = new Map(files.map((file) => [file, new Set(importsOf(file))]));

const byRoom = new Map<string, Set<string>>();
for (const [file, imports] of byFile) {
	const room = dirname(file);
	const others = byRoom.get(room) ?? new Set();
	byRoom.set(room, others);
	for (const one of imports) if (dirname(one) !== room) others.add(dirname(one));
}

it('no file imports one that imports it, and no room one that imports it', () => {
	expect(files.length).toBeGreaterThan(250);
	expect(circleIn(byFile)).toBeUndefined();
	expect(circleIn(byRoom)).toBeUndefined();
});

it('a room has twelve files at most', () => {
	const sizes = [...byRoom.keys()].map(
		(room) => [room, files.filter((file) => dirname(file) === room).length] as const,
	);
	expect(sizes.filter(([, size]) => size > 12)).toEqual([]);
});
