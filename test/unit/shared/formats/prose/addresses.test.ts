import { HTML, readHtml } from '../../../../../nodes/shared/formats/markup/html';
import {
	edited,
	editsOf,
	PLAIN,
	plainProse,
	type WantedChange,
} from '../../../../../nodes/shared/formats/prose/prose';

describe.each([
	['plain text', plainProse, PLAIN],
	['HTML', readHtml, HTML],
])('in %s', (_, read, format) => {
	const changed = (text: string, original: string, suggestion: string) => {
		const prose = read(text);
		const position = prose.text.indexOf(original);
		const wanted: WantedChange = { position, original, suggestion, cause: null };
		const document = edited(text, editsOf(prose, [wanted], format), format.encode);
		return { document, cause: wanted.cause };
	};

	it.each([
		['见https://a.cn/b,c?d=1。', ',', '，'],
		['请看 www.abc.cn/x-y', 'abc', '甲'],
		['写信给 li.si@b-c.com.cn 即可', '@', '＠'],
		['文件在ftp://a.cn/b(1).zip', '文件在ftp', '文档在FTP'],
	])('%s: no %s becomes %s', (text, original, suggestion) => {
		expect(changed(text, original, suggestion)).toEqual({
			document: text,
			cause: { code: 'touches', what: 'address' },
		});
	});

	it.each([
		['见https://a.cn,谢谢', ',', '，', '见https://a.cn，谢谢'],
		['a,b@甲', ',', '，', 'a，b@甲'],
		['见https://a.cn/他门来', '他门', '他们', '见https://a.cn/他们来'],
	])('%s: beside an address %s may become %s', (text, original, suggestion, becomes) => {
		expect(changed(text, original, suggestion)).toEqual({ document: becomes, cause: null });
	});
});
