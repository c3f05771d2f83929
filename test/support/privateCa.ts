import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate authority that no machine knows, and a server certificate that it issued. */
export interface PrivateCa {
	ca: string;
	key: string;
	cert: string;
}

/** Makes one with openssl, valid for a day, and the certificate for a host. */
export function makePrivateCa(host = 'localhost'): PrivateCa {
	const folder = mkdtempSync(join(tmpdir(), 'private-ca-'));
	const openssl = (...args: string[]) =>
		execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
	const newKey = (name: string) =>
		['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-noenc', '-keyout', name] as const;
	try {
		openssl('req', '-x509', ...newKey('ca.key'), '-out', 'ca.pem', '-days', '1', '-subj', '/CN=CA');
		openssl(
			...['req', '-x509', ...newKey('server.key'), '-out', 'server.pem', '-days', '1'],
			...['-CA', 'ca.pem', '-CAkey', 'ca.key', '-subj', `/CN=${host}`],
			...['-addext', `subjectAltName=DNS:${host}`, '-addext', 'basicConstraints=critical,CA:FALSE'],
		);
		const read = (name: string) => readFileSync(join(folder, name), 'utf8');
		return { ca: read('ca.pem'), key: read('server.key'), cert: read('server.pem') };
	} finally {
		rmSync(folder, { recursive: true });
	}
}
