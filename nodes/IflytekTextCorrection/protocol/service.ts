import type { ServiceCodes } from '../../shared/signature/codes';

/** The text correction service, and what its codes mean where that differs (services.md, Text). */
export const TEXT_SERVICE: ServiceCodes = {
	name: 'The text correction service',
	key: 'text',
	codes: {
		'10222': {
			message: 'The service did not finish in time, or the text is larger than it accepts',
			remedy:
				'Run the workflow again later. If the problem persists, send at most 2000 characters and 7000 bytes of base64 at a time.',
			// the node has ruled out the size, and a correction is safe to repeat
			retryClass: 'later',
		},
	},
};
