/** Load time and size of the package against three popular community packages. */
import { existsSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { installPackage, packPackage, preparedN8n, type PreparedN8n } from '../../../n8n/harness';
import { mustRun } from '../../../n8n/harness/commands';
import { CACHE } from '../../../n8n/harness/paths';
import { atMost, figure, times, type Bar, type SectionResult } from '../report';
import { plans, rounds } from '../size';
import { interleaved, median, ratio } from '../stats';

const PEERS = plans([
	['@mendable/n8n-nodes-firecrawl', '2.1.2'],
	['n8n-nodes-evolution-api', '1.0.4'],
	['n8n-nodes-mcp', '0.1.37'],
] as const);
const ROUNDS = rounds(9);

interface Installed {
	name: string;
	folder: string;
	tarballKb: number;
	files: number;
	kb: number;
	nodes: number;
}

interface Load {
	/** of reading and running all nodes and credentials, in a process that has n8n's own code */
	ms: number;
	/** heap that they take, in megabytes */
	heapMb: number;
}

export async function packages(log: (line: string) => void): Promise<SectionResult> {
	const prepared = await preparedN8n(2, log);
	const scratch = await fs.mkdtemp(join(tmpdir(), 'n8n-bench-packages-'));
	try {
		const { tarball } = await packPackage();
		const ours = await installed(scratch, tarball);
		const peers = [];
		for (const [name, version] of PEERS) {
			log(`packages: ${name}`);
			peers.push(await fetched(name, version));
		}
		const all = [ours, ...peers];
		const loads = await interleaved(
			Object.fromEntries(all.map((one) => [one.name, async () => await load(prepared, one)])),
			ROUNDS,
		);
		const ms = ({ name }: Installed): number[] => loads[name].map((one) => one.ms);
		const heap = ({ name }: Installed): number => median(loads[name].map((one) => one.heapMb));
		const chart = (value: (one: Installed) => number): Bar[] =>
			all.map((one) => ({
				label: one.name,
				value: value(one),
				kind: one === ours ? 'ours' : 'peer',
			}));
		const perNode = (one: Installed): number[] => ms(one).map((each) => each / one.nodes);
		const fastest = peers.reduce((a, b) => (median(perNode(a)) <= median(perNode(b)) ? a : b));
		return {
			tables: [
				{
					title: 'Packages: load time and size',
					columns: [
						'',
						'nodes',
						'load, ms',
						'load, ms for each node',
						'heap, MB',
						'download, kB',
						'installed, kB',
						'files',
						'ours / its load time',
					],
					rows: all.map((one) => [
						one.name,
						String(one.nodes),
						figure(median(ms(one))),
						figure(median(perNode(one))),
						figure(heap(one)),
						figure(one.tarballKb),
						figure(one.kb),
						String(one.files),
						one === ours ? '' : times(ratio(ms(ours), ms(one))),
					]),
				},
			],
			charts: [
				{
					title: 'Loading the package',
					unit: 'ms',
					better: 'lower',
					bars: chart((one) => median(ms(one))),
				},
				{
					title: 'Installed size, dependencies included',
					unit: 'kB',
					better: 'lower',
					bars: chart(({ kb }) => kb),
				},
			],
			claims: [
				atMost(
					`Package: loads each node no slower than the fastest of the three, ${fastest.name}`,
					ratio(perNode(ours), perNode(fastest)),
					1,
					'×',
				),
				atMost(
					'Package: installed no larger than the median of the three',
					ours.kb / median(peers.map(({ kb }) => kb)),
					1,
					'×',
				),
			],
		};
	} finally {
		await fs.rm(scratch, { recursive: true, force: true });
	}
}

/** A package of the registry, laid out as n8n does; kept for the next benchmark. */
async function fetched(name: string, version: string): Promise<Installed> {
	const folder = join(CACHE, 'peers', `${name.replace('/', '+')}-${version}`);
	if (!existsSync(join(folder, 'done'))) {
		await fs.rm(folder, { recursive: true, force: true });
		await fs.mkdir(folder, { recursive: true });
		await mustRun('npm', [
			'pack',
			'--silent',
			'--ignore-scripts',
			'--pack-destination',
			folder,
			`${name}@${version}`,
		]);
		const tarball = (await fs.readdir(folder)).find((file) => file.endsWith('.tgz'));
		if (tarball === undefined) throw new Error(`npm pack gave no tarball of ${name}`);
		await installPackage(folder, join(folder, tarball));
		await fs.writeFile(join(folder, 'done'), '');
	}
	const tarball = (await fs.readdir(folder)).find((file) => file.endsWith('.tgz')) as string;
	return await described(folder, name, join(folder, tarball));
}

async function installed(userFolder: string, tarball: string): Promise<Installed> {
	const { name } = await installPackage(userFolder, tarball);
	return await described(userFolder, name, tarball);
}

async function described(userFolder: string, name: string, tarball: string): Promise<Installed> {
	const folder = join(userFolder, '.n8n/nodes/node_modules', name);
	const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile());
	let bytes = 0;
	for (const file of files) bytes += (await fs.stat(join(file.parentPath, file.name))).size;
	const { n8n } = JSON.parse(await fs.readFile(join(folder, 'package.json'), 'utf8'));
	return {
		name,
		folder,
		tarballKb: (await fs.stat(tarball)).size / 1000,
		files: files.length,
		kb: bytes / 1000,
		nodes: n8n.nodes.length,
	};
}

/** Runs in a process with n8n's libraries; n8n-workflow is loaded before, as n8n itself has it. */
const LOADER = `
const path = require('node:path');
require('n8n-workflow');
const { PackageDirectoryLoader } = require(path.join(process.env.N8N_CORE, 'dist/nodes-loader/package-directory-loader.js'));
global.gc();
const before = process.memoryUsage().heapUsed;
const begun = performance.now();
new PackageDirectoryLoader(process.env.PACKAGE_FOLDER).loadAll().then(() => {
	const ms = performance.now() - begun;
	global.gc();
	console.log('RESULT ' + JSON.stringify({ ms, heapMb: (process.memoryUsage().heapUsed - before) / 1e6 }));
	process.exit(0);
});
`;

async function load({ node, directory }: PreparedN8n, { folder }: Installed): Promise<Load> {
	const modules = join(directory, 'node_modules');
	const { stdout } = await mustRun(node, ['--expose-gc', '-e', LOADER], {
		env: {
			...process.env,
			NODE_PATH: [modules, process.env.NODE_PATH].filter(Boolean).join(delimiter),
			N8N_CORE: join(modules, 'n8n-core'),
			PACKAGE_FOLDER: folder,
			NODE_OPTIONS: '',
		},
	});
	const result = /RESULT (.*)/.exec(stdout)?.[1];
	if (result === undefined) throw new Error(`The loader said: ${stdout}`);
	return JSON.parse(result) as Load;
}
