import { EventEmitter, once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
	answerWith,
	SingleAnswer,
} from '../../../../nodes/IflytekAiCallTrigger/answer/singleAnswer';

/** What n8n calls on an Express response, as far as it is not Node.js's own. */
interface ExpressLike {
	status(code: number): ExpressLike;
	send(body: unknown): ExpressLike;
	json(body: unknown): ExpressLike;
	setHeaders(headers: Map<string, string>): ExpressLike;
}

/** Serves one request with `handle` on a real response and answers what the client got. */
async function served(handle: (response: ServerResponse & ExpressLike) => unknown) {
	const done = new EventEmitter();
	const server = createServer((_request, response) => {
		Promise.resolve(handle(response as ServerResponse & ExpressLike)).then(
			() => done.emit('handled'),
			(error: unknown) => done.emit('error', error),
		);
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const handled = once(done, 'handled');
	try {
		const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
		const text = await response.text();
		await handled;
		return { status: response.status, type: response.headers.get('content-type'), text };
	} finally {
		server.close();
	}
}

/** As n8n answers: status, headers, body. */
function asN8n(response: ServerResponse & ExpressLike, code: number, body: unknown) {
	response.status(code);
	response.setHeaders(new Map([['x-a', '1']]));
	response.setHeader('Content-Security-Policy', 'sandbox');
	if (typeof body === 'string') response.send(body);
	else response.json(body);
	response.end();
}

describe('the single answer of a response', () => {
	it('is n8n’s when n8n is first', async () => {
		const answer = await served((response) => {
			const single = new SingleAnswer(response);
			asN8n(response, 200, 'success');
			expect(single.send(answerWith(200, 'too late'))).toBe(false);
		});
		expect(answer).toEqual({ status: 200, type: 'text/plain; charset=utf-8', text: 'success' });
	});

	it('is n8n’s refusal too, with its status', async () => {
		const answer = await served((response) => {
			new SingleAnswer(response);
			asN8n(response, 500, { code: 0, message: 'no' });
		});
		expect(answer).toEqual({
			status: 500,
			type: 'application/json; charset=utf-8',
			text: '{"code":0,"message":"no"}',
		});
	});

	it('is ours when a deadline is first, and n8n’s later answers do nothing and throw nothing', async () => {
		const answer = await served(async (response) => {
			const single = new SingleAnswer(response);
			expect(single.send(answerWith(200, 'success'))).toBe(true);
			expect(single.send(answerWith(200, 'again'))).toBe(false);
			await once(response, 'finish');
			expect(response.headersSent).toBe(true);
			asN8n(response, 500, { message: 'Error in workflow' });
			asN8n(response, 200, 'success');
		});
		expect(answer).toEqual({ status: 200, type: 'text/plain; charset=utf-8', text: 'success' });
	});

	it('translates what n8n answers with, once', async () => {
		const translate = jest.fn((status: number, body: unknown) => answerWith(200, { status, body }));
		const answer = await served((response) => {
			new SingleAnswer(response, translate);
			asN8n(response, 500, { message: 'Error in workflow' });
			asN8n(response, 200, { late: true });
		});
		expect(answer.status).toBe(200);
		expect(JSON.parse(answer.text)).toEqual({
			status: 500,
			body: { message: 'Error in workflow' },
		});
		expect(translate).toHaveBeenCalledTimes(1);
	});

	it('does nothing on a response that has been answered elsewhere', async () => {
		const answer = await served((response) => {
			response.statusCode = 204;
			response.end();
			expect(new SingleAnswer(response).send(answerWith(200, 'x'))).toBe(false);
		});
		expect(answer.status).toBe(204);
	});
});
