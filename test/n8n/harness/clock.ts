/** The clock of an n8n that runs, set by a test. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../support/until';
import { preloading } from './startN8n';

/** The clock of an n8n with the environment of `clockEnv`. */
export class ShiftedClock {
	/** @param file where it is told what to show */
	constructor(readonly file: string) {}

	/** Sets n8n's clock to a time, in milliseconds since 1970, from which it goes on. */
	async set(time: number): Promise<void> {
		await this.setAhead(time - Date.now());
	}

	/** Sets it to the real time. */
	async reset(): Promise<void> {
		await this.setAhead(0);
	}

	private async setAhead(ms: number): Promise<void> {
		writeFileSync(this.file, String(ms));
		const seen = () => readFileSync(`${this.file}.seen`, 'utf8') === String(ms);
		await until('n8n to take the time', seen);
	}
}

/** What n8n has to be started with so that its clock can be set by a file, which this writes. */
export function clockEnv(file: string): Record<string, string> {
	writeFileSync(file, '0');
	return {
		...preloading(join(__dirname, 'shiftedClock.cjs')),
		TEST_CLOCK: file,
	};
}
