import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

const MEGABYTE = 1024 * 1024;

it('20,000 damaged files take at most twice the largest and 20 MB', () => {
	const folder = mkdtempSync(join(tmpdir(), 'damaged-'));
	const outfile = join(folder, 'damaged.cjs');
	try {
		buildSync({
			entryPoints: [join(__dirname, 'damagedMemory.ts')],
			outfile,
			bundle: true,
			platform: 'node',
		});
		// the room for new objects would grow with their number, whatever is kept of them
		const flags = ['--expose-gc', '--max-semi-space-size=2'];
		const grown = execFileSync(process.execPath, [...flags, outfile, '20000']).toString();
		expect(Number(grown)).toBeGreaterThan(-100 * MEGABYTE);
		expect(Number(grown)).toBeLessThan(20 * MEGABYTE);
	} finally {
		rmSync(folder, { recursive: true });
	}
}, 3_600_000);
