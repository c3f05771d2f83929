import { existsSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { until } from '../../../support/until';
import { freePorts } from '../../harness';
import { mustRun } from '../../harness/commands';
import { Server } from '../../harness/queueServers';

interface Attachment {
	fileName: string;
	content: Buffer | string;
}

export interface MailServer {
	/** What the IMAP credential in n8n holds. */
	credential: { user: string; password: string; host: string; port: number; secure: boolean };
	/** Puts a mail with these attachments into the inbox. */
	deliver(subject: string, attachments: Attachment[]): Promise<void>;
	stop(): Promise<void>;
}

const USER = 'bookkeeper';
const PASSWORD = 'password-of-the-mailbox';

/** @throws with one sentence that names the Debian package when Dovecot is missing */
function dovecot(): string {
	const folders = ['/usr/sbin', ...(process.env.PATH ?? '').split(delimiter)];
	const folder = folders.find((place) => existsSync(join(place, 'dovecot')));
	if (folder) return join(folder, 'dovecot');
	throw new Error(
		'Invoices from mail need Dovecot: install it (on Debian or Ubuntu `apt-get install dovecot-imapd`).',
	);
}

/** Starts Dovecot with one empty mailbox on a free port. */
export async function startMailServer(): Promise<MailServer> {
	const program = dovecot();
	const [port] = await freePorts(1);
	const folder = await fs.mkdtemp(join(tmpdir(), 'mail-'));
	const owner = await unprivileged();
	const inbox = join(folder, 'Maildir');
	for (const name of ['', 'tmp', 'new', 'cur']) await fs.mkdir(join(inbox, name));
	for (const name of [folder, inbox, ...['tmp', 'new', 'cur'].map((each) => join(inbox, each))]) {
		await fs.chown(name, owner.uid, owner.gid);
	}
	const config = join(folder, 'dovecot.conf');
	await fs.writeFile(config, configuration(folder, port, owner));
	const log = join(folder, 'Dovecot.log');
	const server = new Server(program, ['-F', '-c', config], folder, log, {
		uid: owner.uid,
		gid: owner.gid,
	});
	const stop = async () => {
		await server.stop();
		await fs.rm(folder, { recursive: true, force: true, maxRetries: 5 });
	};
	let delivered = 0;
	try {
		await until('an answer of Dovecot', async () => await answers(port));
	} catch (error) {
		const told = await fs.readFile(log, 'utf8').catch(() => '');
		await stop();
		throw new Error(`Dovecot did not start: ${told}`, { cause: error });
	}
	return {
		credential: { user: USER, password: PASSWORD, host: '127.0.0.1', port, secure: false },
		deliver: async (subject, attachments) => {
			const name = `${Date.now()}.${delivered++}.test`;
			const written = join(inbox, 'tmp', name);
			await fs.writeFile(written, mail(subject, attachments));
			await fs.chown(written, owner.uid, owner.gid);
			// a mail appears at once, and whole
			await fs.rename(written, join(inbox, 'new', name));
		},
		stop,
	};
}

interface Owner {
	name: string;
	group: string;
	uid: number;
	gid: number;
}

/** Dovecot keeps no mail of root's. */
async function unprivileged(): Promise<Owner> {
	const name = process.getuid?.() === 0 ? 'nobody' : userInfo().username;
	const id = async (flag: string) => (await mustRun('id', [flag, name])).stdout.trim();
	return {
		name,
		group: await id('-gn'),
		uid: Number(await id('-u')),
		gid: Number(await id('-g')),
	};
}

const configuration = (folder: string, port: number, { name, group, uid, gid }: Owner) => `
protocols = imap
ssl = no
disable_plaintext_auth = no
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = /dev/stderr
default_login_user = ${name}
default_internal_user = ${name}
default_internal_group = ${group}
first_valid_uid = ${uid}
mail_location = maildir:${folder}/Maildir
passdb {
  driver = static
  args = password=${PASSWORD}
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${folder}
}
service anvil {
  chroot =
}
service imap-login {
  chroot =
  inet_listener imap {
    address = 127.0.0.1
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
`;

async function answers(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const socket = connect({ port, host: '127.0.0.1' });
		socket.once('data', () => socket.destroy());
		socket.once('data', (hello) => resolve(String(hello).startsWith('* OK')));
		socket.once('error', () => resolve(false));
		socket.once('close', () => resolve(false));
	});
}

const lines = (base64: string) => base64.replace(/.{76}/g, '$&\r\n');
const encoded = (text: string) =>
	/^[ -~]*$/.test(text) ? text : `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`;

function mail(subject: string, attachments: Attachment[]): string {
	const parts = attachments.map(
		({ fileName, content }) =>
			`Content-Type: application/octet-stream; name="${encoded(fileName)}"\r\n` +
			`Content-Disposition: attachment; filename="${encoded(fileName)}"\r\n` +
			`Content-Transfer-Encoding: base64\r\n\r\n${lines(Buffer.from(content).toString('base64'))}`,
	);
	const text = 'Content-Type: text/plain; charset=utf-8\r\n\r\n请查收。';
	return (
		`From: Supplier <supplier@example.com>\r\nTo: ${USER}@example.com\r\n` +
		`Subject: ${encoded(subject)}\r\nDate: ${new Date().toUTCString()}\r\nMIME-Version: 1.0\r\n` +
		'Content-Type: multipart/mixed; boundary="part"\r\n\r\n' +
		[text, ...parts].map((part) => `--part\r\n${part}\r\n`).join('') +
		'--part--\r\n'
	);
}
