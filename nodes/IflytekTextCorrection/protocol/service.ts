import { codeTable } from '../../shared/http/codes';
import type { ServiceCodes } from '../../shared/signature/codes';

/** The text correction service, and what its codes mean where that differs (services.md, Text). */
export const TEXT_SERVICE: ServiceCodes = {
	name: 'The text correction service',
	key: 'text',
	codes: codeTable({
		'10222': [
			'The service did not finish in time, or the text is larger than it accepts',
			'服务未能及时完成，或文本过大',
			'Run the workflow again later. If the problem persists, send at most 2000 characters and 7000 bytes of base64 at a time.',
			'请稍后重新运行。如果问题依旧，每次最多发送 2000 个字符、7000 字节的 base64。',
			// the node has ruled out the size, and a correction is safe to repeat
			{ retryClass: 'later' },
		],
	}),
};
