import { AI_CALL_CODES } from '../../../nodes/shared/aiCall/codes';
import { CHECKSUM_CODES, CHECKSUM_SENTENCES } from '../../../nodes/shared/checksumCodes';
import { GATEWAY_SENTENCES, SIGNATURE_CODES } from '../../../nodes/shared/signatureCodes';
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
				what: expect.stringMatching(/^[A-Z].{9,}/),
				remedy: aSentence,
			});
		}
	},
);
