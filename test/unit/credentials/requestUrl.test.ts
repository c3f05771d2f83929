import {
	checkBaseUrl,
	requiredField,
	resolveRequestUrl,
	withUrl,
} from '../../../nodes/shared/http/pasted';

describe("a credential's base URL", () => {
	it.each([
		['https://api.example', 'https://api.example'],
		['  https://api.example/ ', 'https://api.example'],
		['HTTP://API.example:8080/a/b//', 'http://api.example:8080/a/b'],
		['https://api.example/a/', 'https://api.example/a'],
	])('%j is used as %s', (given, used) => {
		expect(checkBaseUrl(given)).toBe(used);
	});

	it.each([
		['', "The credential's 'Base URL' is empty"],
		['  ', "The credential's 'Base URL' is empty"],
		[undefined, "The credential's 'Base URL' is empty"],
		[{ a: 1 }, "The credential's 'Base URL' is empty"],
		['ftp://api.example', /'Base URL' is not a web address: it must start with http/],
		['see https://api.example', /'Base URL' is not a web address/],
		['https://api.example\\@evil.example', /'Base URL' is not a web address/],
		['https://[', /'Base URL' is not a web address/],
		['https://user@api.example', /'Base URL' contains a user name or password: remove/],
		['https://:word@api.example', /'Base URL' contains a user name or password: remove/],
		['https://api.example?a=1', /'Base URL' contains a query or fragment: remove/],
		['https://api.example#a', /'Base URL' contains a query or fragment: remove/],
	])('%j is refused', (given, message) => {
		expect(() => checkBaseUrl(given)).toThrow(message);
	});
});

describe('the address of a request', () => {
	const BASE = 'https://base.example/p/';
	it.each([
		[{ url: '/v1/x' }, 'https://base.example/p/v1/x'],
		[{ url: '//v1/x?a=1' }, 'https://base.example/p/v1/x?a=1'],
		[{ uri: ' v1/x ' }, 'https://base.example/p/v1/x'],
		[{}, 'https://base.example/p'],
		[{ url: '', uri: 'https://other.example/x' }, 'https://base.example/p'],
		[{ uri: 'https://other.example/x' }, 'https://other.example/x'],
		[{ url: 'HTTPS://other.example/x?b=1#c' }, 'https://other.example/x?b=1#c'],
		[{ baseURL: 'http://third.example/', url: '/x' }, 'http://third.example/x'],
		[{ baseURL: '', url: 'x' }, 'https://base.example/p/x'],
		[{ url: 'v1/x:y' }, 'https://base.example/p/v1/x:y'],
		[{ url: '1:y' }, 'https://base.example/p/1:y'],
	])('%j is %s', (request, href) => {
		expect(resolveRequestUrl(request, BASE).href).toBe(href);
	});

	it.each([
		[{ url: 'ftp://other.example/x' }, 'The request URL is not an http or https address'],
		[{ url: 'a2+b-c.d:x' }, 'The request URL is not an http or https address'],
		[{ url: 'X:y' }, 'The request URL is not an http or https address'],
		[{ url: 'https://other.example/a b' }, 'The request URL is not an http or https address'],
		[{ url: 'https://a\\b' }, 'The request URL is not an http or https address'],
		[{ url: 'https://[' }, 'The request URL is not an http or https address'],
		[
			{ url: 'https://u@other.example/' },
			/The request URL contains a user name or password: remove/,
		],
		[
			{ url: 'https://:p@other.example/' },
			/The request URL contains a user name or password: remove/,
		],
		[{ url: '/a b' }, 'The request URL contains spaces or line breaks'],
		[{ url: '/a\nb' }, 'The request URL contains spaces or line breaks'],
		[{ url: '\\\\evil.example' }, 'The request URL contains spaces or line breaks'],
		[{ baseURL: 'third.example', url: '/x' }, /'Base URL' is not a web address/],
	])('%j is refused', (request, message) => {
		expect(() => resolveRequestUrl(request, BASE)).toThrow(message);
	});

	it('goes back into the field it came from', () => {
		const url = new URL('https://a.example/x');
		expect(withUrl({ url: '/x', baseURL: 'b', method: 'GET' } as object, url)).toEqual({
			url: url.href,
			baseURL: undefined,
			method: 'GET',
			allowedDomains: 'a.example',
		});
		expect(withUrl({ uri: '/x' }, url)).toEqual({
			uri: url.href,
			baseURL: undefined,
			allowedDomains: 'a.example',
		});
		expect(withUrl({ url: '/x', uri: '/y' }, url)).toMatchObject({ url: url.href, uri: '/y' });
		expect(withUrl({}, url)).toMatchObject({ url: url.href });
	});

	it('goes only to the hosts that the user allows, where n8n has such a list', () => {
		const url = new URL('https://a.example/x');
		expect(withUrl({ url: '/x', allowedDomains: 'b.example' }, url)).toMatchObject({
			allowedDomains: 'b.example',
		});
		expect(withUrl({ url: '/x', allowedDomains: '' }, url)).toMatchObject({
			allowedDomains: 'a.example',
		});
	});
});

describe('a required field', () => {
	const field = (value: unknown) => requiredField({ key: value as string }, 'key', 'API Key');

	it('may be a number', () => {
		expect(field(5)).toBe('5');
	});

	it('is named where it is empty', () => {
		expect(() => field(' ')).toThrow("The credential's 'API Key' is empty");
	});

	it.each(['a\nb', 'a\rb', 'a"b'])('is refused as %j, which could forge a header', (value) => {
		expect(() => field(value)).toThrow(
			"The credential's 'API Key' contains a line break or quotation mark",
		);
	});
});
