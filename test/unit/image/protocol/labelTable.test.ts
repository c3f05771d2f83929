import { aSentence } from '../../aSentence';
import { labelTableOf } from '../../../../nodes/IflytekImageRecognition/protocol/labelTable';
import { splitRows } from '../../../../nodes/IflytekImageRecognition/protocol/tableText';
import { processorTime } from '../../../support/processorTime';

const parseLabelTable = (text: string) => labelTableOf(splitRows(text));

function table(text: string) {
	const outcome = parseLabelTable(text);
	if (!outcome.ok) throw new Error(outcome.problem.message);
	return Object.fromEntries(outcome.value);
}

const ANIMALS = {
	4: { english: 'zebra', chinese: '斑马' },
	15765: { english: "grevy's zebra", chinese: '草原斑马' },
};

describe('parseLabelTable', () => {
	it.each([
		['tab', "4\tzebra\t斑马\n15765\tgrevy's zebra\t草原斑马"],
		['comma', "4,zebra,斑马\r\n15765,grevy's zebra,草原斑马\r\n"],
		['semicolon', "4;zebra;斑马\n15765;grevy's zebra;草原斑马\n\n"],
		['comma of a Chinese keyboard', "4，zebra，斑马\n15765，grevy's zebra，草原斑马"],
		['semicolon of a Chinese keyboard', "4；zebra；斑马\n15765；grevy's zebra；草原斑马"],
		['old Mac line ends', "4,zebra,斑马\r15765,grevy's zebra,草原斑马"],
		['heading', "label,en,zh\n4,zebra,斑马\n15765,grevy's zebra,草原斑马"],
		['Chinese heading', "label值,英文,中文\n4,zebra,斑马\n15765,grevy's zebra,草原斑马"],
		['title line', "All labels,,\nlabel值,英文,中文\n4,zebra,斑马\n15765,grevy's zebra,草原斑马"],
		['byte order mark', "\uFEFF4,zebra,斑马\n15765,grevy's zebra,草原斑马"],
		['other order', "斑马,4,zebra\n草原斑马,15765,grevy's zebra"],
		['further column', "4,zebra,斑马,动物\n15765,grevy's zebra,草原斑马,动物"],
		['quoted cells', '"4","zebra","斑马"\n"15765","grevy\'s zebra","草原斑马"'],
		['numbers as a spreadsheet writes them', "4.0,zebra,斑马\n15765.0,grevy's zebra,草原斑马"],
		['blanks', " 4 ,  zebra , 斑马\n15765 ,grevy's zebra,草原斑马 "],
	])('reads a table with %s', (_name, text) => {
		expect(table(text)).toEqual(ANIMALS);
	});

	it('looks at the first 100 columns only, however long a line is', () => {
		expect(table(`4,zebra${','.repeat(97)},斑马`)).toEqual({
			4: { english: 'zebra', chinese: '斑马' },
		});
		expect(table(`4,zebra${','.repeat(500)}斑马`)).toEqual({ 4: { english: 'zebra' } });
	});

	it('follows the heading where the content would mislead', () => {
		const text = 'row,number,category,中文,english\n1,900,food,面包,bread\n2,901,food,茶,tea';
		expect(table(text)).toEqual({
			900: { english: 'bread', chinese: '面包' },
			901: { english: 'tea', chinese: '茶' },
		});
	});

	it.each([
		['id,label,en,zh', 'label before a general heading'],
		['row,no,en,zh', 'a general heading'],
	])('finds the label numbers among several columns of numbers by %s', (heading) => {
		expect(table(`${heading}\n1,4,zebra,斑马\n2,15765,grevy's zebra,草原斑马`)).toEqual(ANIMALS);
	});

	const NUMBER =
		'label labels labelid label值 标签 标签值 number no no. id code value 编号 序号'.split(' ');
	it.each(NUMBER)('knows the label numbers by the heading %s', (heading) => {
		const under = (title: string) => `x,${title},y\n1,4,zebra\n2,15765,horse`;
		for (const title of [heading, heading.toUpperCase(), ` ${[...heading].join(' ')} `]) {
			expect(Object.keys(table(under(title)))).toEqual(['4', '15765']);
		}
		for (const title of [`${heading}_`, `_${heading}`]) {
			expect(parseLabelTable(under(title))).toMatchObject({
				ok: false,
				problem: { message: 'has several columns of numbers' },
			});
		}
	});

	const ENGLISH = 'en eng english englishname nameenglish nameen 英文 英文名 英文名称'.split(' ');
	const CHINESE = 'zh cn chinese chinesename namechinese namezh 中文 中文名 中文名称'.split(' ');
	it.each([...ENGLISH, ...CHINESE])('knows the names by the heading %s', (heading) => {
		const [first, wanted] = ENGLISH.includes(heading) ? ['food', 'bread'] : ['食物', '面包'];
		const language = ENGLISH.includes(heading) ? 'english' : 'chinese';
		const under = (title: string) => `label,x,${title}\n4,${first},${wanted}`;
		expect(table(under(heading))[4]).toMatchObject({ [language]: wanted });
		for (const title of [`${heading}_`, `_${heading}`]) {
			expect(table(under(title))[4]).toMatchObject({ [language]: first });
		}
	});

	it('takes a column of words in both scripts for Chinese names', () => {
		expect(table('1,A级 bread,面包\n2,tea B类,茶')).toEqual({
			1: { english: undefined, chinese: 'A级 bread' },
			2: { english: undefined, chinese: 'tea B类' },
		});
	});

	it('goes by what more than half of the filled cells of a column hold', () => {
		expect(table('1,cup,杯\n2,,\n3,茶,茶\n4,tea,tea\n5,mug,')).toMatchObject({
			1: { english: 'cup', chinese: '杯' },
		});
		const undecided = parseLabelTable('1,cup\nx,tea');
		expect(undecided).toMatchObject({ ok: false });
	});

	it('knows a number of up to nine digits', () => {
		expect(Object.keys(table('123456789,cup\n5.00,tea'))).toEqual(['5', '123456789']);
		for (const text of ['1234567890,cup', '1.5,cup', 'a1,cup', '1a,cup', '-1,cup', '1.,cup']) {
			expect(parseLabelTable(text)).toMatchObject({
				ok: false,
				problem: { message: 'has no line with a label number and a name' },
			});
		}
	});

	it('takes the delimiter that most lines hold, and tab before the others', () => {
		expect(table('1;a, b\n2;c, d\n3;e')).toMatchObject({ 1: { english: 'a, b' } });
		expect(table('1\ta;b,c')).toMatchObject({ 1: { english: 'a;b,c' } });
		expect(table('1;a,b')).toMatchObject({ 1: { english: 'a,b' } });
	});

	it('reads quoted cells with blanks around them, and all kinds of line ends', () => {
		expect(table('1, "cup, big" ,"杯"\r2,"tea","茶"\r\n3,"mug","杯子"\n4,"x","埃"\t')).toEqual({
			1: { english: 'cup, big', chinese: '杯' },
			2: { english: 'tea', chinese: '茶' },
			3: { english: 'mug', chinese: '杯子' },
			4: { english: 'x', chinese: '埃' },
		});
	});

	it('takes the only column of numbers, whatever it is called', () => {
		expect(table("index,label,中文\n4,zebra,斑马\n15765,grevy's zebra,草原斑马")).toEqual(ANIMALS);
	});

	it('asks for headings rather than guess which of several columns of numbers is meant', () => {
		const outcome = parseLabelTable('1,4,zebra,斑马\n2,15765,horse,马');
		expect(outcome).toEqual({
			ok: false,
			problem: {
				message: 'has several columns of numbers',
				remedy: aSentence,
				retryClass: 'never',
			},
		});
	});

	it('keeps delimiters, quotation marks and line breaks inside quoted cells', () => {
		expect(table('1,"cup, large","杯子 ""大"""\n2,"two\nlines",两行')).toEqual({
			1: { english: 'cup, large', chinese: '杯子 "大"' },
			2: { english: 'two\nlines', chinese: '两行' },
		});
	});

	it('takes quotation marks that are never closed as they stand', () => {
		expect(table('1\tforty-five\t45"口径\n2\t"open\t开\n3\tcup\t杯')).toEqual({
			1: { english: 'forty-five', chinese: '45"口径' },
			2: { english: '"open', chinese: '开' },
			3: { english: 'cup', chinese: '杯' },
		});
	});

	it('loses no line between two stray quotation marks', () => {
		const text = '1\t"open\t开\n2\tcup\t杯\n3\t"other\t别';
		expect(Object.keys(table(text))).toEqual(['1', '2', '3']);
	});

	it('reads a tab table whose cells hold commas and semicolons', () => {
		expect(table('1\ta, b; c\t甲\n2\td, e; f\t乙')).toEqual({
			1: { english: 'a, b; c', chinese: '甲' },
			2: { english: 'd, e; f', chinese: '乙' },
		});
	});

	it('reads tables with one language', () => {
		expect(table('1,cup\n2,tea')).toEqual({ 1: { english: 'cup' }, 2: { english: 'tea' } });
		expect(table('1,杯\n2,茶')).toEqual({ 1: { chinese: '杯' }, 2: { chinese: '茶' } });
	});

	it('leaves out lines without a number or a name, and keeps the first of two', () => {
		expect(table('1,cup,杯\n,none,无\n2,,\n3,tea,\n1,mug,杯子\nend')).toEqual({
			1: { english: 'cup', chinese: '杯' },
			3: { english: 'tea', chinese: undefined },
		});
	});

	it.each(['', 'zebra', 'a,b,c\nd,e,f', '1\n2\n3', '{"label":1}'])(
		'says what a line needs when there is none: %p',
		(text) => {
			const outcome = parseLabelTable(text);
			expect(outcome).toMatchObject({ ok: false });
			expect(!outcome.ok && outcome.problem.remedy).toContain('English');
		},
	);

	it('reads 20,000 lines in a moment', () => {
		const lines = Array.from({ length: 20_067 }, (_, n) => `${n},"thing, ${n}",物体${n},用品`);
		const spent = processorTime();
		const outcome = parseLabelTable(`label,en,zh,category\n${lines.join('\n')}`);
		// less than a tenth of that; comparing each line with all others would take minutes
		expect(spent()).toBeLessThan(5000);
		expect(outcome.ok && outcome.value.size).toBe(20_067);
		expect(outcome.ok && outcome.value.get(20_066)).toEqual({
			english: 'thing, 20066',
			chinese: '物体20066',
		});
	});
});
