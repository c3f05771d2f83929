import { strFromU8, strToU8, unzipSync, Zip, ZipDeflate, zipSync } from 'fflate';

import { readStory } from '../../../../../nodes/shared/formats/word/story';
import {
	chance,
	DIALECTS,
	drawing,
	earlier,
	escaped,
	field,
	handCut,
	paragraph,
	randomHandCut,
	run,
	textBox,
} from '../../../../fixtures/docx/handCut';
import {
	AUTHOR,
	correct,
	finding,
	randomFindings,
	SENTENCES,
} from '../../../../support/correctedDocument';
import { settledParagraphs, textOf, type Verdict } from '../../../../support/trackedChanges';

/** As it stands in the XML. */
const BY = escaped(AUTHOR).replace(/"/g, '&quot;');
const text = (file: Buffer, verdict: Verdict) => textOf(settledParagraphs(file, verdict, BY));
const no = () => false;
const body = (file: Buffer) => strFromU8(unzipSync(file)['word/document.xml']!);

describe.each(Array.from({ length: 60 }, (_, seed) => seed))(
	'a document cut by hand %i',
	(seed) => {
		const dialects = Object.values(DIALECTS);
		const file = randomHandCut(seed, SENTENCES, dialects[seed % dialects.length]);
		const find = (sent: string) => randomFindings(sent, seed);

		it('is the corrected one when all is accepted, and the original when all is rejected', async () => {
			const { bytes, corrected, original } = await correct(file, find);
			expect(text(file, 'accept')).toBe(original);
			expect(text(bytes, 'accept')).toBe(corrected);
			expect(text(bytes, 'reject')).toBe(original);
			// every character with the formatting that it had, also in the copies of text boxes
			const copies = { withCopies: true };
			expect(settledParagraphs(bytes, 'reject', BY, copies)).toEqual(
				settledParagraphs(file, 'reject', BY, copies),
			);
		});

		it('is the corrected one at once without tracked changes, with the bytes of every part without a change', async () => {
			const { bytes, corrected, original } = await correct(file, find, { tracked: false });
			expect(text(bytes, 'accept')).toBe(corrected);
			expect(body(bytes)).not.toContain(BY);
			const [before, after] = [unzipSync(file), unzipSync(bytes)];
			expect(Object.keys(after)).toEqual(Object.keys(before));
			const changed = Object.keys(before).filter(
				(name) => !Buffer.from(before[name]!).equals(Buffer.from(after[name]!)),
			);
			if (corrected === original) expect(bytes.equals(file)).toBe(true);
			else expect(changed.length).toBeGreaterThan(0);
			for (const name of changed) expect(name).toMatch(/document|header|footer|footnotes|endnotes/);
		});
	},
);

it('keeps the format of each character where as many come as go', async () => {
	const formats = (file: Buffer) =>
		settledParagraphs(file, 'accept', BY).map((characters) => characters.map(([, one]) => one));
	for (let seed = 0; seed < 60; seed++) {
		const { one, upTo } = chance(seed);
		const count = 2 + upTo(6);
		const [wrong, right] = [0, 1].map(() =>
			Array.from({ length: count }, () => one([...'新字词𠮷𠮶𠞷'])),
		) as [string[], string[]];
		const cut = wrong.map((letter) => run(letter, one(['', '<w:b/>', '<w:i/>']))).join('');
		const file = handCut({ body: paragraph(run('前') + cut + run('后')) });
		const { bytes } = await correct(file, () => [finding(1, wrong.join(''), right.join(''))]);
		expect(text(bytes, 'accept')).toBe(`前${right.join('')}后`);
		expect(formats(bytes)).toEqual(formats(file));
	}
});

/** As Word saves "Strict Open XML Document": other names of the namespaces. */
const strict = (files: Record<string, Uint8Array>) =>
	zipSync(
		Object.fromEntries(
			Object.entries(files).map(([name, bytes]) => {
				const xml = strFromU8(bytes)
					.replace(
						/http:\/\/schemas\.openxmlformats\.org\/(wordprocessingml|drawingml)\/2006\/(\w+)/g,
						'http://purl.oclc.org/ooxml/$1/$2',
					)
					.replace(
						/http:\/\/schemas\.openxmlformats\.org\/officeDocument\/2006\/(\w+)/g,
						'http://purl.oclc.org/ooxml/officeDocument/$1',
					);
				return [name, strToU8(xml)];
			}),
		),
	);

/** As programs write it that cannot go back: sizes and checksums stand behind the data. */
function streamed(files: Record<string, Uint8Array>): Uint8Array {
	const chunks: Uint8Array[] = [];
	const zip = new Zip((_, chunk) => chunks.push(chunk));
	for (const [name, bytes] of Object.entries(files)) {
		const file = new ZipDeflate(name);
		zip.add(file);
		file.push(bytes, true);
	}
	zip.end();
	return Buffer.concat(chunks);
}

test.each([
	['a strict one', strict],
	['one that was streamed', streamed],
])('%s is corrected too, with comments', async (_, written) => {
	for (let seed = 0; seed < 10; seed++) {
		const file = Buffer.from(written(unzipSync(randomHandCut(seed, SENTENCES))));
		const find = (sent: string) => randomFindings(sent, seed);
		const rules = { kept: [{ start: 2, end: 5 }] };
		const made = await correct(file, find, { rules });
		expect(text(made.bytes, 'accept')).toBe(made.corrected);
		expect(text(made.bytes, 'reject')).toBe(made.original);
		expect(made.corrected).not.toBe(made.original);
	}
});

/** A document of one paragraph, and what becomes of it. */
async function corrected(content: string, wrong: string, right: string) {
	const result = await correct(handCut({ body: paragraph(content) }), (sent) =>
		sent.includes(wrong) ? [finding(sent.indexOf(wrong), wrong, right)] : [],
	);
	const xml = body(result.bytes).replace(
		/ w:id="\d+" w:author="Editor[^"]*" w:date="2026-11-23T10:00:00Z"/g,
		'',
	);
	return { ...result, xml: /<w:body>(.*)<w:sectPr>/.exec(xml)![1]! };
}

describe('a correction', () => {
	it('in a word that is cut into several runs changes only what differs, in its formatting', async () => {
		const cut = run('他画', '<w:b/>') + run('蛇天', '<w:i/>') + run('足了');
		const { xml } = await corrected(cut, '画蛇天足', '画蛇添足');
		const italic = (name: string, letter: string) =>
			`<w:r><w:rPr><w:i/></w:rPr><w:${name} xml:space="preserve">${letter}</w:${name}></w:r>`;
		expect(xml).toBe(
			`<w:p>${run('他画', '<w:b/>')}${italic('t', '蛇')}<w:del>${italic('delText', '天')}</w:del><w:ins>${italic('t', '添')}</w:ins>${run('足了')}</w:p>`,
		);
	});

	it('goes over no symbol of a symbol font, and leaves it in its place', async () => {
		const cut =
			'<w:r><w:t>画蛇</w:t><w:sym w:font="Wingdings" w:char="F0FE"/><w:t>天足</w:t></w:r>';
		const { corrections, bytes, original } = await corrected(cut, '画蛇□天足', '画蛇添足');
		expect(original).toBe('画蛇□天足');
		expect(corrections).toMatchObject([{ applied: false, reason: 'It touches a symbol' }]);
		expect(body(bytes)).toContain('F0FE');
	});

	const FORMULA = '<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath>';
	it.each([
		['a formula', '<m:oMath><m:r><w:rPr><w:b/></w:rPr><m:t>画蛇天足</m:t></m:r></m:oMath>'],
		['a formula', `<m:oMathPara>${FORMULA}</m:oMathPara>`],
		['a picture', drawing('inline', 'picture')],
		['a picture', drawing('inline', 'chart')],
		['an embedded object', '<w:r><w:object><o:OLEObject ProgID="Equation.3"/></w:object></w:r>'],
	])('goes over no %s, which reads as □, and the comment stands around it', async (what, thing) => {
		const content = run('他画蛇') + thing + run('天足。');
		const { bytes, corrections, original, xml } = await corrected(content, '画蛇□天足', '画蛇添足');
		expect(original).toBe('他画蛇□天足。');
		expect(corrections).toMatchObject([{ applied: false, reason: `It touches ${what}` }]);
		expect(xml).toContain(thing);
		expect(() =>
			readStory(body(bytes), { isCode: no, isHeading: no, isHidden: no, isNumbered: no }),
		).not.toThrow();
		expect(xml).toMatch(/他<.*<w:commentRangeStart w:id="0"\/>.*画蛇.*天足.*<w:commentRangeEnd/);
	});

	it('of which only a formula is left to comment has the comment beside the formula', async () => {
		const { xml } = await corrected(run('设') + FORMULA + run('为'), '□', 'x');
		expect(xml).toBe(
			`<w:p>${run('设')}<w:commentRangeStart w:id="0"/>${FORMULA}<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>${run('为')}</w:p>`,
		);
	});

	it.each([
		['before', '设为□实数'],
		['behind', '设□为实数'],
	])('inserts %s a formula what belongs there', async (_, right) => {
		const { bytes } = await corrected(run('设') + FORMULA + run('实数。'), '设□实数', right);
		expect(text(bytes, 'accept')).toBe(`${right}。`);
	});

	it.each([
		['a hidden paragraph mark', '<w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr></w:p>'],
		[
			'a paragraph mark in the style of code',
			'<w:p><w:pPr><w:rPr><w:rStyle w:val="HTMLCode"/></w:rPr></w:pPr></w:p>',
		],
		[
			'a content control in the style of code',
			'<w:sdt><w:sdtPr><w:rPr><w:rStyle w:val="HTMLCode"/></w:rPr></w:sdtPr><w:sdtContent><w:p/></w:sdtContent></w:sdt>',
		],
	])('reads a formula behind %s', async (_, before) => {
		const file = handCut({ body: before + paragraph(run('设') + FORMULA + run('为实数。')) });
		const { prose } = await correct(file, () => []);
		expect(prose.text).toBe('设□为实数。');
	});

	it('reads on through a reference to a note and past a picture that floats', async () => {
		const between =
			'<w:r><w:footnoteReference w:id="1"/></w:r>' + drawing('anchor', 'picture') + textBox('');
		const content = run('画蛇') + between + run('天足');
		const { bytes, original } = await corrected(content, '画蛇天足', '画蛇添足');
		expect(original).toBe('画蛇天足');
		expect(text(bytes, 'accept')).toBe('画蛇添足');
		expect(body(bytes)).toContain(between);
	});

	it('is made behind a field whose end somebody else has deleted', async () => {
		const ended = field('REF x', '见').replace(
			/(<w:r><w:fldChar w:fldCharType="end"\/><\/w:r>)/,
			'<w:del w:id="1" w:author="X" w:date="2026-01-02T03:04:05Z">$1</w:del>',
		);
		const { bytes, original } = await corrected(ended + run('画蛇天足'), '画蛇天足', '画蛇添足');
		expect(original).toBe('见画蛇天足');
		expect(text(bytes, 'accept')).toBe('见画蛇添足');
	});

	it('has a number that no mark in single quotes has', async () => {
		const cut = `<w:bookmarkStart w:id='77' w:name='x'/>${run('画蛇天足')}<w:bookmarkEnd w:id='77'/>`;
		const { bytes } = await corrected(cut, '天', '添');
		expect(body(bytes)).toMatch(/<w:del w:id="78".*<w:ins w:id="79"/);
	});

	it('of as many characters keeps the formatting of each', async () => {
		const { bytes } = await corrected(run('甲', '<w:b/>') + run('乙', '<w:i/>'), '甲乙', '丙丁');
		const [characters] = settledParagraphs(bytes, 'accept', BY);
		expect(characters!.map(([letter, format]) => [letter, /w:[bi]"/.exec(format)?.[0]])).toEqual([
			['丙', 'w:b"'],
			['丁', 'w:i"'],
		]);
	});

	it('that inserts takes the formatting of what stands before', async () => {
		const { bytes } = await corrected(run('完', '<w:b/>') + run('任务'), '完任务', '完成任务');
		const [characters] = settledParagraphs(bytes, 'accept', BY);
		expect(characters!.map(([letter, format]) => [letter, format.includes('w:b')])).toEqual([
			['完', true],
			['成', true],
			['任', false],
			['务', false],
		]);
	});

	it.each([
		['a field', run('在') + field('REF x', '画蛇天足') + run('中')],
		[
			'an earlier insertion',
			`<w:ins w:id="1" w:author="X"><w:smartTag>${run('画蛇天足')}</w:smartTag></w:ins>`,
		],
		[
			'a content control',
			`<w:sdt><w:sdtPr><w:date/></w:sdtPr><w:sdtContent>${run('画蛇天足')}</w:sdtContent></w:sdt>${run('好')}`,
		],
	])('of %s is not made, and says why', async (what, content) => {
		const made = await corrected(content + run('。'), '画蛇天足', '画蛇添足');
		expect(made.corrections).toMatchObject([{ applied: false, reason: `It touches ${what}` }]);
		expect(text(made.bytes, 'accept')).toBe(made.original);
	});

	it.each([
		['code by its character style', run('画蛇天足', '<w:rStyle w:val="HTMLCode"/>')],
		['hidden text', run('画蛇天足', '<w:vanish/>')],
		['earlier deleted text', earlier('del', '画蛇天足')],
	])('is not looked for in %s', async (_, content) => {
		const { prose, bytes } = await corrected(run('前') + content + run('后'), '画蛇天足', 'x');
		expect(prose.text).toBe('前后');
		expect(bytes.equals(handCut({ body: paragraph(run('前') + content + run('后')) }))).toBe(true);
	});

	it('in another author’s insertion stands in it, and that insertion stays', async () => {
		const content = run('前') + earlier('ins', '画蛇天足') + run('后');
		const { bytes } = await corrected(content, '画蛇天足', '画蛇添足');
		expect(text(bytes, 'accept')).toBe('前画蛇添足后');
		expect(text(bytes, 'reject')).toBe('前画蛇天足后');
		// what we insert is ours: as in Word, it does not go with the insertion that it stands in
		expect(textOf(settledParagraphs(bytes, 'reject', 'Somebody Else'))).toBe('前添后');
	});

	it('in a text box changes its copy for older programs too', async () => {
		const content = run('正文。') + textBox(paragraph(run('画蛇') + run('天足')));
		const { bytes } = await corrected(content, '天', '添');
		const copies = settledParagraphs(bytes, 'accept', BY, { withCopies: true });
		expect(textOf(copies)).toBe('正文。\n画蛇添足\n画蛇添足');
	});

	it('is not made in a text box whose copy says something else', async () => {
		const content = textBox(paragraph(run('画蛇天足')), paragraph(run('别的')));
		const { corrections } = await corrected(run('正文。') + content, '天', '添');
		expect(corrections).toEqual([]);
	});

	it('never goes over two paragraphs', async () => {
		const file = handCut({ body: paragraph(run('甲')) + paragraph(run('乙')) });
		const { corrections } = await correct(file, () => [finding(0, '甲\n乙', '丙')]);
		expect(corrections[0]!.reason).toBe('It goes over a break between two paragraphs');
	});

	it('with characters that a Word file cannot hold is not made', async () => {
		const { corrections } = await corrected(run('甲乙'), '甲', '\u0001');
		expect(corrections[0]!.reason).toBe('It has characters that a Word file cannot hold');
	});
});

describe('a comment', () => {
	const file = (comments?: string) =>
		handCut({
			body: paragraph(run('他画', '<w:b/>') + run('蛇天足')),
			header: paragraph(run('画蛇天足')),
			...(comments !== undefined && { comments }),
		});
	const find = (sent: string) => [finding(sent.indexOf('画'), '画蛇天足', '', 'idm')];
	const commentsOf = (bytes: Buffer) => strFromU8(unzipSync(bytes)['word/comments.xml']!);

	it('in Chinese stands around a correction that is not applied, and says why', async () => {
		const { bytes } = await correct(file(), find);
		const files = unzipSync(bytes);
		expect(commentsOf(bytes)).toContain('成语错误：“画蛇天足”。没有修改建议，请人工核对。');
		expect(body(bytes)).toMatch(
			/他<\/w:t><\/w:r><w:commentRangeStart w:id="0"\/>.*画.*蛇天足<\/w:t><\/w:r><w:commentRangeEnd w:id="0"\/><w:r><w:commentReference w:id="0"\/><\/w:r>/,
		);
		expect(strFromU8(files['[Content_Types].xml']!)).toContain('/word/comments.xml');
		expect(strFromU8(files['word/_rels/document.xml.rels']!)).toContain('Target="comments.xml"');
		expect(text(bytes, 'accept')).toBe('他画蛇天足\n画蛇天足');
	});

	it.each([
		['words that the user keeps', { kept: [{ start: 1, end: 3 }] }, undefined],
		['a category that was left out', {}, { apply: 'chosen', categories: new Set(['order']) }],
	] as const)('has nothing to say of %s', async (_, rules, choice) => {
		const wrong = (sent: string) => [finding(sent.indexOf('画'), '画蛇天足', '画蛇添足')];
		const given = file();
		const { bytes, corrections } = await correct(given, wrong, { rules, choice });
		expect(corrections).toMatchObject([{ applied: false }]);
		expect(bytes.equals(given)).toBe(true);
	});

	it.each([
		['miss', '', '', '缺少字词。没有修改建议，请人工核对。'],
		[
			'word',
			'画蛇',
			'画龙 | 画虎',
			'用词错误：“画蛇” → “画龙”或“画虎”。有多个修改建议，请选择。',
			['画龙', '画虎'],
		],
		['word', '他', '他\u0001', '建议中有 Word 文件不能包含的字符。'],
		['word', '画蛇', '画蛇', '建议与原文相同，请人工核对。'],
		['miss', '画', '蛇', '无法确定应在这段文字的哪一侧补充。'],
		['punc', '足', '', '标点错误（成对标点）：“足”。', undefined, '成对标点'],
	])(
		'says of %s %j → %j what is the matter',
		async (category, from, to, says, alternatives = undefined, type = category) => {
			const { bytes } = await correct(file(), (sent) => {
				const { finding: one, place } = finding(
					sent.indexOf(from, 1) - (from === '他' ? 1 : 0),
					from,
					to,
					category,
				);
				const at = from === '他' ? { index: 0 } : place;
				return [{ finding: { ...one, type, ...(alternatives && { alternatives }) }, place: at }];
			});
			expect(commentsOf(bytes)).toContain(says);
		},
	);

	it('joins the comments that are there', async () => {
		const old = '<w:comment w:id="7" w:author="X"><w:p/></w:comment>';
		const { bytes } = await correct(file(old), find);
		expect(commentsOf(bytes).match(/w:id="\d+"/g)).toEqual(['w:id="7"', 'w:id="8"']);
	});

	it.each(['\u0001', '\u000b\ud83d', '\uffff'])(
		'shows %j, which no XML can hold, as �',
		async (bad) => {
			const body = paragraph(run('甲乙'));
			const { bytes } = await correct(handCut({ body }), () => [finding(0, '甲', `<${bad}`)]);
			expect(commentsOf(bytes)).toContain(`“甲” → “&lt;${'\ufffd'.repeat(bad.length)}”。`);
		},
	);

	it('is not put in a header, where Word takes none', async () => {
		const given = file();
		const { bytes, corrections } = await correct(given, (sent) => [
			finding(sent.lastIndexOf('画'), '画蛇天足', '', 'idm'),
		]);
		expect(corrections).toMatchObject([{ applied: false }]);
		expect(bytes.equals(given)).toBe(true);
	});

	it('nor in a text box', async () => {
		const boxed = handCut({ body: paragraph(textBox(paragraph(run('他画蛇天足')))) });
		const { bytes, corrections } = await correct(boxed, find);
		expect(corrections).toMatchObject([{ applied: false }]);
		expect(bytes.equals(boxed)).toBe(true);
	});
});
