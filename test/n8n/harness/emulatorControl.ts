import type { FaultOrder, LedgerView, SettingsChange } from '../../emulator';

/** Orders faults from an emulator that runs in another process, over its control endpoint. */
export class EmulatorControl {
	constructor(readonly url: string) {}

	/** Orders one or more faults; answers their ids. */
	async order(...faults: FaultOrder[]): Promise<string[]> {
		const { ids } = (await this.call('POST', 'fault', faults)) as { ids: string[] };
		return ids;
	}

	async set(change: SettingsChange): Promise<void> {
		await this.call('POST', 'settings', change);
	}

	/** Faults, settings, truths and ledger as after the start. */
	async reset(): Promise<void> {
		await this.call('POST', 'reset', {});
	}

	/** What has arrived, of one service or of all. */
	async ledger(service?: string): Promise<LedgerView> {
		return (await this.call('GET', `ledger${service ? `?service=${service}` : ''}`)) as LedgerView;
	}

	/** Any other control call, such as telling what an image shows. */
	async call(method: string, path: string, body?: unknown): Promise<unknown> {
		const response = await fetch(`${this.url}/__control/${path}`, {
			method,
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		const text = await response.text();
		if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
		return JSON.parse(text);
	}
}
