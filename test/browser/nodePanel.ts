import type { Locator, Page } from 'playwright-core';
import { cutOffTexts } from './cutOff';
import { eventually } from '../support/until';

/** A list that has not opened by then was closed by n8n itself. */
const LIST_OPENS_WITHIN_MS = 5000;

/** The panel of an open node: input at the left, parameters in the middle, output at the right. */
export class NodePanel {
	constructor(private readonly page: Page) {}

	private get panel(): Locator {
		return this.page.locator('[data-test-id="ndv"]');
	}

	private part(testId: string): Locator {
		return this.panel.locator(`[data-test-id="${testId}"]`);
	}

	private get parameters(): Locator {
		return this.part('node-parameters');
	}

	async title(): Promise<string> {
		return await this.part('node-title-container').innerText();
	}

	/** Goes back to the canvas, by the button of n8n 2 or of n8n 1. */
	async close(): Promise<void> {
		const back = this.page.locator('[data-test-id="back-to-canvas"]');
		await this.part('ndv-close-button').or(back).click();
		await this.panel.waitFor({ state: 'hidden' });
	}

	/** The labels of the parameters that show, top to bottom, options in use among them. */
	async labels(): Promise<string[]> {
		const labels = this.parameters.locator('[data-test-id="input-label"]:visible');
		return (await labels.allInnerTexts()).map((text) => text.split('\n')[0].trim());
	}

	/** All that the middle pane says. */
	async parametersText(): Promise<string> {
		return await this.parameters.innerText();
	}

	/** The coloured notices between the parameters. */
	async notices(): Promise<string[]> {
		return await this.parameters.locator('.notice-content:visible').allInnerTexts();
	}

	/** The notices with a red edge. */
	async redNotices(): Promise<string[]> {
		return await this.parameters.locator('.notice:visible').evaluateAll((notices) =>
			notices
				.filter((notice) => {
					// a canvas makes red, green and blue of any notation of a color
					const page = notice.ownerDocument;
					const canvas = page.createElement('canvas').getContext('2d');
					canvas.fillStyle = page.defaultView.getComputedStyle(notice).borderLeftColor;
					canvas.fillRect(0, 0, 1, 1);
					const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
					return red > 150 && green < 110 && blue < 110;
				})
				.map(({ innerText }) => innerText),
		);
	}

	/** What is chosen in a drop-down that takes several. */
	async tags(parameter: string): Promise<string[]> {
		return await this.parameter(parameter).locator('.el-tag:visible').allInnerTexts();
	}

	/** One parameter, by its name in the workflow's JSON. */
	parameter(name: string): Locator {
		return this.parameters.locator(`[data-test-id="parameter-input-${name}"]`);
	}

	/** What a drop-down or a text field shows. */
	async value(name: string): Promise<string> {
		return await this.parameter(name).locator('input, textarea').first().inputValue();
	}

	/** Opens a drop-down. */
	async openChoices(parameter: string): Promise<void> {
		const options = this.page.locator('[role="option"]:visible');
		// n8n may draw the panel anew while it is clicked, which closes the list again
		await eventually(async () => {
			await this.parameter(parameter).click();
			await options.first().waitFor({ timeout: LIST_OPENS_WITHIN_MS });
		});
	}

	/** Texts of the open drop-down that do not show whole. */
	async cutOffChoices(): Promise<string[]> {
		return await cutOffTexts(this.page.locator('[role="option"]:visible'));
	}

	/** Chooses from a drop-down by the option's name. */
	async choose(parameter: string, option: string): Promise<void> {
		await this.openChoices(parameter);
		await this.page
			.locator('[role="option"]:visible')
			.filter({ has: this.page.getByText(option, { exact: true }) })
			.click();
		await this.page.locator('[role="option"]:visible').first().waitFor({ state: 'hidden' });
	}

	/** The names of the drop-downs that show. */
	async dropDowns(): Promise<string[]> {
		const inputs = this.parameters.locator('[data-test-id^="parameter-input-"]:visible');
		const names = await inputs
			.filter({ has: this.page.locator('.el-select') })
			.filter({ hasNot: this.page.locator('[data-test-id^="resource-locator-"]') })
			.evaluateAll((elements) => elements.map((element) => element.dataset.testId));
		return names.map((name: string) => name.replace('parameter-input-', ''));
	}

	/** Closes an open drop-down. */
	async closeChoices(): Promise<void> {
		await this.page.keyboard.press('Escape');
		await this.page.locator('[role="option"]:visible').first().waitFor({ state: 'hidden' });
	}

	/** Switches an on/off parameter. */
	async toggle(parameter: string): Promise<void> {
		await this.parameter(parameter).click();
	}

	async fill(parameter: string, text: string): Promise<void> {
		await this.parameter(parameter).locator('input, textarea').fill(text);
	}

	/** Opens a list that n8n loads from the service, and waits for its entries. */
	async openList(parameter: string): Promise<void> {
		await this.parameter(parameter).locator('[data-test-id="rlc-input"]').click();
		await this.entries.first().waitFor();
	}

	/** Types words into the search box of the open list. */
	async searchList(words: string): Promise<void> {
		await this.page.locator('[data-test-id="rlc-search"]:visible').fill(words);
	}

	private get entries(): Locator {
		return this.page.locator('[data-test-id="rlc-item"]:visible');
	}

	/** The entries of the open list. */
	async listEntries(): Promise<string[]> {
		return (await this.entries.allInnerTexts()).map((text) => text.trim());
	}

	/** Picks an entry of the open list. */
	async pickFromList(entry: string): Promise<void> {
		await this.entries.filter({ hasText: entry }).first().click();
		await this.entries.first().waitFor({ state: 'hidden' });
	}

	/** The columns that can be mapped, as soon as n8n has loaded them. */
	async columns(): Promise<string[]> {
		const fields = this.part('mapping-fields-container').locator('[data-test-id="input-label"]');
		await fields.nth(1).waitFor();
		const [, ...columns] = (await fields.allInnerTexts()).map((text) => text.split('\n')[0].trim());
		return columns;
	}

	/** The address under *Webhook URLs* that listens while the trigger is tested. */
	async testUrl(): Promise<string> {
		await this.parameters.getByText('Webhook URLs', { exact: true }).click();
		return (await this.parameters.getByText(/\/webhook-test\//).innerText()).trim();
	}

	/** Shows the address under *Webhook URLs* that a published workflow listens at. */
	async showProductionUrl(): Promise<void> {
		await this.parameters.getByRole('radio', { name: 'Production URL' }).click();
		await this.parameters.getByText(/\/webhook\//).waitFor();
	}

	/** Presses the button that waits for a test event of a trigger. */
	async listen(): Promise<void> {
		await this.part('node-execute-button').click();
		await this.part('trigger-listening').waitFor();
	}

	/** Waits for the output of a trigger that listens. */
	async triggered(): Promise<void> {
		await this.part('node-run-status-success').waitFor();
	}

	/** What *Options*, the last collection, still offers. */
	async optionNames(): Promise<string[]> {
		await this.part('collection-parameter-add').last().click();
		const options = this.page.locator('[data-test-id="collection-parameter-option"]:visible');
		await options.first().waitFor();
		const names = (await options.allInnerTexts()).map((name) => name.trim());
		await this.page.keyboard.press('Escape');
		await options.first().waitFor({ state: 'hidden' });
		return names;
	}

	/** Labels, hints and notices of the parameters that do not show whole. */
	async cutOff(): Promise<string[]> {
		return await cutOffTexts(this.parameters);
	}

	/** Runs this node, and what comes before it, and waits for its output. */
	async executeStep(): Promise<void> {
		// What an earlier run left is gone once n8n has taken this one.
		const taken = this.page.waitForResponse(
			(response) =>
				/\/rest\/workflows\/[^/]+\/run$/.test(new URL(response.url()).pathname) && response.ok(),
		);
		await this.part('node-execute-button').click();
		await taken;
		await this.part('node-run-status-success')
			.or(this.part('node-run-status-danger'))
			.or(this.part('node-error-message'))
			.first()
			.waitFor();
	}

	/** Brings the first parameter into view. */
	async scrollToTop(): Promise<void> {
		await this.parameters
			.locator('[data-test-id="input-label"]')
			.first()
			.evaluate((label) => label.scrollIntoView({ block: 'end' }));
	}

	private get output(): Locator {
		return this.part('output-panel');
	}

	/** Shows the output as a table. */
	async showOutputTable(): Promise<void> {
		await this.output.locator('[data-test-id="radio-button-table"]').click();
		await this.output.locator('table th').first().waitFor();
	}

	/** Shows the output as a list of its fields, with the first item's values. */
	async showOutputSchema(): Promise<void> {
		await this.output.locator('[data-test-id="radio-button-schema"]').click();
		await this.output.locator('[data-test-id="run-data-schema-item"]').first().waitFor();
	}

	/** The output table: its head and its rows. */
	async outputTable(): Promise<{ columns: string[]; rows: string[][] }> {
		const table = this.output.locator('table');
		const columns = (await table.locator('th').allInnerTexts()).map((text) => text.trim());
		const rows = [];
		for (const row of await table.locator('tbody tr').all()) {
			rows.push((await row.locator('td').allInnerTexts()).map((text) => text.trim()));
		}
		return { columns: columns.filter(Boolean), rows };
	}

	/** The whole text of the output pane, such as a message in place of a table. */
	async outputText(): Promise<string> {
		return await this.output.innerText();
	}

	/** The fields that the input pane shows of an earlier node that has not run yet. */
	async inputPreview(): Promise<string[]> {
		const input = this.part('ndv-input-panel');
		await input.getByText('Usually outputs the following fields').waitFor();
		const lines = (await input.innerText()).split('\n').map((line) => line.trim());
		return lines.filter(Boolean);
	}
}
