/** Where an option says Chinese, no sentence has words in English only. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { REFUSALS, REMEDIES } from '../../nodes/IflytekInvoiceOcr/invoice/refusals';
import { FAULTS } from '../../nodes/shared/formats/fileError';
import { expectChinese } from '../support/chinese';

/** Rooms whose operations have no such option, and where n8n's editor asks. */
const ENGLISH = [
	'shared/description/operations.ts',
	'IflytekAiCall/methods/',
	'IflytekAiCall/operations/recording/',
	'IflytekAiCall/operations/task/command.ts',
	'IflytekAiCall/recording/',
	'IflytekAiCallTrigger/',
	'IflytekImageRecognition/',
];

/** What makes a problem or an error of English words: `unusable`, `say` and `problemFrom` take both languages. */
const IN_ENGLISH =
	/\binvalid(?:<\w+>)?\((?!message: string)|new NodeOperationError\((?!context\.getNode\(\), message, settings)|\bremedy: ['"`]|(?:throw new|=> new) Error\(/g;

/** Errors that no user reads: n8n or the node's own code words them again. */
const UNSEEN = ['The answer is not whole', 'n8n did not say which keys are new', 'The request URL'];

it('every error of a node with the option is worded in both', () => {
	const root = join(__dirname, '../../nodes');
	const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
	const found = files
		.filter((file) => file.endsWith('.ts') && !ENGLISH.some((room) => file.startsWith(room)))
		.flatMap((file) => {
			const text = readFileSync(join(root, file), 'utf8');
			return [...text.matchAll(IN_ENGLISH)].map(({ index, 0: what }) => {
				const line = text.slice(0, index).split('\n').length;
				return `${file}:${line} ${what} ${text.slice(index, index + 160)}`;
			});
		});
	expect(found.filter((one) => !UNSEEN.some((text) => one.includes(text)))).toEqual([]);
});

it.each([...Object.entries(FAULTS), ...Object.entries(REFUSALS), ...Object.entries(REMEDIES)])(
	'%s is said in Chinese',
	(_, [, chinese, , remedy = chinese]) => {
		expectChinese(chinese);
		expectChinese(remedy);
	},
);
