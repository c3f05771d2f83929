/** The clock of an n8n that runs, set by a test. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
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
		const isSeen = (file: string) => readFileSync(file, 'utf8') === String(ms);
		await until('n8n to take the time', () => {
			const files = this.seenFiles();
			return files.length > 0 && files.every(isSeen);
		});
	}

	/** Of the processes that run: queue mode has several with one clock. */
	private seenFiles(): string[] {
		const folder = dirname(this.file);
		const start = `${basename(this.file)}.seen.`;
		return readdirSync(folder)
			.filter((name) => name.startsWith(start) && isRunning(Number(name.slice(start.length))))
			.map((name) => join(folder, name));
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

function isRunning(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}
