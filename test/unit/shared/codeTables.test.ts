import { INVOICE_SERVICE } from '../../../nodes/IflytekInvoiceOcr/service/service';
import { TEXT_SERVICE } from '../../../nodes/IflytekTextCorrection/protocol/service';
import { AI_CALL_CODES } from '../../../nodes/shared/aiCall/codes';
import { CHECKSUM_CODES, CHECKSUM_SENTENCES } from '../../../nodes/shared/checksum/scheme';
import { GATEWAY_REFUSALS, SIGNATURE_CODES } from '../../../nodes/shared/signature/codes';
import type { RetryClass } from '../../../nodes/shared/problem/problem';
import * as documented from '../../fixtures/codes';
import { aSentence, inChinese } from '../aSentence';

const TABLES = {
	AI_CALL_CODES: Object.values(AI_CALL_CODES),
	CHECKSUM_CODES: Object.values(CHECKSUM_CODES),
	CHECKSUM_SENTENCES: CHECKSUM_SENTENCES.map(({ problem }) => problem),
	GATEWAY_REFUSALS: GATEWAY_REFUSALS.map(({ problem }) => problem),
	SIGNATURE_CODES: Object.values(SIGNATURE_CODES),
	INVOICE_SERVICE: Object.values(INVOICE_SERVICE.codes),
	TEXT_SERVICE: Object.values(TEXT_SERVICE.codes),
};

it.each(Object.entries(TABLES))(
	'%s: each entry says what happened and what to do, in both languages',
	(_, entries) => {
		expect(entries.length).toBeGreaterThan(0);
		for (const entry of entries) {
			expect(entry).toMatchObject({
				message: expect.stringMatching(/^[A-Z].{9,}/),
				remedy: aSentence,
				chinese: inChinese,
			});
		}
	},
);

const REPEATS: Record<RetryClass, documented.Repeat> = {
	never: 'never',
	later: 'again',
	tooManyAtOnce: 'fewer',
	tooMany: 'fewer',
};
const repeatOf = ({ retryClass }: { retryClass?: RetryClass }): documented.Repeat =>
	REPEATS[retryClass ?? 'never'];

it.each([
	['invoice service', { ...SIGNATURE_CODES, ...INVOICE_SERVICE.codes }, documented.SIGNATURE],
	[
		'text correction service',
		{ ...SIGNATURE_CODES, '37042': INVOICE_SERVICE.codes['37042']!, ...TEXT_SERVICE.codes },
		documented.TEXT,
	],
	['checksum scheme', CHECKSUM_CODES, documented.CHECKSUM],
	['AI Call platform', AI_CALL_CODES, documented.AI_CALL],
])('the table of the %s holds every documented code, and what to do', (_, table, codes) => {
	expect(
		Object.fromEntries(Object.entries(table).map(([code, entry]) => [code, repeatOf(entry)])),
	).toEqual(codes);
});

it('every AI Call code says what it is about, and so what else may be sent', () => {
	for (const { scope } of Object.values(AI_CALL_CODES)) expect(scope).toBeDefined();
	const codesAbout = (scope: string) =>
		Object.keys(AI_CALL_CODES).filter((code) => AI_CALL_CODES[code]!.scope === scope);
	expect(codesAbout('row')).toEqual(['200203']);
	expect(codesAbout('columns')).toEqual(['200212']);
	expect(codesAbout('parameter')).toEqual(['10005']);
	expect(codesAbout('busy')).toEqual(['10004']);
	expect(codesAbout('account').sort()).toEqual(
		'10001 10002 10003 10020 10021 200101 200201 200209 200213'.split(' '),
	);
});

/** Of these the documents have no more than "data volume over the limit", "number occupied" and what the node does not send. */
it.each([
	['200213', /account|numbers|later/],
	['3030002', /^The line/],
	['200206', /^Correct/],
	['200210', /^Use/],
	['200211', /^Send/],
])('code %s says no more than is documented', (code, more) => {
	const { message, remedy } = AI_CALL_CODES[code]!;
	for (const text of [message, remedy]) expect(text).not.toMatch(more);
});
