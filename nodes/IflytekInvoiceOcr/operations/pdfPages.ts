import type { ItemImage } from '../../shared/files/imageInput';
import { lowerFirst } from '../../shared/http/networkError';
import type { Item } from '../../shared/items/item';
import { readScannedPdf } from '../protocol/pdf/scan';
import { MAX_IMAGE_BYTES } from '../protocol/request';

/** A picture to recognize: the whole file, or one page of a PDF. */
export interface InvoiceImage extends ItemImage {
	/** from 1; null where the file is no PDF */
	page: number | null;
}

/** A scan of 200 pages; n8n holds the whole file in memory. */
export const MAX_PDF_BYTES = 20 * 1024 * 1024;

/**
 * The pictures of an item's file: the pages of a scanned PDF one by one, any other file as it is.
 * @throws NodeOperationError saying what the PDF contains instead of one picture for each page
 */
export async function imagesOf(item: Item, image: ItemImage): Promise<InvoiceImage[]> {
	if (image.format !== 'pdf') return [{ ...image, page: null }];
	const name = image.fileName === undefined ? 'The PDF' : `The PDF ${image.fileName}`;
	const pages = await scannedPages(item, image.bytes, name);
	return pages.map(({ page, bytes, format }) => {
		if (bytes.length > MAX_IMAGE_BYTES) {
			throw item.inputError(
				`The picture on page ${page} of ${lowerFirst(name)} is larger than 3 MB (4 MB as base64)`,
				'Scan it again with fewer dots per inch or a lower quality.',
			);
		}
		return { bytes, format, fileName: image.fileName, page };
	});
}

async function scannedPages(item: Item, bytes: Buffer, name: string) {
	try {
		return await readScannedPdf(bytes);
	} catch (error) {
		throw item.inputError(
			`${name} ${(error as Error).message}`,
			"Only scans with one picture for each page are read. Export its pages as PNG or JPG; for a digital invoice with text use its XML or OFD with Read E-Invoice File, or n8n's Extract from File node.",
		);
	}
}
