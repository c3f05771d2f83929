import {
	aiCallTestRules,
	checksumTestRules,
	signatureTestRules,
} from '../../../credentials/credentialTest';

/** What n8n shows for an answer: the message of the first rule whose value the answer has. */
function shown(rules: typeof signatureTestRules, answer: object): string | undefined {
	const at = (path: string) =>
		path
			.split(/[.[\]]+/)
			.filter(Boolean)
			.reduce<any>((value, key) => value?.[key], answer);
	return rules.find(({ properties: { key, value } }) => at(key) === value)?.properties.message;
}

const NOT_THE_SERVICE = /^The answer is not the service's own\. Check 'Base URL'/;
const UNKNOWN = /^The service answered with a code this package does not know\. Run a node/;

it('are rules for the body of an answer', () => {
	for (const { type } of [...signatureTestRules, ...checksumTestRules, ...aiCallTestRules]) {
		expect(type).toBe('responseSuccessBody');
	}
});

it('tell nothing of another try or of options of a node: a test sends once', () => {
	for (const { properties } of [...signatureTestRules, ...checksumTestRules]) {
		expect(properties.message).not.toMatch(/tried|[Oo]ption|'Image (Name|URL)'/);
	}
});

describe('Signature API', () => {
	const message = (answer: object) => shown(signatureTestRules, answer);

	it('is green for a success only', () => {
		const payload = { result: { text: 'e30=' } };
		expect(message({ header: { code: 0, sid: 's' }, payload })).toBeUndefined();
		expect(message({ header: { code: 0 } })).toMatch(UNKNOWN);
		expect(message({ header: { code: 99999 } })).toMatch(UNKNOWN);
		expect(message({})).toMatch(NOT_THE_SERVICE);
		expect(message({ data: 'welcome' })).toMatch(NOT_THE_SERVICE);
	});

	it.each([
		['HMAC signature cannot be verified', /'API Key' and 'API Secret' are not swapped/],
		['HMAC signature does not match', /as with a wrong API Secret\. Copy 'API Secret'/],
		[
			'HMAC signature cannot be verified, a valid date or x-date header is required for HMAC Authentication',
			/clock of the machine .* differs .*\. Set the clock/,
		],
		[
			'HMAC signature cannot be verified: fail to retrieve credential',
			/'API Key' and 'API Secret' are not swapped/,
		],
		['HMAC signature cannot be verified: apikey not found', /are not swapped/],
		['HMAC secret key does not match', /wrong API Secret/],
		['HMAC something nobody has seen', /^The gateway refused the signature\. Check 'App ID'/],
		['Unauthorized', /saw no signature in the request\. Check/],
		['you are not allowed to access this service', /may not use the service\. Keys are issued/],
		['not found', /not at this address\. Correct/],
		['content-type must be application/json', /did not see a JSON request\. Check/],
	])('explains the refusal %j of the gateway', (text, words) => {
		expect(message({ message: text })).toMatch(words);
	});

	it('quotes the words of the gateway that it knows', () => {
		for (const text of ['Unauthorized', 'HMAC signature cannot be verified: apikey not found']) {
			expect(message({ message: text })).toMatch(new RegExp(`\\. The gateway said: ${text}$`));
		}
	});

	it.each(['10010', '11200'])('tells a license for another service from wrong keys: %s', (code) => {
		for (const sent of [code, Number(code)]) {
			expect(message({ header: { code: sent } })).toBe(
				`The keys are accepted, but this application has no license left for the service picked in 'Service' (${code}). Pick the service you use, or enable or renew it in the iFLYTEK console.`,
			);
		}
	});

	it('takes an invoice service that found no invoice for working keys', () => {
		expect(message({ header: { code: 37042 } })).toMatch(/^The keys work: .*\(37042\)/);
	});
});

describe('Checksum API', () => {
	const message = (answer: object) => shown(checksumTestRules, answer);

	it('is green for a success only', () => {
		expect(message({ code: 0, desc: 'success', data: { fileList: [{}] } })).toBeUndefined();
		expect(message({ code: '0', desc: 'success', data: 'x' })).toBeUndefined();
		expect(message({ code: 0, desc: 'success' })).toMatch(NOT_THE_SERVICE);
		expect(message({ data: {} })).toMatch(NOT_THE_SERVICE);
		for (const data of [null, [], '', { fileList: [] }]) {
			expect(message({ code: '99999', data })).toMatch(UNKNOWN);
			expect(message({ code: 0, desc: 'success', data })).toMatch(UNKNOWN);
		}
	});

	it.each(['illegal access|illegal X-Other', 'system error', 'no', '', undefined])(
		'is red for an unknown code that comes with data: %j',
		(desc) => {
			for (const data of [{ reason: 'x' }, [{}], { fileList: [{}] }]) {
				expect(message({ code: 99999, desc, data })).toMatch(UNKNOWN);
			}
		},
	);

	it('is red for an unknown code in text, whatever words and data come with it', () => {
		for (const code of ['99999', '20001', '-1']) {
			const answer = { code, desc: '系统错误', data: { fileList: [{}] } };
			expect(message(answer)).toMatch(UNKNOWN);
		}
	});

	it.each(['10110', '11200'])('tells a license for another service from wrong keys: %s', (code) => {
		expect(message({ code, data: [] })).toMatch(
			new RegExp(`^The keys are accepted, .* 'Service' \\(${code}\\)\\. Pick`),
		);
	});

	it('knows a whitelist refusal by its words, also with the address of the caller', () => {
		for (const address of ['', ': 203.0.113.7', '|203.0.113.7']) {
			const desc = `illegal access|illegal client_ip${address}`;
			expect(message({ code: '10105', desc, data: [] })).toMatch(/is not on the whitelist/);
		}
		for (const desc of ['illegal access|illegal X-CheckSum', 'illegal access|illegal X-Other']) {
			expect(message({ code: '10105', desc, data: [] })).not.toMatch(/is not on the whitelist/);
		}
	});

	it('explains what the service says in words, without a code', () => {
		const [first] = checksumTestRules;
		expect(first!.properties.key).toBe('desc');
		expect(message({ code: '10105', desc: first!.properties.value, data: [] })).toBe(
			first!.properties.message,
		);
		expect(first!.properties.message).toMatch(/^[A-Z][^()]*\. [A-Z]/);
	});
});

describe('AI Call API', () => {
	const message = (answer: object) => shown(aiCallTestRules, answer);

	it('is green for a success only', () => {
		expect(message({ code: 0, result: { voices: [] } })).toBeUndefined();
		expect(message({ code: 0, result: {} })).toMatch(UNKNOWN);
		expect(message({ code: 99999 })).toMatch(UNKNOWN);
		expect(message({ result: { voices: [] } })).toMatch(NOT_THE_SERVICE);
	});
});

it.each<[string, typeof signatureTestRules, (code: unknown) => object, string[]]>([
	['Signature', signatureTestRules, (code) => ({ header: { code } }), ['10313', '11201', '10019']],
	['Checksum', checksumTestRules, (code) => ({ code, data: [] }), ['10105', '10104', '40203']],
	['AI Call', aiCallTestRules, (code) => ({ code }), ['200101', '10003', '10020']],
])('%s API: a code is explained, as number and as text', (_scheme, rules, answer, codes) => {
	for (const code of codes) {
		for (const sent of [code, Number(code)]) {
			expect(shown(rules, answer(sent))).toMatch(new RegExp(`\\w \\(${code}\\)\\. [A-Z]`));
		}
	}
});
