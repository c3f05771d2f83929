import type { SignatureAccount } from '../accounts';
import { has, type Manner } from '../core/habits';
import { isObject } from '../core/rules';
import type { JsonObject, Received, Service, ServiceFault } from '../core/types';
import { answering, identify, Refusal, resultAnswer, type AskedFormat } from './envelope';
import { playSessionFault, TEXT_FAULTS } from './faults';
import { findErrors } from './findErrors';
import { CATEGORIES, OBSERVED_CATEGORIES } from './knownErrors';
import { checkLicence, readBase64, readBody, requestHeader } from './requestBody';
import { ALL_SENT, object, text } from './shape';

/** "At most 7000 bytes (base64 text field)". */
const MAX_TEXT_BASE64 = 7000;
/** "At most 2000 characters"; each code point counts as one. */
const MAX_TEXT_CHARACTERS = 2000;

const formats = {
	encoding: text('utf8'),
	compress: text('raw'),
	format: { ...text('json'), vendorAllowed: ['plain'] },
};
const requestTable = object({
	header: requestHeader,
	parameter: object({ s9a87e3ec: object({ result: object(formats) }) }),
	payload: object({ input: object({ ...formats, text: text(), status: ALL_SENT }) }),
});

/** The vendor's own documents disagree on whether these must be there. */
const OPTIONAL_IN_PRACTICE = ['encoding', 'compress', 'format', 'status'].flatMap((name) => [
	`parameter.s9a87e3ec.result.${name}`,
	`payload.input.${name}`,
]);

interface Body {
	parameter: { s9a87e3ec: { result: AskedFormat } };
	payload: { input: { text: string } };
}

/** The engine's own look at the text. Throws a Refusal. */
function readText(base64: string, bytes: Buffer): string {
	const text = bytes.toString('utf8');
	if (text === '' || !Buffer.from(text, 'utf8').equals(bytes)) throw new Refusal(10009);
	if (base64.length > MAX_TEXT_BASE64 || [...text].length > MAX_TEXT_CHARACTERS) {
		throw new Refusal(10222);
	}
	return text;
}

/** What stands in front of a position, as far as the service counts it. */
function shown(text: string, at: number, manner: Manner): string {
	let before = text.slice(0, at);
	if (has(manner, 'trimmedPositions')) before = before.trimStart();
	return has(manner, 'lineEndsAsOne') ? before.replace(/\r\n/g, '\n') : before;
}

/** The decoded answer: every category with its rows [pos, cur, correct, description]. */
function correctionDocument(text: string, request: Received, ret: unknown): JsonObject {
	const observed = request.settings.voice === 'observed';
	const document: Record<string, unknown[]> = {};
	for (const category of observed ? OBSERVED_CATEGORIES : CATEGORIES) document[category] = [];
	for (const { category, at, wrong, right, description } of findErrors(text, observed)) {
		const position = [...shown(text, at, request.settings)].length;
		const row = [
			has(request.settings, 'numbersAsText') ? String(position) : position,
			wrong,
			right && has(request.settings, 'alternatives') ? `${right}|${right}的` : right,
			description,
		];
		document[category]?.push(row);
	}
	return ret === 'absent' ? document : { ...document, ret };
}

/** By voice 0 (documented) or absent (observed). */
function retOf(request: Received, fault?: ServiceFault): unknown {
	if (fault?.kind === 'ret') return fault.ret;
	return request.settings.voice === 'documented' ? 0 : 'absent';
}

/** Text correction, POST /v1/private/s9a87e3ec. */
export function textService(accounts: SignatureAccount[]): Service {
	return {
		id: 'text',
		path: '/v1/private/s9a87e3ec',
		faults: TEXT_FAULTS,
		identify: (request) => identify(request, accounts),
		answer: (request, identity, fault) =>
			answering(request, () => {
				const body = readBody(request, identity, requestTable, {
					notJson: new Refusal(10160),
					noAppId: 10163,
					optionalInPractice: OPTIONAL_IN_PRACTICE,
				}) as Body;
				const base64 = body.payload.input.text;
				const bytes = readBase64(request, base64, 'input', new Refusal(10161));
				checkLicence(request, identity, 'text');
				const content = readText(base64, bytes);
				const played = playSessionFault(request, fault);
				if (played) return played;
				const document =
					fault?.kind === 'decoded'
						? fault.document
						: correctionDocument(content, request, retOf(request, fault));
				return resultAnswer(request, document, body.parameter.s9a87e3ec.result);
			}),
		contentOf: (request) => {
			try {
				const body: unknown = JSON.parse(request.body.toString('utf8'));
				const payload = isObject(body) && isObject(body.payload) ? body.payload : {};
				const text = isObject(payload.input) ? payload.input.text : undefined;
				if (typeof text === 'string') return Buffer.from(text, 'base64').toString('utf8');
			} catch {
				// Not JSON: the body itself is searched.
			}
			return request.body.toString('utf8');
		},
	};
}
