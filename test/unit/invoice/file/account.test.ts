import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

import { partsOf, settled } from '../../../../nodes/IflytekInvoiceOcr/file/fileParts';
import { accountOf, type AccountEntry } from '../../../../nodes/IflytekInvoiceOcr/file/parts';
import { embeddedFiles, pagesOf, PdfFile } from '../../../../nodes/shared/formats/pdf/file';
import { seededRandom } from '../../../emulator/core/random';
import { ofd, taxPlatformXml, TEST_INVOICE } from '../../../fixtures/eInvoice';
import { dataOf } from '../../../fixtures/eInvoice/ofDrawn';
import { invoiceFolder } from '../../../fixtures/invoiceFolder';
import { drawDigital, drawOlder, PLAIN_STYLE } from '../../../fixtures/pageInvoice';
import { ofdOf } from '../../../fixtures/pageInvoice/ofd';
import { JPEG } from '../../../fixtures/pdf';
import { textPdf, type TextPage } from '../../../fixtures/pdf/text';

const accountIn = async (file: Buffer) => accountOf(settled(await partsOf(file)));

const blank: TextPage = { texts: [], width: 600, height: 400 };
const text = (words: string): TextPage => ({
	...blank,
	texts: [{ text: words, x: 50, y: 80, size: 12 }],
});

type Result = AccountEntry['result'];

/** Pages, and what becomes of each beside an invoice that is read, and without one. */
const PAGES: Array<[page: TextPage, beside: Result, alone: Result]> = [
	[text('滴滴出行-行程单'), 'no invoice', 'refused'],
	[text('尊敬的客户：保险条款'), 'no invoice', 'refused'],
	[text('通行费电子票据汇总单'), 'no invoice', 'refused'],
	[text('机动车销售统一发票'), 'refused', 'refused'],
	[text('出租汽车专用发票 发票代码 111001981011'), 'refused', 'refused'],
	[blank, 'empty', 'empty'],
];

/** The entry of each page of a file, in their order. */
function byPage(account: AccountEntry[]): Result[] {
	const ofPages = account.filter(({ page, inside }) => page !== null && inside === null);
	const inOrder = ofPages.sort((one, other) => one.page! - other.page!);
	expect(inOrder.map(({ page }) => page)).toEqual(inOrder.map((_, index) => index + 1));
	return inOrder.map(({ result }) => result);
}

it.each(['pdf', 'ofd'])('each page of a %s is in its account once', async (form) => {
	for (let seed = 1; seed <= 25; seed++) {
		const random = seededRandom(seed);
		const invoices = [0, 1].map((at) => drawDigital(seededRandom(2 * seed + at), { lines: 2 }));
		const pages: TextPage[] = [];
		const expected: Result[] = [];
		const data: Record<string, string> = {};
		const isStated = random() < 0.5;
		for (const [at, invoice] of invoices.entries()) {
			const others = Array.from(
				{ length: Math.floor(random() * 3) },
				() => PAGES[Math.floor(random() * PAGES.length)]!,
			);
			pages.push(...others.map(([page]) => page), ...invoice.pages);
			expected.push(...others.map(([, beside]) => beside));
			expected.push(isStated ? 'further part' : 'invoice');
			if (isStated) data[`${at}.xml`] = taxPlatformXml(dataOf(invoice));
		}
		if (form === 'pdf' && random() < 0.5) {
			pages.push({ ...blank, jpeg: JPEG });
			expected.push('sent');
		}
		const attached = Object.fromEntries(
			Object.entries(data).map(([name, xml]) => [`Doc_0/Attachs/${name}`, xml]),
		);
		const file = form === 'pdf' ? textPdf(pages, 'ucs2', data) : ofdOf(pages, {}, attached);
		const account = await accountIn(file);
		expect([seed, byPage(account)]).toEqual([seed, expected]);
		expect(account.filter(({ page }) => page === null).map(({ result }) => result)).toEqual(
			Object.keys(data).map(() => 'invoice'),
		);
	}
});

it('a page of a list or of a longer invoice is a further part of it', async () => {
	const drawn = drawOlder(seededRandom(4), { lines: 15 }, PLAIN_STYLE, true);
	const account = await accountIn(textPdf(drawn.pages, 'ucs2'));
	expect(byPage(account)).toEqual(['invoice', ...drawn.pages.slice(1).map(() => 'further part')]);
	expect(new Set(account.map(({ invoiceNumber }) => invoiceNumber))).toEqual(
		new Set([drawn.truth.number]),
	);
});

it.each(PAGES)('a page alone is refused by what it is %#', async (page, _, alone) => {
	const account = await accountIn(textPdf([page, page], 'ucs2'));
	expect(account).toEqual([
		{ inside: null, page: null, result: 'refused', what: expect.any(String) },
	]);
	expect(alone === 'empty').toBe(account[0]!.what === 'has only empty pages');
});

it.each([
	['an OFD', ofd({ 'note.txt': 'hello' })],
	['a PDF', textPdf([blank], 'ucs2', { 'note.txt': 'hello' })],
])('what is attached to %s without an invoice is in its account', async (_, file) => {
	expect(await accountIn(file)).toMatchObject([
		{ inside: null, result: 'refused' },
		{ inside: 'note.txt', result: 'no invoice' },
	]);
});

it('each member of an archive is in its account, those in archives and PDFs inside it too', async () => {
	const [one, other] = [1, 2].map((seed) => drawDigital(seededRandom(seed), { lines: 2 }));
	const pdf = textPdf(one!.pages, 'ucs2');
	const portfolio = textPdf([text('打开此文件包')], 'ucs2', {
		'p.pdf': textPdf(other!.pages, 'ucs2').toString('latin1'),
		'seal.jpg': JPEG.toString('latin1'),
		'sign.xml': '<Signature/>',
	});
	const members: Record<string, Uint8Array> = {
		'a.pdf': pdf,
		'trips.pdf': textPdf([text('滴滴出行-行程单')], 'ucs2'),
		'empty.pdf': Buffer.alloc(0),
		'note.txt': strToU8('hello'),
		'photo.jpg': JPEG,
		'in.zip': zipSync({ 'b.ofd': ofd({ 'a.xml': taxPlatformXml(TEST_INVOICE) }) }),
		'portfolio.pdf': portfolio,
	};
	const account = await accountIn(Buffer.from(zipSync(members)));
	expect(account.map(({ inside, page, result }) => `${inside} ${page} ${result}`)).toEqual([
		'a.pdf 1 invoice',
		'trips.pdf null no invoice',
		'empty.pdf null refused',
		'note.txt null refused',
		'photo.jpg null sent',
		'in.zip/b.ofd null invoice',
		'in.zip/b.ofd null further part',
		'portfolio.pdf null no invoice',
		'portfolio.pdf/p.pdf 1 invoice',
		'portfolio.pdf/seal.jpg null no invoice',
		'portfolio.pdf/sign.xml null no invoice',
	]);
});

it('a PDF attached to an OFD is read too', async () => {
	const [one, other] = [1, 2].map((seed) => drawDigital(seededRandom(seed), { lines: 2 }));
	const whole = unzipSync(ofdOf(one!.pages));
	const file = zipSync({ ...whole, 'Doc_0/Attachs/p.pdf': textPdf(other!.pages, 'ucs2') });
	const account = await accountIn(Buffer.from(file));
	expect(account.map(({ inside, invoiceNumber }) => [inside, invoiceNumber])).toEqual([
		[null, one!.truth.number],
		['p.pdf', other!.truth.number],
	]);
});

it('an XML of two invoices is two', async () => {
	const [one, other] = [1, 2].map((at) =>
		taxPlatformXml({ ...TEST_INVOICE, number: `2631700000012345670${at}` }).replace(/<\?.*\?>/, ''),
	);
	const account = await accountIn(Buffer.from(`<Invoices>${one}${other}</Invoices>`));
	expect(account.map(({ result, invoiceNumber }) => [result, invoiceNumber])).toEqual([
		['invoice', '26317000000123456701'],
		['invoice', '26317000000123456702'],
	]);
});

/** The places at which something may be in a file, counted apart from the account: pages, data and members. */
async function placesIn(content: Buffer, inside = ''): Promise<string[]> {
	const at = (place: number | 'data', name = '') =>
		`${[inside, name].filter((one) => one !== '').join('/')} ${place}`;
	const ofAttachment = (name: string, bytes: Uint8Array) =>
		/InvoiceN|NumberOfInvoice|EIid/.test(strFromU8(bytes)) ? at('data') : at('data', name);
	if (content.includes('%PDF-')) {
		const pdf = await PdfFile.open(content);
		const attached = await embeddedFiles(pdf);
		return [
			...pagesOf(pdf).map((_, index) => at(index + 1)),
			...attached.map(({ name, bytes }) => ofAttachment(name, bytes!)),
		];
	}
	if (content.toString('latin1', 0, 2) !== 'PK') return [at('data')];
	const members = unzipSync(content);
	if (members['OFD.xml'] !== undefined) {
		const pages = strFromU8(members['Doc_0/Document.xml']!).match(/<ofd:Page /g) ?? [];
		const attached = Object.entries(members).filter(([name]) => /Attachs.(?!Attach)/.test(name));
		return [
			...(pages.length === 0 ? [at('data')] : pages.map((_, index) => at(index + 1))),
			...attached.map(([name, bytes]) => ofAttachment(name.split('/').at(-1)!, bytes)),
		];
	}
	const ofMembers: string[] = [];
	for (const [name, bytes] of Object.entries(members)) {
		const path = [inside, name].filter((one) => one !== '').join('/');
		ofMembers.push(...(await placesIn(Buffer.from(bytes), path)));
	}
	return ofMembers;
}

/** Files of every kind that there is, by name. */
async function everyFile(): Promise<Array<[name: string, content: Buffer]>> {
	const folder = join(__dirname, '../../../fixtures/pdf');
	const fixtures = readdirSync(folder).filter((name) => name.endsWith('.pdf'));
	const { files } = await invoiceFolder(false);
	const [one, other] = [1, 2].map(
		(seed) => drawDigital(seededRandom(seed), { lines: 2 }).pages[0]!,
	);
	const xml = taxPlatformXml(TEST_INVOICE);
	const attached = {
		'seal.jpg': JPEG.toString('latin1'),
		'sign.xml': '<Signature/>',
		'x.dat': 'x',
	};
	const members = Object.entries({ ...attached, 'a.xml': xml, 'b.pdf': textPdf([blank], 'ucs2') });
	const inAttachs = members.map(([name, bytes]) => [
		`Doc_0/Attachs/${name}`,
		typeof bytes === 'string' ? Buffer.from(bytes, name === 'seal.jpg' ? 'latin1' : 'utf8') : bytes,
	]);
	const pages = unzipSync(ofdOf([one!, blank, text('滴滴出行-行程单')]));
	return [
		...files.map(({ name, content }): [string, Buffer] => [name, content]),
		...fixtures.map((name): [string, Buffer] => [name, readFileSync(join(folder, name))]),
		['attached.pdf', textPdf([one!, blank, other!], 'ucs2', { ...attached, 'a.xml': xml })],
		['attached.ofd', Buffer.from(zipSync({ ...pages, ...Object.fromEntries(inAttachs) }))],
		[
			'pages.zip',
			Buffer.from(
				zipSync(
					Object.fromEntries(
						PAGES.map(([page], at) => [`${at}.pdf`, textPdf([page, one!], 'ucs2')]),
					),
				),
			),
		],
	];
}

it('adds up over every file: each page, data and member is an entry, and nothing else', async () => {
	const all = await everyFile();
	expect(all.length).toBeGreaterThan(130);
	for (const [name, content] of all) {
		const account = await accountIn(content);
		const entries = account.map(({ inside, page }) => `${inside ?? ''} ${page ?? 'data'}`);
		// of a file, or a member of one, that is refused as a whole one entry stands for all that is in it
		const whole = account.filter(({ result, page }) => result === 'refused' && page === null);
		const isInWhole = (place: string) =>
			whole.some(({ inside }) => place.startsWith(`${inside ?? ''} `));
		const places = isInWhole(' data') && account.length === 1 ? [' data'] : await placesIn(content);
		const counted = [
			...places.filter((place) => !isInWhole(place)),
			...whole.map(({ inside }) => `${inside ?? ''} data`),
		];
		expect([name, entries.sort()]).toEqual([name, counted.sort()]);
	}
});
