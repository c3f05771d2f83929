/** Word files as other programs write them, and all that a paragraph may hold: what is changed, and what never is. */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

import {
	control,
	DIALECTS,
	drawing,
	earlier,
	escaped,
	field,
	handCut,
	joined as joinedBy,
	moved,
	paragraph,
	run,
	textBox,
} from '../../../../fixtures/docx/handCut';
import { AUTHOR, correct, finding, open } from '../../../../support/correctedDocument';
import { settledParagraphs, textOf, type Verdict } from '../../../../support/trackedChanges';
import { wordProse } from '../../../../../nodes/shared/formats/word/wordProse';

const BY = escaped(AUTHOR).replace(/"/g, '&quot;');
const text = (file: Buffer, verdict: Verdict, author = BY) =>
	textOf(settledParagraphs(file, verdict, author));
const body = (file: Buffer) => strFromU8(unzipSync(file)['word/document.xml']!);

/** Finds every 部暑. */
const find = (sent: string) =>
	[...sent.matchAll(/部暑/g)].map(({ index }) => finding(index, '部暑', '部署'));

const WRONG = run('部暑');
const SIMPLE_FIELD = `<w:fldSimple w:instr=" REF x ">${WRONG}</w:fldSimple>`;

/** What becomes of 部暑 in it. */
type Fate =
	| 'changed'
	/** the service sees it, and the row says why it stays */
	| 'listed'
	/** the service does not see it */
	| 'unsent'
	/** it is no part of the document's text */
	| 'gone';

const KINDS: Array<[what: string, content: string, fate: Fate]> = [
	['plain text', WRONG, 'changed'],
	['text that somebody has moved here', moved('moveTo', '部暑'), 'changed'],
	['text that somebody has moved away', moved('moveFrom', '部暑'), 'gone'],
	['text that somebody has inserted', earlier('ins', '部暑'), 'changed'],
	['text that somebody has deleted', earlier('del', '部暑'), 'gone'],
	['text beside an unknown element', `<w:r><w:constructor/><w:t>部暑</w:t></w:r>`, 'changed'],
	['a field', field('REF x', '部暑'), 'listed'],
	['a simple field', SIMPLE_FIELD, 'listed'],
	['a hyperlink', `<w:hyperlink w:anchor="x">${WRONG}</w:hyperlink>`, 'changed'],
	['a content control', control('<w:alias w:val="x"/>', WRONG), 'changed'],
	['one that cannot be removed', control('<w:lock w:val="sdtLocked"/>', WRONG), 'changed'],
	['one that cannot be edited', control('<w:lock w:val="contentLocked"/>', WRONG), 'listed'],
	['one that is locked', control('<w:lock w:val="sdtContentLocked"/>', WRONG), 'listed'],
	['one that data fill', control('<w:dataBinding w:xpath="/x" w:storeItemID="{1}"/>', WRONG), 'listed'],
	['a list to choose from', control('<w:dropDownList/>', WRONG), 'listed'],
	['a list that takes other words', control('<w:comboBox/>', WRONG), 'listed'],
	['a check box', control('<w14:checkbox><w14:checked w14:val="1"/></w14:checkbox>', WRONG), 'listed'],
	['a placeholder', control('<w:showingPlcHdr/>', WRONG), 'unsent'],
	['what was a placeholder', control('<w:showingPlcHdr w:val="0"/>', WRONG), 'changed'],
	['code by its style', run('部暑', '<w:rStyle w:val="HTMLCode"/>'), 'unsent'],
	['code by what its style is based on', run('部暑', '<w:rStyle w:val="Keyword"/>'), 'unsent'],
	['hidden text', run('部暑', '<w:vanish/>'), 'unsent'],
	['hidden text in so many words', run('部暑', '<w:vanish w:val="true"/>'), 'unsent'],
	['text that is not hidden', run('部暑', '<w:vanish w:val="0"/>'), 'changed'],
	['text that is hidden on the web only', run('部暑', '<w:webHidden/>'), 'changed'],
	['text that its style hides', run('部暑', '<w:rStyle w:val="Secret"/>'), 'unsent'],
	['text hidden by what its style is based on', run('部暑', '<w:rStyle w:val="TopSecret"/>'), 'unsent'],
	['text that its style shows again', run('部暑', '<w:rStyle w:val="Released"/>'), 'changed'],
	['text shown in spite of its style', run('部暑', '<w:rStyle w:val="Secret"/><w:vanish w:val="false"/>'), 'changed'],
]; // prettier-ignore

describe.each(Object.entries(DIALECTS))('as %s writes it', (_, dialect) => {
	it.each(KINDS)('%s is treated by what it is', async (__, content, fate) => {
		const file = handCut({ body: paragraph(run('前') + content + run('后')), dialect });
		const { bytes, corrections, original, prose } = await correct(file, find);
		expect(prose.text).toBe({ gone: '前后', unsent: '前后' }[fate as string] ?? '前部暑后');
		expect(original).toBe(fate === 'gone' ? '前后' : '前部暑后');
		expect(corrections.map(({ applied }) => applied)).toEqual(
			{ changed: [true], listed: [false] }[fate as string] ?? [],
		);
		expect(text(bytes, 'accept')).toBe(fate === 'changed' ? '前部署后' : original);
		expect(text(bytes, 'reject')).toBe(original);
	});

	it.each([
		['a locked content control', control('<w:lock w:val="sdtContentLocked"/>', WRONG)],
		['a phonetic guide', `<w:r><w:ruby><w:rubyBase>${WRONG}</w:rubyBase></w:ruby></w:r>`],
		['an earlier insertion', `<w:ins w:id="1" w:author="X"><w:smartTag>${WRONG}</w:smartTag></w:ins>`],
	])('a paragraph that is all %s is read too', async (__, content) => {
		const { corrections } = await correct(handCut({ body: paragraph(content), dialect }), find);
		expect(corrections.map(({ applied }) => applied)).toEqual([false]);
	}); // prettier-ignore

	it('a paragraph that is all a field is not sent', async () => {
		const body = paragraph(field('REF x', '部暑')) + paragraph(run('好'));
		expect((await correct(handCut({ body, dialect }), find)).prose.text).toBe('好');
	});

	it.each(['Listing', 'Shell', 'Notes'])(
		'a paragraph in the style %s is not sent',
		async (style) => {
			const file = handCut({ body: paragraph(WRONG, style) + paragraph(run('好')), dialect });
			expect((await correct(file, find)).prose.text).toBe('好');
		},
	);

	it('headers, footers and notes are corrected too', async () => {
		const [header, footer] = [paragraph(WRONG), paragraph(WRONG)];
		const notes = { footnotes: [WRONG], endnotes: [WRONG] };
		const file = handCut({ body: paragraph(run('好')), header, footer, ...notes, dialect });
		const { bytes, paragraphs } = await correct(file, find);
		expect(text(bytes, 'accept')).toBe('好\n部署\n部署\n部署\n部署');
		expect(paragraphs.map(({ where }) => where.part)).toEqual([
			'Body',
			'Footnote',
			'Endnote',
			'Header',
			'Footer',
		]);
	});

	it('a comment is added where there are none, and beside others', async () => {
		const find = () =>
			[finding(0, '部暑', '')].map((one) => ({
				...one,
				finding: { ...one.finding, category: 'word' },
			}));
		const file = handCut({ body: paragraph(WRONG), dialect });
		const { bytes } = await correct(file, find);
		expect(Object.keys(unzipSync(bytes))).toContain('word/comments.xml');
		const again = await correct(bytes, find);
		expect(
			strFromU8(unzipSync(again.bytes)['word/comments.xml']!).match(/没有修改建议/g),
		).toHaveLength(2);
	});
});

it('hidden text that two styles hide is shown, as Word shows it', async () => {
	const shown = paragraph(run('部暑', '<w:rStyle w:val="Secret"/>') + WRONG, 'Notes');
	expect((await correct(handCut({ body: shown }), find)).prose.text).toBe('部暑');
});

it.each([
	['moved here', moved('moveTo', '部暑')],
	['inserted', earlier('ins', '部暑')],
])('what is inserted into text that somebody has %s stands beside it', async (_, content) => {
	const { bytes } = await correct(handCut({ body: paragraph(content) }), find);
	expect(body(bytes)).toMatch(/<\/w:(moveTo|ins)><w:ins [^>]*author="Editor.*?<\/w:ins><w:\1 /);
});

it('an emoji as Word writes it is a symbol, around which words and comments stand', async () => {
	const emoji =
		'<w:r><w:rPr><mc:AlternateContent><mc:Choice Requires="w16se"/><mc:Fallback><w:rFonts w:ascii="Segoe UI Emoji"/></mc:Fallback></mc:AlternateContent></w:rPr><w:t>前</w:t><mc:AlternateContent><mc:Choice Requires="w16se"><w16se:symEx xmlns:w16se="http://schemas.microsoft.com/office/word/2015/wordml/symex" w16se:char="1F60A"/></mc:Choice><mc:Fallback><w:t>😊</w:t></mc:Fallback></mc:AlternateContent><w:t>部暑</w:t></w:r>';
	const file = handCut({ body: paragraph(emoji) });
	const { bytes, corrections, original } = await correct(file, (sent) => [
		...find(sent),
		finding(0, '前□', '', 'word'),
		finding(1, '□部', '部'),
	]);
	expect(original).toBe('前□部暑');
	expect(corrections.map(({ applied }) => applied)).toEqual([false, false, true]);
	expect(text(bytes, 'accept').replace('□', '')).toBe('前部署');
	expect(body(bytes)).toMatch(
		/RangeStart w:id="0"\/>.*前<.*<mc:Alt.*symEx.*<\/mc:AlternateContent><\/w:r><w:commentRangeEnd w:id="0"/,
	);
});

it('an address in several runs stays', async () => {
	const address = run('见 https://a') + run('.cn/b', '<w:u w:val="single"/>') + run(',c');
	const { corrections } = await correct(handCut({ body: paragraph(address) }), (sent) => [
		finding(sent.indexOf(','), ',', '，'),
	]);
	expect(corrections.map(({ applied }) => applied)).toEqual([false]);
});

it('what is inserted beside hidden text is not hidden', async () => {
	const content = run('藏', '<w:vanish/>') + run('完任务', '<w:b/>');
	const { bytes } = await correct(handCut({ body: paragraph(content) }), () => [
		finding(0, '', '成'),
	]);
	const [characters] = settledParagraphs(bytes, 'accept', BY);
	expect(characters!.map(([letter, format]) => [letter, /vanish/.test(format)])).toEqual([
		['藏', true],
		['成', false],
		['完', false],
		['任', false],
		['务', false],
	]);
});

it.each([
	...['heading 1', 'Heading 1', 'HEADING 2', 'Title', '标题 1', '标题', '題名'].map((name) => [
		name,
		'总则',
	]),
	...['Normal', 'Heading Text', '标题文字'].map((name) => [name, null]),
])('the name %s of a style makes a heading or none', async (name, heading) => {
	const styles = `<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="paragraph" w:styleId="x1"><w:name w:val="${name}"/></w:style></w:styles>`;
	const file = handCut({
		body: paragraph(run('总则'), 'x1') + paragraph(WRONG),
		files: { 'word/styles.xml': styles },
	});
	expect((await correct(file, find)).paragraphs[1]!.where.heading).toBe(heading);
});

describe.each([
	['deleted', 'del'],
	['moved away', 'moveFrom'],
] as const)('a paragraph mark that somebody has %s', (_, change) => {
	const joined = (content: string) => joinedBy(content, 970, change);

	it('splits no sentence, and its correction leaves it', async () => {
		const file = handCut({
			body: joined(run('会议部')) + paragraph(run('暑工作。')) + paragraph(run('好')),
		});
		const { bytes, prose } = await correct(file, find);
		expect(prose.text).toBe('会议部暑工作。\n好');
		expect(text(bytes, 'accept')).toBe('会议部署工作。\n好');
		expect(body(bytes)).toContain(`<w:rPr><w:${change} w:id="970" w:author="Somebody Else"`);
	});

	it('of a heading, the text is what the next paragraph is', async () => {
		const heading = joined(run('第一')).replace('<w:pPr>', '<w:pPr><w:pStyle w:val="1"/>');
		const file = handCut({ body: heading + paragraph(run('章')) + paragraph(run('正文')) });
		const { paragraphs } = await correct(file, find);
		expect(paragraphs.map(({ where }) => where.heading)).toEqual([null, null]);
	});

	it('at the end of a cell joins nothing', async () => {
		const cell = (content: string) => `<w:tc><w:tcPr/>${content}</w:tc>`;
		const row = `<w:tr>${cell(joined(run('甲')))}${cell(paragraph(run('乙')))}</w:tr>`;
		const table = `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol/></w:tblGrid>${row}</w:tbl>`;
		const file = handCut({ body: table + paragraph(run('丙')) });
		expect((await correct(file, find)).prose.text).toBe('甲\n乙\n丙');
	});
});

describe('an item of a list whose words are all deleted', () => {
	const numbered = (content: string) =>
		`<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>${content}</w:p>`;
	const remove = (sent: string) => [finding(sent.indexOf('多余'), '多余', '')];
	const paragraphsIn = (file: Buffer) => body(file).match(/<w:p[ >]/g)!.length;
	const DELETED = /<w:rPr><w:del w:id="\d+" w:author="Editor/;

	it.each([
		['by itself', numbered(run('多余'))],
		['by its style', paragraph(run('多') + run('余', '<w:b/>'), 'ListNumber')],
		['with a format of its mark', numbered(run('多余')).replace('</w:pPr>', '<w:rPr><w:b/></w:rPr></w:pPr>')],
		['with an empty format of its mark', numbered(run('多余')).replace('</w:pPr>', '<w:rPr/></w:pPr>')],
		[
			'that somebody has inserted',
			numbered(run('多余')).replace('</w:pPr>', '<w:rPr><w:ins w:id="1" w:author="X"/><w:b/></w:rPr></w:pPr>'),
		],
		['whose format was changed', numbered(run('多余')).replace('</w:pPr>', '<w:pPrChange w:id="1" w:author="X"><w:pPr/></w:pPrChange></w:pPr>')],
	])('%s goes with its number', async (_, item) => {
		const file = handCut({ body: numbered(run('甲')) + item + numbered(run('乙')) });
		const { bytes } = await correct(file, remove);
		expect(body(bytes)).toMatch(item.includes('<w:ins') ? /<w:ins w:id="1" w:author="X"\/><w:del w:id/ : DELETED);
		expect(text(bytes, 'accept')).toBe('甲\n乙');
		expect(text(bytes, 'reject')).toBe('甲\n多余\n乙');
		const { bytes: plain } = await correct(file, remove, { tracked: false });
		expect(paragraphsIn(plain)).toBe(paragraphsIn(file) - 1);
		expect(text(plain, 'accept')).toBe('甲\n乙');
	}); // prettier-ignore

	it.each([
		['a paragraph without a number', paragraph(run('多余'))],
		['a list that is switched off', numbered(run('多余')).replace('w:numId w:val="1"', 'w:numId w:val="0"')],
		['an item with a picture that floats', numbered(`${run('多余')}<w:r><w:drawing><wp:anchor/></w:drawing></w:r>`)],
		['an item with a bookmark', numbered(`<w:bookmarkStart w:id="9" w:name="a"/>${run('多余')}<w:bookmarkEnd w:id="9"/>`)],
		['an item with a comment', numbered(`<w:commentRangeStart w:id="9"/>${run('多余')}<w:commentRangeEnd w:id="9"/>`)],
		['an item with a note', numbered(`${run('多余')}<w:r><w:footnoteReference w:id="1"/></w:r>`)],
		['an item with a picture of older files', numbered(`${run('多余')}<w:r><w:pict/></w:r>`)],
		['an item with an earlier deletion', numbered(`${run('多余')}<w:del w:id="9" w:author="X"><w:r><w:delText>的</w:delText></w:r></w:del>`)],
		['an item with an earlier insertion', numbered(`<w:ins w:id="9" w:author="X">${run('多余')}</w:ins>`)],
		['an item with a field', numbered(`${run('多余')}<w:fldSimple w:instr="REF x"/>`)],
		['an item with a content control', numbered(`<w:sdt><w:sdtContent>${run('多余')}</w:sdtContent></w:sdt>`)],
		['an item at the end of a section', numbered(run('多余')).replace('</w:pPr>', '<w:sectPr/></w:pPr>')],
		['an item with words left', numbered(run('多余的'))],
	])('%s stays', async (_, item) => {
		const file = handCut({ body: numbered(run('甲')) + item + numbered(run('乙')) });
		const { bytes } = await correct(file, remove);
		expect(body(bytes)).not.toMatch(DELETED);
		const { bytes: plain } = await correct(file, remove, { tracked: false });
		expect(paragraphsIn(plain)).toBe(paragraphsIn(file));
	}); // prettier-ignore

	it('stays where no paragraph follows', async () => {
		const cell = `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol/></w:tblGrid><w:tr><w:tc><w:tcPr/>${numbered(run('多余'))}</w:tc></w:tr></w:tbl>`;
		const { bytes } = await correct(handCut({ body: cell + paragraph(run('甲')) }), remove);
		expect(body(bytes)).not.toMatch(DELETED);
	});
});

describe('changes side by side', () => {
	const changesIn = (file: Buffer) => body(file).match(/<w:(?:ins|del) /g);

	it.each([
		['of two findings', run('部暑'), [finding(0, '部', '布'), finding(1, '暑', '署')]],
		['of a word in several formats', run('部', '<w:b/>') + run('暑', '<w:i/>'), [finding(0, '部暑', '布署')]],
	])('%s are one deletion and one insertion', async (_, content, findings) => {
		const file = handCut({ body: paragraph(content) });
		const { bytes } = await correct(file, () => findings);
		expect(changesIn(bytes)).toEqual(['<w:del ', '<w:ins ']);
		expect(text(bytes, 'accept')).toBe('布署');
		expect(settledParagraphs(bytes, 'reject', BY)).toEqual(settledParagraphs(file, 'reject', BY));
	}); // prettier-ignore

	it.each([
		['a letter between them', run('部的暑'), [finding(0, '部', '布'), finding(2, '暑', '署')]],
		['a bookmark between them', `${run('部')}<w:bookmarkStart w:id="1" w:name="b"/>${run('暑')}`, [finding(0, '部暑', '布署')]],
	])('are two with %s', async (_, content, findings) => {
		const { bytes } = await correct(handCut({ body: paragraph(content) }), () => findings);
		expect(changesIn(bytes)).toEqual(['<w:del ', '<w:ins ', '<w:del ', '<w:ins ']);
	}); // prettier-ignore
});

describe('a number', () => {
	const idsIn = (file: Buffer) =>
		[...body(file).matchAll(/<w:(?:ins|del|rPrChange) w:id="(\d+)"/g)].map(([, id]) => id);

	it('of an insertion that is cut is there once', async () => {
		const { bytes } = await correct(handCut({ body: paragraph(earlier('ins', '部暑了')) }), find);
		expect(new Set(idsIn(bytes)).size).toBe(4);
		expect(idsIn(bytes)).toHaveLength(4);
	});

	it('of a change of formatting too, where the run is cut', async () => {
		const format = '<w:rPrChange w:id="5" w:author="X"><w:rPr/></w:rPrChange>';
		const { bytes } = await correct(handCut({ body: paragraph(run('前部暑后', format)) }), find);
		expect(idsIn(bytes).length).toBeGreaterThan(4);
		expect(new Set(idsIn(bytes)).size).toBe(idsIn(bytes).length);
	});
});

describe('a comment of no width', () => {
	it.each([
		['where something is missing', '今天工作。', [finding(2, '', '')]],
		['at a paragraph break', '今天\n工作。', [finding(2, '\n工作', '')]],
		['at the end of a change', '部暑工作。', [finding(0, '部暑', '部署'), finding(2, '', '')]],
		['at the beginning of one', '工作部暑。', [finding(2, '', ''), finding(2, '部暑', '部署')]],
		['beside another one', '今天工作。', [finding(0, '今天', '', 'word'), finding(2, '', ''), finding(2, '工作', '', 'word')]],
	])('%s begins before it ends', async (_, sentence, findings) => {
		const file = handCut({ body: sentence.split('\n').map((one) => paragraph(run(one))).join('') });
		const { bytes } = await correct(file, () => findings);
		const marks = [...body(bytes).matchAll(/comment(RangeStart|RangeEnd|Reference) w:id="(\d+)"/g)];
		const ids = new Set(marks.map(([, , id]) => id));
		expect(ids.size).toBe(findings.filter(({ finding: { suggestion } }) => !suggestion).length);
		for (const id of ids)
			expect(marks.filter(([, , one]) => one === id).map(([, kind]) => kind)).toEqual([
				'RangeStart',
				'RangeEnd',
				'Reference',
			]);
	}); // prettier-ignore
});

describe('what is not read', () => {
	const BEGIN = '<w:r><w:fldChar w:fldCharType="begin"/></w:r>';
	const RESULT = `${BEGIN}<w:r><w:instrText> REF x </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>`;
	const other = textBox(paragraph(run('甲')), paragraph(run('乙')));
	const alternative = (choice: string, fallback: string) =>
		`<mc:AlternateContent><mc:Choice Requires="wps">${choice}</mc:Choice><mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent>`;
	const BOX = `<w:r><w:pict><v:shape><v:textbox><w:txbxContent>${paragraph(run('甲'))}</w:txbxContent></v:textbox></v:shape></w:pict></w:r>`;
	it.each([
		['a part in another format', `${paragraph(run('前'))}<w:altChunk r:id="x"/>${paragraph(run('后'))}`, 'otherFormat', ''],
		['one at the end', `${paragraph(run('前'))}<w:altChunk r:id="x"/>`, 'otherFormat', ''],
		['nothing but one', '<w:altChunk r:id="x"/>', 'otherFormat', ''],
		['a sub-document', paragraph(`${run('前')}<w:subDoc r:id="x"/>${run('后')}`), 'subDocument', ''],
		['a SmartArt drawing', paragraph(run('前') + drawing('inline', 'diagram')), 'drawing', ''],
		['a picture with words in it', paragraph(run('前') + drawing('inline', 'lockedCanvas')), 'drawing', ''],
		['a chart', paragraph(run('前') + drawing('anchor', 'chart')), 'drawing', ''],
		['what stands behind a field that never ends', paragraph(run('前') + RESULT + run('后')) + paragraph(run('末')), 'field', '后\n末'],
		['what stands behind one without a result', paragraph(run('前') + BEGIN + run('后')) + paragraph(run('末')), 'field', ''],
		['a text box with another copy', paragraph(run('前')) + paragraph(other) + paragraph(run('末')), 'textBox', '甲'],
		['WordArt', paragraph(run('前') + '<w:r><w:pict><v:shape><v:textpath string="艺术字"/></v:shape></w:pict></w:r>'), 'drawing', ''],
		['a text box for older programs only', paragraph(run('前')) + paragraph(alternative('', BOX)) + paragraph(run('末')), 'fallback', ''],
		['words for older programs only', paragraph(run('前') + alternative('', run('甲')) + run('后')), 'fallback', ''],
		['such words inside of a run', paragraph(run('前') + `<w:r>${alternative('', '<w:t>甲</w:t>')}</w:r>`), 'fallback', ''],
	])('%s is said', async (_, content, what, words) => {
		const { prose } = wordProse(await open(handCut({ body: content })));
		const { unread } = prose;
		expect(unread).toMatchObject([{ what }]);
		expect(prose.document.slice(unread[0]!.start, unread[0]!.end)).toBe(words);
	}); // prettier-ignore

	it('is nothing in a document whose fields end, where somebody has deleted their ends too', async () => {
		const ended = field('REF x', '见').replace(
			/(<w:r><w:fldChar w:fldCharType="end"\/><\/w:r>)/,
			'<w:del w:id="1" w:author="X" w:date="2026-01-02T03:04:05Z">$1</w:del>',
		);
		const boxes = paragraph(ended + textBox(paragraph(field('PAGE', '1'))) + run('部暑'));
		expect(wordProse(await open(handCut({ body: boxes }))).prose.unread).toEqual([]);
	});

	it.each([
		['an alternative for older programs', paragraph(alternative(run('甲'), run('乙')))],
		['an emoji and its picture', paragraph(alternative('<w:r><w16se:symEx xmlns:w16se="x"/></w:r>', run('字')))],
		['WordArt without words', paragraph('<w:r><w:pict><v:textpath string=" - "/></w:pict></w:r>')],
		['older WordArt beside the same text box', paragraph(alternative(run('甲'), '<w:r><w:pict><v:textpath string="甲"/></w:pict></w:r>'))],
	])('is nothing in %s', async (_, content) => {
		expect(wordProse(await open(handCut({ body: content }))).prose.unread).toEqual([]);
	}); // prettier-ignore

	it('of a footnote or a text box ends with it', async () => {
		const notes = [RESULT + run('部暑'), run('部暑')];
		const file = handCut({
			body: paragraph(textBox(paragraph(RESULT)) + run('部暑')),
			footnotes: notes,
		});
		const { bytes, prose } = await correct(file, find);
		expect(text(bytes, 'accept')).toBe('部署\n部暑\n部署');
		const { unread } = wordProse(await open(file)).prose;
		expect(unread.map(({ what, start, end }) => [what, prose.document.slice(start, end)])).toEqual([
			['field', ''],
			['field', '部暑'],
		]);
	});
});

it.each([
	['that names the elements of Word in two ways', (xml: string) => xml.replace('<w:p>', '<x:p xmlns:x="http://schemas.openxmlformats.org/wordprocessingml/2006/main"/><w:p>'), 'names the elements of Word in two ways'],
	['without elements of Word', (xml: string) => xml.replaceAll('wordprocessingml', 'anything'), 'has no element of Word at its root'],
	['with a DOCTYPE', (xml: string) => xml.replace('<w:document', '<!DOCTYPE x><w:document'), 'unreadable has a DOCTYPE'],
])('a file %s is refused, and never comes back as if it had been checked', async (_, change, message) => {
	const files = unzipSync(handCut({ body: paragraph(WRONG) }));
	files['word/document.xml'] = strToU8(change(strFromU8(files['word/document.xml']!)));
	await expect(open(Buffer.from(zipSync(files)))).rejects.toThrow(message);
}); // prettier-ignore
