import { entriesOfOfd } from '../../shared/formats/ofd/ofd';
import type { Attachment } from '../../shared/formats/pdf/attachments';
import { unzip, ZipError } from '../../shared/formats/zip/zip';

/** How large all files read from one OFD may be when unpacked. */
const MAX_BYTES = 20 * 1024 * 1024;
/** Invoices and their signatures are attached, seldom anything else. */
const MAX_ATTACHMENTS = 50;

/** Where OFD writers put attachments: the invoice itself, as data, or further invoices. */
const ATTACHED = /(?:^|\/)(?:attach[^/]*\/(.+)|(original_invoice[^/]*\.(?:xml|xbrl)))$/i;
/** The list of attachments. */
const ATTACHMENT_LIST = /(^|\/)attachments\.xml$/i;
/** Kinds of files that may be an invoice. */
const READ = /\.(?:bmp|jpe?g|ofd|pdf|png|xbrl|xml)$/i;

/**
 * The files attached to an OFD; those as which no invoice comes are not unpacked, and empty. Names in the
 * archive are compared, never used as paths.
 * @throws ZipError when it is not an OFD, is ambiguous, or has more or larger ones than the limits allow
 */
export async function attachedFiles(file: Buffer): Promise<Attachment[]> {
	const files: Attachment[] = [];
	let left = MAX_BYTES;
	for (const entry of entriesOfOfd(file)) {
		const [, inFolder, beside] = ATTACHED.exec(entry.name) ?? [];
		const name = inFolder ?? beside;
		if (name === undefined || ATTACHMENT_LIST.test(entry.name)) continue;
		if (files.length === MAX_ATTACHMENTS)
			throw new ZipError(`has more than ${MAX_ATTACHMENTS} attachments`, 'tooLarge');
		const bytes = READ.test(name) ? await unzip(file, entry, left) : Buffer.alloc(0);
		left -= bytes.length;
		files.push({ name, bytes });
	}
	return files;
}
