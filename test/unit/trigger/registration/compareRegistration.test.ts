import {
	compareRegistration,
	isLocal,
} from '../../../../nodes/IflytekAiCallTrigger/registration/checkRegistration';

const wanted = 'https://n8n.example.com/webhook/7b1c/push';
const all = ['receiveCallRecord', 'receiveVoice', 'receiveDialog'];
const registered = (url: string) => all.map((url_module) => ({ url, url_module }));

describe('the registered URLs', () => {
	it('are right when every module has the URL of the webhook', () => {
		expect(compareRegistration(registered(wanted), all, wanted, '')).toEqual([]);
	});

	it('are named with what to paste when they are missing or elsewhere', () => {
		const urls = [
			{ url: 'https://bob:hidden@old.example.com/push?token=hidden', url_module: 'receiveVoice' },
			{ url: 'nonsense', url_module: 'receiveDialog' },
		];
		expect(compareRegistration(urls, all, wanted, '')).toEqual([
			{ module: 'receiveCallRecord', found: 'has no URL' },
			{ module: 'receiveVoice', found: 'has https://old.example.com/push' },
			{ module: 'receiveDialog', found: 'has something that is not a URL' },
		]);
	});

	it('are wrong without the secret, which is never shown, the registered one neither', () => {
		const urls = registered(`${wanted}?key=wrong-one`);
		const told = compareRegistration(urls, all, wanted, 'the-secret');
		expect(told[0].found).toBe('has this URL without the right ?key=');
		expect(told).toHaveLength(3);
		expect(JSON.stringify(told)).not.toMatch(/wrong-one|the-secret/);
	});

	it.each(['？', '&', '%3F', ''])(
		'show no secret behind %j in place of a question mark',
		(sign) => {
			const urls = registered(`${wanted}${sign}key=the-secret`);
			const [first] = compareRegistration(urls, all, wanted, 'the-secret');
			expect(first.found).toMatch(/^has https:.*\/push.*key=…$/);
		},
	);

	it('are right when one of several of a module is, and do not matter for other modules', () => {
		const urls = [
			{ url: 'https://other.example.com/', url_module: 'receiveCallRecord' },
			{ url: wanted, url_module: 'receiveCallRecord' },
			{ url: 'https://other.example.com/', url_module: 'getDialogContext' },
		];
		expect(compareRegistration(urls, ['receiveCallRecord'], wanted, '')).toEqual([]);
	});
});

describe('registered addresses', () => {
	const told = (url: unknown, address = wanted, secret = '') =>
		compareRegistration([{ url_module: 'receiveVoice', url }], ['receiveVoice'], address, secret);

	it('are missing when they are blank', () => {
		for (const url of ['', '  ', null, undefined]) {
			expect(told(url)).toEqual([{ module: 'receiveVoice', found: 'has no URL' }]);
		}
	});

	it('may have blanks and a slash at their end, as the wanted one may', () => {
		expect(told(` ${wanted}/ `)).toEqual([]);
		expect(told(wanted, `${wanted}/`)).toEqual([]);
		expect(told(`${wanted}//`)).toHaveLength(1);
		expect(told('https://n8n.example.com/web/hook/push')).toHaveLength(1);
	});

	it('do not show a user name, a password or a fragment', () => {
		expect(told('https://a:b@other.example/x#c')).toEqual([
			{ module: 'receiveVoice', found: 'has https://other.example/x' },
		]);
		expect(told(`https://a:b@${wanted.slice(8)}#c`)).toEqual([]);
	});

	it('name the first of several that are wrong, and need the secret only where there is one', () => {
		const urls = ['one', 'two'].map((name) => ({
			url_module: 'receiveVoice',
			url: `https://${name}.example/`,
		}));
		const [first] = compareRegistration(urls, ['receiveVoice'], wanted, '');
		expect(first!.found).toMatch(/one\.example/);
		expect(told(`${wanted}?key=x`)).toEqual([]);
		expect(told(`${wanted}?key=x`, wanted, 'x')).toEqual([]);
		expect(told(wanted, wanted, 'x')).toHaveLength(1);
	});

	it('are compared as the trigger reads a request', () => {
		expect(told(`${wanted}?key=ab+cd`, wanted, 'ab+cd')).toEqual([]);
		expect(told(`${wanted}?key=s&key=s`, wanted, 's')).toEqual([
			{ module: 'receiveVoice', found: 'has this URL without the right ?key=' },
		]);
	});
});

describe('an address that the platform cannot reach', () => {
	it.each<readonly [string, boolean]>([
		['http://localhost:5678/x', true],
		['http://127.0.0.1/x', true],
		['http://[::1]:5678/x', true],
		['http://10.1.2.3/x', true],
		['http://192.168.1.5:5678/x', true],
		['http://n8n:5678/x', true],
		// names that only a network of its own gives
		...['local', 'localhost', 'internal', 'lan'].map(
			(name) => [`http://n8n.${name}/x`, true] as const,
		),
		['http://0.0.0.0:5678/x', true],
		['http://[fd00::1]/x', true],
		...[16, 20, 31].map((part) => [`http://172.${part}.0.1/x`, true] as const),
		['https://n8n.example.com/x', false],
		['http://172.32.0.1/x', false],
		['http://203.0.113.7/x', false],
		['http://[2001:db8::1]/x', false],
		['https://10.example.com/x', false],
		['https://192.168.example.com/x', false],
		['https://localhost.example.com/x', false],
	])('%s: %p', (url, local) => {
		expect(isLocal(url)).toBe(local);
	});
});
