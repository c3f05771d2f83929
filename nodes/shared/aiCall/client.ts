import type { ICredentialDataDecryptedObject as Credentials, IDataObject } from 'n8n-workflow';

import { outcomeWithoutAnswer } from './tokenProblem';
import { FETCH_TIMEOUT_MS, isUsableToken, withoutRefusedToken } from './token';
import { isRecord } from '../http/json';
import { checkCredential } from '../http/pasted';
import { problemError } from '../items/errors';
import { transportFailure, type HttpAnswer } from '../http/response';
import {
	CANCELED,
	failure,
	success,
	unusable,
	type Problem,
	type Result,
} from '../problem/problem';
import {
	isCanceled,
	Lane,
	pause,
	type AttemptTime,
	type Context,
	type RunMemory,
} from '../pace/pace';
import { post } from '../http/send';
import { requestPolicy } from '../description/requestOptions';
import { decodeAiCallAnswer, PLATFORM, readList, type AiCallAnswer } from './answer';
import type { Outcome } from './outcome';

const PREFIX = '/v1/service/v1/aicall';
const TASK = `${PREFIX}/outbound/v1/task`;

/** Path of each endpoint below the base URL (services.md, AI Call: Calls and tasks). */
export const PATHS = {
	config: `${PREFIX}/config/v1/query`,
	callout: `${TASK}/callout`,
	create: `${TASK}/create`,
	insert: `${TASK}/insert`,
	query: `${TASK}/query`,
} as const;

/** Path of a command to a task, such as `start`. */
export function commandPath(command: string): string {
	return `${TASK}/${command}`;
}

/** The parts of the configuration that can be queried (services.md, AI Call: Configuration). */
export const CONFIG_TYPES = { all: 0, scripts: 1, lines: 2, interfaces: 3, voices: 4 } as const;
export type ConfigType = keyof typeof CONFIG_TYPES;
const HARMLESS_QUERY = { type: CONFIG_TYPES.voices };

const CREDENTIAL = 'iflytekAiCallApi';

/** Codes of a refused token, raised before the platform acts (services.md, AI Call: Token). */
const TOKEN_CODES = ['10001', '10002'];
const MOST_NEW_TOKENS = 3;
/** How long to wait when another worker may be fetching a token at the same time. */
const TOKEN_PAUSE_MS = 400;
/** How often a request that waits for another one's answer checks whether it may leave. */
const LOOK_AGAIN_MS = 250;

const UNREADABLE_CREDENTIAL = [
	'The credential could not be read',
	'读不出凭据',
	'Nothing was sent. n8n\'s own words: "{0}".',
	'什么都没有发送。n8n 原话：“{0}”。',
	{ retryClass: 'later' },
] as const;

/**
 * Opens the platform for one run of a node, or for one item of it.
 * @param run the memory of the run, if another client of the run has one already
 * @throws NodeOperationError when the credential cannot be used
 */
export async function openAiCallClient(
	context: Context,
	options: IDataObject = {},
	itemIndex?: number,
	run?: RunMemory,
): Promise<AiCallClient> {
	const credentials = await context.getCredentials(CREDENTIAL);
	const checked = checkCredential(credentials, { appKey: 'App Key', appSecret: 'App Secret' });
	if (!checked.ok) throw problemError(context, checked.problem);
	return new AiCallClient(context, credentials, options, itemIndex, run);
}

/** Sends requests to the platform, with a new token when the old one is refused. */
export class AiCallClient extends Lane {
	private queries = 0;

	constructor(
		context: Context,
		credentials: Credentials,
		options: IDataObject,
		private readonly itemIndex?: number,
		run?: RunMemory,
	) {
		super(context, [CREDENTIAL], credentials, requestPolicy(options), run);
	}

	get canceled(): boolean {
		return isCanceled(this.context);
	}

	/** Waits, at most until the execution is canceled. */
	async sleep(ms: number): Promise<void> {
		await pause(this.context, ms);
	}

	/**
	 * Sends a request that must not be carried out twice: again only if it surely did not leave, or the platform refused
	 * its token. Never throws for what the platform or the network does.
	 * @param whyHeld a reason to hold the request back; called right before each attempt, with the token at hand
	 */
	async sendOnce(
		path: string,
		body: object,
		whyHeld?: () => Problem | undefined,
	): Promise<Outcome<AiCallAnswer>> {
		const budget = this.attempts();
		// Max Time per Item applies only to requests that can be abandoned without leaving their outcome open
		const time: AttemptTime = { timeoutMs: this.policy.timeoutMs, option: 'Timeout' };
		for (;;) {
			const outcome = await this.inRun(async () => await this.withToken(path, body, time, whyHeld));
			if (outcome.status !== 'notSent' || !(await budget.wait(outcome.problem))) return outcome;
		}
	}

	/** Sends a request that may be carried out any number of times. */
	async query(path: string, body: object): Promise<Result<AiCallAnswer>> {
		this.queries++;
		try {
			const send = async (time: AttemptTime) => asResult(await this.withToken(path, body, time));
			return await this.repeat(send, undefined, this.itemIndex);
		} finally {
			if (--this.queries === 0) this.close();
		}
	}

	/** Attempts at work of several requests, such as a command and its check; their time begins now. */
	attempts() {
		const budget = this.retryBudget();
		budget.begin();
		return budget;
	}

	/** Sends a request, unless another item's failure has shown that it would be pointless. */
	private async inRun(send: () => Promise<Outcome<AiCallAnswer>>): Promise<Outcome<AiCallAnswer>> {
		const { run, itemIndex } = this;
		if (itemIndex === undefined || this.canceled) return await send();
		let why = run.whyNot(itemIndex);
		for (; why === 'wait'; why = run.whyNot(itemIndex)) await this.sleep(LOOK_AGAIN_MS);
		if (why !== undefined) return { status: 'notSent', problem: why };
		const ended = run.begin(itemIndex);
		const outcome = await send();
		// if the platform may have acted, the item still has to query the result
		const isOpen = outcome.status === 'unknown';
		ended(isOpen ? failure({ ...outcome.problem, everyRequest: undefined }) : asResult(outcome));
		return outcome;
	}

	/** Sends a request, up to three more times if its token is refused: with a newer stored token, or else a new one. */
	private async withToken(
		path: string,
		body: object,
		time: AttemptTime,
		whyHeld?: () => Problem | undefined,
	): Promise<Outcome<AiCallAnswer>> {
		let credentials: Credentials | undefined;
		for (let renewed = 0; ; renewed++) {
			if (renewed > 1) await this.sleep(TOKEN_PAUSE_MS * Math.random());
			const stored = await this.storedCredentials();
			if (!stored.ok) return { status: 'notSent', problem: stored.problem };
			const { token } = stored.value;
			const isRefused = credentials !== undefined && [credentials.token, ''].includes(token);
			credentials = isRefused ? withoutRefusedToken(credentials!) : stored.value;
			if (whyHeld !== undefined && !isUsableToken(credentials)) {
				// n8n fetches a token only for a request, and puts it into `credentials`; this request calls nobody
				const asked = await this.send(PATHS.config, HARMLESS_QUERY, credentials, time);
				const hasToken = asked.status === 'accepted' || isUsableToken(credentials);
				if (!hasToken) return { ...asked, status: 'notSent' };
			}
			const problem = whyHeld?.();
			if (problem !== undefined) return { status: 'notSent', heldBack: true, problem };
			const outcome = await this.send(path, body, credentials, time);
			const { status } = outcome;
			if (status !== 'refused' || !TOKEN_CODES.includes(outcome.problem.code ?? '')) return outcome;
			// the platform checks the token first: nothing was done
			if (renewed === MOST_NEW_TOKENS) return { ...outcome, status: 'notSent' };
		}
	}

	/** The credential as it is stored now, with the token that any worker stored last. */
	private async storedCredentials(): Promise<Result<Credentials>> {
		try {
			return success({ ...(await this.context.getCredentials(CREDENTIAL)) });
		} catch (error) {
			return unusable(UNREADABLE_CREDENTIAL, [(error as Error).message]);
		}
	}

	/** Sends once, unless the execution is canceled. n8n puts the token it used into `credentials`. */
	private async send(
		path: string,
		body: object,
		credentials: Credentials,
		{ timeoutMs, option }: AttemptTime,
	): Promise<Outcome<AiCallAnswer>> {
		if (this.canceled) return { status: 'notSent', heldBack: true, problem: CANCELED };
		let answer: HttpAnswer;
		try {
			answer = await post(this.context, CREDENTIAL, credentials, {
				path,
				headers: { 'Content-Type': 'application/json;charset=UTF-8' },
				body: JSON.stringify(body),
				timeoutMs,
				signingMs: FETCH_TIMEOUT_MS,
			});
		} catch (error) {
			return outcomeWithoutAnswer(
				(error as { httpCode?: unknown }).httpCode,
				transportFailure(error, PLATFORM, timeoutMs, { option }),
			);
		}
		const text = withoutToken(answer.text, credentials.token);
		return decodeAiCallAnswer({ ...answer, text });
	}
}

function asResult<T>(outcome: Outcome<T>): Result<T> {
	return outcome.status === 'accepted' ? success(outcome.value) : failure(outcome.problem);
}

/** Removes the token from an answer: users see its message and, on request, all of it. */
function withoutToken(text: string, token: unknown): string {
	if (typeof token !== 'string' || token === '') return text;
	// plain, as in a URL, and as in JSON of some programs
	const forms = [token, encodeURIComponent(token), token.replaceAll('/', '\\/')];
	return forms.reduce((shown, secret) => shown.split(secret).join('…'), text);
}

/** The lists of a configuration answer; those not asked for are empty. */
export type Configuration = Record<Exclude<ConfigType, 'all'>, Array<Record<string, unknown>>>;

/** Asks for the configuration, or one part of it (services.md, AI Call: Configuration). */
export async function queryConfiguration(
	client: AiCallClient,
	type: ConfigType,
): Promise<Result<Configuration>> {
	const found = await client.query(PATHS.config, { type: CONFIG_TYPES[type] });
	if (!found.ok) return found;
	const list = (name: string) => readList(found.value.result[name]).filter(isRecord);
	return success({
		lines: list('lines'),
		scripts: list('robots'),
		interfaces: list('urls'),
		voices: list('voices'),
	});
}
