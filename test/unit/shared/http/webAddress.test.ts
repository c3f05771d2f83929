import { addressToShow, parseWebAddress } from '../../../../nodes/shared/http/pasted';

it.each([
	['https://a.example/x?y=1', 'https://a.example/x?y=1'],
	['HTTP://a.example', 'http://a.example/'],
	['  https://a.example/x \n', 'https://a.example/x'],
])('%j is a web address', (value, href) => {
	expect(parseWebAddress(value)?.href).toBe(href);
});

it.each([
	...[undefined, null, '', 7, {}, 'a.example/x', 'see https://a.example'],
	...['https://a.example/a b', 'https://a.example/a\nb', 'https://', 'https://a.example:port'],
	...['file:///etc/passwd', 'javascript:alert(1)', 'ftp://a.example', 'httpsx://a.example'],
])('%j is none', (value) => {
	expect(parseWebAddress(value)).toBeUndefined();
});

it.each([
	['https://u:secret@a.example/x.png?Signature=secret#secret', 'https://a.example/x.png'],
	['ftp://u:secret@a.example/x?secret', 'ftp://a.example/x'],
	['C:\\scan.png', 'C:\\scan.png'],
	[undefined, ''],
	[`data:image/png;base64,${'A'.repeat(1000)}`, `data:image/png;base64,${'A'.repeat(178)}…`],
])('%j is shown without what may be secret', (value, shown) => {
	expect(addressToShow(value)).toBe(shown);
});
