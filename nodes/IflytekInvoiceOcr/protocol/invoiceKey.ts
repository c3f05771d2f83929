import type { InvoiceRecord } from './record';

/**
 * What makes an invoice the same one: its 20 digits where it is fully digital, else code and number.
 * Null where these were not read, or are none that exist.
 */
export function invoiceKey(record: InvoiceRecord): string | null {
	const number = record.invoiceNumber ?? record.invoiceNumberRight;
	if (typeof number !== 'string') return null;
	if (/^\d{20}$/.test(number)) return number;
	const code = record.invoiceCode ?? record.invoiceCodeRight;
	const isWhole = typeof code === 'string' && /^(\d{10}|\d{12})$/.test(code);
	return isWhole && /^\d{8}$/.test(number) ? `${code}-${number}` : null;
}
