import { AI_CALL_CODES } from '../../../nodes/shared/aiCall/codes';
import { CHECKSUM_CODES, CHECKSUM_SENTENCES } from '../../../nodes/shared/checksum/codes';
import { GATEWAY_SENTENCES, SIGNATURE_CODES } from '../../../nodes/shared/signature/codes';
import * as documented from '../../fixtures/codes';
import { aSentence } from '../aSentence';

const TABLES = {
	AI_CALL_CODES: Object.values(AI_CALL_CODES),
	CHECKSUM_CODES: Object.values(CHECKSUM_CODES),
	CHECKSUM_SENTENCES,
	GATEWAY_SENTENCES: Object.values(GATEWAY_SENTENCES),
	SIGNATURE_CODES: Object.values(SIGNATURE_CODES),
};

it.each(Object.entries(TABLES))(
	'%s: each entry says what happened and what to do',
	(_, entries) => {
		expect(entries.length).toBeGreaterThan(0);
		for (const entry of entries) {
			expect(entry).toMatchObject({
				message: expect.stringMatching(/^[A-Z].{9,}/),
				remedy: aSentence,
			});
		}
	},
);

const repeatOf = (entry: { retry?: true; retryQuery?: true; limited?: true }): documented.Repeat =>
	entry.limited ? 'fewer' : entry.retry || entry.retryQuery ? 'again' : 'never';

it.each([
	['signature', SIGNATURE_CODES, documented.SIGNATURE],
	['checksum', CHECKSUM_CODES, documented.CHECKSUM],
	['AI Call', AI_CALL_CODES, documented.AI_CALL],
])('the table of the %s scheme holds every documented code, and what to do', (_, table, codes) => {
	expect(
		Object.fromEntries(Object.entries(table).map(([code, entry]) => [code, repeatOf(entry)])),
	).toEqual(codes);
});
