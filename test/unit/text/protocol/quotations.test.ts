import { insideQuotations } from '../../../../nodes/IflytekTextCorrection/protocol/quotations';

/** The text with a dot at every place where a cut would be inside a quotation. */
function dotted(text: string, maxLength = 100): string {
	const marks = insideQuotations(text, maxLength);
	return [...text, ''].map((character, index) => (marks[index] ? '·' : '') + character).join('');
}

describe('the inside of quotations', () => {
	it.each([
		['a“b”c', 'a“·b·”c'],
		['“a「b」”c', '“·a·「·b·」·”c'],
		['(a)《b》', '(·a·)《·b·》'],
		['he said "ab" and "c"', 'he said "·a·b·" and "·c·"'],
		['“第一段\n第二段”完', '“·第·一·段·\n·第·二·段·”完'],
	])('lies between the marks: %j', (text, expected) => {
		expect(dotted(text)).toBe(expected);
	});

	it.each(['“”', '‘’', '「」', '『』', '《》', '〈〉', '（）', '【】', '〔〕', '()', '[]', '""'])(
		'lies between %s',
		([opening, closing]) => {
			expect(dotted(`a${opening}b${closing}c`)).toBe(`a${opening}·b·${closing}c`);
		},
	);

	it('may be as long as allowed, its marks included', () => {
		expect(dotted('“bc”', 4)).toBe('“·b·c·”');
		expect(dotted('“bc”', 3)).toBe('“bc”');
	});

	it.each([
		['no closing mark', 'a“bc'],
		['no opening mark', 'a”bc'],
		['the wrong partner', 'a“b」c'],
		['an apostrophe', 'it’s'],
		['straight marks on two lines', '5" a\n6" b'],
	])('is empty with %s', (_name, text) => {
		expect(dotted(text)).toBe(text);
	});

	it('skips an opening mark without partner inside a whole quotation', () => {
		expect(dotted('“a《b”c')).toBe('“·a·《·b·”c');
	});

	it('leaves out what is too long to be kept whole, but not the shorter ones in it', () => {
		expect(dotted('“aaaa（b）aaaa”', 6)).toBe('“aaaa（·b·）aaaa”');
	});
});
