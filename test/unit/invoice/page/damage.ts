import fc from 'fast-check';
import { strToU8, unzipSync } from 'fflate';

import { seededRandom } from '../../../emulator/core/random';
import { originalInvoiceXml, taxPlatformXml, TEST_INVOICE } from '../../../fixtures/eInvoice';
import { invXbrl } from '../../../fixtures/eInvoice/xbrl';
import { drawDigital, drawOlder } from '../../../fixtures/pageInvoice';
import { ofdOf } from '../../../fixtures/pageInvoice/ofd';
import { FONTS, textPdf } from '../../../fixtures/pdf/text';

const drawn = drawDigital(seededRandom(1), { lines: 4 });
const older = drawOlder(seededRandom(2), { lines: 3 });
export const PDFS = FONTS.flatMap((font) =>
	[drawn, older].map(({ pages }) => textPdf(pages, font)),
);
export const OFD_PARTS = unzipSync(ofdOf(drawn.pages, { template: 5, tags: [['InvoiceNo', 1]] }));
export const XMLS = [taxPlatformXml, originalInvoiceXml].map((xmlOf) =>
	strToU8(xmlOf(TEST_INVOICE)),
);
export const XBRL = strToU8(invXbrl({ ...TEST_INVOICE, code: '031002600111', number: '12345678' }));

/** Bytes overwritten, cut out, doubled and put in elsewhere. */
export const damages = fc.array(
	fc.record({
		kind: fc.constantFrom('cut', 'double', 'number', 'overwrite', 'truncate'),
		at: fc.double({ min: 0, max: 1, noNaN: true }),
		length: fc.integer({ min: 1, max: 400 }),
		byte: fc.nat(255),
	}),
	{ minLength: 1, maxLength: 6 },
);
export type Damages = typeof damages extends fc.Arbitrary<infer Kind> ? Kind : never;

/** A file with these changes. */
export function damaged(file: Uint8Array, changes: Damages): Buffer {
	let bytes = Buffer.from(file);
	for (const { kind, at, length, byte } of changes) {
		const place = Math.floor(at * bytes.length);
		const part = bytes.subarray(place, place + length);
		const rest = bytes.subarray(place + length);
		const before = bytes.subarray(0, place);
		if (kind === 'cut') bytes = Buffer.concat([before, rest]);
		else if (kind === 'double') bytes = Buffer.concat([before, part, part, rest]);
		else if (kind === 'overwrite')
			bytes = Buffer.concat([before, Buffer.alloc(1, byte), bytes.subarray(place + 1)]);
		else if (kind === 'truncate') bytes = Buffer.from(byte < 40 ? before : bytes);
		else {
			// another number where one stands
			const text = bytes.toString('latin1', place);
			const number = /\d+/.exec(text);
			if (number !== null) {
				const digits = String([0, 1, 65_535, 99_999_999, length][byte % 5]);
				const start = place + number.index;
				bytes = Buffer.concat([
					bytes.subarray(0, start),
					Buffer.from(digits),
					bytes.subarray(start + number[0].length),
				]);
			}
		}
	}
	return bytes;
}
