import { decodeTableText } from '../../../../nodes/IflytekImageRecognition/protocol/tableText';
import { aSentence } from '../../aSentence';

describe('decodeTableText', () => {
	const TEXT = '4,zebra,斑马';

	it.each([
		['UTF-8', Buffer.from(TEXT)],
		['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${TEXT}`)],
		['UTF-16 as a spreadsheet program writes it', Buffer.from(`\uFEFF${TEXT}`, 'utf16le')],
		['big-endian UTF-16', Buffer.from(`\uFEFF${TEXT}`, 'utf16le').swap16()],
		['GBK', Buffer.concat([Buffer.from('4,zebra,'), Buffer.from([0xb0, 0xdf, 0xc2, 0xed])])],
	])('reads %s', (_name, bytes) => {
		expect(decodeTableText(bytes)).toEqual({ ok: true, value: TEXT });
	});

	/** Common words in traditional characters, and what they are in Big5. */
	it.each([
		['草原斑馬,室內運動場', 'aff3adecb4b3b0a82cabc7a4bab942b0cab3f5'],
		['標籤,英文,中文', 'bcd0c5d22cad5ea4e52ca4a4a4e5'],
	])('reads Big5: %s', (text, hex) => {
		const bytes = Buffer.from(hex, 'hex');
		const decoded = decodeTableText(bytes);
		expect([decoded.ok && decoded.value, text]).toEqual([text, text]);
	});

	it.each([
		['a first byte that Big5 does not have', [0x81, 0x40], '丂'],
		['a second byte that Big5 does not have', [0xb0, 0xdf, 0xaa, 0x80], '斑獉'],
		['next to no second byte below 0x7F', Array(60).fill([0xb0, 0xdf]).flat(), '斑'.repeat(60)],
	])('takes for GBK what has %s', (_what, bytes, text) => {
		expect(decodeTableText(Buffer.from(bytes as number[]))).toEqual({ ok: true, value: text });
	});

	it('says how to save a workbook of the old kind', () => {
		expect(decodeTableText(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]))).toEqual({
			ok: false,
			problem: {
				message: 'is an Excel workbook of the old kind (.xls)',
				remedy: expect.stringMatching(/^Save it as \.xlsx\. Or: .*CSV UTF-8/),
				retryClass: 'never',
			},
		});
	});

	it('refuses what is no text', () => {
		const outcome = decodeTableText(Buffer.from([0x89, 0x50, 0xff, 0xff, 0x00]));
		expect(outcome).toEqual({
			ok: false,
			problem: {
				message: 'is not text in UTF-8, UTF-16, GBK or Big5',
				remedy: aSentence,
				retryClass: 'never',
			},
		});
	});
});
