import { defaultAccounts, type Accounts } from './accounts';
import { aiCallModule, type AiCallOptions } from './aiCall';
import type { AiCallPlatform } from './aiCall/platform';
import type { AiCallFault } from './aiCall/services';
import { checksumModule } from './checksum';
import type { LabelTruth } from './checksum/classify';
import type { ChecksumFault } from './checksum/image';
import type { FaultView, FaultWhen, TransportFault } from './core/faults';
import type { LedgerView } from './core/ledger';
import { EmulatorServer, type SeenRequest } from './core/server';
import type { Voice } from './core/types';
import { changeSettings, defaultSettings, type Settings, type SettingsChange } from './settings';
import { signatureModule } from './signature';
import type { SignatureFault } from './signature/faults';

export * from './accounts';
export * from './aiCall/accounts';
export type { SettingsChange } from './settings';
export type { SeenRequest } from './core/server';
export type { LedgerEntry, LedgerView } from './core/ledger';
export type { Habit } from './core/habits';
export type { Capacity, Rate } from './core/limits';
export { ELEMENT_KEYS, type InvoiceTruth } from './signature/invoiceTruth';

/** What goes wrong, and which requests it meets. */
export type FaultOrder = FaultWhen &
	(TransportFault | SignatureFault | ChecksumFault | AiCallFault);

export interface EmulatorOptions {
	/** 0, the default, takes any free port. */
	port?: number;
	/** 127.0.0.1 when absent. */
	host?: string;
	voice?: Voice;
	/** In place of the default accounts. */
	accounts?: Partial<Accounts>;
	/** The call platform's applications and settings. */
	aiCall?: AiCallOptions;
	/** Settings from the start; reset goes back to them. */
	settings?: SettingsChange;
	/** Called for each request to a service; the ledger itself keeps no key, signature or token. */
	onRequest?: (request: SeenRequest) => void;
}

export interface Emulator {
	/** Base URL without a trailing slash. */
	url: string;
	port: number;
	/** Orders a fault and returns its id. */
	order(fault: FaultOrder): string;
	/** The faults not yet spent. */
	faults(): FaultView[];
	set(change: SettingsChange): Settings;
	/** Faults, settings, truths and ledger as after the start. */
	reset(): void;
	ledger(filter?: { service?: string; limit?: number }): LedgerView;
	/** Tells what a scene or object image without metadata shows, by its SHA-256 or by URL. */
	tellLabel(sha256OrUrl: string, truth: LabelTruth): void;
	/** The call platform itself: clock, tokens, tasks, number ledger, pushes. */
	aiCall: AiCallPlatform;
	stop(): Promise<void>;
}

/**
 * Starts the emulator and resolves when it listens.
 * Rejects with the system's error when the port cannot be had (EADDRINUSE).
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
	const { port = 0, host = '127.0.0.1', accounts, voice } = options;
	const signature = signatureModule(accounts?.signature ?? defaultAccounts.signature);
	const checksum = checksumModule(accounts?.checksum ?? defaultAccounts.checksum);
	const aiCall = aiCallModule(() => server.settings, options.aiCall);
	const server: EmulatorServer = new EmulatorServer({
		host,
		port,
		settings: changeSettings(defaultSettings(voice), options.settings ?? {}),
		modules: [signature, checksum, aiCall],
		onRequest: options.onRequest,
	});
	await server.start();
	const shown = host.includes(':') ? `[${host}]` : host;
	return {
		url: `http://${shown}:${server.port}`,
		port: server.port,
		order: (fault) => server.faults.order(fault),
		faults: () => server.faults.view(),
		set: (change) => server.set(change),
		reset: () => server.reset(),
		ledger: (filter) => server.ledger.view(filter),
		tellLabel: (key, truth) => checksum.truths.tell(key, truth),
		aiCall: aiCall.platform,
		stop: () => server.stop(),
	};
}
