/** npm's registry with packages of the tests alone, where n8n's package manager looks for it. */
import { createHash } from 'node:crypto';
import * as fs from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePrivateCa } from '../../support/privateCa';
import { startProxy } from '../../support/proxy';
import { mustRun } from './commands';

const HOST = 'registry.npmjs.org';

export interface NpmRegistry {
	/** what a program needs in its environment to find this registry under npm's own address, and no other host */
	env: Record<string, string>;
	/** paths that were asked for */
	asked: string[];
	/** Publishes a tarball; the last one published is the latest version. */
	publish(tarball: string): Promise<void>;
	stop(): Promise<void>;
}

interface Published {
	manifest: { name: string; version: string };
	bytes: Buffer;
}

/**
 * Starts one behind a proxy: n8n takes a registry with an address of its own only with an enterprise license.
 */
export async function startNpmRegistry(): Promise<NpmRegistry> {
	const { ca, key, cert } = makePrivateCa(HOST);
	const folder = await fs.mkdtemp(join(tmpdir(), 'npm-registry-'));
	await fs.writeFile(join(folder, 'ca.pem'), ca);
	const published: Published[] = [];
	const asked: string[] = [];

	const server = createServer({ key, cert }, (request, response) => {
		const path = decodeURIComponent(request.url!.slice(1).split('?')[0]);
		asked.push(path);
		const answer = answerTo(published, path);
		response.writeHead(answer === undefined ? 404 : 200);
		response.end(
			Buffer.isBuffer(answer) ? answer : JSON.stringify(answer ?? { error: 'Not found' }),
		);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const proxy = await startProxy({ [`${HOST}:443`]: `127.0.0.1:${port}` });
	return {
		env: {
			HTTPS_PROXY: proxy.url,
			https_proxy: proxy.url,
			NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
			npm_config_cafile: join(folder, 'ca.pem'),
			// nothing of this machine's own npm, and nothing left in it
			npm_config_cache: join(folder, 'cache'),
			npm_config_userconfig: join(folder, 'npmrc'),
			npm_config_registry: `https://${HOST}`,
			npm_config_update_notifier: 'false',
		},
		asked,
		publish: async (tarball) => {
			const { stdout } = await mustRun('tar', ['-xzOf', tarball, 'package/package.json']);
			published.push({ manifest: JSON.parse(stdout), bytes: await fs.readFile(tarball) });
		},
		stop: async () => {
			await proxy.stop();
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
			await fs.rm(folder, { recursive: true, force: true });
		},
	};
}

/** What npm asks for: a package, one of its versions, or a tarball. */
function answerTo(published: Published[], path: string): object | Buffer | undefined {
	const [name, word, file] = path.split('/');
	const own = published.filter(({ manifest }) => manifest.name === name);
	const latest = own.at(-1);
	if (latest === undefined) return undefined;
	if (word === '-') return own.find((one) => fileName(one) === file)?.bytes;
	const versions = Object.fromEntries(own.map((one) => [one.manifest.version, described(one)]));
	if (word !== undefined) return versions[word === 'latest' ? latest.manifest.version : word];
	return { name, 'dist-tags': { latest: latest.manifest.version }, versions };
}

const fileName = ({ manifest: { name, version } }: Published) => `${name}-${version}.tgz`;

function described(one: Published): object {
	return {
		...one.manifest,
		dist: {
			tarball: `https://${HOST}/${one.manifest.name}/-/${fileName(one)}`,
			shasum: createHash('sha1').update(one.bytes).digest('hex'),
			integrity: `sha512-${createHash('sha512').update(one.bytes).digest('base64')}`,
		},
	};
}
