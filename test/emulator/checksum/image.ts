import { z } from 'zod';
import type { ChecksumAccount } from '../accounts';
import { anything } from '../core/rules';
import type {
	Answer,
	FaultOf,
	FaultTable,
	JsonObject,
	Received,
	Service,
	ServiceFault,
} from '../core/types';
import { takesVendorClients } from '../settings';
import { isWholeImage, jsonNoteIn } from '../images/inspect';
import { sha256, type TruthTable } from '../images/truths';
import { classify, FAULTY, isLabelTruth, type Classification } from './classify';
import { readParam, type ImageParam } from './param';
import { verifyChecksum } from './verify';

/** "At most 800k", read as 800 × 1024 bytes. */
const MAX_IMAGE_BYTES = 800 * 1024;
export const TRUTH_KEYWORD = 'label-truth';

export const SCENE_LABELS = 43;
export const OBJECT_LABELS = 20_067;

const FAULTS = {
	/** Any code in place of the result. */
	code: {
		code: z.number().int(),
		desc: z.string().optional(),
		data: z.unknown(),
		status: z.number().int().optional(),
	},
	/** Any `data` in place of the right one, with code 0. */
	data: { data: anything },
	/** Any label, -1 for a faulty image. */
	label: { label: z.number().int() },
} satisfies FaultTable;
/** Faults that the checksum services play themselves. */
export type ChecksumFault = FaultOf<typeof FAULTS>;

const DESCRIPTIONS: Record<number, string> = {
	10104: 'not implemented',
	10105: 'illegal access|illegal client_ip',
	10106: 'invalid parameter|invalid X-Param',
	10107: 'invalid value|invalid X-Param',
	10110: 'no license|license expired or used up',
	10114: 'session timeout',
	40202: 'illegal access|illegal client_ip',
	40203: 'illegal access|illegal X-CheckSum',
	40204: 'invalid parameter|invalid image format',
};

const NOT_ACCESSED = {
	noApp: 'no appid info',
	clock: 'illegal X-CurTime',
	mismatch: 'illegal X-CheckSum',
	address: 'illegal client_ip',
};

let sessions = 0;

function newSid(now: number): string {
	sessions = (sessions + 1) % 0x1000000;
	return `tup${sessions.toString(16).padStart(8, '0')}@dx${Math.floor(now).toString(16)}00100`;
}

interface Failure {
	code: number;
	desc?: string;
	/** The specification shows '' for a refused caller and [] for a bad parameter. */
	data?: unknown;
	status?: number;
}

function envelope(
	request: Received,
	code: unknown,
	data: unknown,
	desc: string,
	status = 200,
): Answer {
	return {
		status,
		contentType: 'application/json; charset=utf-8',
		body: JSON.stringify({ code, data, desc, sid: newSid(request.now) }),
		code: String(code),
	};
}

function failure(request: Received, { code, desc, data, status }: Failure): Answer {
	const byVoice = request.settings.voice === 'observed' || code === 10105 ? '' : [];
	return envelope(
		request,
		String(code),
		data === undefined ? byVoice : data,
		desc ?? DESCRIPTIONS[code] ?? `error ${code}`,
		status,
	);
}

function success(
	request: Received,
	param: ImageParam,
	found: Classification,
	file: string,
): Answer {
	const name = param.imageUrl ?? param.imageName;
	const { label, labels, rates, review } = found;
	const rate = rates[0] ?? 0;
	if (request.settings.voice === 'documented') {
		const tag = param.imageUrl ? 'Local Image' : 'Using Buffer';
		const element = { label, labels, rate: String(rate), rates, name, review, tag };
		const data = file === 'scene' ? { fileList: [element] } : [element];
		return envelope(request, '0', data, 'success');
	}
	const element: JsonObject = {
		code: 0,
		file_name: `/cloud-api/storage/${new Date(request.now).toISOString().slice(0, 10)}/${file}`,
		label,
		labels,
		name,
		rate,
		rates,
		review,
	};
	if (param.imageUrl) element.tag = 'Using url';
	const data = {
		fileList: [element],
		reviewCount: review ? 1 : 0,
		topNStatistic: [{ count: 1, label }],
	};
	return envelope(request, 0, data, 'success');
}

export interface Kind {
	id: 'scene' | 'object';
	path: string;
	labels: number;
}

/** Scene or object recognition; the two differ in path, labels and the documented shape of data. */
export function imageService(kind: Kind, accounts: ChecksumAccount[], truths: TruthTable): Service {
	const truthOf = (input: Buffer | string): unknown => {
		if (typeof input === 'string') return truths.of(input);
		return jsonNoteIn(input, TRUTH_KEYWORD) ?? truths.of(sha256(input));
	};

	const recognize = (request: Received, param: ImageParam): Classification => {
		const input = param.imageUrl ?? request.body;
		const truth = truthOf(input);
		if (typeof input !== 'string') {
			if (!isWholeImage(input)) return FAULTY;
		} else {
			if (!/^https?:\/\/[^/]/i.test(input)) return FAULTY;
			if (/\.gif(?:$|[?#])/i.test(input) && !truth) return FAULTY;
		}
		return classify(input, kind.labels, isLabelTruth(truth) ? truth : undefined);
	};

	const play = (request: Received, param: ImageParam, fault: ServiceFault): Answer => {
		if (fault.kind === 'code') return failure(request, fault as unknown as Failure);
		if (fault.kind === 'label') {
			const truth = { label: fault.label as number };
			return success(request, param, classify('', kind.labels, truth), kind.id);
		}
		const zero = request.settings.voice === 'documented' ? '0' : 0;
		return envelope(request, zero, fault.data, 'success');
	};

	return {
		id: kind.id,
		path: kind.path,
		faults: FAULTS,
		identify: (request) => {
			const verdict = verifyChecksum(request.headers, request.remoteAddress, request.now, accounts);
			const appId = 'account' in verdict ? verdict.account.appId : null;
			const refuse = (refusal: Failure) => ({ appId, refusal: failure(request, refusal) });
			const observed = request.settings.voice === 'observed';
			if (verdict.kind === 'valid') return { appId, account: verdict.account };
			if (verdict.kind === 'noParam') return refuse({ code: 10106 });
			const whose = verdict.kind === 'address' && observed ? `: ${request.remoteAddress}` : '';
			return refuse({ code: 10105, desc: `illegal access|${NOT_ACCESSED[verdict.kind]}${whose}` });
		},
		answer: (request, identity, fault) => {
			const documented = request.settings.voice === 'documented';
			const param = readParam(String(request.headers['x-param']), documented);
			if (!param || (param.deviations.length > 0 && !takesVendorClients(request.settings))) {
				return failure(request, { code: 10106 });
			}
			request.deviations.push(...param.deviations);
			const { licences } = identity.account as ChecksumAccount;
			if (!licences.includes(kind.id)) return failure(request, { code: 10110 });
			if (!param.imageUrl && request.body.length > MAX_IMAGE_BYTES) {
				return failure(request, { code: 10106, desc: 'invalid parameter|invalid image size' });
			}
			if (fault) return play(request, param, fault);
			return success(request, param, recognize(request, param), kind.id);
		},
		contentOf: (request) => {
			const param = readParam(String(request.headers['x-param']), false);
			const url = param?.imageUrl;
			return `${param?.imageName ?? ''}\n${url ?? JSON.stringify(truthOf(request.body))}`;
		},
	};
}
