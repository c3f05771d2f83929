import { encodeImageParam } from '../../nodes/IflytekImageRecognition/protocol/imageParam';
import { checksum } from '../../nodes/shared/checksum/sign';
import { plainJpeg } from '../emulator/fixtures/labelled';
import { at, listAt, outcome, post, shapeOf, showsNothing, words, type Answer } from './answer';
import { found, notSeen, type Finding } from './assumptions';
import type { ChecksumKeys, Judge } from './checkLive';

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
	judge: Judge,
): Promise<void> {
	const { path, labels } = SERVICES[service];
	judgeRecognition(await ask(keys, path, plainJpeg(1, { width: 320, height: 240 })), labels, judge);
	judgeFaulty(await ask(keys, path, NO_PICTURE), judge);

	const picture = plainJpeg(2);
	const refused = (answer: Answer): Finding => {
		if (showsNothing(answer)) return notSeen(outcome(answer));
		const code = String(at(answer.json, 'code'));
		const desc = at(answer.json, 'desc');
		const fits = ['10105', '40203'].includes(code) && /^illegal access\|/.test(String(desc));
		return found(fits, `${outcome(answer)}, ${words(desc)}`);
	};
	judge('image.checksum', refused(await ask(keys, path, picture, { apiKey: 'x'.repeat(32) })));
	judge('image.clock', refused(await ask(keys, path, picture, { late: -HOUR_S })));
	const nameless = await ask(keys, path, picture, { param: Buffer.from('{}').toString('base64') });
	judge(
		'image.parameter',
		showsNothing(nameless)
			? notSeen(outcome(nameless))
			: found(String(at(nameless.json, 'code')) === '10106', outcome(nameless)),
	);
}

/** A refusal says nothing of how results look. */
const isRefusal = ({ json }: Answer): boolean => /^[1-9]\d{4}$/.test(String(at(json, 'code')));

/** The whitelist, or the key: the picture was never looked at. */
const isCallerRefused = ({ json }: Answer): boolean =>
	['10105', '40202', '40203'].includes(String(at(json, 'code')));

/** The first result, wherever the list of results is. */
function resultOf(json: unknown): unknown {
	const data = at(json, 'data');
	return Array.isArray(data) ? data[0] : listAt(data, 'fileList')[0];
}

function judgeRecognition(answer: Answer, labels: number, judge: Judge): void {
	const code = at(answer.json, 'code');
	if (showsNothing(answer) || isRefusal(answer)) {
		const why = notSeen(outcome(answer));
		for (const name of ['code', 'data', 'candidates', 'rates'] as const)
			judge(`image.${name}`, why);
		return;
	}
	judge('image.code', found(String(code) === '0', outcome(answer)));
	const result = resultOf(answer.json);
	const data = at(answer.json, 'data');
	judge('image.data', found(typeof result === 'object' && result !== null, shapeOf(data)));
	const candidates = listAt(result, 'labels');
	const inTable = candidates.every(
		(label) => Number.isInteger(label) && (label as number) >= 0 && (label as number) < labels,
	);
	const whole = candidates.length === 5 && inTable && candidates[0] === at(result, 'label');
	const label = shapeOf(at(result, 'label'));
	judge(
		'image.candidates',
		found(whole, `${candidates.length} labels, ${shapeOf(at(result, 'labels'))}; label: ${label}`),
	);
	const rates = listAt(result, 'rates').map(Number);
	const falling = rates.every((rate, n) => rate >= 0 && rate <= 1 && rate <= (rates[n - 1] ?? 1));
	judge(
		'image.rates',
		found(
			rates.length > 0 && rates.length === candidates.length && falling,
			`${rates.length} rates, ${shapeOf(at(result, 'rates'))}; rate: ${shapeOf(at(result, 'rate'))}`,
		),
	);
}

function judgeFaulty(answer: Answer, judge: Judge): void {
	if (showsNothing(answer) || isCallerRefused(answer))
		return judge('image.faulty', notSeen(outcome(answer)));
	const label = at(resultOf(answer.json), 'label');
	const fits = String(at(answer.json, 'code')) === '0' && label === -1;
	const told = label === -1 ? 'label -1' : `label: ${shapeOf(label)}`;
	judge('image.faulty', found(fits, `${outcome(answer)}, ${told}`));
}
