import { entriesOfOfd } from '../../shared/formats/ofd/ofd';
import { parseXml, xmlText, type XmlElement } from '../../shared/formats/xml/xml';
import { unzip, ZipError, type ZipEntry } from '../../shared/formats/zip/zip';

/** How large all XML files read from one OFD may be when unpacked. */
const MAX_XML_BYTES = 20 * 1024 * 1024;
/** Invoices and their signatures are attached, seldom anything else. */
const MAX_ATTACHMENTS = 50;

/** Where OFD writers put attachments: the invoice itself, as data. */
const ATTACHED_XML = /(^|\/)(attach[^/]*\/.+|original_invoice[^/]*)\.(xml|xbrl)$/i;
/** The list of attachments. */
const ATTACHMENT_LIST = /(^|\/)attachments\.xml$/i;

/** Further invoices that an OFD carries. */
const ATTACHED_FILE = /(^|\/)attach[^/]*\/([^/]+\.(?:ofd|pdf))$/i;

/**
 * The XML documents attached to an OFD, as their root elements; other attachments are skipped.
 * Names in the archive are compared, never used as paths.
 * @throws ZipError when it is not an OFD, is ambiguous, or unpacks to more than 20 MB
 */
export async function attachedXml(file: Buffer): Promise<XmlElement[]> {
	const entries = entriesOfOfd(file);
	const attached = entries.filter(
		({ name }) => ATTACHED_XML.test(name) && !ATTACHMENT_LIST.test(name),
	);
	if (attached.length > MAX_ATTACHMENTS) {
		throw new ZipError(`has more than ${MAX_ATTACHMENTS} attachments`, 'tooLarge');
	}
	const roots: XmlElement[] = [];
	let left = MAX_XML_BYTES;
	for (const entry of attached) {
		const { root, bytes } = await readXml(file, entry, left);
		left -= bytes;
		if (root !== undefined) roots.push(root);
	}
	return roots;
}

/**
 * The PDF and OFD files attached to an OFD, by name.
 * @throws ZipError when there are more, or larger ones, than the limits allow
 */
export async function attachedFiles(file: Buffer): Promise<Array<[name: string, bytes: Buffer]>> {
	const files: Array<[string, Buffer]> = [];
	for (const entry of entriesOfOfd(file)) {
		const name = ATTACHED_FILE.exec(entry.name)?.[2];
		if (name === undefined) continue;
		if (files.length === MAX_ATTACHMENTS)
			throw new ZipError(`has more than ${MAX_ATTACHMENTS} attachments`, 'tooLarge');
		files.push([name, await unzip(file, entry, MAX_XML_BYTES)]);
	}
	return files;
}

async function readXml(
	file: Buffer,
	entry: ZipEntry,
	maxBytes: number,
): Promise<{ root?: XmlElement; bytes: number }> {
	const unpacked = await unzip(file, entry, maxBytes);
	try {
		return { root: parseXml(xmlText(unpacked)), bytes: unpacked.length };
	} catch {
		return { bytes: unpacked.length };
	}
}
