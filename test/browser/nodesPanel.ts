import type { Locator, Page } from 'playwright-core';
import { until } from '../support/until';
import { cutOffTexts } from './cutOff';

/** The panel at the right from which nodes are added. */
export class NodesPanel {
	constructor(private readonly page: Page) {}

	private part(testId: string): Locator {
		return this.page.locator(`[data-test-id="${testId}"]`);
	}

	/** Types words into the search box, and waits until what is listed was found by them. */
	async search(words: string): Promise<void> {
		await this.part('node-creator-search-bar').fill(words);
		// one list takes the place of another without a sign on the page: n8n itself knows what it searches for
		await until(
			`a search for ${words}`,
			async () =>
				await this.page.locator('#app').evaluate((app, words) => {
					const { state } = app.__vue_app__.config.globalProperties.$pinia;
					return state.value.nodeCreatorViewStacks.viewStacks.at(-1)?.search === words;
				}, words),
		);
		await this.part('node-creator-item-name').first().waitFor();
	}

	async close(): Promise<void> {
		await this.page.keyboard.press('Escape');
		await this.part('node-creator').waitFor({ state: 'hidden' });
	}

	/** The names of the nodes or actions that are listed, top to bottom. */
	async names(): Promise<string[]> {
		const names = await this.part('node-creator-item-name').allInnerTexts();
		return names.map((name) => name.trim());
	}

	/** Those of them that are seen without scrolling. */
	async namesInView(): Promise<string[]> {
		const bottom = this.page.viewportSize()!.height;
		const names = await this.part('node-creator-item-name').all();
		const seen = await Promise.all(
			names.map(async (name) => {
				const box = await name.boundingBox();
				return box !== null && box.y + box.height <= bottom ? (await name.innerText()).trim() : [];
			}),
		);
		return seen.flat();
	}

	/** Clicks a result of the search, or an action of the node that is shown. */
	async pick(name: string): Promise<void> {
		await this.item(name).click();
	}

	private item(name: string): Locator {
		return this.part('node-creator-item-name').filter({ hasText: exactly(name) });
	}

	/** Picks a node that the search has found; what it can do takes the place of the results. */
	async showActionsOf(node: string): Promise<void> {
		await this.pick(node);
		await this.part('node-creator-category-item').first().waitFor();
		await this.item(node).waitFor({ state: 'detached' });
	}

	/** The files that the listed nodes have for icons, by the nodes' names. */
	async icons(): Promise<Record<string, string>> {
		const rows = this.part('item-iterator-item');
		const entries = await rows.evaluateAll((elements) =>
			elements.map((row) => [
				row.querySelector('[data-test-id="node-creator-item-name"]')?.textContent.trim() ?? '',
				row.querySelector('img')?.getAttribute('src') ?? '',
			]),
		);
		return Object.fromEntries(entries);
	}

	/** Texts of the panel that do not show whole. */
	async cutOff(): Promise<string[]> {
		return await cutOffTexts(this.part('node-creator'));
	}
}

function exactly(text: string): RegExp {
	return new RegExp(`^\\s*${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*$`);
}
