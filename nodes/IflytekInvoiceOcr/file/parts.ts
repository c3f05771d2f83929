import { type Value, type Wording, worded } from '../../shared/problem/language';
import type { Invoice } from '../invoice/invoice';
import { refusalOf, type RefusalCode, type RemedyCode, REMEDIES } from '../invoice/refusals';
import { FileError } from '../../shared/formats/fileError';

interface Place {
	/** path inside the ZIP archive or PDF; undefined for the file itself */
	inside?: string;
	/** pages from 1; empty where it is the whole file */
	pages: number[];
}

/** An invoice that was read without the service. */
export interface ReadPart extends Place {
	kind: 'read';
	invoice: Invoice;
	/** the kind of its file, whatever it was read from */
	fileKind: 'ofd' | 'pdf' | 'xml';
}

/** A picture that only the service can read: a photo or scan, or a page that is nothing else. */
export interface PicturePart extends Place {
	kind: 'picture';
	bytes: Buffer;
	format: 'bmp' | 'jpg' | 'png';
}

export interface RefusedPart extends Place, ReturnType<typeof refusalOf> {
	kind: 'refused';
	/** known to be no invoice, such as a trip list: no error beside an invoice */
	isKnownNoInvoice?: true;
	/** a file of a kind that never holds an invoice: an email may have it beside one */
	isNoInvoiceFile?: boolean;
}

/** A part that needs no row: nothing is lost without it. */
interface PassedPart extends Place {
	kind: 'passed';
	as: 'empty' | 'further part' | 'no invoice';
	/** what it is, as the end of a sentence */
	clause: Wording;
}

/** A part of an input file. Each page, attachment and archive member is in one: `accountOf` lists them. */
export type Part = PassedPart | PicturePart | ReadPart | RefusedPart;

/** The refusal of a file of a kind that never holds an invoice. */
export function noInvoiceFile(code: RefusalCode, ...values: Value[]): RefusedPart {
	return { ...refused(code, [], ...values), isNoInvoiceFile: true };
}

/** @param pages of a PDF or OFD, from 1 */
export function refused(code: RefusalCode, pages: number[] = [], ...values: Value[]): RefusedPart {
	return { kind: 'refused', ...refusalOf(code, values), pages };
}

/** The refusal after an error in reading. @param values of the remedy */
export function unreadable(
	error: Error,
	remedy: RemedyCode,
	pages: number[] = [],
	...values: Value[]
): RefusedPart {
	const refusal = refused('unreadable', pages, error.message);
	const clause = error instanceof FileError ? error.clause : refusal.clause;
	return { ...refusal, clause, remedy: worded(REMEDIES[remedy], values) };
}

/** A part that is passed over. @param pages of a PDF or OFD, from 1 */
export function passed(as: PassedPart['as'], code: RefusalCode, pages: number[] = []): PassedPart {
	return { kind: 'passed', as, clause: refusalOf(code).clause, pages };
}

/** What became of one page, attachment, member of an archive or whole file. */
export type AccountEntry = {
	/** path inside the ZIP archive or PDF; null for the file itself */
	inside: string | null;
	/** from 1; null for a file without pages, and for its data */
	page: number | null;
	result: PassedPart['as'] | 'invoice' | 'refused' | 'sent';
	/** of the invoice that it is or belongs to */
	invoiceNumber?: string;
	/** what it is, where it is no invoice */
	what?: string;
};

/** The account of an input file. */
export function accountOf(parts: Part[]): AccountEntry[] {
	return parts.flatMap((part) => {
		const { inside = null, pages } = part;
		return (pages.length > 0 ? pages : [null]).map((page, index): AccountEntry => {
			if (part.kind === 'picture') return { inside, page, result: 'sent' };
			if (part.kind !== 'read') {
				const result = part.kind === 'passed' ? part.as : 'refused';
				return { inside, page, result, what: part.clause.english };
			}
			const { invoiceNumber } = part.invoice.texts;
			return { inside, page, result: index === 0 ? 'invoice' : 'further part', invoiceNumber };
		});
	});
}
