import { aSentence } from '../../aSentence';
import {
	recordingAddress,
	recordingFileName,
} from '../../../../nodes/IflytekAiCall/recording/recordingUrl';

const BASE = 'http://voice.example.com:9000/files/';
const address = (given: unknown, base: unknown = BASE, hosts: string[] = []) => {
	const reading = recordingAddress(given, base, hosts);
	return reading.ok ? reading.value.href : reading.problem.message;
};

describe('recordingAddress', () => {
	it.each([
		[
			'ant/4/ivr/0/2018/05/31/0/x.wav',
			'http://voice.example.com:9000/files/ant/4/ivr/0/2018/05/31/0/x.wav',
		],
		['/a/x.wav', 'http://voice.example.com:9000/files/a/x.wav'],
		['http://voice.example.com:9000/x.wav', 'http://voice.example.com:9000/x.wav'],
		['HTTP://VOICE.example.com:9000/x.wav', 'http://voice.example.com:9000/x.wav'],
	])('takes %p', (given, href) => {
		expect(address(given)).toBe(href);
		expect(address(given, BASE.slice(0, -1))).toBe(href);
	});

	it('takes the hosts listed, with their port', () => {
		const hosts = ['cdn.example.net', 'https://Other.example.org:8443/path'];
		expect(address('https://cdn.example.net/x.wav', '', hosts)).toBe(
			'https://cdn.example.net/x.wav',
		);
		expect(address('https://other.example.org:8443/x.wav', '', hosts)).toMatch(/^https:/);
		expect(address('https://cdn.example.net:8080/x.wav', '', hosts)).toMatch(/not allowed/);
		expect(address('https://other.example.org/x.wav', '', hosts)).toMatch(/not allowed/);
	});

	it.each([
		'http://evil.example/x.wav',
		'http://voice.example.com/x.wav',
		'http://voice.example.com:9000@evil.example/x.wav',
		'http://user:pw@voice.example.com:9000/x.wav',
		'http://voice.example.com:9000\\@evil.example/x.wav',
		...['http://127.0.0.1/x.wav', 'data:audio/wav;base64,AAAA', 'ftp://voice.example.com:9000/x'],
		...['javascript:alert(1)', 'a b.wav'],
	])('refuses %p', (given) => {
		expect(recordingAddress(given, BASE, []).ok).toBe(false);
	});

	it('keeps a path that begins like a host on the base URL', () => {
		expect(address('//evil.example/x.wav')).toBe(
			'http://voice.example.com:9000/files/evil.example/x.wav',
		);
		expect(address('\\\\evil.example\\x.wav')).toMatch(/not a web address/);
	});

	it.each([
		['', BASE, "'Recording URL' is empty"],
		['x.wav', '  ', "'Recording URL' has no host, and 'Recording Base URL' is empty"],
		['/http://[', BASE, "'Recording URL' is not a web address: /http://["],
		['http://:pw@h/', BASE, "'Recording URL' is not a web address: http://:pw@h/"],
		[
			'/http://evil.example/x',
			BASE,
			"'Recording URL' points to the host evil.example, which is not allowed",
		],
		[undefined, BASE, "'Recording URL' is empty"],
		['x.wav', 'voice.example.com', "'Recording Base URL' is not a web address"],
		['x.wav', undefined, "'Recording URL' has no host, and 'Recording Base URL' is empty"],
		['file:///etc/passwd', BASE, "'Recording URL' is not a web address: file:///etc/passwd"],
		[`a ${'b'.repeat(200)}`, BASE, `'Recording URL' is not a web address: a ${'b'.repeat(98)}`],
		['http://[', BASE, "'Recording URL' is not a web address: http://["],
		[
			'https://evil.example:81/x',
			BASE,
			"'Recording URL' points to the host evil.example:81, which is not allowed",
		],
	])('says of %p with base %p what is wrong and what to do', (given, base, reason) => {
		expect(recordingAddress(given, base, [])).toEqual({
			ok: false,
			problem: { message: reason, remedy: aSentence, retryClass: 'never' },
		});
	});

	it('ignores blanks around addresses', () => {
		expect(address('  x.wav ', ` ${BASE} `)).toBe('http://voice.example.com:9000/files/x.wav');
		expect(address('https://cdn.example.net/x.wav', '', ['CDN.example.net/'])).toMatch(/^https:/);
	});

	it('takes a name with a colon further on for a path, and dots and digits in a scheme for one', () => {
		expect(address('a/b:c.wav')).toBe('http://voice.example.com:9000/files/a/b:c.wav');
		expect(address('h2.x+y-z:b')).toMatch(/is not a web address/);
		expect(address('1:b.wav')).toBe('http://voice.example.com:9000/files/1:b.wav');
	});

	it('joins a path to a base URL without a path, and drops slashes in front of it', () => {
		expect(address('///x.wav', 'https://h.example')).toBe('https://h.example/x.wav');
		expect(address('x.wav', 'https://h.example/a//')).toBe('https://h.example/a/x.wav');
		expect(address('../../x.wav')).toBe('http://voice.example.com:9000/x.wav');
	});

	it('allows a listed host only as a whole', () => {
		const allowed = (host: string) => recordingAddress('http://a.example/x', '', [host]).ok;
		const whole = ['a.example', 'http://a.example', 'https://a.example/b/c'];
		const parts = ['example', 'aa.example', 'a.example.org', 'x/a.example', 'xhttp://a.example'];
		expect([...parts, ...whole, 'a.ehttp://xample', ''].filter(allowed)).toEqual(whole);
	});
});

it.each([
	['http://h/a/452263-7571.wav', '452263-7571.wav'],
	['http://h/a/%E5%BD%95%E9%9F%B3.wav', '录音.wav'],
	['http://h/a/..%2F..%2Fx.wav', 'x.wav'],
	['http://h/', 'recording.wav'],
	['http://h/a/...wav', 'wav'],
	['http://h/a/x.y.wav', 'x.y.wav'],
	['http://h/a/a%20%20b%2Fc.wav', 'c.wav'],
	['http://h/a/a%20%20b.wav', 'a_b.wav'],
	['http://h/a/_-9.mp3', '_-9.mp3'],
	['http://h/%E0%A4%A', '_E0_A4_A'],
])('names the file of %p', (href, name) => {
	expect(recordingFileName(new URL(href))).toBe(name);
});
