/** The check of the schema sees what it is there for: errors planted in a file that is right. */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

import { earlier, handCut, paragraph, run } from '../../../../fixtures/docx/handCut';
import { correct, finding } from '../../../../support/correctedDocument';
import { schemaFaults } from '../../../../support/wordSchema';

const DOCUMENT = 'word/document.xml';

/** A corrected file with a tracked change, one in another author's insertion, and a comment. */
async function sound(): Promise<Record<string, Uint8Array>> {
	const item = `<w:p><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr><w:rPr><w:b/></w:rPr></w:pPr>${run('多余')}</w:p>`;
	const content = run('会议部暑，') + earlier('ins', '安装部暑。');
	const { bytes } = await correct(
		handCut({ body: item + paragraph(content, '1'), footnotes: [run('注')] }),
		(sent) => [
			finding(sent.indexOf('多余'), '多余', ''),
			finding(sent.indexOf('部暑'), '部暑', '部署'),
			finding(sent.lastIndexOf('部暑'), '部暑', '部署'),
			finding(sent.indexOf('会议'), '会议', '', 'word'),
		],
	);
	return unzipSync(bytes);
}

type Plant = [what: string, part: string, from: RegExp | string, to: string, fault: RegExp];

const PLANTS: Plant[] = [
	['an end before its beginning', DOCUMENT, /(<w:commentRangeStart[^>]*>)(.*)(<w:commentRangeEnd[^>]*>)/, '$3$2$1', /comment 0 has RangeEnd/],
	['a comment without a reference', DOCUMENT, /<w:r><w:commentReference[^>]*><\/w:r>/, '', /comment 0 has RangeStart RangeEnd$/],
	['a comment that stands nowhere', DOCUMENT, /<w:commentRangeStart.*?\/>|<w:commentRangeEnd.*?\/>|<w:commentReference.*?\/>/g, '', /stands nowhere/],
	['a reference to no comment', 'word/comments.xml', /<w:comment [^]*<\/w:comment>/, '', /not listed/],
	['two comments of a number', 'word/comments.xml', /(<w:comment [^]*<\/w:comment>)/, '$1$1', /two comments 0/],
	['a comment without a paragraph', 'word/comments.xml', /<w:p>.*<\/w:p>/, '', /does not end with a paragraph/],
	['a number that is there twice', DOCUMENT, /(<w:ins w:id=")\d+(" w:author="Editor)/g, '$1900$2', /two changes 900/],
	['a change without an author', DOCUMENT, /(<w:ins w:id="\d+") w:author="[^"]*"/, '$1', /without w:id or w:author/],
	['a deletion with w:t', DOCUMENT, /w:delText/g, 'w:t', /w:t in w:del/],
	['w:delText that is not deleted', DOCUMENT, /<w:t ([^>]*)>署<\/w:t>/, '<w:delText $1>署</w:delText>', /outside of w:del/],
	['a deletion inside of a run', DOCUMENT, /(<w:del [^>]*[^/]>.*?<\/w:del>)/, '<w:r>$1</w:r>', /w:del in w:r/],
	['a run in the body', DOCUMENT, '<w:body>', '<w:body><w:r/>', /w:r in w:body/],
	['text beside a run', DOCUMENT, '</w:ins>', '</w:ins><w:t>x</w:t>', /w:t outside of a run/],
	['properties behind the text', DOCUMENT, /(<w:pPr><w:pStyle[^>]*><\/w:pPr>)(.*?)(<\/w:p>)/, '$2$1$3', /w:pPr is not the first/],
	['properties of a run behind its text', DOCUMENT, '</w:t></w:r>', '</w:t><w:rPr/></w:r>', /w:rPr is not the first/],
	['two properties of a mark', DOCUMENT, '</w:pPr>', '<w:rPr/></w:pPr>', /two w:rPr|order of w:pPr/],
	['a format before its change', DOCUMENT, /(<w:rPr>)(<w:del [^>]*\/>)(<w:b\/>)/, '$1$3$2', /not its first properties/],
	['the numbering behind the mark', DOCUMENT, /(<w:numPr>.*?<\/w:numPr>)(<w:rPr>.*?<\/w:rPr>)/, '$2$1', /order of w:pPr/],
	['a space that does not count', DOCUMENT, /<w:t xml:space="preserve">会议/, '<w:t> 会议', /without xml:space/],
	['an element in a text', DOCUMENT, '会议', '会<w:tab/>议', /an element in w:t/],
	['a section before the text', DOCUMENT, /(<w:body>)(.*)(<w:sectPr>.*<\/w:sectPr>)/, '$1$3$2', /not the last of the body/],
	['a tag that is not closed', DOCUMENT, '</w:ins>', '', /closes another/],
	['a prefix that nobody declares', DOCUMENT, '<w:del ', '<w:del v2:x="1" ', /undeclared prefix/],
	['a content type of nothing', '[Content_Types].xml', /<Override [^>]*comments[^>]*>/, '', /no content type of its own/],
	['one without a namespace', '[Content_Types].xml', '<Override ', '<Override xmlns="" ', /Override among the content types/],
	['a relation without a namespace', 'word/_rels/document.xml.rels', '<Relationship ', '<Relationship xmlns="" ', /Relationship among the relations/],
	['a relation to nothing', 'word/_rels/document.xml.rels', 'Target="comments.xml"', 'Target="other.xml"', /other\.xml is missing/],
	['two relations of a name', 'word/_rels/document.xml.rels', 'Id="rIdComments1"', 'Id="styles"', /two relations styles/],
]; // prettier-ignore

it('a file that we write is right', async () => {
	expect(schemaFaults(zipSync(await sound()))).toEqual([]);
});

it.each(PLANTS)('%s is seen', async (_, part, from, to, fault) => {
	const files = await sound();
	const xml = strFromU8(files[part]!);
	const planted = xml.replace(from, to);
	expect(planted).not.toBe(xml);
	files[part] = strToU8(planted);
	const faults = schemaFaults(zipSync(files));
	expect(faults.some((one) => fault.test(one))).toBe(true);
});
