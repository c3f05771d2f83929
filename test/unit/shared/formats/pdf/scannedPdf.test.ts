import { createCipheriv, createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zlibSync } from 'fflate';

import { partsOf } from '../../../../../nodes/IflytekInvoiceOcr/file/fileParts';
import { JPEG, look, scannedPdf } from '../../../../fixtures/pdf';
import { CATALOG, pdfOf, stream } from '../../../../fixtures/pdf/objects';
import { scansOf } from '../../../../fixtures/pdf/scans';

const FOLDER = join(__dirname, '../../../../fixtures/pdf');
const fixture = (name: string) => readFileSync(join(FOLDER, `${name}.pdf`));

async function pages(pdf: Buffer): Promise<string[]> {
	return (await scansOf(pdf)).map(({ page, bytes }) => `${page}: ${look(bytes)}`);
}

/** A page of one picture that a form draws, encrypted with 256 bits and without a password. */
function encrypted(form: string): Buffer {
	const key = Buffer.alloc(32, 7);
	const hash = (text: string) => createHash('sha256').update(text).digest();
	const iv = Buffer.alloc(16);
	const pack = (by: Buffer, data: Buffer, isPadded = true) => {
		const cipher = createCipheriv('aes-256-cbc', by, iv).setAutoPadding(isPadded);
		return Buffer.concat([cipher.update(data), cipher.final()]);
	};
	const packed = (data: Buffer, dictionary = '') => {
		const bytes = Buffer.concat([iv, pack(key, data)]);
		return stream(bytes.toString('latin1'), `${dictionary} /Length ${bytes.length}`);
	};
	const user = Buffer.concat([hash('validity'), Buffer.from('validitywrapping')]).toString('hex');
	const wrapped = pack(hash('wrapping'), key, false).toString('hex');
	return Buffer.concat([
		pdfOf(
			CATALOG,
			'<< /Kids [3 0 R] >>',
			'<< /Contents 4 0 R /Resources << /XObject << /A 5 0 R /B 7 0 R >> >> >>',
			packed(Buffer.from('q 60 0 0 40 0 0 cm /B Do Q')),
			packed(JPEG, '/Subtype /Image /Filter /DCTDecode'),
			`<< /Filter /Standard /V 5 /R 5 /StmF /A /CF << /A << /CFM /AESV3 >> >> /U <${user}> /UE <${wrapped}> >>`,
			packed(Buffer.from(form), '/Subtype /Form /BBox [0 0 1 1]'),
		),
		Buffer.from('trailer << /Root 1 0 R /Encrypt 6 0 R >>'),
	]);
}

const BOTH = ['1: 60x40 orientation 1', '2: 40x60 orientation 1'];

describe('a scanned PDF', () => {
	it.each([
		['img2pdf', BOTH],
		['img2pdf-rotated', ['1: 60x40 orientation 6']],
		['imagemagick', BOTH],
		['ghostscript', BOTH],
		['libreoffice', ['1: 60x40 orientation 1']],
		['qpdf-linearized', BOTH],
		['qpdf-object-streams', BOTH],
		['qpdf-encrypted', BOTH],
		['qpdf-encrypted-few-rounds', BOTH],
		['qpdf-rc4-40', BOTH],
		['qpdf-rc4-128', BOTH],
		['qpdf-aes-128', BOTH],
		['qpdf-aes-256-r5', BOTH],
		['qpdf-clear-metadata', BOTH],
		['qpdf-rotated', ['1: 60x40 orientation 1', '2: 40x60 orientation 3']],
	])('takes the pages of a file made by %s', async (name, expected) => {
		expect(await pages(fixture(name))).toEqual(expected);
	});

	it('takes those of a file that does not say how long its key is', async () => {
		const encrypted = fixture('qpdf-aes-128').toString('latin1');
		const unsaid = encrypted.replace('/Standard /Length 128', '/Standard');
		expect(unsaid).not.toBe(encrypted);
		expect(await pages(Buffer.from(unsaid, 'latin1'))).toEqual(BOTH);
	});

	it.each(['rc4-40', 'rc4-128', 'aes-128', 'clear-metadata'])(
		'takes those of a file that writes its permissions without a sign: %s',
		async (name) => {
			const signed = fixture(`qpdf-${name}`).toString('latin1');
			const unsigned = signed.replace('/P -4 ', `/P ${2 ** 32 - 4} `);
			expect(unsigned).not.toBe(signed);
			expect(await pages(Buffer.from(unsigned, 'latin1'))).toEqual(BOTH);
		},
	);

	it('takes a page whose encrypted content is shorter than a block', async () => {
		expect(await pages(encrypted('/A Do'))).toEqual(
			await pages(encrypted('q 1 0 0 1 0 0 cm /A Do Q')),
		);
		expect(await pages(encrypted('/A Do'))).toHaveLength(1);
	});

	it.each([
		['qpdf-password', 'is protected by a password'],
		['ghostscript-text', 'contains text, but no invoice that this node can read'],
		['imagemagick-fax', 'holds a black-and-white fax picture (CCITT) on page 1'],
	])('says what %s holds instead', async (name, message) => {
		await expect(scansOf(fixture(name))).rejects.toThrow(message);
	});

	it('refuses a file that says a longer key than it has', async () => {
		const changed = fixture('qpdf-aes-128').toString('latin1').replace('AESV2', 'AESV3');
		await expect(scansOf(Buffer.from(changed, 'latin1'))).rejects.toThrow('is damaged');
	});

	it('says a way out of a password', async () => {
		expect((await partsOf(fixture('qpdf-password')))[0]).toMatchObject({
			remedy: { english: 'Open it with its password, and print it to a PDF without one.' },
		});
	});

	it('has a fixture for each kind tried', () => {
		expect(readdirSync(FOLDER).filter((name) => name.endsWith('.pdf'))).toHaveLength(19);
	});

	const page = 'q 60 0 0 40 0 0 cm /Im0 Do Q';
	it.each([
		['with invisible text over it', { content: `${page} BT 3 Tr (INVOICE) Tj ET` }, 1],
		['on white paper', { content: `1 g 0 0 60 40 re f ${page}` }, 1],
		['turned by its matrix', { content: 'q 0 40 -60 0 60 0 cm /Im0 Do Q' }, 8],
		[
			'turned by its matrix and back by its page',
			{ content: 'q 0 40 -60 0 60 0 cm /Im0 Do Q', rotate: 90 },
			1,
		],
		['turned by a negative angle', { content: page, rotate: -90 }, 8],
		[
			'whose JPEG is packed once more',
			{ content: page, jpeg: zlibSync(JPEG), filter: '[/FlateDecode /DCTDecode]' },
			1,
		],
		['whose own Exif says otherwise', { content: page, jpeg: withOrientation(3) }, 1],
		['with a stream of unknown length', { content: page, length: '99 0 R' }, 1],
		['with a stream that is shorter than it says', { content: page, length: '99999' }, 1],
		['with a stream of negative length', { content: page, length: '-5' }, 1],
		['behind states that were saved and given back', { content: `q 0 1 -1 0 0 0 cm Q ${page}` }, 1],
		['with more states given back than saved', { content: `Q Q ${page}` }, 1],
		['on white paper of red, green and blue', { content: `1 1 1 rg 0 0 9 9 re f* ${page}` }, 1],
		['on white paper of four inks', { content: `0 0 0 0 k 0 0 9 9 re F ${page}` }, 1],
		['turned in two steps', { content: 'q 60 0 0 40 0 0 cm 0 1 -1 0 1 0 cm /Im0 Do Q' }, 8],
		['moved, then turned', { content: 'q 1 0 0 1 5 7 cm 0 40 -60 0 60 0 cm /Im0 Do Q' }, 8],
		['behind a matrix that is none', { content: `1 0 cm ${page}` }, 1],
		[
			'whose filters have their short names',
			{ content: page, jpeg: zlibSync(JPEG), filter: '[/Fl /DCT]' },
			1,
		],
	])('takes a scan %s', async (_, given, orientation) => {
		expect(await pages(scannedPdf([given]))).toEqual([`1: 60x40 orientation ${orientation}`]);
	});

	it.each([
		`${page} 0 0 m 9 9 l S`,
		`${page} 1 g 0 0 9 9 re f`,
		...['f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'S', 's', '/Sh0 sh'].map(
			(paint) => `1 g ${page} 0 0 9 9 re ${paint}`,
		),
		// nothing but white paper may lie under the picture
		...['1 0 0 rg', '1 1 0 rg', '0 g', '0 0 0 1 k', '/P0 scn', '/Cs0 cs'].map(
			(color) => `${color} 0 0 9 9 re f ${page}`,
		),
		`0 0 9 9 re f ${page}`,
		`1 g 0 g 0 0 9 9 re f ${page}`,
		`1 g q 0 g 0 0 9 9 re f ${page}`,
		`q 1 g Q 0 0 9 9 re f ${page}`,
		`1 g 0 0 9 9 re S ${page}`,
	])('refuses the drawing in %j', async (content) => {
		await expect(scansOf(scannedPdf([{ content }]))).rejects.toThrow('page 1 holds a drawing');
	});

	it.each([
		['/CCF', 'holds a black-and-white fax picture (CCITT) on page 1'],
		['/CCITTFaxDecode', 'holds a black-and-white fax picture (CCITT) on page 1'],
		['/JBIG2Decode', 'black-and-white picture (JBIG2) on page 1'],
		['/JPXDecode', 'a JPEG 2000 picture on page 1'],
		['/constructor', 'packs the picture on page 1 with constructor'],
		['/NoDCTDecode', 'packs the picture on page 1 with NoDCTDecode'],
		['/DCTDecodeX', 'packs the picture on page 1 with DCTDecodeX'],
		['[/LZWDecode /DCTDecode]', 'packs the picture on page 1 with LZWDecode'],
		['[/FlateDecodeX /DCTDecode]', 'packs the picture on page 1 with FlateDecodeX'],
		// it only says that it is packed
		['[/FlateDecode /DCTDecode]', 'is damaged'],
	])('refuses a picture with the filter %s', async (filter, message) => {
		await expect(scansOf(scannedPdf([{ content: page, filter }]))).rejects.toThrow(message);
	});

	it.each([
		['that breaks off', '\xff\xd8\xff\xe0\x00\x04ab'],
		['without its first byte', '\x00\xd8\xff\xda\x00\x02'],
		['without its second byte', '\xff\x00\xff\xda\x00\x02'],
		['that is none', 'not a jpeg'],
	])('refuses a JPEG %s', async (_what, bytes) => {
		const file = scannedPdf([{ content: page, jpeg: Buffer.from(bytes, 'latin1') }]);
		await expect(scansOf(file)).rejects.toThrow('the picture on page 1 is not a JPEG');
	});

	it.each([
		['two pictures', `${page} ${page}`, 'page 1 is put together from 2 pictures'],
		['an inline picture', 'BI /W 1 ID x EI', 'inside its drawing commands'],
		[
			'a mirrored picture',
			'q -60 0 0 40 60 0 cm /Im0 Do Q',
			'shows the picture on page 1 mirrored',
		],
		['nothing', 'q Q', 'has only empty pages'],
	])('refuses %s', async (_what, content, message) => {
		await expect(scansOf(scannedPdf([{ content }]))).rejects.toThrow(message);
	});

	it.each([
		['a page', '6 0 obj', 'page 2 is missing'],
		['what draws a page', '7 0 obj', 'a part of page 2 is missing'],
		['the picture of a page', '8 0 obj', 'a part of page 2 is missing'],
	])('does not leave a page out because %s is lost', async (_, lost, message) => {
		const pdf = scannedPdf([{ content: page }, { content: page }]).toString('latin1');
		const damaged = Buffer.from(pdf.replace(lost, '9 0 obj'), 'latin1');
		await expect(scansOf(damaged)).rejects.toThrow(`is damaged: ${message}`);
	});

	it('leaves out blank pages and keeps their numbers', async () => {
		const pdf = scannedPdf([{ content: page }, { content: '' }, { content: page }]);
		expect(await pages(pdf)).toEqual(['1: 60x40 orientation 1', '3: 60x40 orientation 1']);
	});
});

function withOrientation(orientation: number): Buffer {
	const marker = `ffe10022${Buffer.from('Exif\0\0').toString('hex')}`;
	const entry = `0112000300000001000${orientation}0000`;
	const exif = Buffer.from(`${marker}4d4d002a000000080001${entry}00000000`, 'hex');
	return Buffer.concat([JPEG.subarray(0, 2), exif, JPEG.subarray(2)]);
}
