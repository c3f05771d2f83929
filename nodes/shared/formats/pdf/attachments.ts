import type { PdfFile } from './file';
import { pagesOf } from './pages';
import { PdfError, type PdfDictionary, type PdfValue } from './syntax';

/** Invoices and their signatures are attached, seldom anything else. */
const MAX_FILES = 50;
/** Nodes of the tree of names. */
const MAX_NODES = 1000;

/** A file that a PDF carries. */
export interface Attachment {
	name: string;
	bytes: Buffer;
}

/**
 * The files embedded in a PDF (ISO 32000-1, 7.11.4): in its tree of names, associated with it, or on a page.
 * @throws PdfError when one is missing, or there are more than the limit allows
 */
export async function embeddedFiles(file: PdfFile): Promise<Attachment[]> {
	const { catalog } = file;
	const names = file.dictionary(catalog.get('Names'));
	const specifications = [
		...namedValues(file, names.get('EmbeddedFiles')),
		...file.array(catalog.get('AF')),
		...pagesOf(file)
			.flatMap((page) => file.array(page.get('Annots')))
			.map((one) => file.dictionary(one).get('FS') ?? null),
	];
	const streams = new Map<number, { name: string; stream: PdfValue }>();
	for (const one of specifications) {
		const specification = file.dictionary(one);
		const embedded = file.dictionary(specification.get('EF'));
		const stream = embedded.get('F') ?? embedded.get('UF');
		if (stream === null || typeof stream !== 'object' || !('number' in stream)) continue;
		const name = file.resolve(specification.get('UF') ?? specification.get('F'));
		const shown = textOf(name) || `attachment ${streams.size + 1}`;
		if (!streams.has(stream.number)) streams.set(stream.number, { name: shown, stream });
		if (streams.size > MAX_FILES)
			throw new PdfError(`has more than ${MAX_FILES} files attached`, 'Save them and use those.');
	}
	const files: Attachment[] = [];
	for (const { name, stream } of streams.values()) {
		const bytes = await file.stream(stream);
		if (bytes === undefined) throw new PdfError(`is damaged: the attached file ${name} is missing`);
		files.push({ name, bytes });
	}
	return files;
}

/** A text that is written in UTF-16, or one byte a character. */
export function textOf(value: PdfValue): string {
	if (typeof value !== 'string') return '';
	if (!value.startsWith('\u00fe\u00ff')) return value;
	return new TextDecoder('utf-16be').decode(Buffer.from(value.slice(2), 'latin1'));
}

/** The values of a name tree (7.9.6). */
function namedValues(file: PdfFile, root: PdfValue | undefined): PdfValue[] {
	const values: PdfValue[] = [];
	const seen = new Set<PdfDictionary>();
	const open: PdfDictionary[] = [file.dictionary(root)];
	for (let node = open.pop(); node !== undefined; node = open.pop()) {
		if (seen.has(node) || seen.size === MAX_NODES) continue;
		seen.add(node);
		values.push(...file.array(node.get('Names')).filter((_, index) => index % 2 === 1));
		open.push(...file.array(node.get('Kids')).map((kid) => file.dictionary(kid)));
	}
	return values;
}
