import { parseArgs } from 'node:util';
import {
	mainAiCallAccount,
	mainChecksumAccount,
	mainSignatureAccount,
	startEmulator,
	type Emulator,
	type EmulatorOptions,
} from './index';

const DEFAULT_PORT = 8421;

const USAGE = `Usage: npm run emulator -- [options]

  --port <number>   port to listen on, 0 for any free one (default ${DEFAULT_PORT})
  --host <address>  address to listen on (default 127.0.0.1)
  --voice <name>    documented (default) or observed
  --help            show this text`;

/** Reads the command line; throws an Error whose message says what is wrong with it. */
export function readOptions(args: string[]): EmulatorOptions | 'help' {
	const { values } = parseArgs({
		args,
		options: {
			port: { type: 'string', default: String(DEFAULT_PORT) },
			host: { type: 'string', default: '127.0.0.1' },
			voice: { type: 'string', default: 'documented' },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return 'help';
	const port = Number(values.port);
	if (!/^\d+$/.test(values.port ?? '') || port > 65535) {
		throw new Error('--port takes a number from 0 to 65535.');
	}
	const { voice } = values;
	if (voice !== 'documented' && voice !== 'observed') {
		throw new Error('--voice takes documented or observed.');
	}
	return { port, host: values.host, voice };
}

/** What a person needs to use a running emulator. */
export function greeting({ url }: Emulator, voice: string): string {
	const { appId, apiKey, apiSecret } = mainSignatureAccount;
	return `The iFLYTEK emulator listens on ${url} (voice: ${voice}). Press Ctrl+C to end it.

iFLYTEK Open Platform API (invoice recognition, text correction)
  Base URL    ${url}
  App ID      ${appId}
  API Key     ${apiKey}
  API Secret  ${apiSecret}

iFLYTEK Image API (scene recognition, object recognition)
  Base URL    ${url}
  App ID      ${mainChecksumAccount.appId}
  API Key     ${mainChecksumAccount.apiKey}

iFLYTEK AI Call API (telephone robot)
  Base URL    ${url}
  App Key     ${mainAiCallAccount.appKey}
  App Secret  ${mainAiCallAccount.appSecret}

Order a fault for the next text correction:
  curl -d '{"service":"text","kind":"code","code":10019}' ${url}/__control/fault
Other voice, 200 ms latency, a clock one hour ahead:
  curl -d '{"voice":"observed","latency":200,"clockOffset":3600}' ${url}/__control/settings
See what arrived, and start afresh:
  curl ${url}/__control/ledger
  curl -X POST ${url}/__control/reset
All faults and settings: test/emulator/README.md`;
}

/** One sentence for a failed start. */
export function startFailure(cause: NodeJS.ErrnoException, options: EmulatorOptions): string {
	const where = `${options.host}:${options.port}`;
	if (cause.code === 'EADDRINUSE') {
		return `Port ${options.port} on ${options.host} is taken; choose another one with --port, or 0 for any free one.`;
	}
	if (cause.code === 'EACCES')
		return `Listening on ${where} is not permitted; choose another --port.`;
	if (cause.code === 'EADDRNOTAVAIL') return `${options.host} is no address of this machine.`;
	return `The emulator could not start on ${where}: ${cause.message}`;
}

async function main(): Promise<void> {
	let options: EmulatorOptions | 'help';
	try {
		options = readOptions(process.argv.slice(2));
	} catch (cause) {
		console.error(`${(cause as Error).message}\n\n${USAGE}`);
		process.exitCode = 2;
		return;
	}
	if (options === 'help') {
		console.log(USAGE);
		return;
	}
	try {
		const emulator = await startEmulator(options);
		for (const signal of ['SIGINT', 'SIGTERM'] as const) {
			process.once(signal, () => void emulator.stop());
		}
		console.log(greeting(emulator, options.voice ?? 'documented'));
	} catch (cause) {
		console.error(startFailure(cause as NodeJS.ErrnoException, options));
		process.exitCode = 1;
	}
}

if (require.main === module) void main();
