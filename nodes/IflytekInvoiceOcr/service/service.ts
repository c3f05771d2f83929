import type { ServiceCodes } from '../../shared/signature/codes';

/** The invoice service, and what its codes mean where that differs (services.md, Invoices). */
export const INVOICE_SERVICE: ServiceCodes = {
	name: 'The invoice service',
	codes: {
		'10163': {
			message: 'The service did not accept a parameter of the request',
			remedy:
				'Most often the image is over 4 MB after base64 encoding (about 3 MB as a file). Otherwise check the values under Options.',
		},
		'10222': {
			message: 'The service could not process the image',
			remedy:
				'The format is not supported, the image is missing or too large, or the service did not finish in time. Export the invoice as a smaller PNG or JPG, or run the workflow again later.',
		},
		'37042': {
			message: 'No invoice was found in the image',
			remedy:
				'Check that the picture shows one whole VAT invoice, upright and sharp, and that it is the right file.',
		},
	},
};
