import {
	hasRightKey,
	keyCheck,
	readWebhookSecret,
	sentKeys,
} from '../../../../nodes/IflytekAiCallTrigger/access/webhookSecret';
import { isUrlSafe } from '../../../../nodes/shared/http/pasted';

describe('the push secret', () => {
	it('matches itself only', () => {
		const isKey = keyCheck('word');
		expect(isKey('word')).toBe(true);
		for (const given of ['Word', 'word ', 'wor', '']) expect(isKey(given)).toBe(false);
	});

	it('asks for no key when there is none', () => {
		for (const given of ['', 'word']) expect(keyCheck('')(given)).toBe(true);
	});

	it('is read without the blanks around it', () => {
		expect(readWebhookSecret({ pushSecret: ' word\n' })).toBe('word');
		expect(readWebhookSecret({})).toBe('');
	});

	it('arrives whole in a URL, unless a URL has another use for what is in it', () => {
		for (const secret of ['', 'aZ09', "a-b_c.d!e~f*g'h(i)", 'ab+cd/12==', 'x:y@z', 'a?']) {
			expect(isUrlSafe(secret)).toBe(true);
			const { search } = new URL(`http://host/push?a=1&key=${secret}`);
			const request = {
				url: `/push${search}`,
				query: Object.fromEntries(new URLSearchParams(search)),
			};
			expect(sentKeys(request).some(keyCheck(secret))).toBe(true);
		}
		for (const secret of ['a b', 'a&b', 'a#b', 'a%41', '密码', '\ud800']) {
			expect(isUrlSafe(secret)).toBe(false);
		}
	});
});

describe('the key of a request', () => {
	const sent = (url: string, key: unknown) => sentKeys({ url, query: { key } });

	it('is what n8n reads, and what stands in the URL', () => {
		expect(sent('/push?key=word', 'word')).toEqual(['word', 'word']);
		expect(sent('/push?a=1&key=ab+cd/12==&b=2', 'ab cd/12==')).toEqual([
			'ab cd/12==',
			'ab+cd/12==',
		]);
		expect(sent('/push?k%65y=word', 'word')).toEqual(['word', '']);
	});

	it('is empty when there is none or more than one', () => {
		expect(sent('/push', undefined)).toEqual(['']);
		expect(sent('/push?key=word&key=word', ['word', 'word'])).toEqual(['']);
		expect(sent('/push?key[word]=word', { word: 'word' })).toEqual(['']);
	});
});

describe('a registered URL', () => {
	it.each([
		['?key=word', 'word', true],
		['?a=1&key=word#x', 'word', true],
		['?key=ab+cd', 'ab+cd', true],
		['?key=ab%2Bcd', 'ab+cd', true],
		['?key=w%20d', 'w d', true],
		['?key=word&key=word', 'word', false],
		['?key=other', 'word', false],
		['', 'word', false],
		['', '', true],
		['?key=word&key=word', '', true],
	])('with %j brings the key %j: %p', (query, secret, brings) => {
		expect(hasRightKey(new URL(`https://host/push${query}`), keyCheck(secret))).toBe(brings);
	});
});
