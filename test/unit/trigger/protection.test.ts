import {
	addressAllowed,
	isUrlSafe,
	keyCheck,
	listEntries,
	readPushSecret,
	sentKeys,
	unreadableAddresses,
} from '../../../nodes/IflytekAiCallTrigger/protection';

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
		expect(readPushSecret({ pushSecret: ' word\n' })).toBe('word');
		expect(readPushSecret({})).toBe('');
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

describe('the allowed addresses', () => {
	const list = '203.0.113.7, 198.51.100.0/24\n10.0.0.0/8;2001:db8::1';

	it.each([
		['203.0.113.7', true],
		['203.0.113.8', false],
		['198.51.100.0', true],
		['198.51.100.255', true],
		['198.51.101.0', false],
		['10.255.255.255', true],
		['11.0.0.0', false],
		['::ffff:203.0.113.7', true],
		['::FFFF:198.51.100.9', true],
		['2001:db8::1', true],
		['2001:0DB8:0:0:0:0:0:1', true],
		['2001:db8::2', false],
		['', false],
		[undefined, false],
		['unix socket', false],
	])('say for %s: %s', (address, allowed) => {
		expect(addressAllowed(address, list)).toBe(allowed);
	});

	it('take every prefix length', () => {
		expect(addressAllowed('255.255.255.255', '0.0.0.0/0')).toBe(true);
		expect(addressAllowed('192.0.2.129', '192.0.2.128/25')).toBe(true);
		expect(addressAllowed('192.0.2.127', '192.0.2.128/25')).toBe(false);
		expect(addressAllowed('192.0.2.1', '192.0.2.1/32')).toBe(true);
		expect(addressAllowed('192.0.2.99', '192.0.2.1/24')).toBe(true);
	});

	it.each([
		'1.2.3.4/8x',
		'1.2.3.4/x8',
		'1.2.3.4/008',
		'1.2.3.4/-1',
		'1.2.3.4.5',
		'x1.2.3.4',
		'1.2.3.4x',
		'1.2.3.4::ffff:1.2.3.4',
		'x::ffff:1.2.3.4',
		'::1]/x[',
		'@::1',
		'::1@',
		'1234',
		'abc.de',
		':::',
	])('cannot be read from %s', (entry) => {
		expect(unreadableAddresses(entry)).toEqual([entry]);
		for (const caller of ['1.2.3.4', '1.0.0.0', '::1', entry]) {
			expect(addressAllowed(caller, entry)).toBe(false);
		}
	});

	it('allow nobody by an entry that cannot be read, and name it', () => {
		const bad = '1.2.3, 256.1.1.1, 1.2.3.4/33, 1.2.3.4/, 2001:db8::/32, example.com, 1.2.3.4/8/9';
		expect(unreadableAddresses(bad)).toEqual(listEntries(bad));
		expect(unreadableAddresses(list)).toEqual([]);
		for (const address of ['1.2.3.4', '256.1.1.1', '2001:db8::1']) {
			expect(addressAllowed(address, bad)).toBe(false);
		}
	});
});

describe('a list given as text', () => {
	it('is split at commas, semicolons, blanks and line breaks', () => {
		expect(listEntries(' a,b ;c\n\nd,, ')).toEqual(['a', 'b', 'c', 'd']);
		expect(listEntries('')).toEqual([]);
	});
});
