import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A tool as the model is told of it. */
export interface OfferedTool {
	name: string;
	description: string;
	parameters: {
		properties?: Record<string, { type?: string; description?: string }>;
		required?: string[];
	};
}

/** The call that a prompt asks the stand-in for. */
export interface ToolCall {
	tool: string;
	arguments: Record<string, unknown>;
	/** how often the model makes it in one conversation; 1 unless given */
	times?: number;
}

interface Message {
	role: string;
	content: unknown;
}

interface ChatRequest {
	messages: Message[];
	tools?: Array<{ function: OfferedTool }>;
	stream?: boolean;
}

/**
 * A language model of one's own for the agent of a real n8n: speaks the chat completions of OpenAI on
 * a free port. Its prompt is a ToolCall as JSON: the first answers make that call, the last repeats
 * what the tool returned.
 */
export class LanguageModel {
	/** every request, as it came */
	readonly requests: ChatRequest[] = [];

	private readonly server: Server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			if (!request.url?.endsWith('/chat/completions')) {
				response.writeHead(404).end('{"error":{"message":"not found"}}');
				return;
			}
			const chat = JSON.parse(Buffer.concat(chunks).toString('utf8')) as ChatRequest;
			this.requests.push(chat);
			answer(response, chat);
		});
	});

	/** Resolves to the base URL for n8n's OpenAI credential. */
	async start(): Promise<string> {
		await new Promise<void>((resolve, reject) => {
			this.server.once('error', reject);
			this.server.listen(0, '127.0.0.1', resolve);
		});
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
	}

	async stop(): Promise<void> {
		const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
		this.server.closeAllConnections();
		await closed;
	}

	/** The tools of the last request. */
	get offered(): OfferedTool[] {
		return (this.requests.at(-1)?.tools ?? []).map((tool) => tool.function);
	}
}

function answer(response: ServerResponse, { messages, stream }: ChatRequest): void {
	const prompted = messages.map(({ role }) => role).lastIndexOf('user');
	// an agent with a memory sends the results of earlier prompts, too
	const fromTool = messages
		.slice(prompted)
		.filter(({ role }) => role === 'tool')
		.map(({ content }) => textOf(content));
	const isLast = fromTool.length >= (promptOf(messages).times ?? 1);
	const message = isLast
		? { role: 'assistant', content: fromTool.join('\n') }
		: { role: 'assistant', content: null, tool_calls: [callOf(messages, fromTool.length)] };
	const reason = isLast ? 'stop' : 'tool_calls';
	const base = { id: 'chat-1', created: 1, model: 'stand-in' };
	if (!stream) {
		response.setHeader('Content-Type', 'application/json');
		const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
		const choices = [{ index: 0, message, finish_reason: reason }];
		response.end(JSON.stringify({ ...base, object: 'chat.completion', choices, usage }));
		return;
	}
	response.setHeader('Content-Type', 'text/event-stream');
	for (const choice of [
		{ index: 0, delta: message, finish_reason: null },
		{ index: 0, delta: {}, finish_reason: reason },
	]) {
		const chunk = { ...base, object: 'chat.completion.chunk', choices: [choice] };
		response.write(`data: ${JSON.stringify(chunk)}\n\n`);
	}
	response.end('data: [DONE]\n\n');
}

function promptOf(messages: Message[]): ToolCall {
	return JSON.parse(
		textOf(messages.filter(({ role }) => role === 'user').at(-1)?.content),
	) as ToolCall;
}

function callOf(messages: Message[], callsBefore: number): object {
	const { tool, arguments: given } = promptOf(messages);
	return {
		index: 0,
		id: `call_${callsBefore + 1}`,
		type: 'function',
		function: { name: tool, arguments: JSON.stringify(given) },
	};
}

/** A message's text: as it is, or in parts. */
function textOf(content: unknown): string {
	if (!Array.isArray(content)) return String(content ?? '');
	return content.map((part: { text?: string }) => part.text ?? '').join('');
}
