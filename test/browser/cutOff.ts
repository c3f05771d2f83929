import type { Locator } from 'playwright-core';

/**
 * Texts inside an element that do not show whole: longer than their box in one line, clamped to fewer
 * lines than they have, a choice or a placeholder that is longer than its field. What a user enters,
 * or an expression comes to, may be longer.
 */
export async function cutOffTexts(within: Locator): Promise<string[]> {
	const found = await within.evaluateAll(async (roots) => {
		const texts: string[] = [];
		for (const root of roots) {
			const page = root.ownerDocument;
			await page.fonts.ready;
			const pencil = page.createElement('canvas').getContext('2d');
			for (const element of [root, ...root.querySelectorAll('*')]) {
				if (element.getBoundingClientRect().width === 0) continue;
				const style = page.defaultView.getComputedStyle(element);
				if (element.tagName === 'INPUT') {
					const shown = element.readOnly ? element.value : '';
					const text = shown || element.placeholder;
					const room =
						element.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
					pencil.font = style.font;
					if (pencil.measureText(text).width > room + 1) texts.push(text);
					continue;
				}
				const text = element.textContent.trim();
				const outcome = element.closest('[data-test-id^="parameter-expression-preview"]');
				if (text === '' || outcome) continue;
				const cutAtEnd =
					style.textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth;
				const clamped =
					style.webkitLineClamp !== 'none' && element.scrollHeight > element.clientHeight + 1;
				if (cutAtEnd || clamped) texts.push(text);
			}
		}
		return texts;
	});
	return [...new Set(found)];
}
