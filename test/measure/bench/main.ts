/**
 * `npm run bench`: measures this package against its peers in a real n8n, prints tables and what they
 * mean for the promises made, and keeps them as reports/bench.md and reports/bench.svg. With
 * `-- --only <section>` it measures one section and keeps nothing; with `--small` it only shows that it works.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { preparedN8n } from '../../n8n/harness';
import { ROOT } from '../../n8n/harness/paths';
import { Bench } from './bench';
import { drawn } from './chart';
import { printedTable, type SectionResult } from './report';
import { callList } from './sections/callList';
import { documents } from './sections/documents';
import { invoiceFiles } from './sections/invoiceFiles';
import { limits } from './sections/limits';
import { memory } from './sections/memory';
import { packages } from './sections/packages';
import { pushes } from './sections/pushes';
import { rates } from './sections/rates';
import { recognition } from './sections/recognition';

const REPORTS = join(ROOT, 'reports');
const CHART = join(REPORTS, 'bench.svg');
const TABLES = join(REPORTS, 'bench.md');
/** With more cores kept busy by others, times are not to be trusted. */
const QUIET = 0.3;

type Section = (bench: () => Promise<Bench>) => Promise<SectionResult>;

const log = (line: string): void => console.error(line);

const SECTIONS: Record<string, Section> = {
	recognition: async (bench) => await recognition(await bench()),
	limits: async (bench) => await limits(await bench()),
	rates: async (bench) => await rates(await bench()),
	callList: async (bench) => await callList(await bench()),
	invoiceFiles: async () => await invoiceFiles(log),
	documents: async () => await documents(log),
	pushes: async (bench) => await pushes(await bench()),
	memory: async () => await memory(log),
	packages: async () => await packages(log),
};

const USAGE = `Usage: npm run bench -- [--small] [--only <section>]...

Sections: ${Object.keys(SECTIONS).join(', ')}. Without --only all of them are measured, and the
results are kept as reports/bench.md and reports/bench.svg. With --small a twentieth of
everything runs once, to see that it works: nothing is kept, and no promise is judged.`;

async function main(): Promise<number> {
	const { values } = parseArgs({
		options: {
			only: { type: 'string', multiple: true },
			small: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	const chosen = values.only ?? Object.keys(SECTIONS);
	if (values.help || !chosen.every((name) => name in SECTIONS)) {
		console.log(USAGE);
		return values.help ? 0 : 2;
	}
	const busy = await busyCores();
	const n8n = await preparedN8n(2, log);
	const node = execFileSync(n8n.node, ['--version'], { encoding: 'utf8' }).trim();
	const machine = `${cpus().length} × ${cpus()[0].model.trim()}, n8n ${n8n.version} on Node.js ${node}`;
	if (busy > QUIET) log(`Others keep ${busy.toFixed(1)} cores busy: trust ratios only.`);

	const begun = Date.now();
	let shared: Promise<Bench> | undefined;
	const bench = async () => await (shared ??= Bench.start(log));
	const results: SectionResult[] = [];
	const failures: unknown[] = [];
	try {
		for (const name of chosen) {
			try {
				const result = await SECTIONS[name](bench);
				for (const table of result.tables) console.log(`\n${printedTable(table)}`);
				results.push(result);
			} catch (error) {
				console.error(`${name} failed:`, error);
				failures.push(error);
			}
		}
	} finally {
		await (await shared)?.stop();
	}

	// so little tells whether it works, and nothing of how fast it is
	if (values.small) return failures.length === 0 ? 0 : 1;

	const claims = results.flatMap((result) => result.claims);
	const promises = claims.map(
		({ text, holds, measured }) => `- ${holds ? 'holds' : 'DOES NOT HOLD'}: ${text} (${measured})`,
	);
	const minutes = Math.round((Date.now() - begun) / 60_000);
	const commit = execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' });
	const conditions = `Commit ${commit.trim()}; ${machine}; ${busy.toFixed(1)} cores busy before; ${minutes} minutes`;
	console.log(['', '### Promises', '', ...promises, '', conditions].join('\n'));
	if (values.only === undefined && failures.length === 0) {
		const tables = results.flatMap((result) => result.tables).map(printedTable);
		const text = ['# Numbers', conditions, ...tables, '### Promises', promises.join('\n')];
		mkdirSync(REPORTS, { recursive: true });
		writeFileSync(TABLES, `${text.join('\n\n')}\n`);
		const groups = results.flatMap(({ charts }) => charts);
		writeFileSync(CHART, drawn(groups, machine));
		console.log(`Written: ${TABLES}, ${CHART}`);
	}
	return failures.length === 0 && claims.every(({ holds }) => holds) ? 0 : 1;
}

/** How many cores are busy, on the mean of two seconds. */
async function busyCores(): Promise<number> {
	const idle = (): number => cpus().reduce((sum, { times }) => sum + times.idle, 0);
	const [from, begun] = [idle(), performance.now()];
	await delay(2000);
	return cpus().length - (idle() - from) / (performance.now() - begun);
}

main().then(
	(code) => process.exit(code),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
