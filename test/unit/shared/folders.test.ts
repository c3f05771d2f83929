import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const NODES = resolve(__dirname, '../../../nodes');
const files = readdirSync(NODES, { recursive: true, encoding: 'utf8' }).filter((file) =>
	file.endsWith('.ts'),
);
const topFolder = (path: string) => path.split(/[\\/]/)[0]!;

it('no node folder imports from another one, and the shared one from none', () => {
	const across = files.flatMap((file) =>
		[...readFileSync(join(NODES, file), 'utf8').matchAll(/from '(\.[^']*)'/g)]
			.map(([, target]) => relative(NODES, resolve(NODES, dirname(file), target!)))
			.filter((target) => !target.startsWith('..'))
			.filter((target) => ![topFolder(file), 'shared'].includes(topFolder(target)))
			.map((target) => `${file} imports ${target}`),
	);
	expect(files.length).toBeGreaterThan(100);
	expect(across).toEqual([]);
});
