import { IflytekSignatureApi } from '../../../../credentials/IflytekSignatureApi.credentials';
import { readAppId } from '../../../../nodes/shared/signature/scheme';
import { pastedText, requiredField } from '../../../../nodes/shared/http/pasted';
import { pastedList } from '../../../../nodes/shared/items/item';

it.each(['\u200B', '\uFEFF', '\u2060', '\u200E', '\u00A0', ' \n'])(
	'takes off what copying leaves around a text: %j',
	(invisible) => {
		expect(pastedText(`${invisible}${invisible}a b${invisible}`)).toBe('a b');
		const credentials = { apiKey: `${invisible}key${invisible}` };
		expect(requiredField(credentials, 'apiKey', 'API Key')).toBe('key');
	},
);

it('has no invisible character inside a key either, in any scheme', () => {
	const credentials = { appId: '5f3a\u200B9b1c' };
	expect(requiredField(credentials, 'appId', 'App ID')).toBe('5f3a9b1c');
	expect(readAppId({} as never, credentials)).toBe('5f3a9b1c');
});

it.each([undefined, null, '', '\u200B'])('is empty for %j', (value) => {
	expect(pastedText(value)).toBe('');
});

it("the credential's test sends the App ID without them too", () => {
	const { body } = new IflytekSignatureApi().test.request;
	const [, expression] = /^=\{\{(.*)\}\}$/s.exec(String(body))!;
	const evaluate = new Function('$credentials', `return ${expression}`) as (of: object) => {
		header: object;
	};
	for (const testService of ['invoice', 'text']) {
		const { header } = evaluate({ testService, appId: '\u200B 5f3a\u200B9b1c\uFEFF' });
		expect(header).toEqual({ app_id: '5f3a9b1c', status: 3 });
	}
});

describe('a list given as text', () => {
	it.each([
		[' a,b ;c\n\nd,, ', ['a', 'b', 'c', 'd']],
		['a，b；c、d\u3000e', ['a', 'b', 'c', 'd', 'e']],
		['\u200Ba\u2060, \u202Db\u202C', ['a', 'b']],
		['exam\u00adple.com', ['example.com']],
		['', []],
		[undefined, []],
	])('%j is %j', (list, entries) => {
		expect(pastedList(list)).toEqual(entries);
	});
});
