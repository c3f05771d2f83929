import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { ROOT } from '../n8n/harness/paths';

/** Whether the pictures of docs/ are taken anew. */
export const UPDATE = process.env.UPDATE_SCREENSHOTS === '1';

/** Hides what comes and goes by itself: messages in the corner and tooltips. */
const PASSING =
	'.el-notification, .el-popper, [data-reka-popper-content-wrapper] { visibility: hidden !important; }';

/**
 * Takes a picture of the page for docs/, with UPDATE_SCREENSHOTS=1 alone. It is made smaller with pngquant
 * where that is installed.
 * @param name file name without its extension
 */
export async function screenshot(page: Page, name: string): Promise<void> {
	if (!UPDATE) return;
	const path = join(ROOT, 'docs', `${name}.png`);
	// the top, where nothing answers to the mouse; in the corner the side bar does
	await page.mouse.move(720, 2);
	await page.waitForFunction(
		"document.fonts.status === 'loaded' && [...document.images].every((image) => image.complete)",
	);
	await page.screenshot({ path, animations: 'disabled', caret: 'hide', style: PASSING });
	spawnSync('pngquant', ['--force', '--skip-if-larger', '--strip', '--ext', '.png', path]);
}

/** Keeps a picture of the page in .cache/pictures. */
export async function keepLastLook(page: Page, testName: string): Promise<void> {
	const folder = join(ROOT, '.cache/pictures');
	await fs.mkdir(folder, { recursive: true });
	const name = testName.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 150);
	await page.screenshot({ path: join(folder, `test ${name}.png`) });
}
