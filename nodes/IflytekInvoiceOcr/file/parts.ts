import type { EInvoice } from '../eInvoice/fields';

/** A place in an input file. */
export interface Place {
	/** path inside the ZIP archive; undefined if the file is not an archive */
	inside?: string;
	/** pages from 1; empty where it is the whole file */
	pages: number[];
}

/** An invoice that was read without the service. */
export interface ReadPart extends Place {
	kind: 'read';
	invoice: EInvoice;
	/** the kind of its file, whatever it was read from */
	fileKind: 'ofd' | 'pdf' | 'xml';
}

/** A picture that only the service can read: a photo or scan, or a page that is nothing else. */
export interface PicturePart extends Place {
	kind: 'picture';
	bytes: Buffer;
	format: 'bmp' | 'jpg' | 'png';
}

/** A part that is not read, and why. */
export interface RefusedPart extends Place {
	kind: 'refused';
	/** what it is, as in "is a trip list, not an invoice" */
	clause: string;
	remedy: string;
	/** whether no kind of invoice comes as such a file, so that a mail may hold it beside one */
	isNoInvoiceFile?: boolean;
}

/** A part of an input file; parts keep the file's order. */
export type Part = PicturePart | ReadPart | RefusedPart;

export const REMEDIES = {
	again: 'Download it again from its issuer.',
	anotherForm:
		"Use the invoice's OFD or XML file, or export the page as PNG or JPG to have it recognized.",
	asPicture: 'Export it as PNG or JPG first. The service takes PNG, JPG, BMP.',
	formats:
		'The node reads PDF, OFD, XML, XBRL, ZIP files with these, and PNG, JPG or BMP pictures.',
	unpack: 'Unpack it, and give its files one by one or as an ordinary ZIP file.',
} as const;

/** The refusal of a file as which no invoice comes. */
export function noInvoiceFile(clause: string, remedy: string): RefusedPart {
	return { ...refused(clause, remedy), isNoInvoiceFile: true };
}

/** @param pages of a PDF or OFD, from 1 */
export function refused(clause: string, remedy: string, pages: number[] = []): RefusedPart {
	return { kind: 'refused', clause, remedy, pages };
}
