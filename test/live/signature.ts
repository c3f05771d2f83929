import { fieldOfKey } from '../../nodes/IflytekInvoiceOcr/invoice/invoice';
import { buildRequestBody, INVOICE_PATH } from '../../nodes/IflytekInvoiceOcr/service/service';
import { isKnownCategory } from '../../nodes/IflytekTextCorrection/protocol/categories';
import {
	buildCorrectionRequest,
	CORRECTION_PATH,
} from '../../nodes/IflytekTextCorrection/protocol/service';
import { authorizationParameter } from '../../nodes/shared/signature/scheme';
import { invoicePng } from '../emulator/fixtures/invoiceImages';
import { plainPng } from '../emulator/fixtures/labelled';
import { sampleInvoice } from '../emulator/fixtures/sampleInvoice';
import { at, codeOf, listAt, outcome, parsed, post, shapeOf, words, type Answer } from './answer';
import type { SignatureKeys } from './checkLive';
import type { Findings } from './findings';

const FORMAT = { encoding: 'utf8', compress: 'raw', format: 'json' };
const HOUR = 3_600_000;

type Changed = Partial<SignatureKeys> & { date?: Date };

async function ask(
	keys: SignatureKeys,
	path: string,
	body: string | Buffer,
	changed: Changed = {},
): Promise<Answer> {
	const { baseUrl, apiKey, apiSecret } = { ...keys, ...changed };
	const url = new URL(baseUrl.replace(/\/+$/, '') + path);
	const date = (changed.date ?? new Date()).toUTCString();
	const signed = { host: url.host, date, method: 'POST', path: url.pathname, apiKey, apiSecret };
	url.search = new URLSearchParams({
		authorization: authorizationParameter(signed),
		host: url.host,
		date,
	}).toString();
	return await post(url.toString(), { 'Content-Type': 'application/json' }, body);
}

/** Which refusals the gateway gives in which words; nothing of it reaches a service. */
export async function checkGateway(
	keys: SignatureKeys,
	service: 'invoice' | 'text',
	findings: Findings,
): Promise<void> {
	const refusal = async (changed: Changed): Promise<Answer> => {
		const appId = changed.appId ?? keys.appId;
		return service === 'text'
			? await ask(keys, CORRECTION_PATH, textRequest(appId, '好'), changed)
			: await ask(keys, INVOICE_PATH, invoiceRequest(appId, plainPng(1)), changed);
	};
	const wrong = 'x'.repeat(32);
	const date = new Date(Date.now() - HOUR);
	for (const [name, changed, statuses, text] of [
		['secret', { apiSecret: wrong }, [401], /^HMAC (signature|secret key) does not match/],
		['key', { apiKey: wrong }, [401], /^HMAC signature cannot be verified(?!.*date)/],
		['clock', { date }, [401, 403], /valid date/],
	] as Array<['secret' | 'key' | 'clock', Changed, number[], RegExp]>) {
		const answer = await refusal(changed);
		const message = at(answer.json, 'message');
		const fits = statuses.includes(Number(answer.status)) && text.test(String(message));
		findings.judge(`gateway.${name}`, fits, `HTTP ${answer.status}, ${words(message)}`, answer);
	}
	findings.judgeCode('gateway.app', await refusal({ appId: 'nobody00' }), '10313');
}

/** The decoded result, and how it was packed; null where the request did not succeed. */
function readResult(answer: Answer, findings: Findings): unknown {
	if (codeOf(answer) !== '0') {
		findings.leaveOpen(outcome(answer), 'gateway.result');
		return null;
	}
	const { text, decoded, end, document } = unpacked(answer);
	if (typeof text !== 'string') {
		findings.judge('gateway.result', false, shapeOf(text));
		return text;
	}
	const extras = [
		decoded.startsWith('\ufeff') && 'a byte order mark in front',
		decoded.length > end && `${decoded.length - end} characters behind`,
	].filter(Boolean);
	const seen = `base64 of ${shapeOf(document)}${extras.length > 0 ? `, ${extras.join(', ')}` : ''}`;
	findings.judge('gateway.result', typeof document === 'object' && document !== null, seen);
	return document;
}

/** The result as it came, decoded, where its document ends, and the document. */
function unpacked(answer: Answer) {
	const text = at(answer.json, 'payload', 'result', 'text');
	const decoded = typeof text === 'string' ? Buffer.from(text, 'base64').toString('utf8') : '';
	const end = decoded.lastIndexOf('}') + 1;
	return { text, decoded, end, document: parsed(decoded.slice(0, end).replace(/^\ufeff/, '')) };
}

const invoiceRequest = (appId: string, image: Buffer): Buffer =>
	buildRequestBody(
		{
			appId,
			image,
			imageEncoding: image[0] === 0xff ? 'jpg' : image[0] === 0x42 ? 'bmp' : 'png',
			templateList: 'vat_invoice',
			result: FORMAT,
		},
		(bytes) => Buffer.alloc(bytes),
	);

/** One invoice, the caller's own picture or a drawn one, and one picture without an invoice. */
export async function checkInvoice(
	keys: SignatureKeys,
	picture: Buffer | null,
	findings: Findings,
): Promise<void> {
	const image = picture ?? invoicePng(sampleInvoice().truth, { width: 1200, height: 760 });
	const answer = await ask(keys, INVOICE_PATH, invoiceRequest(keys.appId, image));
	const document = readResult(answer, findings);
	const objects = listAt(document, 'object_list');
	if (objects.length > 0) judgeInvoice(document, objects[0], findings);
	else {
		const hint = picture ? '' : '; set IFLYTEK_INVOICE_IMAGE to the path of an invoice photo';
		const codes = codesOf(answer, document).join(', ') || 'none';
		const names = ['levels', 'keys', 'positions', 'scores', 'values'] as const;
		const why = `no invoice was read (codes: ${codes})${hint}`;
		findings.leaveOpen(why, ...names.map((name) => `invoice.${name}` as const));
	}

	const none = await ask(keys, INVOICE_PATH, invoiceRequest(keys.appId, plainPng(1)));
	const codes = codesOf(none, unpacked(none).document);
	const isNone = codes.some((code) => code.endsWith(' 37042'));
	findings.judge('invoice.none', isNone, codes.join(', '), none);
}

/** The codes of all three levels that have one. */
function codesOf(answer: Answer, document: unknown): string[] {
	const levels: Array<[string, unknown]> = [
		['header', at(answer.json, 'header', 'code')],
		['document', at(document, 'error_code')],
		['object', at(listAt(document, 'object_list')[0], 'error_code')],
	];
	return levels
		.filter(([, code]) => /^\d{1,9}$/.test(String(code)))
		.map(([level, code]) => `${level} ${String(code)}`);
}

function judgeInvoice(document: unknown, object: unknown, findings: Findings): void {
	const codes = [at(document, 'error_code'), at(object, 'error_code')];
	findings.judge(
		'invoice.levels',
		codes.every((code) => String(code) === '0'),
		codesOf({ status: 200, json: {}, fault: null }, document).join(', ') || 'no codes',
	);
	const blocks = listAt(object, 'region_list').flatMap((region) =>
		listAt(region, 'text_block_list').map((block) => ({ block, region })),
	);
	const unnamed = blocks.filter(
		({ block, region }) => !fieldOfKey(at(block, 'key')) && !fieldOfKey(at(region, 'type')),
	);
	const some = blocks.length > 0;
	const count = `${unnamed.length} of ${blocks.length} blocks have another name`;
	findings.judge('invoice.keys', some && unnamed.length === 0, some ? count : shapeOf(object));

	const lines = blocks.flatMap(({ block }) => listAt(block, 'text_sent_list'));
	if (lines.length === 0) {
		const names = ['invoice.positions', 'invoice.scores', 'invoice.values'] as const;
		return findings.leaveOpen('no recognized lines', ...names);
	}
	const corners = ['tl_point', 'tr_point', 'bl_point', 'br_point'];
	const coordinates = lines.flatMap((line) =>
		corners.flatMap((corner) => ['x', 'y'].map((axis) => at(line, 'position', corner, axis))),
	);
	const isNumber = (value: unknown): value is number => typeof value === 'number';
	findings.judgeAll('invoice.positions', coordinates, isNumber);
	const scores = lines.map((line) => at(line, 'score'));
	findings.judgeAll('invoice.scores', scores, (one) => isNumber(one) && one >= 0 && one <= 1);
	const differing = blocks.filter(({ block }) => {
		const texts = listAt(block, 'text_sent_list');
		return texts.length > 1 && String(at(block, 'value')).split('\n').length !== texts.length;
	});
	findings.judge('invoice.values', differing.length === 0, `${differing.length} blocks differ`);
}

const textRequest = (appId: string, text: string): string =>
	buildCorrectionRequest(text, { appId, input: FORMAT, result: FORMAT, resId: '', uid: '' });

/** In front of it stands what every way of counting counts otherwise. */
const WRONG = '画蛇天足';
const BEFORE = '   \r\n😀😀😀';
const SAMPLE = `${BEFORE}${WRONG}，你们好吗？`;

const countOf = (text: string): number => [...text].length;
const WAYS: Array<[string, number]> = [
	['code points from 0', countOf(BEFORE)],
	['UTF-16 units', BEFORE.length],
	['bytes', Buffer.byteLength(BEFORE)],
	['code points of the trimmed text', countOf(BEFORE.trimStart())],
	['UTF-16 units of the trimmed text', BEFORE.trimStart().length],
	['code points with CR LF as one', countOf(BEFORE.replace('\r\n', '\n'))],
	['UTF-16 units with CR LF as one', BEFORE.replace('\r\n', '\n').length],
	['code points from 1', countOf(BEFORE) + 1],
];

/** One correction of a known error, and one text that is too long. */
export async function checkText(keys: SignatureKeys, findings: Findings): Promise<void> {
	const answer = await ask(keys, CORRECTION_PATH, textRequest(keys.appId, SAMPLE));
	const document = readResult(answer, findings);
	if (typeof document === 'object' && document !== null) judgeCorrection(document, findings);

	const long = await ask(keys, CORRECTION_PATH, textRequest(keys.appId, 'a'.repeat(2001)));
	findings.judge('text.tooLong', /^[1-9]\d*$/.test(codeOf(long)), outcome(long), long);
}

function judgeCorrection(document: object, findings: Findings): void {
	const lists = Object.entries(document).filter(([, value]) => Array.isArray(value));
	const unknown = lists.filter(([name]) => !isKnownCategory(name));
	const some = lists.length > 0;
	const count = `${lists.length} categories, ${unknown.length} not known`;
	findings.judge('text.categories', some && unknown.length === 0, some ? count : shapeOf(document));

	const ret = at(document, 'ret');
	const isGood = [undefined, null, 0, '0'].includes(ret as number);
	findings.judge('text.ret', isGood, ret === 0 ? '0' : shapeOf(ret));

	const rows = lists.flatMap(([, value]) => value as unknown[]);
	if (rows.length === 0) {
		const names = ['text.row', 'text.suggestion', 'text.position'] as const;
		return findings.leaveOpen('the service found nothing in the sample', ...names);
	}
	const types = ['number', 'string', 'string', 'string'];
	const odd = rows.filter(
		(row) =>
			!Array.isArray(row) || row.length !== 4 || types.some((type, n) => typeof row[n] !== type),
	);
	const [shown] = odd.length > 0 ? odd : rows;
	const shape = Array.isArray(shown)
		? shown.map((cell) => shapeOf(cell)).join(', ')
		: shapeOf(shown);
	findings.judge('text.row', odd.length === 0, `[${shape}]`);
	const several = rows.filter((row) => String(at(row, 2)).includes('|'));
	findings.judge('text.suggestion', several.length === 0, `${several.length} with several`);

	const row = rows.find((one) => at(one, 1) === WRONG);
	if (!row)
		return findings.leaveOpen('the error of the sample was not found whole', 'text.position');
	const place = Number(at(row, 0));
	const way = WAYS.find(([, count]) => count === place)?.[0] ?? 'in no way that is known';
	findings.judge('text.position', way === WAYS[0][0], way);
}
