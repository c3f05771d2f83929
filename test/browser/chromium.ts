import { existsSync } from 'node:fs';
import { chromium, type Page } from 'playwright-core';
import { onFreePorts } from '../n8n/harness';

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

export interface RunningChromium {
	/** where test files connect to it */
	url: string;
	close(): Promise<void>;
}

/** Starts a headless browser with a new profile. */
export async function startChromium(): Promise<RunningChromium> {
	return await onFreePorts(1, async ([port]) => {
		const browser = await chromium.launch({
			executablePath: chromiumPath(),
			headless: true,
			args: [...FLAGS, `--remote-debugging-port=${port}`],
			env: { ...process.env, TZ: 'Asia/Shanghai', LANGUAGE: 'en_US' },
		});
		return { url: `http://127.0.0.1:${port}`, close: async () => await browser.close() };
	});
}

/** What moves is waited for, and takes the processor's time. */
const WITHOUT_MOTION = `document.addEventListener('DOMContentLoaded', () => {
	const style = document.createElement('style');
	style.textContent = '*, ::before, ::after { animation: none !important; transition: none !important; }';
	document.head.append(style);
});`;

/** The page of a running browser: the one that the test files before have left, or in another theme a new one. */
export async function openPage(
	url: string,
	theme: 'light' | 'dark',
): Promise<{ page: Page; leave: () => Promise<void> }> {
	const browser = await chromium.connectOverCDP(url);
	const [context] = browser.contexts();
	const left = theme === 'light' ? context!.pages()[0] : undefined;
	const page = left ?? (await context!.newPage());
	await page.setViewportSize(WINDOW);
	await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
	await page.addInitScript(WITHOUT_MOTION);
	return {
		page,
		leave: async () => {
			if (theme === 'dark') await page.close();
			// the browser itself goes on
			await browser.close();
		},
	};
}
