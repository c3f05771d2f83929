/** One refusal of each kind in a real execution. What each code says is its table's test. */
import type { FaultOrder } from '../../emulator';
import { invoicePng } from '../../emulator/fixtures/invoiceImages';
import { labelledPng } from '../../emulator/fixtures/labelled';
import { sampleInvoice } from '../../emulator/fixtures/sampleInvoice';
import { nodeItems, type Execution } from '../harness';
import { connect } from './connection';
import { chain } from '../../support/chain';
import {
	invoiceNode,
	objectNode,
	RECOGNIZE,
	recognize,
	sceneNode,
	textNode,
	type RecognitionNode,
} from '../../support/recognition';

const n8n = connect();
const { emulator } = n8n;

/** A row of an error table, and what a user reads about it. */
interface Row {
	/** how the service refuses, as ordered from the emulator */
	fault: Record<string, unknown>;
	sentence: string;
	/** what to do, up to the service's own words */
	remedy: string;
	details: { code?: string; httpStatus: number | { documented: number; observed: number } };
	/** sent again, up to Max Attempts */
	retried?: true;
}

const MAX_ATTEMPTS = 2;

const TRY_LATER = `It was tried ${MAX_ATTEMPTS} times without success. Run the workflow again later.`;
const NO_LICENSE = {
	sentence: 'The application has no license left for this service',
	remedy:
		'Buy or renew the service in the iFLYTEK console, or use the key of an application that has it.',
};
const TIMED_OUT = { sentence: 'The service did not finish in time', remedy: TRY_LATER };
const NO_INVOICE = {
	sentence: 'No invoice was found in the image',
	remedy:
		'Check that the picture shows one whole VAT invoice, upright and sharp, and that it is the right file.',
};

/** Table "Authentication" of the invoice and text specification; the same for both services. */
const AUTHENTICATION: Row[] = [
	{
		fault: refusedByGateway(401, 'HMAC signature does not match'),
		sentence: 'The signature does not match, as with a wrong API Secret',
		remedy:
			"Copy 'API Secret' again from the page of this service in the iFLYTEK console. If 'Base URL' leads through a proxy that removes part of the path, the service sees another path than the signed one: use an address whose path the proxy keeps.",
		details: { httpStatus: 401 },
	},
];

const INVOICE: Row[] = [
	{
		fault: code(10019, 'service read buffer timeout, session timeout'),
		...TIMED_OUT,
		details: { code: '10019', httpStatus: gateway(502) },
		retried: true,
	},
	{
		fault: { ...code(37042, 'Failure'), level: 'object' },
		...NO_INVOICE,
		details: { code: '37042', httpStatus: 200 },
	},
];

const TEXT: Row[] = [
	{
		fault: code(10010, 'service license not enough'),
		...NO_LICENSE,
		details: { code: '10010', httpStatus: gateway(502) },
	},
	{
		fault: code(10160, 'parse request json error'),
		sentence: 'The service could not read the request as JSON',
		remedy: "Check the credential's 'Base URL': a proxy may be changing the request.",
		details: { code: '10160', httpStatus: gateway(400) },
	},
	{
		fault: { kind: 'ret', ret: 7 },
		sentence: 'The text correction service refused the text (ret 7)',
		remedy:
			'What this value means is not documented. Check that the text is readable Chinese. If the problem persists, report the session ID (sid) to iFLYTEK.',
		details: { code: '7', httpStatus: 200 },
	},
];

/** Table "Errors" of the scene and object specification, with the result-level label -1. */
const IMAGE: Row[] = [
	{
		fault: { kind: 'code', code: 10105, desc: 'illegal access|illegal client_ip' },
		sentence: 'The IP address of the machine that runs n8n is not on the whitelist of this service',
		remedy:
			'Switch the IP whitelist off in the iFLYTEK console, or add the public IP address (it takes about five minutes).',
		details: { code: '10105', httpStatus: 200 },
	},
	{
		fault: { kind: 'code', code: 10106, desc: 'invalid parameter|invalid X-Param' },
		sentence: 'The service did not accept the name or address of the image',
		remedy: "Check 'Image Name' and 'Image URL'.",
		details: { code: '10106', httpStatus: 200 },
	},
	{
		fault: { kind: 'label', label: -1 },
		sentence:
			'The service could not read the picture (label -1): it is damaged or in an unsupported format',
		remedy: 'Open the file in an image viewer and save it again as PNG or JPG.',
		details: { httpStatus: 200 },
	},
];

/** How each service's items are made and how the node takes them; `mark` is found by `containing`. */
interface Service {
	node: RecognitionNode;
	rows: Row[];
	parameters: Record<string, unknown>;
	item(mark: string, place: number): Record<string, unknown>;
}

const fromBase64 = { imageSource: 'base64', imageBase64: '={{ $json.image }}' };

const imageService = (node: RecognitionNode): Service => ({
	node,
	rows: IMAGE,
	parameters: {
		...fromBase64,
		options: { imageName: '={{ $json.mark }}.png', maxAttempts: MAX_ATTEMPTS },
	},
	item: (mark, place) => ({ mark, image: labelledPng(place).toString('base64') }),
});

const SERVICES: Service[] = [
	{
		node: invoiceNode,
		rows: [...AUTHENTICATION, ...INVOICE],
		parameters: {
			fileSource: 'base64',
			fileBase64: '={{ $json.image }}',
			options: { maxAttempts: MAX_ATTEMPTS },
		},
		item: (mark, place) => {
			const truth = { ...sampleInvoice({ seed: place }).truth, description: mark };
			return { mark, image: invoicePng(truth, { width: 120, height: 80 }).toString('base64') };
		},
	},
	{
		node: textNode,
		rows: [...AUTHENTICATION, ...TEXT],
		parameters: { text: '={{ $json.text }}', options: { maxAttempts: MAX_ATTEMPTS } },
		item: (mark) => ({ mark, text: `这是关于${mark}的文稿。` }),
	},
	imageService(sceneNode),
	imageService(objectNode),
];

const VOICES = ['documented', 'observed'] as const;

beforeEach(async () => await emulator.reset());
afterAll(async () => await emulator.reset());

describe.each(SERVICES)('the $node.service service', ({ node, rows, parameters, item }) => {
	const marks = rows.map((_, place) => `row-${place}-end`);

	test.each(VOICES)(
		'says each refusal of its tables in its own words on the error output, %s voice',
		async (voice) => {
			await emulator.set({ voice });
			await emulator.order(
				...rows.map(
					({ fault }, place) =>
						({
							...fault,
							service: node.service,
							containing: marks[place],
							times: 'always',
						}) as FaultOrder,
				),
			);
			const items = [...marks, 'good'].map(item);
			const execution = await run(node, parameters, items, { onError: 'continueErrorOutput' });

			expect(execution.status).toBe('success');
			expect(nodeItems(execution, RECOGNIZE, 0)).toHaveLength(1);
			expect(nodeItems(execution, RECOGNIZE, 0)[0].pairedItem).toEqual({ item: rows.length });
			const refused = nodeItems(execution, RECOGNIZE, 1);
			expect(refused.map(({ json }) => told(json))).toEqual(
				rows.map((row, place) => expectedOf(row, marks[place], place, voice)),
			);
			expect(refused.map(({ pairedItem }) => pairedItem)).toEqual(
				rows.map((_, place) => ({ item: place })),
			);
			const { services } = await emulator.ledger();
			expect(services[node.service].outcomes).toEqual(expectedOutcomes(rows));
		},
	);

	test('stops the execution with the sentence, its remedy, code, sid and HTTP status', async () => {
		const [row] = rows.slice(-2);
		await emulator.order({ ...row.fault, service: node.service, times: 'always' } as FaultOrder);
		const execution = await run(node, parameters, [item('only', 1)]);

		expect(execution.status).toBe('error');
		const { error } = execution.data.resultData;
		const expected = expectedOf(row, 'only', 0, 'documented');
		expect(error).toMatchObject({
			name: 'NodeApiError',
			message: row.sentence,
			httpCode: String(expected.details.httpStatus),
			context: { itemIndex: 0, data: { ...expected.details, sid: expect.stringMatching(SID) } },
		});
		expect(withoutSid(error?.description ?? '')).toBe(expected.description);
	});
});

function refusedByGateway(status: number, message: string) {
	return { kind: 'status', status, body: JSON.stringify({ message }) };
}

function code(number: number, message: string) {
	return { kind: 'code', code: number, message };
}

function gateway(observed: number) {
	return { documented: 200, observed };
}

async function run(
	node: RecognitionNode,
	parameters: Record<string, unknown>,
	items: Array<Record<string, unknown>>,
	settings: Record<string, unknown> = {},
): Promise<Execution> {
	const step = recognize(node, n8n.credentials, parameters, settings);
	const { id } = await n8n.client.createWorkflow(chain(`Errors: ${node.service}`, [step], items));
	return await n8n.client.runToEnd(id);
}

const SID = /^(ase|tup)[0-9a-f]+@/;

function withoutSid(description: string): string {
	return description.replace(/sid \S+?(?=[,)])/, 'sid …');
}

/** What an item of the error output tells, its session id checked for its form and left out. */
function told(json: Record<string, unknown>) {
	const { mark, error } = json as { mark: string; error: Record<string, unknown> };
	const { message, description, sid, ...details } = error;
	return {
		mark,
		message,
		description: withoutSid(String(description)),
		hasSid: sid !== undefined && SID.test(String(sid)),
		details,
	};
}

function expectedOf(row: Row, mark: string, place: number, voice: (typeof VOICES)[number]) {
	const { fault, sentence, remedy, details } = row;
	const httpStatus =
		typeof details.httpStatus === 'number' ? details.httpStatus : details.httpStatus[voice];
	const hasSid = fault.kind !== 'status';
	const ids = [
		...(details.code ? [`code ${details.code}`] : []),
		...(hasSid ? ['sid …'] : []),
		`HTTP ${httpStatus}`,
	];
	const said =
		fault.kind === 'status'
			? ` The gateway said: ${JSON.parse(String(fault.body)).message}`
			: typeof fault.message === 'string'
				? ` The service said: ${fault.message}`
				: typeof fault.desc === 'string'
					? ` The service says: ${fault.desc}.`
					: '';
	return {
		mark,
		message: `${sentence} [item ${place}]`,
		hasSid,
		description: `${remedy}${said} (${ids.join(', ')})`,
		details: { ...(details.code ? { code: details.code } : {}), httpStatus },
	};
}

/** How often the service gives each code, or status where there is none: each row, and one success. */
function expectedOutcomes(rows: Row[]): Record<string, number> {
	const outcomes: Record<string, number> = { '0': 1 };
	for (const { fault, details, retried } of rows) {
		const byCode = fault.kind === 'code' ? details.code! : '0';
		const outcome = fault.kind === 'status' ? `HTTP ${fault.status}` : byCode;
		outcomes[outcome] = (outcomes[outcome] ?? 0) + (retried ? MAX_ATTEMPTS : 1);
	}
	return outcomes;
}
