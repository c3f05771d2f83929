import type { Locator, Page } from 'playwright-core';
import { N8nClient } from '../n8n/harness';
import { openPage } from './chromium';
import { cutOffTexts } from './cutOff';
import { until } from '../support/until';
import { save, step } from '../support/workflows';
import { CredentialDialog } from './credentialDialog';
import { NodePanel } from './nodePanel';
import { NodesPanel } from './nodesPanel';

/** Where something does not show up at all; n8n itself is much faster, also on a slow machine. */
const TIMEOUT_MS = 60_000;
/** How often a page is looked for, ten times a second, before it is asked for again. */
const ASKS_BEFORE_REPEAT = 30;

/** n8n's editor as somebody sees it who has signed in. */
export class Editor {
	private constructor(
		readonly page: Page,
		private readonly client: N8nClient,
		readonly close: () => Promise<void>,
	) {}

	/**
	 * Goes on where the test files before have left the browser; a new page is signed in as the owner.
	 * @param browserUrl where the browser is reached
	 */
	static async open(
		client: N8nClient,
		browserUrl: string,
		theme: 'light' | 'dark' = 'light',
	): Promise<Editor> {
		const { page, leave } = await openPage(browserUrl, theme);
		page.setDefaultTimeout(TIMEOUT_MS);
		const editor = new Editor(page, client, leave);
		if (!page.url().startsWith(client.url)) await editor.signIn();
		return editor;
	}

	private async signIn(): Promise<void> {
		const { email, password } = N8nClient.owner;
		const field = this.part('emailOrLdapLoginId').locator('input');
		const overview = this.page.waitForURL(/\/home\//);
		await this.page.goto(`${this.client.url}/signin`);
		// not asked of a further page
		await Promise.race([field.waitFor(), overview]);
		if (await field.isVisible()) {
			await field.fill(email);
			await this.part('password').locator('input').fill(password);
			await this.part('form-submit-button').click();
		}
		await overview;
	}

	/** What n8n marks with a name for tests. */
	part(testId: string): Locator {
		return this.page.locator(`[data-test-id="${testId}"]`);
	}

	/** A workflow with a manual trigger alone, so that action nodes come first in the nodes panel. */
	async newWorkflow(): Promise<void> {
		const trigger = step('When clicking ‘Execute workflow’', 'manualTrigger', 1);
		await this.openWorkflow((await save(this.client, [trigger])).id);
	}

	/** A workflow without any node. */
	async emptyWorkflow(): Promise<void> {
		const draft = { name: 'Empty', nodes: [], connections: {} };
		await this.show(`/workflow/${(await this.client.createWorkflow(draft)).id}`);
		await this.part('canvas-add-button').waitFor();
	}

	async openWorkflow(id: string): Promise<void> {
		await this.show(`/workflow/${id}`);
		await this.part('canvas-node').first().waitFor();
	}

	/** Opens the dialog as *Create credential* on the overview does. */
	async newCredential(typeName: string): Promise<CredentialDialog> {
		await this.show('/home/credentials/create');
		return await CredentialDialog.ofType(this.page, typeName);
	}

	/**
	 * Goes to a page of n8n as its links do: loading the editor anew took most of the time of these tests.
	 * By way of a page without a canvas, so that nothing is left of the last one.
	 */
	private async show(path: string): Promise<void> {
		// a dialog would stay open over the next page
		const dialog = this.part('editCredential-modal');
		if (await dialog.isVisible()) {
			await this.page.keyboard.press('Escape');
			await dialog.waitFor({ state: 'detached' });
		}
		// nor does n8n 1 close the panel of a node; only there it has this button
		if (await this.part('back-to-canvas').isVisible()) await new NodePanel(this.page).close();
		await this.follow('/settings/personal');
		await this.page.locator('body:not(:has([data-test-id="canvas-wrapper"]))').waitFor();
		await this.follow(path);
	}

	/** Asks once more now and then: n8n's own change of the address, as a page opens, may win. */
	private async follow(path: string): Promise<void> {
		const leave = this.page.getByRole('button', { name: 'Leave without saving' });
		let asked = 0;
		await until(`the page ${path}`, async () => {
			// n8n may close it by itself meanwhile
			if (await leave.isVisible()) await leave.click({ timeout: 1000 }).catch(() => {});
			const push = asked++ % ASKS_BEFORE_REPEAT === 0;
			return await this.page.locator('#app').evaluate(
				(app, { to, push }) => {
					const { $router } = app.__vue_app__.config.globalProperties;
					if ($router.currentRoute.value.path === to) return true;
					// not awaited: n8n may ask first whether to save
					if (push) void $router.push(to);
					return false;
				},
				{ to: path, push },
			);
		});
	}

	/** The panel from which nodes are added, open or not. */
	get nodesPanel(): NodesPanel {
		return new NodesPanel(this.page);
	}

	/** Opens it anew. */
	async openNodesPanel(): Promise<void> {
		if (await this.part('node-creator').isVisible()) await this.nodesPanel.close();
		await this.part('node-creator-plus-button').click();
	}

	/** Adds a node, by one of its actions where it has several, and opens it. */
	async addNode(name: string, action?: string): Promise<NodePanel> {
		await this.openNodesPanel();
		await this.nodesPanel.search(name);
		await this.nodesPanel.pick(name);
		if (action) await this.nodesPanel.pick(action);
		return await this.nodePanel();
	}

	/** A node on the canvas, by its name. */
	node(name: string): Locator {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	/** Waits until a node of the canvas carries the green tick of a run. */
	async hasSucceeded(name: string): Promise<void> {
		await this.node(name).locator('[data-test-id="canvas-node-status-success"]').waitFor();
		await this.page
			.locator(`[data-target-node-name="${name}"][data-edge-status="success"]`)
			.first()
			.waitFor();
	}

	/** Names and subtitles on the canvas that do not show whole; web addresses may be longer. */
	async cutOffNames(): Promise<string[]> {
		const texts = await cutOffTexts(this.part('canvas-node'));
		return texts.filter((text) => !text.includes('://'));
	}

	/** By how many pixels each note on the canvas is taller than its text; below 0 its end is cut off. */
	async spareHeightOfNotes(): Promise<number[]> {
		return await this.page.locator('.n8n-sticky').evaluateAll((notes) =>
			notes.map((note) => {
				const box = note.getBoundingClientRect();
				const blocks = [...note.querySelectorAll('h2, h3, p, ol, table')];
				const end = Math.max(...blocks.map((block) => block.getBoundingClientRect().bottom));
				return Math.round((box.bottom - end) * (note.offsetHeight / box.height));
			}),
		);
	}

	/** The size in pixels in which the text of the notes is seen, with the whole workflow on the screen. */
	async textSizeOfNotes(): Promise<number> {
		const sizes = await this.page.locator('.n8n-sticky').evaluateAll((notes) => {
			const { getComputedStyle } = globalThis as unknown as {
				getComputedStyle: (element: unknown) => { fontSize: string };
			};
			return notes.flatMap((note) => {
				const zoom = note.getBoundingClientRect().height / note.offsetHeight;
				return [...note.querySelectorAll('p')].map(
					(text) => parseFloat(getComputedStyle(text).fontSize) * zoom,
				);
			});
		});
		return Math.min(...sizes);
	}

	/** Pairs of nodes or notes on the canvas of which one covers a part of the other or of its name. */
	async overlaps(): Promise<string[]> {
		return await this.part('canvas-node')
			.or(this.page.locator('.n8n-sticky'))
			.evaluateAll((all) => {
				const shapes = all.filter(
					(one) => !all.some((other) => other !== one && other.contains(one)),
				);
				const boxes = shapes.flatMap((shape) =>
					[shape, ...shape.querySelectorAll('[class*="_description_"]')].map((part) => ({
						shape,
						name: shape.textContent.trim().slice(0, 30),
						place: part.getBoundingClientRect(),
					})),
				);
				const pairs: string[] = [];
				for (const [index, { shape, name, place }] of boxes.entries()) {
					for (const other of boxes.slice(index + 1)) {
						const across = place.left < other.place.right && other.place.left < place.right;
						const down = place.top < other.place.bottom && other.place.top < place.bottom;
						if (shape !== other.shape && across && down) pairs.push(`${name} / ${other.name}`);
					}
				}
				return pairs;
			});
	}

	/** Nodes that lie under the button *Execute workflow*, or their names do. */
	async underTheButton(): Promise<string[]> {
		const found = this.part('execute-workflow-button');
		// a chat has another one
		const button = (await found.count()) > 0 ? await found.first().boundingBox() : null;
		if (button === null) return [];
		return await this.part('canvas-node').evaluateAll((all, button) => {
			const isUnder = (part: (typeof all)[number]) => {
				const { left, right, top, bottom } = part.getBoundingClientRect();
				const across = left < button.x + button.width && button.x < right;
				return across && top < button.y + button.height && button.y < bottom;
			};
			return all
				.filter((node) =>
					[node, ...node.querySelectorAll('[class*="_description_"]')].some(isUnder),
				)
				.map((node) => node.textContent.trim().slice(0, 30));
		}, button);
	}

	/** Opens a node of the canvas by a double click, in place of one that is open. */
	async openNode(name: string): Promise<NodePanel> {
		if (await this.part('ndv').isVisible()) await new NodePanel(this.page).close();
		await this.node(name).dblclick();
		return await this.nodePanel();
	}

	/** The panel of the node that is open. */
	async nodePanel(): Promise<NodePanel> {
		await this.part('ndv').waitFor();
		return new NodePanel(this.page);
	}

	/** Presses *Execute workflow* and waits for the end of the run. */
	async executeWorkflow(): Promise<void> {
		await this.part('execute-workflow-button').click();
		await this.page.getByText('Workflow executed successfully').waitFor();
	}
}
