import { randomBytes } from 'node:crypto';

import { SecretScanner } from '../../n8n/harness/secretScanner';

const SECRET = 'q7/Zt+0a9XkLm3==';

describe('the search for secrets', () => {
	it.each([
		['in clear', SECRET],
		['percent-encoded', encodeURIComponent(SECRET)],
		['base64-encoded', Buffer.from(SECRET).toString('base64')],
		['inside base64, one byte in', Buffer.from(`"${SECRET}",`).toString('base64')],
		['inside base64, two bytes in', Buffer.from(`: ${SECRET} and more`).toString('base64')],
		['inside base64, three bytes in', Buffer.from(`abc${SECRET}`).toString('base64')],
	])('finds a value %s, wherever it stands', (_how, text) => {
		const scanner = new SecretScanner({ ours: SECRET, other: 'something-else-entirely' });
		for (const before of [0, 1, 11, 12, 13, 5000]) {
			const content = Buffer.concat([randomBytes(before), Buffer.from(text), randomBytes(before)]);
			expect([...scanner.find(content)]).toEqual(['ours']);
		}
	});

	it('finds neither a part nor a changed value', () => {
		const scanner = new SecretScanner({ ours: SECRET });
		for (const text of [SECRET.slice(0, -3), SECRET.slice(1), SECRET.replace('Z', 'z'), '']) {
			expect([...scanner.find(Buffer.from(text))]).toEqual([]);
		}
	});

	it('finds each of thousands of values in a text that holds all of them', () => {
		const values = Array.from({ length: 4000 }, () => randomBytes(16).toString('hex'));
		const needles = Object.fromEntries(values.map((value, at) => [`value ${at}`, value]));
		const scanner = new SecretScanner(needles);
		expect(scanner.find(Buffer.from(values.join(''))).size).toBe(4000);
		expect(scanner.find(randomBytes(2_000_000)).size).toBe(0);
	});

	it('takes no value that is too short to be told from chance', () => {
		expect(() => new SecretScanner({ short: 'abc' })).toThrow("'short' is too short");
	});
});
