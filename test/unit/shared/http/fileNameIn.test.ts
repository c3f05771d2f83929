import { fileNameIn } from '../../../../nodes/shared/http/pasted';

describe("the name of an address's file", () => {
	it.each([
		['https://example.com/a/scan%201.jpg?x=/y', 'scan 1.jpg'],
		['https://example.com/%E5%8F%91%E7%A5%A8.png', '发票.png'],
		['https://example.com/not%FFutf8.png', 'not%FFutf8.png'],
		['https://example.com/a/', undefined],
		['https://example.com', undefined],
		// whoever writes the overlay to disk under this name writes it into the folder meant
		['https://example.com/..%2F..%2Fetc%2Fpasswd', 'passwd'],
		['https://example.com/..%5C..%5Cwin.ini', 'win.ini'],
		['https://example.com/a%2F', undefined],
		['https://example.com/a%00%0A%2F..%2Fb%0Ac.png', 'bc.png'],
	])('of %s is %s', (address, name) => {
		expect(fileNameIn(new URL(address))).toBe(name);
	});
});
