import { fieldOfKey } from '../../nodes/IflytekInvoiceOcr/invoice/elements';
import { buildRequestBody, INVOICE_PATH } from '../../nodes/IflytekInvoiceOcr/service/service';
import { isKnownCategory } from '../../nodes/IflytekTextCorrection/protocol/categories';
import {
	buildCorrectionRequest,
	CORRECTION_PATH,
} from '../../nodes/IflytekTextCorrection/protocol/correctionRequest';
import { authorizationParameter } from '../../nodes/shared/signature/sign';
import { invoicePng } from '../emulator/fixtures/invoiceImages';
import { plainPng } from '../emulator/fixtures/labelled';
import { sampleInvoice } from '../emulator/fixtures/sampleInvoice';
import {
	at,
	listAt,
	outcome,
	parsed,
	post,
	shapeOf,
	showsNothing,
	words,
	type Answer,
} from './answer';
import { found, notSeen, type Finding } from './assumptions';
import type { Judge, SignatureKeys } from './checkLive';

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
	judge: Judge,
): Promise<void> {
	const refusal = async (changed: Changed): Promise<Answer> => {
		const appId = changed.appId ?? keys.appId;
		return service === 'text'
			? await ask(keys, CORRECTION_PATH, textRequest(appId, '好'), changed)
			: await ask(keys, INVOICE_PATH, invoiceRequest(appId, plainPng(1)), changed);
	};
	const told = (answer: Answer, statuses: number[], text: RegExp): Finding => {
		if (showsNothing(answer)) return notSeen(outcome(answer));
		const message = at(answer.json, 'message');
		const fits = statuses.includes(Number(answer.status)) && text.test(String(message));
		return found(fits, `HTTP ${answer.status}, ${words(message)}`);
	};
	const wrong = 'x'.repeat(32);
	judge(
		'gateway.secret',
		told(await refusal({ apiSecret: wrong }), [401], /^HMAC (signature|secret key) does not match/),
	);
	judge(
		'gateway.key',
		told(await refusal({ apiKey: wrong }), [401], /^HMAC signature cannot be verified(?!.*date)/),
	);
	const date = new Date(Date.now() - HOUR);
	judge('gateway.clock', told(await refusal({ date }), [401, 403], /valid date/));
	judge('gateway.app', coded(await refusal({ appId: 'nobody00' }), ['10313']));
}

/** Whether an answer has one of the codes in its header. */
function coded(answer: Answer, codes: string[]): Finding {
	if (showsNothing(answer)) return notSeen(outcome(answer));
	return found(codes.includes(String(at(answer.json, 'header', 'code'))), outcome(answer));
}

/** The decoded result, and how it was packed; null where the request did not succeed. */
function readResult(answer: Answer, judge: Judge): unknown {
	if (String(at(answer.json, 'header', 'code')) !== '0') {
		judge('gateway.result', notSeen(outcome(answer)));
		return null;
	}
	const text = at(answer.json, 'payload', 'result', 'text');
	if (typeof text !== 'string') {
		judge('gateway.result', found(false, shapeOf(text)));
		return text;
	}
	const decoded = Buffer.from(text, 'base64').toString('utf8');
	const end = decoded.lastIndexOf('}') + 1;
	const document = parsed(decoded.slice(0, end).replace(/^\ufeff/, ''));
	const extras = [
		decoded.startsWith('\ufeff') && 'a byte order mark in front',
		decoded.length > end && `${decoded.length - end} characters behind`,
	].filter(Boolean);
	const seen = `base64 of ${shapeOf(document)}${extras.length > 0 ? `, ${extras.join(', ')}` : ''}`;
	judge('gateway.result', found(typeof document === 'object' && document !== null, seen));
	return document;
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
	judge: Judge,
): Promise<void> {
	const image = picture ?? invoicePng(sampleInvoice().truth, { width: 1200, height: 760 });
	const answer = await ask(keys, INVOICE_PATH, invoiceRequest(keys.appId, image));
	const document = readResult(answer, judge);
	const objects = listAt(document, 'object_list');
	if (objects.length > 0) judgeInvoice(document, objects[0], judge);
	else {
		const hint = picture ? '' : '; set IFLYTEK_INVOICE_IMAGE to the path of an invoice photo';
		const codes = codesOf(answer, document).join(', ') || 'none';
		for (const name of ['levels', 'keys', 'positions', 'scores', 'values'] as const) {
			judge(`invoice.${name}`, notSeen(`no invoice was read (codes: ${codes})${hint}`));
		}
	}

	const none = await ask(keys, INVOICE_PATH, invoiceRequest(keys.appId, plainPng(1)));
	if (showsNothing(none)) return judge('invoice.none', notSeen(outcome(none)));
	const decoded = resultOf(none);
	const codes = codesOf(none, decoded);
	judge(
		'invoice.none',
		found(
			codes.some((code) => code.endsWith(' 37042')),
			codes.join(', '),
		),
	);
}

function resultOf(answer: Answer): unknown {
	const text = at(answer.json, 'payload', 'result', 'text');
	if (typeof text !== 'string') return text;
	const decoded = Buffer.from(text, 'base64')
		.toString('utf8')
		.replace(/^\ufeff/, '');
	return parsed(decoded.slice(0, decoded.lastIndexOf('}') + 1));
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

function judgeInvoice(document: unknown, object: unknown, judge: Judge): void {
	const codes = [at(document, 'error_code'), at(object, 'error_code')];
	judge(
		'invoice.levels',
		found(
			codes.every((code) => String(code) === '0'),
			codesOf({ status: 200, json: {}, fault: null }, document).join(', ') || 'no codes',
		),
	);
	const regions = listAt(object, 'region_list');
	const blocks = regions.flatMap((region) =>
		listAt(region, 'text_block_list').map((block) => ({ block, region })),
	);
	const unnamed = blocks.filter(
		({ block, region }) => !fieldOfKey(at(block, 'key')) && !fieldOfKey(at(region, 'type')),
	);
	judge(
		'invoice.keys',
		blocks.length === 0
			? found(false, shapeOf(object))
			: found(
					unnamed.length === 0,
					`${unnamed.length} of ${blocks.length} blocks have another name`,
				),
	);

	const lines = blocks.flatMap(({ block }) => listAt(block, 'text_sent_list'));
	if (lines.length === 0) {
		const why = notSeen('no recognized lines');
		for (const name of ['positions', 'scores', 'values'] as const) judge(`invoice.${name}`, why);
		return;
	}
	const corners = ['tl_point', 'tr_point', 'bl_point', 'br_point'];
	const coordinates = lines.flatMap((line) =>
		corners.flatMap((corner) => ['x', 'y'].map((axis) => at(line, 'position', corner, axis))),
	);
	judge(
		'invoice.positions',
		allOf(coordinates, (value) => typeof value === 'number'),
	);
	const scores = lines.map((line) => at(line, 'score'));
	judge(
		'invoice.scores',
		allOf(scores, (value) => typeof value === 'number' && value >= 0 && value <= 1),
	);
	const differing = blocks.filter(({ block }) => {
		const texts = listAt(block, 'text_sent_list');
		return texts.length > 1 && String(at(block, 'value')).split('\n').length !== texts.length;
	});
	judge('invoice.values', found(differing.length === 0, `${differing.length} blocks differ`));
}

/** Whether all values pass; the shape of one that does not, else of the first. */
function allOf(values: unknown[], passes: (value: unknown) => boolean): Finding {
	const failed = values.filter((value) => !passes(value));
	if (failed.length === 0) return found(true, shapeOf(values[0]));
	return found(false, `${failed.length} of ${values.length}: ${shapeOf(failed[0])}`);
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
export async function checkText(keys: SignatureKeys, judge: Judge): Promise<void> {
	const answer = await ask(keys, CORRECTION_PATH, textRequest(keys.appId, SAMPLE));
	const document = readResult(answer, judge);
	if (typeof document === 'object' && document !== null) judgeCorrection(document, judge);

	const long = await ask(keys, CORRECTION_PATH, textRequest(keys.appId, 'a'.repeat(2001)));
	if (showsNothing(long)) return judge('text.tooLong', notSeen(outcome(long)));
	const code = String(at(long.json, 'header', 'code'));
	judge('text.tooLong', found(/^[1-9]\d*$/.test(code), outcome(long)));
}

function judgeCorrection(document: object, judge: Judge): void {
	const lists = Object.entries(document).filter(([, value]) => Array.isArray(value));
	const unknown = lists.filter(([name]) => !isKnownCategory(name));
	judge(
		'text.categories',
		lists.length === 0
			? found(false, shapeOf(document))
			: found(unknown.length === 0, `${lists.length} categories, ${unknown.length} not known`),
	);
	const ret = at(document, 'ret');
	judge(
		'text.ret',
		found([undefined, null, 0, '0'].includes(ret as number), ret === 0 ? '0' : shapeOf(ret)),
	);
	const rows = lists.flatMap(([, value]) => value as unknown[]);
	if (rows.length === 0) {
		const why = notSeen('the service found nothing in the sample');
		for (const name of ['row', 'suggestion', 'position'] as const) judge(`text.${name}`, why);
		return;
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
	judge('text.row', found(odd.length === 0, `[${shape}]`));
	const several = rows.filter((row) => String(at(row, 2)).includes('|'));
	judge('text.suggestion', found(several.length === 0, `${several.length} with several`));
	const row = rows.find((one) => at(one, 1) === WRONG);
	if (!row) return judge('text.position', notSeen('the error of the sample was not found whole'));
	const place = Number(at(row, 0));
	const way = WAYS.find(([, count]) => count === place)?.[0] ?? 'in no way that is known';
	judge('text.position', found(way === WAYS[0][0], way));
}
