import { checksumProblem } from '../../shared/checksum/scheme';
import { problemWithoutCode, type HttpAnswer } from '../../shared/http/response';
import { isRecord, jsonList, lookUp, numberIn, parseJsonObject } from '../../shared/http/json';
import { failure, invalid, success, type Result, sanitize } from '../../shared/problem/problem';

export const SERVICE_NAME = 'The image recognition service';
const REPORT_SID =
	'Run the workflow again. If the problem persists, report the session ID (sid) to iFLYTEK.';

/** A label with its score between 0 and 1, rounded; null where the service sent none. */
export interface ScoredLabel {
	label: number;
	score: number | null;
}

export interface Recognition extends ScoredLabel {
	/** the name or address the service echoes */
	name: string;
	/** whether the service itself doubts the result; undefined when it does not say */
	review: boolean | undefined;
	/** most likely first */
	candidates: ScoredLabel[];
}

export interface RecognitionAnswer {
	recognitions: Recognition[];
	/** the whole answer as it came */
	envelope: Record<string, unknown>;
}

/**
 * Decodes an answer of scene or object recognition (services.md, Images), whose results are `data` or
 * `data.fileList`. It fails for a picture that the service could not judge (label -1), in which it found nothing
 * (another negative label), or that has a `code` of its own.
 * @param byUrl whether the service fetched the picture itself
 */
export function decodeRecognition(answer: HttpAnswer, byUrl: boolean): Result<RecognitionAnswer> {
	const envelope = parseJsonObject(answer.text);
	const code = codeText(envelope?.code);
	if (envelope === undefined || code === undefined) {
		return failure(problemWithoutCode(answer, SERVICE_NAME));
	}
	const sid = sanitize(textOrEmpty(envelope.sid));
	if (code !== '0') return failure({ ...checksumProblem(code, textOrEmpty(envelope.desc)), sid });
	const { data } = envelope;
	const elements = listFrom(isRecord(data) ? data.fileList : data).filter(isRecord);
	if (elements.length === 0) {
		const message = 'The service returned no result for the picture';
		return failure({ sid, message, remedy: REPORT_SID, retryClass: 'never' });
	}
	const recognitions: Recognition[] = [];
	for (const element of elements) {
		const read = readElement(element, byUrl);
		if (!read.ok) return failure({ ...read.problem, sid });
		recognitions.push(read.value);
	}
	return success({ recognitions, envelope });
}

function readElement(element: Record<string, unknown>, byUrl: boolean): Result<Recognition> {
	const ownCode = codeText(element.code) ?? '0';
	const label = labelOf(element.label);
	const remedy = byUrl
		? "The service fetches the address itself, over the internet: an address of your own network or machine is out of its reach. It must lead directly to a PNG, JPG, BMP or TIFF file, without a login: open it in a private browser window. Otherwise send the picture as 'Binary File'."
		: 'Open the file in an image viewer and save it again as PNG or JPG.';
	if (ownCode !== '0') {
		const message = 'The service could not process the picture';
		return failure({ message, remedy, code: ownCode, retryClass: 'never' });
	}
	if (label === -1) {
		return invalid(
			'The service could not read the picture (label -1): it is damaged or in an unsupported format',
			remedy,
		);
	}
	if (label === undefined) return invalid('The service sent a result without a label', REPORT_SID);
	if (label < 0) {
		return invalid(
			`The service found nothing in the picture that it knows (label ${label})`,
			'Try a picture that shows the object or place larger and sharper.',
		);
	}
	return success({
		label,
		score: scoreOf(element.rate),
		name: textOrEmpty(element.name),
		review: lookUp({ true: true, false: false }, String(element.review)),
		candidates: readCandidates(element.labels, element.rates),
	});
}

function readCandidates(labels: unknown, rates: unknown): ScoredLabel[] {
	const scores = listFrom(rates);
	return listFrom(labels).flatMap((value, index) => {
		const label = labelOf(value);
		return label === undefined || label < 0 ? [] : [{ label, score: scoreOf(scores[index]) }];
	});
}

const codeText = (value: unknown): string | undefined =>
	['number', 'string'].includes(typeof value) ? sanitize(value) || undefined : undefined;

const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A list, also one that came as its JSON text. */
function listFrom(value: unknown): unknown[] {
	const list = typeof value === 'string' ? jsonList(value) : value;
	return Array.isArray(list) ? list : [];
}

/** A label is a whole number. */
function labelOf(value: unknown): number | undefined {
	const number = numberIn(value) ?? undefined;
	return /^-?\d+(\.0+)?$/.test(String(value).trim()) ? number : undefined;
}

/** Scores are text in the documentation. Null for a number that is no probability: it says nothing about certainty. */
function scoreOf(value: unknown): number | null {
	const number = numberIn(value);
	if (number === null || number < 0 || number > 1) return null;
	// the service sends up to eighteen digits, which the full response keeps
	return Number(number.toFixed(4));
}
