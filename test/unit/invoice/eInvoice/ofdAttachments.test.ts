import { strToU8, zipSync } from 'fflate';

import { attachedFiles } from '../../../../nodes/IflytekInvoiceOcr/file/pageParts';
import { ofd } from '../../../fixtures/eInvoice';

const MEGABYTE = 1024 * 1024;

/** What is attached, by its name. */
async function attachments(file: Buffer): Promise<Array<[string, string]>> {
	return (await attachedFiles(file)).map(({ name, bytes }) => [name, bytes!.toString()]);
}

it.each([
	['Doc_0/Attachs/a.xml', 'a.xml'],
	['Doc_0/Attachs/folder/a.XML', 'folder/a.XML'],
	['attachments/a.xml', 'a.xml'],
	['original_invoice.xml', 'original_invoice.xml'],
	['Doc_0/original_invoice_1.xml', 'original_invoice_1.xml'],
	['Doc_0/Attachs/a..b.xml', 'a..b.xml'],
	['Doc_0/Attachs/a.pdf', 'a.pdf'],
])('reads %s', async (path, name) => {
	expect(await attachments(ofd({}, { [path]: strToU8('<Invoice/>') }))).toEqual([
		[name, '<Invoice/>'],
	]);
});

it.each([
	'Doc_0/a.xml',
	'Doc_0/myattach/a.xml',
	'Doc_0/Attachs/old/attachments.xml',
	'copy_of_original_invoice.xml',
	'original_invoice/a.xml',
])('passes over %s', async (name) => {
	expect(await attachments(ofd({}, { [name]: strToU8('<Invoice/>') }))).toEqual([]);
});

it('keeps the order of the archive, and unpacks nothing as which no invoice comes', async () => {
	expect(await attachments(ofd({ 'b.xml': '<B/>', 'a.xml.bak': 'a', 'a.xml': '<A/>' }))).toEqual([
		['b.xml', '<B/>'],
		['a.xml.bak', ''],
		['a.xml', '<A/>'],
	]);
});

it('is refused without its entry file', async () => {
	const file = Buffer.from(zipSync({ 'Doc_0/OFD.xml': strToU8('<OFD/>') }));
	await expect(attachedFiles(file)).rejects.toThrow('holds no OFD.xml, so it is not an OFD file');
});

it('is refused with two files of the same name', async () => {
	const file = ofd({ 'a.xml': '<A/>', 'b.xml': '<B/>' });
	for (let at = file.indexOf('b.xml'); at >= 0; at = file.indexOf('b.xml')) file.write('a', at);
	await expect(attachedFiles(file)).rejects.toThrow('contains two files with the same name');
});

it.each(['../a.xml', 'a/../../b', '..\\a.xml', 'a\\..', '..'])(
	'is refused with a name that leads out of it: %s',
	async (name) => {
		const file = ofd({}, { [name]: strToU8('<A/>') });
		await expect(attachedFiles(file)).rejects.toThrow('holds a file name that leads out of it');
	},
);

it('may have 50 attachments, and no more', async () => {
	const attached = (count: number) =>
		Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}.xml`, '<A/>']));
	expect(await attachments(ofd(attached(50)))).toHaveLength(50);
	await expect(attachedFiles(ofd(attached(51)))).rejects.toThrow('has more than 50 attachments');
});

it('may unpack to 20 MB with all its attachments together, and no more', async () => {
	const filled = (bytes: number) => `<A>${' '.repeat(bytes - 7)}</A>`;
	const both = (second: number) => ofd({ 'a.xml': filled(11 * MEGABYTE), 'b.xml': filled(second) });
	expect(await attachments(both(9 * MEGABYTE))).toHaveLength(2);
	await expect(attachedFiles(both(9 * MEGABYTE + 1))).rejects.toThrow(/unpacks to more than/);
});
