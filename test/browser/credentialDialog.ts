import type { Locator, Page } from 'playwright-core';
import { cutOffTexts } from './cutOff';

/** The dialog in which a credential is entered and tested. */
export class CredentialDialog {
	private constructor(private readonly page: Page) {}

	/** Picks the type of a new credential. */
	static async ofType(page: Page, typeName: string): Promise<CredentialDialog> {
		await page.getByPlaceholder('Search for app...').fill('iflytek');
		await page.getByRole('option', { name: typeName, exact: true }).click();
		await page.locator('[data-test-id="new-credential-type-button"]').click();
		const dialog = new CredentialDialog(page);
		await dialog.part('credential-save-button').waitFor();
		// n8n asks for a name that is still free, and does not save without one
		await dialog.part('credential-name').filter({ hasText: /\S/ }).waitFor();
		return dialog;
	}

	private get dialog(): Locator {
		return this.page.locator('[data-test-id="editCredential-modal"]');
	}

	private part(testId: string): Locator {
		return this.dialog.locator(`[data-test-id="${testId}"]`);
	}

	/** The labels of the fields, top to bottom; a required one ends in an asterisk. */
	async labels(): Promise<string[]> {
		const forms = await this.part('credential-connection-parameter').allInnerTexts();
		return forms.map((text) => text.split('\n')[0].trim());
	}

	/** Enters values by the fields' names; those not named stay as they are. */
	async fill(values: Record<string, string>): Promise<void> {
		for (const [name, value] of Object.entries(values)) {
			const field = this.part(`parameter-input-${name}`);
			await field.locator('input').fill(value);
		}
	}

	/** Chooses from a drop-down by the option's name. */
	async choose(field: string, option: string): Promise<void> {
		await this.part(`parameter-input-${field}`).click();
		await this.page.getByRole('option', { name: option, exact: true }).click();
	}

	/** Presses *Save*, upon which n8n tests the credential. */
	async save(): Promise<void> {
		await this.part('credential-save-button').click();
	}

	/** What the test of the credential came to, with the reason when it is red. */
	async result(): Promise<{ green: boolean; reason?: string }> {
		const green = this.part('credentials-config-container-test-success');
		const red = this.dialog.locator('.el-tag--danger:visible');
		await green.or(red).and(this.page.locator(':visible')).first().waitFor();
		if (await green.isVisible()) return { green: true };
		await red.getByText('More details').click();
		const lines = (await red.innerText()).split('\n').map((line) => line.trim());
		return { green: false, reason: lines.filter(Boolean).at(-1) };
	}

	/** Waits until a test that was red is green. */
	async turnsGreen(): Promise<void> {
		await this.part('credentials-config-container-test-success')
			.and(this.page.locator(':visible'))
			.waitFor();
	}

	/** Texts of the dialog that do not show whole. */
	async cutOff(): Promise<string[]> {
		return await cutOffTexts(this.dialog);
	}

	/** Presses *Retry*, the test of what is entered. */
	async retry(): Promise<void> {
		await this.dialog.getByRole('button', { name: 'Retry' }).click();
	}
}
