import { encodeImageParam } from '../../nodes/IflytekImageRecognition/recognition/imageRequest';
import { checksum } from '../../nodes/shared/checksum/scheme';
import { plainJpeg } from '../emulator/fixtures/labelled';
import {
	at,
	codeOf,
	listAt,
	outcome,
	post,
	shapeOf,
	showsNothing,
	words,
	type Answer,
} from './answer';
import type { ChecksumKeys } from './checkLive';
import type { Findings } from './findings';

const SERVICES = {
	scene: { path: '/v1/scene', labels: 43 },
	object: { path: '/v1/currency', labels: 20_067 },
};

const HOUR_S = 3600;
const NO_PICTURE = Buffer.from('this is no picture\n');

interface Changed {
	apiKey?: string;
	param?: string;
	/** Seconds added to the time. */
	late?: number;
}

async function ask(
	{ baseUrl, appId, apiKey }: ChecksumKeys,
	path: string,
	image: Buffer,
	{ apiKey: key = apiKey, param = encodeImageParam({ name: 'check.jpg' }), late = 0 }: Changed = {},
): Promise<Answer> {
	const curTime = String(Math.floor(Date.now() / 1000) + late);
	const headers = {
		'X-Appid': appId,
		'X-CurTime': curTime,
		'X-Param': param,
		'X-CheckSum': checksum(key, curTime, param),
		'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8',
	};
	return await post(baseUrl.replace(/\/+$/, '') + path, headers, image);
}

/** One picture, one file that is none, and three refusals. */
export async function checkImages(
	keys: ChecksumKeys,
	service: keyof typeof SERVICES,
	findings: Findings,
): Promise<void> {
	const { path, labels } = SERVICES[service];
	const recognized = await ask(keys, path, plainJpeg(1, { width: 320, height: 240 }));
	judgeRecognition(recognized, labels, findings);
	judgeFaulty(await ask(keys, path, NO_PICTURE), findings);

	const picture = plainJpeg(2);
	for (const [name, changed] of [
		['checksum', { apiKey: 'x'.repeat(32) }],
		['clock', { late: -HOUR_S }],
	] as const) {
		const answer = await ask(keys, path, picture, changed);
		const desc = at(answer.json, 'desc');
		const fits =
			['10105', '40203'].includes(codeOf(answer)) && /^illegal access\|/.test(String(desc));
		findings.judge(`image.${name}`, fits, `${outcome(answer)}, ${words(desc)}`, answer);
	}
	const param = Buffer.from('{}').toString('base64');
	findings.judgeCode('image.parameter', await ask(keys, path, picture, { param }), '10106');
}

/** A refusal says nothing of how results look. */
const isRefusal = (answer: Answer): boolean => /^[1-9]\d{4}$/.test(codeOf(answer));

/** The whitelist, or the key: the picture was never looked at. */
const isCallerRefused = (answer: Answer): boolean =>
	['10105', '40202', '40203'].includes(codeOf(answer));

/** The first result, wherever the list of results is. */
function resultOf(json: unknown): unknown {
	const data = at(json, 'data');
	return Array.isArray(data) ? data[0] : listAt(data, 'fileList')[0];
}

function judgeRecognition(answer: Answer, labels: number, findings: Findings): void {
	if (showsNothing(answer) || isRefusal(answer)) {
		const names = ['image.code', 'image.data', 'image.candidates', 'image.rates'] as const;
		return findings.leaveOpen(outcome(answer), ...names);
	}
	findings.judgeCode('image.code', answer, '0');
	const result = resultOf(answer.json);
	const shape = (name: string): string => shapeOf(at(result, name));
	const isResult = typeof result === 'object' && result !== null;
	findings.judge('image.data', isResult, shapeOf(at(answer.json, 'data')));

	const candidates = listAt(result, 'labels');
	const inTable = candidates.every(
		(label) => Number.isInteger(label) && (label as number) >= 0 && (label as number) < labels,
	);
	const whole = candidates.length === 5 && inTable && candidates[0] === at(result, 'label');
	const seen = `${candidates.length} labels, ${shape('labels')}; label: ${shape('label')}`;
	findings.judge('image.candidates', whole, seen);

	const rates = listAt(result, 'rates').map(Number);
	const falling = rates.every((rate, n) => rate >= 0 && rate <= 1 && rate <= (rates[n - 1] ?? 1));
	const fits = rates.length > 0 && rates.length === candidates.length && falling;
	const seenRates = `${rates.length} rates, ${shape('rates')}; rate: ${shape('rate')}`;
	findings.judge('image.rates', fits, seenRates);
}

function judgeFaulty(answer: Answer, findings: Findings): void {
	if (isCallerRefused(answer)) return findings.leaveOpen(outcome(answer), 'image.faulty');
	const label = at(resultOf(answer.json), 'label');
	const fits = codeOf(answer) === '0' && label === -1;
	const told = label === -1 ? 'label -1' : `label: ${shapeOf(label)}`;
	findings.judge('image.faulty', fits, `${outcome(answer)}, ${told}`, answer);
}
