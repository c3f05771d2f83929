/** The examples with an AI Agent, asked in the chat as a user asks them. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import type { NumberLedger } from '../../emulator/aiCall/numberLedger';
import { invoicePng } from '../../emulator/fixtures/invoiceImages';
import { sampleInvoice } from '../../emulator/fixtures/sampleInvoice';
import { taxPlatformXml } from '../../fixtures/eInvoice';
import { dataOf } from '../../fixtures/eInvoice/ofDrawn';
import { drawDigital } from '../../fixtures/pageInvoice';
import { ofdOf } from '../../fixtures/pageInvoice/ofd';
import { textPdf } from '../../fixtures/pdf/text';
import { until } from '../../support/until';
import {
	importWorkflow,
	LanguageModel,
	preparedN8n,
	readExample,
	type CredentialsByType,
	type ToolCall,
	type WorkflowNode,
} from '../harness';
import { connect } from './connection';

const n8n = connect();
const { client, emulator } = n8n;
const model = new LanguageModel();
let credentials: CredentialsByType;

beforeAll(async () => {
	const { id, name } = await client.createCredential({
		name: 'agent examples openAiApi',
		type: 'openAiApi',
		data: { apiKey: 'sk-of-the-stand-in', url: await model.start() },
	});
	credentials = { ...n8n.credentials, openAiApi: { id, name } };
});
afterAll(async () => {
	await model.stop();
	await emulator.reset();
});
beforeEach(async () => await emulator.reset());

/** Publishes an example, with a chat that can be reached from outside. */
async function publish(
	fileName: string,
	change: (node: WorkflowNode) => Record<string, unknown> | undefined = () => undefined,
): Promise<{ id: string; chatUrl: string }> {
	const example = readExample(fileName);
	const nodes: WorkflowNode[] = example.nodes.map((node) => ({
		...node,
		parameters: { ...node.parameters, ...change(node) },
	}));
	const trigger = nodes.find(({ type }) => type.endsWith('.chatTrigger'))!;
	Object.assign(trigger.parameters, { public: true });
	// n8n has one chat for each address
	trigger.webhookId = crypto.randomUUID();
	const { id } = await importWorkflow(client, { ...example, nodes }, credentials);
	await client.activate(id);
	return { id, chatUrl: `${client.url}/webhook/${String(trigger.webhookId)}/chat` };
}

const message = (sessionId: string, call: ToolCall) => ({
	action: 'sendMessage',
	sessionId,
	chatInput: JSON.stringify(call),
});

describe('ask-about-an-invoice.json', () => {
	const { truth } = sampleInvoice({ seed: 5 });
	const picture = invoicePng(truth, { width: 120, height: 80 });
	const number = truth.fields!['vat-invoice-haoma'] as string;
	const call: ToolCall = { tool: 'Read_Invoice', arguments: {} };
	const requests = async () => (await emulator.ledger()).services.invoice?.requests ?? 0;

	test('reads the file of the message, and answers later questions from the conversation', async () => {
		const { id, chatUrl } = await publish('ask-about-an-invoice.json');
		try {
			const sessionId = crypto.randomUUID();
			const form = new FormData();
			for (const [name, value] of Object.entries(message(sessionId, call))) form.set(name, value);
			form.append('files', new Blob([picture], { type: 'image/png' }), 'invoice.png');
			const withFile = await fetch(chatUrl, { method: 'POST', body: form });
			const { output } = (await withFile.json()) as { output: string };
			expect(output).toContain(`"invoiceNumber":"${number}"`);
			expect(await requests()).toBe(1);
			expect(model.offered).toEqual([
				expect.objectContaining({
					name: 'Read_Invoice',
					description: expect.stringMatching(/^Reads a Chinese invoice /),
				}),
			]);
			const sent = JSON.stringify(model.requests);
			expect(sent).toContain('A file is attached to this message.');
			expect(sent).not.toContain(picture.toString('base64').slice(0, 40));

			const path = chatUrl.slice(client.url.length);
			const withoutFile = await client.fetch('POST', path, message(sessionId, call));
			expect(await withoutFile.text()).toContain('There is no file in the field');
			expect(await requests()).toBe(1);
			const last = JSON.stringify(model.requests.at(-1));
			expect(last).toContain('No file is attached to this message.');
			expect(last).toContain(number);
		} finally {
			await client.deactivate(id);
		}
	});

	test('reads every kind of file, and sends none that has text', async () => {
		let drawings = 0;
		const drawn = drawDigital(() => (++drawings * 0.618) % 1, { lines: 2 });
		const xml = taxPlatformXml(dataOf(drawn));
		const pdf = textPdf(drawn.pages, 'ucs2');
		const forms = zipSync({ 'a.pdf': pdf, 'a.xml': Buffer.from(xml) });
		const files = {
			'a.pdf': pdf,
			'a.ofd': ofdOf(drawn.pages),
			'a.xml': Buffer.from(xml),
			'forms.zip': Buffer.from(forms),
		};
		const { id, chatUrl } = await publish('ask-about-an-invoice.json');
		try {
			for (const [fileName, content] of Object.entries(files)) {
				const form = new FormData();
				const question = message(crypto.randomUUID(), call);
				for (const [name, value] of Object.entries(question)) form.set(name, value);
				form.append('files', new Blob([Uint8Array.from(content)]), fileName);
				const answer = await fetch(chatUrl, { method: 'POST', body: form });
				const { output } = (await answer.json()) as { output: string };
				expect(output.split(`"invoiceNumber":"${drawn.truth.number}"`)).toHaveLength(2);
			}
			expect(await requests()).toBe(0);
		} finally {
			await client.deactivate(id);
		}
	});
});

// n8n 1 has no review of tools, so nothing is to be tested there
const describeReview = n8n.major === 2 ? describe : () => {};

describeReview('call-after-approval.json', () => {
	const call = (phone: string, hitlParameters: object = {}): ToolCall => ({
		tool: 'Place_Call',
		arguments: { toolParameters: { rows: [[phone, '张伟', '0042']] }, hitlParameters },
	});

	/** One that has been asked whether to call its number. */
	interface Asked {
		chat: Chat;
		phone: string;
		text: string;
		buttons: Button[];
	}

	/**
	 * Publishes the example and writes to its agent, whose model asks to call; a model may write into the
	 * input of the review, but not answer it.
	 */
	async function ask(phone: string, options?: object): Promise<Asked> {
		const presuming = options === undefined ? { approved: true, data: { approved: true } } : {};
		const { id, chatUrl } = await publish('call-after-approval.json', ({ name }) => {
			if (name === 'Ask First') return options && { options };
			if (name !== 'Place Call') return undefined;
			return {
				script: { __rl: true, mode: 'id', value: '3101' },
				line: { __rl: true, mode: 'id', value: '02566800001' },
				mode: 'live',
				options: { callingHours: { hours: [{ from: '00:00', to: '24:00' }] } },
			};
		});
		const chat = await Chat.open(chatUrl, call(phone, presuming));
		const review = await chat.review();
		expect(await calls(phone)).toBe(0);
		await client.deactivate(id);
		return { chat, phone, ...review };
	}

	async function calls(phone: string): Promise<number> {
		const view = await emulator.call('POST', 'aicall-ledger', { number: phone });
		return (view as ReturnType<NumberLedger['view']>).numbers[0]?.accepted ?? 0;
	}

	// n8n looks for messages every three seconds, and once a minute for waits that have run out: all
	// are asked at once, and the last one waits while the other tests run
	let yes: Asked;
	let no: Asked;
	let inWords: Asked;
	let limited: Asked;

	beforeAll(async () => {
		const values = { limitType: 'afterTimeInterval', resumeAmount: 0.2, resumeUnit: 'minutes' };
		[yes, no, inWords, limited] = await Promise.all([
			ask('13900000001'),
			ask('13900000002'),
			ask('13900000003'),
			ask('13900000004', { limitWaitTime: { values } }),
		]);
	});
	afterAll(() => [yes, no, inWords, limited].forEach(({ chat }) => chat.close()));

	test('calls once after a yes, and nobody before it', async () => {
		const { chat, phone, text, buttons } = yes;
		expect(text).toContain(phone);
		expect(buttons.map((button) => button.text)).toEqual(['Call', 'Do not call']);
		await click(buttons[0]);
		expect(await chat.answer()).toContain('"status":"accepted"');
		expect(await calls(phone)).toBe(1);
		await click(buttons[0]);
		expect(await calls(phone)).toBe(1);
	});

	test('calls nobody after a no, nor after an answer in words', async () => {
		await click(no.buttons[1]);
		inWords.chat.write('Yes, but tomorrow');
		expect(await no.chat.answer()).toContain('User rejected the tool call');
		expect(await inWords.chat.answer()).toContain('provided feedback');
		for (const { buttons, phone } of [no, inWords]) {
			// the yes comes too late
			await click(buttons[0]);
			expect(await calls(phone)).toBe(0);
		}
	});

	test('waits for the answer without a limit', () => {
		// at its end n8n 2.41.1 would take the word of a presuming model
		const review = readExample('call-after-approval.json').nodes.find(
			({ name }) => name === 'Ask First',
		);
		expect(review?.parameters.options).toEqual({});
	});

	test('calls nobody when a limit that the user has set runs out', async () => {
		const { chat, phone, buttons } = limited;
		expect(await chat.answer()).toContain('The tool is still available if needed');
		await click(buttons[0]);
		expect(await calls(phone)).toBe(0);
	});
});

interface Button {
	text: string;
	link: string;
}

/** What a browser does. */
async function click({ link }: Button): Promise<void> {
	const response = await fetch(link, { headers: { 'user-agent': 'Mozilla/5.0 Firefox/140.0' } });
	await response.text();
}

interface Socket {
	on(event: 'message', listener: (data: Buffer) => void): void;
	send(data: string): void;
	terminate(): void;
}

/** n8n's chat window, with one message written in it. */
class Chat {
	private readonly received: string[] = [];

	private constructor(
		private readonly socket: Socket,
		private readonly sessionId: string,
	) {
		socket.on('message', (data) => {
			const received = data.toString();
			if (received === 'n8n|heartbeat') socket.send('n8n|heartbeat-ack');
			else if (!received.startsWith('n8n|')) this.received.push(received);
		});
	}

	static async open(chatUrl: string, call: ToolCall): Promise<Chat> {
		const sessionId = crypto.randomUUID();
		const response = await fetch(chatUrl, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(message(sessionId, call)),
		});
		const { executionId, resumeToken } = (await response.json()) as Record<string, string>;
		const { directory } = await preparedN8n(n8n.major);
		const { WebSocket } = createRequire(join(directory, 'package.json'))('ws') as {
			WebSocket: new (url: string) => Socket;
		};
		const query = new URLSearchParams({
			sessionId,
			executionId,
			isPublic: 'true',
			token: resumeToken,
		});
		const url = `${client.url.replace(/^http/, 'ws')}/chat?${query}`;
		return new Chat(new WebSocket(url), sessionId);
	}

	/** The question with its buttons, when it comes. */
	async review(): Promise<{ text: string; buttons: Button[] }> {
		return JSON.parse(await this.next());
	}

	/** What the agent says in the end. */
	async answer(): Promise<string> {
		return await this.next();
	}

	write(chatInput: string): void {
		this.socket.send(
			JSON.stringify({ action: 'sendMessage', sessionId: this.sessionId, chatInput }),
		);
	}

	close(): void {
		this.socket.terminate();
	}

	private async next(): Promise<string> {
		return await until('a message in the chat', () => this.received.shift(), 100_000);
	}
}
