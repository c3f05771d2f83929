import type { PdfFile } from './file';
import type { PdfDictionary, PdfValue } from './syntax';

/** Invoices and their signatures are attached, seldom anything else. */
const MAX_FILES = 50;
/** Nodes of the tree of names. */
const MAX_NODES = 1000;

/** The files embedded in a PDF (ISO 32000-1, 7.11.4): in its tree of names, or associated with it. */
export async function embeddedFiles(file: PdfFile): Promise<Buffer[]> {
	const { catalog } = file;
	const names = file.dictionary(catalog.get('Names'));
	const specifications = [
		...namedValues(file, names.get('EmbeddedFiles')),
		...file.array(catalog.get('AF')),
	];
	const streams = new Map<number, PdfValue>();
	for (const one of specifications) {
		const embedded = file.dictionary(file.dictionary(one).get('EF'));
		const stream = embedded.get('F') ?? embedded.get('UF');
		if (stream !== null && typeof stream === 'object' && 'number' in stream) {
			streams.set(stream.number, stream);
		}
		if (streams.size === MAX_FILES) break;
	}
	const files: Buffer[] = [];
	for (const stream of streams.values()) {
		const bytes = await file.stream(stream);
		if (bytes !== undefined) files.push(bytes);
	}
	return files;
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
