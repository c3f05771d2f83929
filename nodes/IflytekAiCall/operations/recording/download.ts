import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { optionsProperty } from '../../../shared/description/properties';
import { ConcurrencyLimiter } from '../../../shared/items/concurrencyLimiter';
import { runItems } from '../../../shared/items/itemLoop';
import { sanitize } from '../../../shared/items/sanitize';
import { limitedDownload } from '../../../shared/http/download';
import { failure, invalid, success, type Result } from '../../../shared/items/problem';
import {
	httpUrl,
	isAllowedHost,
	recordingAddress,
	recordingFileName,
} from '../../protocol/recordingUrl';
import { audioFormat, textBeginning } from '../../protocol/audioFormat';
import { wholeNumber } from '../../parameters/numbers';
import { chosenToolDescription } from '../../parameters/toolText';

const show = { resource: ['recording'], operation: ['download'] };

export const option: INodePropertyOptions = {
	name: 'Download',
	value: 'download',
	action: 'Download call recording',
	description: 'Fetch the recording that an event names',
};

export const properties: INodeProperties[] = [
	...chosenToolDescription(show),
	{
		displayName: 'Recording URL',
		name: 'url',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. {{ $json.url }}',
		description: 'The URL of a recording event: a path, or a whole web address',
		displayOptions: { show },
	},
	{
		displayName: 'Recording Base URL',
		name: 'recordingBaseUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://recordings.example.com/',
		description:
			'Server that hosts your recordings; ask iFLYTEK support. Events contain only the path. Whole addresses are fetched only from this server.',
		displayOptions: { show },
	},
	{
		displayName: 'Output Data Field Name',
		name: 'binaryPropertyName',
		type: 'string',
		default: 'data',
		required: true,
		hint: 'The name of the output field to put the file in',
		displayOptions: { show },
	},
	optionsProperty(show, [
		{
			displayName: 'Allowed Hosts',
			name: 'allowedHosts',
			type: 'string',
			default: '',
			placeholder: 'e.g. cdn.example.com:8443',
			description:
				'More servers that recordings may be fetched from, separated by commas. Whoever can send an event chooses its address, so no other server is asked.',
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
			default: 100,
			description: 'Larger recordings are not downloaded',
		},
		{
			displayName: 'Timeout (Milliseconds)',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: 60000,
			description: 'How long one download may take',
		},
	]),
];

const SERVER = { name: 'The recording server', check: "'Recording Base URL'" };
const MEGABYTE = 1024 * 1024;
const MOST_REDIRECTS = 5;
const DEFAULT_MAX_MB = 100;
const DEFAULT_TIMEOUT_MS = 60_000;

interface Limits {
	maxBytes: number;
	timeoutMs: number;
	isAllowed: (address: URL) => boolean;
}

interface Download {
	bytes: Buffer;
	contentType: string;
}

interface Recording {
	bytes: Buffer;
	mimeType: string;
}

/** Downloads the recording of each item. No credential is sent. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	return await runItems(context, { limiter: new ConcurrencyLimiter(1) }, async (item) => {
		const { options } = item;
		const baseUrl = item.parameter('recordingBaseUrl', '');
		const hosts = String(options.allowedHosts ?? '')
			.split(/[\s,;]+/)
			.filter((host) => host !== '');
		const address = item.unwrap(recordingAddress(item.parameter('url'), baseUrl, hosts));
		const maxMegabytes = item.unwrap(
			wholeNumber(options.maxSize, { name: 'Max Size (MB)', least: 1, byDefault: DEFAULT_MAX_MB }),
		);
		const timeoutMs = item.unwrap(
			wholeNumber(options.timeout, {
				name: 'Timeout (Milliseconds)',
				least: 1,
				byDefault: DEFAULT_TIMEOUT_MS,
			}),
		);
		const base = httpUrl(String(baseUrl ?? '').trim());
		const recording = item.unwrap(
			await download(context, address, {
				maxBytes: maxMegabytes * MEGABYTE,
				timeoutMs,
				isAllowed: (target) => isAllowedHost(target, base, hosts),
			}),
		);
		const fileName = String(options.fileName ?? '').trim() || recordingFileName(address);
		const field = item.parameter('binaryPropertyName') as string;
		const file = await context.helpers.prepareBinaryData(
			recording.bytes,
			fileName,
			recording.mimeType,
		);
		return [
			{
				json: {
					fileName,
					mimeType: file.mimeType,
					bytes: recording.bytes.length,
					url: address.href,
				},
				binary: { [field]: file },
			},
		];
	});
}

async function download(
	context: IExecuteFunctions,
	first: URL,
	{ maxBytes, timeoutMs, isAllowed }: Limits,
): Promise<Result<Recording>> {
	const deadline = Date.now() + timeoutMs;
	let address = first;
	for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
		const answer = await limitedDownload(context, address.href, SERVER, {
			maxBytes,
			deadline,
			followRedirects: false,
		});
		switch (answer.ended) {
			case 'whole':
				return checkRecording(answer);
			case 'tooLarge':
				return invalid(
					`The recording is larger than ${Math.round(maxBytes / MEGABYTE)} MB`,
					'Raise the option Max Size.',
				);
			case 'late':
				return invalid(
					`The recording did not arrive within ${timeoutMs / 1000} s`,
					'Raise the option Timeout.',
				);
			case 'failed':
				return failure(answer.problem);
		}
		const { statusCode, location } = answer;
		if (statusCode < 300 || statusCode > 399 || location === undefined) {
			return invalid(
				`The recording server answered HTTP ${statusCode} instead of a recording`,
				"Check 'Recording Base URL'. Recordings may also have been deleted after a time.",
			);
		}
		const target = redirectTarget(location, address);
		if (target === undefined || !isAllowed(target)) {
			return invalid(
				`The recording's address redirects to ${target ? `the host ${target.host}, which is not allowed` : 'an address that is not a web address'}`,
				"If that is your recording server, add it to 'Allowed Hosts'.",
			);
		}
		address = target;
	}
	return invalid(
		`The recording's address redirects more than ${MOST_REDIRECTS} times`,
		"Check 'Recording Base URL'.",
	);
}

/** Goes by the bytes, not by the content type: an error page may come as audio. */
function checkRecording({ bytes, contentType }: Download): Result<Recording> {
	if (bytes.length === 0) {
		return invalid('The recording is empty', 'Look for the call in the console.');
	}
	const format = audioFormat(bytes);
	if (format !== undefined) return success({ bytes, mimeType: format });
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
	const isAudio = /^audio\//i.test(contentType);
	return success({ bytes, mimeType: isAudio ? contentType : 'application/octet-stream' });
}

function redirectTarget(location: string, from: URL): URL | undefined {
	try {
		return httpUrl(new URL(location, from).href);
	} catch {
		return undefined;
	}
}
