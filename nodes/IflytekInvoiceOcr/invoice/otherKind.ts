/** A document that is not an invoice, or an invoice of a form that is not read from its page. */
export interface OtherKind {
	/** as in "is a trip list, not an invoice" */
	kind: string;
	/** how to get the invoice */
	wayOut: string;
	/** whether it is, or may be, an invoice nevertheless */
	mayBeInvoice?: true;
}
