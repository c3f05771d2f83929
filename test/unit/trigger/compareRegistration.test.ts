import {
	compareRegistration,
	type UrlModule,
} from '../../../nodes/IflytekAiCallTrigger/registration/compareRegistration';

const wanted = 'https://n8n.example.com/webhook/7b1c/push';
const all: UrlModule[] = ['receiveCallRecord', 'receiveVoice', 'receiveDialog'];
const registered = (url: string) => all.map((url_module) => ({ url, url_module }));

describe('the registered URLs', () => {
	it('are right when every module has the URL of the webhook', () => {
		expect(compareRegistration(registered(wanted), all, wanted, '')).toEqual([]);
		expect(compareRegistration(registered(`${wanted}/`), all, wanted, '')).toEqual([]);
		expect(compareRegistration(registered(`${wanted}?key=word`), all, wanted, 'word')).toEqual([]);
		expect(compareRegistration(registered(`${wanted}?a=1&key=w%20d`), all, wanted, 'w d')).toEqual(
			[],
		);
	});

	it('are named with what to paste when they are missing or elsewhere', () => {
		const urls = [
			{ url: 'https://bob:hidden@old.example.com/push?token=hidden', url_module: 'receiveVoice' },
			{ url: 'nonsense', url_module: 'receiveDialog' },
		];
		expect(compareRegistration(urls, all, wanted, '')).toEqual([
			`receiveCallRecord has no URL: paste ${wanted}`,
			`receiveVoice points to https://old.example.com/push: paste ${wanted}`,
			`receiveDialog holds something that is no URL: paste ${wanted}`,
		]);
	});

	it('are wrong without the secret, which is never shown, the registered one neither', () => {
		const told = compareRegistration(
			registered(`${wanted}?key=wrong-one`),
			all,
			wanted,
			'the-secret',
		);
		expect(told[0]).toBe(
			`receiveCallRecord points here without the right ?key=: paste ${wanted}?key=<Push Secret>`,
		);
		expect(told).toHaveLength(3);
		expect(told.join()).not.toMatch(/wrong-one|the-secret/);
	});

	it('are right when one of several of a module is, and do not matter for other modules', () => {
		const urls = [
			{ url: 'https://other.example.com/', url_module: 'receiveCallRecord' },
			{ url: wanted, url_module: 'receiveCallRecord' },
			{ url: 'https://other.example.com/', url_module: 'getDialogContext' },
		];
		expect(compareRegistration(urls, ['receiveCallRecord'], wanted, '')).toEqual([]);
	});

	it('are missing when the platform’s answer has no list', () => {
		for (const urls of [undefined, null, {}, 'x', [null, 3]]) {
			expect(compareRegistration(urls, ['receiveVoice'], wanted, '')).toEqual([
				`receiveVoice has no URL: paste ${wanted}`,
			]);
		}
	});
});
