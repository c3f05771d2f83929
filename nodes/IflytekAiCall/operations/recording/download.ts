import type { Operation } from '../../../shared/description/operations';
import { optionsProperty } from '../../../shared/description/properties';
import { requestOptionProperties, requestPolicy } from '../../../shared/description/requestOptions';
import { download, type Source, type WholeFile } from '../../../shared/files/download';
import { runItems } from '../../../shared/items/engine';
import { pastedList } from '../../../shared/items/item';
import { Memory } from '../../../shared/http/memory';
import { MOST_ATTEMPTS, RetryBudget } from '../../../shared/pace/pace';
import { invalid, sanitize, success, type Result } from '../../../shared/problem/problem';
import { audioFormat, textBeginning } from '../../recording/audioFormat';
import { recordingAddress, recordingFileName } from '../../recording/recordingUrl';

export const option: Operation['option'] = {
	name: 'Download',
	value: 'download',
	action: 'Download call recording',
	description: 'Fetch the recording that an event names',
};

const DEFAULT_MEGABYTES = 100;

export const properties: Operation['properties'] = [
	{
		displayName: 'Recording URL',
		name: 'url',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. {{ $json.url }}',
		description: 'The URL of a recording event: a path, or a whole web address',
	},
	{
		displayName: 'Recording Base URL',
		name: 'recordingBaseUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://recordings.example.com/',
		description:
			'Server that hosts your recordings; ask iFLYTEK support. Events contain only the path. Whole addresses are fetched only from this server and from Allowed Hosts.',
	},
	{
		displayName: 'Output Data Field Name',
		name: 'binaryPropertyName',
		type: 'string',
		default: 'data',
		required: true,
		hint: 'The name of the output field to put the file in',
	},
	optionsProperty([
		{
			displayName: 'Allowed Hosts',
			name: 'allowedHosts',
			type: 'string',
			default: '',
			placeholder: 'e.g. cdn.example.com:8443',
			description:
				'More servers that recordings may be fetched from, separated by commas. Any other server is refused, because whoever sends an event can put any address in it.',
		},
		{
			displayName: 'File Name',
			name: 'fileName',
			type: 'string',
			default: '',
			placeholder: 'e.g. {{ $json.callUuid }}.wav',
			description: 'Name of the file. Leave empty to take it from the URL.',
		},
		{
			displayName: 'Max Size (MB)',
			name: 'maxSize',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: DEFAULT_MEGABYTES,
			description: 'Larger recordings are not downloaded',
		},
		{ ...requestOptionProperties.timeout, description: 'How long one download may take' },
	]),
];

const MEGABYTE = 1024 * 1024;
/** Downloads at once: a recording server may be a small one. */
const AT_ONCE = 8;
/** For recordings on their way to n8n's store: about ten of a few minutes each. */
const MEMORY_BYTES = 50 * MEGABYTE;

/** Downloads the recording of each item, several at once. No credential is sent. */
export const execute: Operation['execute'] = async (context) => {
	const memory = new Memory(MEMORY_BYTES);
	return await runItems(context, { atOnce: AT_ONCE }, async (item) => {
		const { options } = item;
		const baseUrl = item.parameter('recordingBaseUrl', '');
		const hosts = pastedList(options.allowedHosts);
		const url = item.unwrap(recordingAddress(item.parameter('url'), baseUrl, hosts));
		const maxMegabytes = (options.maxSize ?? DEFAULT_MEGABYTES) as number;
		const { timeoutMs } = requestPolicy(options);
		// each attempt has the whole Timeout, and there are pauses between them
		const maxTimeMs = MOST_ATTEMPTS * timeoutMs + 300_000;
		const policy = {
			maxBytes: maxMegabytes * MEGABYTE,
			budget: new RetryBudget(context, { timeoutMs, maxTimeMs }),
			memory: memory.share(),
			isAllowed: (target: URL) => recordingAddress(target.href, baseUrl, hosts).ok,
		};
		const fileName = String(options.fileName ?? '').trim() || recordingFileName(url);
		const field = item.parameter('binaryPropertyName') as string;
		try {
			const file = item.unwrap(await download(context, sourceOf(url, maxMegabytes), policy));
			const format = item.unwrap(mimeTypeOf(file));
			const binary = await context.helpers.prepareBinaryData(file.bytes, fileName, format);
			const { mimeType } = binary;
			const json = { fileName, mimeType, bytes: file.bytes.length, url: url.href };
			return [{ json, binary: { [field]: binary } }];
		} finally {
			policy.memory.giveBack();
		}
	});
};

function sourceOf(url: URL, maxMegabytes: number): Source {
	const words = (message: string, remedy: string) =>
		({ message, remedy, retryClass: 'never' }) as const;
	return {
		url,
		name: { english: 'The recording server', chinese: '录音服务器' },
		check: { english: "'Recording Base URL'", chinese: '“Recording Base URL”' },
		problemOf: (failed, { timeoutMs }) => {
			switch (failed.ended) {
				case 'tooLarge':
					return words(
						`The recording is larger than ${Math.round(maxMegabytes)} MB`,
						'Raise the option Max Size.',
					);
				case 'late':
					return words(
						`The recording did not arrive within ${timeoutMs / 1000} s`,
						'Raise the option Timeout.',
					);
				case 'redirected':
					return words(
						`The recording's address redirects to ${failed.to ? `the host ${failed.to.host}, which is not allowed` : 'an address that is not a web address'}`,
						"If that is your recording server, add it to 'Allowed Hosts'.",
					);
				case 'otherStatus':
					return words(
						`The recording server answered HTTP ${failed.statusCode} instead of a recording`,
						failed.mayPass
							? 'It is busy or out of order: run the workflow again later.'
							: "Check 'Recording Base URL'. Recordings may also have been deleted after a time.",
					);
				case 'failed':
					return failed.problem;
			}
		},
	};
}

/** Judges by the bytes, not by the content type: an error page may be labeled as audio. */
function mimeTypeOf({ bytes, contentType }: WholeFile): Result<string> {
	if (bytes.length === 0) {
		return invalid('The recording is empty', 'Look for the call in the console.');
	}
	const format = audioFormat(bytes);
	if (format !== undefined) return success(format);
	const text = textBeginning(bytes) ?? '';
	if (/^<(!doctype html|html|head|body)/i.test(text) || /^text\/html/i.test(contentType)) {
		return invalid(
			'The recording server answered with a page instead of a recording',
			"Check 'Recording Base URL': the address must lead to the file without a login.",
		);
	}
	if (text !== '' || /^(text\/|application\/(json|xml))/i.test(contentType)) {
		const words = text === '' ? '' : `: "${sanitize(text)}"`;
		return invalid(
			`The recording server answered with a text instead of a recording${words}`,
			"Check 'Recording URL' and 'Recording Base URL'. Recordings may also have been deleted after a time.",
		);
	}
	// raw samples have no signature
	return success(/^audio\//i.test(contentType) ? contentType : 'application/octet-stream');
}
