import { pastedList } from '../../../../nodes/shared/items/item';
import {
	addressAllowed,
	unreadableAddresses,
} from '../../../../nodes/IflytekAiCallTrigger/access/authorize';

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
		['2001:db8::1f', false],
		['2001:db8::1:1', false],
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
		...['1.2.3.4/8x', '1.2.3.4/x8', '1.2.3.4/008', '1.2.3.4/-1', '1.2.3.4.5', 'x1.2.3.4'],
		...['1.2.3.4x', '1.2.3.4::ffff:1.2.3.4', 'x::ffff:1.2.3.4', '::1]/x[', '@::1', '::1@'],
		...['1234', 'abc.de', ':::'],
	])('cannot be read from %s', (entry) => {
		expect(unreadableAddresses(entry)).toEqual([entry]);
		for (const caller of ['1.2.3.4', '1.0.0.0', '::1', entry]) {
			expect(addressAllowed(caller, entry)).toBe(false);
		}
	});

	it('allow nobody by an entry that cannot be read, and name it', () => {
		const bad = '1.2.3, 256.1.1.1, 1.2.3.4/33, 1.2.3.4/, 2001:db8::/32, example.com, 1.2.3.4/8/9';
		expect(unreadableAddresses(bad)).toEqual(pastedList(bad));
		expect(unreadableAddresses(list)).toEqual([]);
		for (const address of ['1.2.3.4', '256.1.1.1', '2001:db8::1']) {
			expect(addressAllowed(address, bad)).toBe(false);
		}
	});
});

it('takes Chinese punctuation between addresses', () => {
	expect(unreadableAddresses('203.0.113.7，198.51.100.0/24')).toEqual([]);
});
