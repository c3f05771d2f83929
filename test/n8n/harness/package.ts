import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { mustRun } from './commands';
import { CACHE, ROOT } from './paths';

/** What the tarball is made of; missing ones are left out. */
const SOURCES = [
	'credentials',
	'nodes',
	'icons',
	'package.json',
	'tsconfig.json',
	'gulpfile.js',
	'README.md',
	'README.zh-CN.md',
	'LICENSE',
];

export interface PackedPackage {
	tarball: string;
	/** Bytes of the tarball. */
	size: number;
	/** Hash of the sources it was built from. */
	hash: string;
}

/**
 * Builds and packs the package as it would be published (`npm run build`, `npm pack`), once for each
 * state of the sources. Works on a copy of the sources, so that it disturbs no `dist` folder and a
 * file changed meanwhile cannot mix two states.
 */
export async function packPackage(): Promise<PackedPackage> {
	const work = await fs.mkdtemp(join(tmpdir(), 'iflytek-pack-'));
	try {
		for (const source of SOURCES) {
			if (!existsSync(join(ROOT, source))) continue;
			await fs.cp(join(ROOT, source), join(work, source), { recursive: true });
		}
		const hash = await hashOf(work);
		const folder = join(CACHE, 'packages', hash);
		if (!existsSync(folder)) {
			await fs.symlink(join(ROOT, 'node_modules'), join(work, 'node_modules'), 'junction');
			// without the script before it, which would look for dependencies in the copy
			await mustRun('npm', ['run', 'build', '--silent', '--ignore-scripts'], { cwd: work });
			const packed = join(work, 'packed');
			await fs.mkdir(packed);
			await mustRun('npm', ['pack', '--silent', '--pack-destination', packed], { cwd: work });
			await fs.mkdir(join(CACHE, 'packages'), { recursive: true });
			await moveInto(packed, folder);
		}
		const [name] = await fs.readdir(folder);
		const tarball = join(folder, name);
		return { tarball, size: (await fs.stat(tarball)).size, hash };
	} finally {
		await fs.rm(work, { recursive: true, force: true });
	}
}

/**
 * Lays a packed package out as n8n's community-package manager does, so that n8n loads it at its next
 * start: unpacked under `.n8n/nodes/node_modules/<name>`, without dev, peer and optional dependencies,
 * its own dependencies beside it, noted in the ledger `.n8n/nodes/package.json`. Only the database row
 * is missing, so Settings > Community nodes does not list it. The same in n8n 1 and 2.
 * @returns the installed package.json
 */
export async function installPackage(
	userFolder: string,
	tarball: string,
): Promise<{ name: string; version: string }> {
	const downloads = join(userFolder, '.n8n/nodes');
	await fs.mkdir(downloads, { recursive: true });
	const unpacked = await fs.mkdtemp(join(downloads, '.unpacked-'));
	await mustRun('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1']);

	const installed = JSON.parse(await fs.readFile(join(unpacked, 'package.json'), 'utf8'));
	delete installed.devDependencies;
	delete installed.peerDependencies;
	delete installed.optionalDependencies;
	await fs.writeFile(join(unpacked, 'package.json'), JSON.stringify(installed, null, 2));
	if (Object.keys(installed.dependencies ?? {}).length > 0) {
		await mustRun(
			'npm',
			[
				'install',
				'--audit=false',
				'--fund=false',
				'--bin-links=false',
				'--install-strategy=shallow',
				'--ignore-scripts=true',
				'--package-lock=false',
			],
			{ cwd: unpacked },
		);
	}

	const home = join(downloads, 'node_modules', installed.name);
	await fs.rm(home, { recursive: true, force: true });
	await fs.mkdir(join(home, '..'), { recursive: true });
	await fs.rename(unpacked, home);

	const ledgerFile = join(downloads, 'package.json');
	const ledger = existsSync(ledgerFile)
		? JSON.parse(await fs.readFile(ledgerFile, 'utf8'))
		: { name: 'installed-nodes', private: true, dependencies: {} };
	ledger.dependencies[installed.name] = installed.version;
	await fs.writeFile(ledgerFile, JSON.stringify(ledger, null, 2));
	return installed;
}

async function hashOf(folder: string): Promise<string> {
	const hash = createHash('sha256');
	const files = (await fs.readdir(folder, { recursive: true, withFileTypes: true }))
		.filter((entry) => entry.isFile())
		.map((entry) => relative(folder, join(entry.parentPath ?? entry.path, entry.name)))
		.sort();
	for (const file of files) {
		hash.update(`${file}\0`).update(await fs.readFile(join(folder, file)));
	}
	return hash.digest('hex').slice(0, 20);
}

/** Renames into place; another process that was faster has made the same folder. */
async function moveInto(from: string, to: string): Promise<void> {
	const beside = `${to}.${process.pid}`;
	await fs.cp(from, beside, { recursive: true });
	try {
		await fs.rename(beside, to);
	} catch (error) {
		if (!existsSync(to)) throw error;
		await fs.rm(beside, { recursive: true, force: true });
	}
}
