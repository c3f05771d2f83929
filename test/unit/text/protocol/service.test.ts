import {
	buildCorrectionRequest,
	CORRECTION_PATH,
} from '../../../../nodes/IflytekTextCorrection/protocol/service';
import { readFormat } from '../../../../nodes/shared/signature/scheme';

const DEFAULTS = { encoding: 'utf8', compress: 'raw', format: 'json' };

const build = (change: object = {}, text = '你好') =>
	JSON.parse(
		buildCorrectionRequest(text, {
			appId: 'app01',
			input: DEFAULTS,
			result: DEFAULTS,
			resId: '',
			uid: '',
			...change,
		}),
	);

describe('the request', () => {
	it('has exactly the fields of the specification, with status 3 as a number', () => {
		expect(CORRECTION_PATH).toBe('/v1/private/s9a87e3ec');
		expect(build()).toEqual({
			header: { app_id: 'app01', status: 3 },
			parameter: { s9a87e3ec: { result: DEFAULTS } },
			payload: { input: { ...DEFAULTS, text: '5L2g5aW9', status: 3 } },
		});
	});

	it('carries the word list and its user only when they are filled', () => {
		const body = build({ resId: 'list1', uid: 'editor' });
		expect(body.parameter.s9a87e3ec.res_id).toBe('list1');
		expect(body.header).toEqual({ app_id: 'app01', uid: 'editor', status: 3 });
		expect(build({ resId: 'list1' }).header).not.toHaveProperty('uid');
	});

	it('sends every character of the text, emoji and line breaks included', () => {
		const text = ' a\r\n😀𠮷\u0000"';
		const body = build({}, text);
		expect(Buffer.from(body.payload.input.text, 'base64').toString('utf8')).toBe(text);
	});

	it('takes the formats of both sides from the options', () => {
		const fields = { inputEncoding: 'a', inputCompress: 'b', inputFormat: '', resultFormat: 'c' };
		const options = { requestFields: { fields } };
		const body = build({
			input: readFormat(options, 'input'),
			result: readFormat(options, 'result'),
		});
		expect(body.payload.input).toMatchObject({ encoding: 'a', compress: 'b', format: 'json' });
		expect(body.parameter.s9a87e3ec.result).toEqual({
			encoding: 'utf8',
			compress: 'raw',
			format: 'c',
		});
	});
});
