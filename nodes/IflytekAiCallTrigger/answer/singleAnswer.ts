export type Answer = ReturnType<typeof answerWith>;

/** The part of an Express response that n8n answers with. */
interface HttpResponse {
	headersSent: boolean;
	statusCode: number;
	setHeader(name: string, value: string): unknown;
	end(body?: string): unknown;
}

/** An answer with text as it is, and everything else as JSON. */
export function answerWith(statusCode: number, body: unknown) {
	const isText = typeof body === 'string';
	const contentType = `${isText ? 'text/plain' : 'application/json'}; charset=utf-8`;
	return { statusCode, contentType, body: isText ? body : JSON.stringify(body ?? null) };
}

/**
 * Makes sure that exactly one answer is sent on a response: n8n's, when it has the execution or its result, or ours,
 * when a deadline has passed. n8n does not check whether the response was answered, and would throw. So the methods
 * of the response are replaced: they hand n8n's answer to `translate` or, once an answer was sent, do nothing.
 */
export class SingleAnswer {
	private answered = false;
	private readonly own: Pick<HttpResponse, 'setHeader' | 'end'>;

	/** @param translate gives the answer to send in place of n8n's status and body */
	constructor(
		private readonly response: HttpResponse,
		translate: (statusCode: number, body: unknown) => Answer = answerWith,
	) {
		const { setHeader, end } = response;
		this.own = { setHeader, end };
		let statusCode = 200;
		const fromN8n = (body: unknown) => {
			if (!this.answered) this.send(translate(statusCode, body));
			return response;
		};
		const nothing = () => response;
		Object.assign(response, {
			status: (code: number) => {
				statusCode = code;
				return response;
			},
			send: fromN8n,
			json: fromN8n,
			setHeader: nothing,
			setHeaders: nothing,
			end: nothing,
		});
	}

	get isSent(): boolean {
		return this.answered || this.response.headersSent;
	}

	/** Sends the answer unless one has been sent; returns whether it did. */
	send({ statusCode, contentType, body }: Answer): boolean {
		if (this.isSent) return false;
		this.answered = true;
		this.response.statusCode = statusCode;
		this.own.setHeader.call(this.response, 'Content-Type', contentType);
		this.own.end.call(this.response, body);
		return true;
	}
}
