/**
 * Two words or more of Latin letters side by side in a Chinese text, but for what stands in quotation marks: names
 * of options, and what users and services wrote.
 */
export const latinWords = (text: string): string[] =>
	text.replace(/“[^“”]*”/g, '“”').match(/[a-z]{2,}[,;:]?\s+[a-z]{2,}/gi) ?? [];

export const HAN = /\p{Script=Han}/u;

/** Whether a text is Chinese, all of it. */
export function expectChinese(text: unknown): void {
	expect(text).toMatch(HAN);
	expect([text, latinWords(String(text))]).toEqual([text, []]);
}
