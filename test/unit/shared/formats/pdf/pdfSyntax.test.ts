import {
	PdfName,
	PdfOperator,
	PdfReader,
	PdfReference,
	type PdfValue,
} from '../../../../../nodes/shared/formats/pdf/syntax';

/** All that stands in a text, operators among it. */
function read(text: string): Array<PdfOperator | PdfValue> {
	const reader = new PdfReader(text);
	const found: Array<PdfOperator | PdfValue> = [];
	for (let next = reader.next(); next !== undefined; next = reader.next()) found.push(next);
	expect(reader.at).toBeGreaterThanOrEqual(text.length);
	return found;
}

const name = (text: string) => new PdfName(text);
const reference = (number: number) => new PdfReference(number);
const operator = (text: string) => new PdfOperator(text);

it.each<[string, Array<PdfOperator | PdfValue>]>([
	['', []],
	[' \0\t\n\f\r ', []],
	['% nothing but a comment', []],
	['1 % a comment (with <marks>\r2 % another\n3', [1, 2, 3]],
	['12 -7 +3 .5 -.25 4. 1.75', [12, -7, 3, 0.5, -0.25, 4, 1.75]],
	['1e3 1-2 --5 . +', ['1e3', '1-2', '--5', '.', '+'].map(operator)],
	['true false null', [true, false, null]],
	['trueish nullify', [operator('trueish'), operator('nullify')]],
	['7 0 R', [reference(7)]],
	['12\n00001\tR/Next', [reference(12), name('Next')]],
	['7 0 Rx', [7, 0, operator('Rx')]],
	['7 0R', [7, operator('0R')]],
	['12345678901 0 R', [12345678901, 0, operator('R')]],
	['1 123456 R', [1, 123456, operator('R')]],
	['[7 0 R 8 0 R]', [[reference(7), reference(8)]]],
	['/Name/Other 5', [name('Name'), name('Other'), 5]],
	['/A#20B#2f#zz #41', [name('A B/#zz'), operator('#41')]],
	['/ 5', [name(''), 5]],
	['(a text)', ['a text']],
	['(of (two) levels)(and more)', ['of (two) levels', 'and more']],
	['(\\) \\( \\\\)1', [') ( \\', 1]],
	['(\\101\\12\\0053\\n\\q)', ['A\n\u00053\nq']],
	['(a\\\r\nb\r\nc\rd)', ['ab\nc\nd']],
	['<48 65 6c 6>', ['Hel`']],
	['(without an end', ['without an end']],
	['<48656C>/Next', ['Hel', name('Next')]],
	['<>1', ['', 1]],
	['<4865', ['He']],
	['[1 [2 (three)] /Four <35>]6', [[1, [2, 'three'], name('Four'), '5'], 6]],
	['[1 q 2]', [[1, 2]]],
	['[1 2', [[1, 2]]],
	[
		'<</A 1/B[2]/C<</D 3>>>>4',
		[
			new Map<string, PdfValue>([
				['A', 1],
				['B', [2]],
				['C', new Map([['D', 3]])],
			]),
			4,
		],
	],
	['<</A>>1', [new Map(), 1]],
	['<</A q/B 2>>', [new Map([['B', 2]])]],
	['<<5/B 2>>', [new Map([['B', 2]])]],
	[
		'<</A null/B 2',
		[
			new Map<string, PdfValue>([
				['A', null],
				['B', 2],
			]),
		],
	],
	['<</A 1/A 2>>', [new Map([['A', 2]])]],
	['q 1 0 0 1 5 6 cm Q', [operator('q'), 1, 0, 0, 1, 5, 6, operator('cm'), operator('Q')]],
	['T* \' "', [operator('T*'), operator("'"), operator('"')]],
	[']1}2{3)4', [operator(']'), 1, operator('}'), 2, operator('{'), 3, operator(')'), 4]],
	['>>1>2', [operator('>>'), 1, operator('>>'), 2]],
])('reads %j', (text, expected) => {
	expect(read(text)).toEqual(expected);
});

it('has null where a value is missing', () => {
	expect(new PdfReader('').value()).toBeNull();
	expect(new PdfReader(' q').value()).toBeNull();
	expect(new PdfReader('5').value()).toBe(5);
});

it('begins where it is told to', () => {
	const reader = new PdfReader('1 (2) 3', 2);
	expect([reader.value(), reader.value(), reader.at]).toEqual(['2', 3, 7]);
});

it('reads what begins at its end, and nothing behind it', () => {
	const reader = new PdfReader('1 22 333', 0, 2);
	expect([reader.next(), reader.next()]).toEqual([1, 22]);
	expect(() => reader.next()).toThrow('has too much structure');
	expect(() => new PdfReader('[1 2 3]', 0, 4).next()).toThrow('has too much structure');
});

it.each([
	['arrays', '[', ']'],
	['dictionaries', '<</A', '>>'],
])('takes 100 %s inside one another, and no more', (_what, open, close) => {
	const nested = (levels: number) => open.repeat(levels) + ' 1' + close.repeat(levels);
	expect(() => read(nested(100))).not.toThrow();
	expect(() => read(nested(101))).toThrow('nests values too deeply');
});

it('takes a list of 100,000 values, and no more', () => {
	expect(read(`[${'1 '.repeat(100_000)}]`)[0]).toHaveLength(100_000);
	expect(() => read(`[${'1 '.repeat(100_001)}]`)).toThrow('has too long a list');
});
