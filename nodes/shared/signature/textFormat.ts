/** How a text is encoded in the request or the answer; one value of each is documented. */
export interface TextFormat {
	encoding: string;
	compress: string;
	format: string;
}

/** The one value that the services document for each field (services.md, Invoices: Request body). */
export const FORMAT_VALUES = {
	encoding: { name: 'UTF-8', value: 'utf8' },
	compress: { name: 'None (Raw)', value: 'raw' },
	format: { name: 'JSON', value: 'json' },
};

/** What is set in the entry of `requestFieldsProperty`. */
export function readRequestFields(options: Record<string, unknown>): Record<string, unknown> {
	const { fields } = (options.requestFields ?? {}) as { fields?: Record<string, unknown> };
	// a workflow saved earlier has some of them among its options
	return { ...options, ...fields };
}

/** Reads one side's format out of a node's Options; what is empty has the documented value. */
export function readFormat(options: Record<string, unknown>, side: 'input' | 'result'): TextFormat {
	const { encoding, compress, format } = FORMAT_VALUES;
	const fields = readRequestFields(options);
	return {
		encoding: String(fields[`${side}Encoding`] || encoding.value),
		compress: String(fields[`${side}Compress`] || compress.value),
		format: String(fields[`${side}Format`] || format.value),
	};
}
