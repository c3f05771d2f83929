import { existsSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from 'playwright-core';

/** The one without a window first: it takes a quarter less of the processor. */
const PLACES = [
	'/usr/bin/chromium-headless-shell',
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
];

const FLAGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	'--font-render-hinting=none',
	// nothing but this machine: the tests do not hang on a network
	'--no-proxy-server',
	'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

/** The size of a screenshot. */
const WINDOW = { width: 1440, height: 900 };

/**
 * The browser that CHROMIUM_PATH names, else the system's.
 * @throws with one sentence when there is none
 */
export function chromiumPath(): string {
	const named = process.env.CHROMIUM_PATH;
	const path = named ? [named].find(existsSync) : PLACES.find((place) => existsSync(place));
	if (path === undefined) {
		throw new Error(
			named
				? `There is no browser at '${named}', which CHROMIUM_PATH names.`
				: 'These tests need Chromium: install it (Debian and Ubuntu: apt-get install chromium fonts-noto-cjk) or name its program in the variable CHROMIUM_PATH.',
		);
	}
	return path;
}

export interface OpenBrowser {
	context: BrowserContext;
	close(): Promise<void>;
}

/** Starts a headless browser with a new profile. */
export async function openChromium(theme: 'light' | 'dark'): Promise<OpenBrowser> {
	const profile = await fs.mkdtemp(join(tmpdir(), 'iflytek-chromium-'));
	const context = await chromium.launchPersistentContext(profile, {
		executablePath: chromiumPath(),
		headless: true,
		args: FLAGS,
		viewport: WINDOW,
		colorScheme: theme,
		locale: 'en-US',
		timezoneId: 'Asia/Shanghai',
		reducedMotion: 'reduce',
	});
	return {
		context,
		close: async () => {
			await context.close();
			await fs.rm(profile, { recursive: true, force: true, maxRetries: 5 });
		},
	};
}
