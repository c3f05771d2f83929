import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { ROOT } from '../n8n/harness/paths';

/** Whether the pictures of docs/ are taken anew. */
export const UPDATE = process.env.UPDATE_SCREENSHOTS === '1';
const KEPT = join(ROOT, '.cache/pictures');

/** Hides what comes and goes by itself: messages in the corner and tooltips. */
const PASSING =
	'.el-notification, .el-popper, [data-reka-popper-content-wrapper] { visibility: hidden !important; }';

/**
 * Writes a picture of the page: into docs/ with UPDATE_SCREENSHOTS=1, else into .cache/pictures.
 * Pictures for docs/ are made smaller with pngquant where it is installed.
 * @param name file name without its extension
 */
export async function screenshot(page: Page, name: string): Promise<void> {
	const folder = UPDATE ? join(ROOT, 'docs') : KEPT;
	await fs.mkdir(folder, { recursive: true });
	const path = join(folder, `${name}.png`);
	// the top, where nothing answers to the mouse; in the corner the side bar does
	await page.mouse.move(720, 2);
	await page.waitForFunction(
		"document.fonts.status === 'loaded' && [...document.images].every((image) => image.complete)",
	);
	await page.screenshot({ path, animations: 'disabled', caret: 'hide', style: PASSING });
	if (UPDATE) {
		spawnSync('pngquant', ['--force', '--skip-if-larger', '--strip', '--ext', '.png', path]);
	}
}

/** Keeps a picture of the page in .cache/pictures. */
export async function keepLastLook(page: Page, testName: string): Promise<void> {
	await fs.mkdir(KEPT, { recursive: true });
	const name = testName.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 150);
	await page.screenshot({ path: join(KEPT, `test ${name}.png`) });
}
