import type { PdfFile } from './file';
import { PdfError, type PdfDictionary } from './syntax';

/** A file with more pages is unlikely to be invoices. */
const MAX_PAGES = 200;

/** The leaves of the page tree in reading order, with what they inherit. */
export function pagesOf(file: PdfFile): PdfDictionary[] {
	const pages: PdfDictionary[] = [];
	const seen = new Set<PdfDictionary>();
	const visit = (node: PdfDictionary, inherited: PdfDictionary) => {
		if (seen.has(node) || seen.size > 10 * MAX_PAGES)
			throw new PdfError('is damaged: its page tree loops back on itself');
		seen.add(node);
		const here: PdfDictionary = new Map(inherited);
		for (const name of ['Resources', 'Rotate', 'MediaBox', 'CropBox'])
			if (node.has(name)) here.set(name, node.get(name)!);
		if (!node.has('Kids')) {
			if (pages.length === MAX_PAGES) {
				throw new PdfError(
					`has more than ${MAX_PAGES} pages`,
					'Split it into files of fewer pages.',
				);
			}
			pages.push(new Map([...here, ...node]));
			return;
		}
		for (const kid of file.array(node.get('Kids'))) {
			if (!(file.resolve(kid) instanceof Map))
				throw new PdfError(`is damaged: page ${pages.length + 1} is missing`);
			visit(file.dictionary(kid), here);
		}
	};
	visit(file.dictionary(file.catalog.get('Pages')), new Map());
	if (pages.length === 0) throw new PdfError('is damaged: it has no pages');
	return pages;
}

/**
 * What draws a page, all its parts together.
 * @throws PdfError when a part is missing: a page that only seems empty would be left out
 */
export async function contentOf(
	file: PdfFile,
	page: PdfDictionary,
	number: number,
): Promise<string> {
	const contents = page.get('Contents');
	const isList = contents === undefined || Array.isArray(file.resolve(contents));
	const streams: Buffer[] = [];
	for (const part of isList ? file.array(contents) : [contents]) {
		const stream = await file.stream(part);
		if (stream === undefined) throw new PdfError(`is damaged: a part of page ${number} is missing`);
		streams.push(stream, Buffer.from('\n'));
	}
	return Buffer.concat(streams).toString('latin1');
}
