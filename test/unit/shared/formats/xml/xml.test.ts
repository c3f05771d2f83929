import fc from 'fast-check';

import {
	findElement,
	parseXml,
	XmlError,
	xmlText,
} from '../../../../../nodes/shared/formats/xml/xml';
import { runs } from '../../../../support/fullSize';

describe('parseXml', () => {
	it('reads elements, attributes and text, without prefixes', () => {
		const root = parseXml(
			`<?xml version="1.0"?><!-- c --><a:r x:b='1' c="&lt;2&gt;"> <k>v</k><k/><e><![CDATA[<&]]></e></a:r>\n`,
		);
		expect(root).toMatchObject({ name: 'r', attributes: { b: '1', c: '<2>' }, text: '' });
		expect(root.children.map(({ name, text }) => [name, text])).toEqual([
			['k', 'v'],
			['k', ''],
			['e', '<&'],
		]);
		expect(findElement(root, 'k')?.text).toBe('v');
		expect(findElement(root, 'k', 'no')).toBeUndefined();
	});

	it.each(['<!-- c -->', '<?x y?>', '<![CDATA[]]>', '<b>1</b>', '<b/>'])(
		'reads the whole text of an element with %s in it',
		(inside) => {
			expect(parseXml(`<a>上海${inside}公<![CDATA[司]]>${inside}</a>`).text).toBe('上海公司');
		},
	);

	it('decodes the five entities and character numbers', () => {
		expect(parseXml('<a>&amp;&lt;&gt;&quot;&apos;&#20013;&#x4E2D;</a>').text).toBe(`&<>"'中中`);
	});

	it.each([
		['<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', 'DOCTYPE'],
		['<a><!DOCTYPE b></a>', 'declaration inside'],
		['<a>&x;</a>', 'the entity &x;'],
		['<a>&toString;</a>', 'the entity'],
		['<a>fish & chips</a>', 'the entity &,'],
		['<a>&#0;</a>', 'the entity'],
		['<a>&#x110000;</a>', 'the entity'],
		['<a><b></a></b>', 'closes <a>'],
		['<a>', 'breaks off'],
		['<!-- a', 'breaks off'],
		['<a><!-- b </a>', 'breaks off'],
		['<?xml version="1.0"', 'breaks off'],
		['<a><![CDATA[b</a>', 'breaks off'],
		['<a b="1', 'breaks off'],
		['<a b="<"/>', 'has a < in an attribute of <a>'],
		['<a', 'not closed'],
		['<a b=1/>', 'without quotes'],
		['<a b/>', 'without a value'],
		['<a b="1" b="2"/>', 'repeats'],
		['<a/><b/>', 'continues after its root'],
		['text', 'does not begin'],
		['', 'does not begin'],
		['<a><1/></a>', 'begins no tag'],
		[`${'<a>'.repeat(65)}`, 'nested deeper'],
		[`<a>${'<b/>'.repeat(100_001)}</a>`, 'more than 100000 elements'],
	])('refuses what no e-invoice has (%#)', (text, why) => {
		expect(() => parseXml(text)).toThrow(XmlError);
		expect(() => parseXml(text)).toThrow(why);
	});

	it('takes 64 elements inside one another, 100,000 in all, and every character', () => {
		expect(parseXml('<a>'.repeat(64) + '</a>'.repeat(64)).name).toBe('a');
		expect(parseXml(`<a>${'<b/>'.repeat(99_999)}</a>`).children).toHaveLength(99_999);
		expect(parseXml('<a>&#x10FFFF;&#1114111;</a>').text).toBe('\u{10ffff}\u{10ffff}');
	});

	it('keeps no prototype in attributes', () => {
		expect(parseXml('<a __proto__="1"/>').attributes.toString).toBeUndefined();
	});

	it('ends in a tree or an XmlError for any text', () => {
		const piece = fc.constantFrom(
			...[' ', '<', '>', '/', '</', '/>', 'a', '"', '=', '&', ';'],
			...['<!--', '-->', '<![CDATA[', ']]>', '<?', '?>', '中'],
		);
		fc.assert(
			fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
				try {
					expect(parseXml(pieces.join(''))).toHaveProperty('children');
				} catch (error) {
					expect(error).toBeInstanceOf(XmlError);
				}
			}),
			{ numRuns: runs(2000) },
		);
	});
});

describe('xmlText', () => {
	it.each([
		['UTF-8', Buffer.from('<a>发票</a>')],
		['UTF-8 with a byte order mark', Buffer.from('\uFEFF<a>发票</a>')],
		['UTF-16', Buffer.from('\uFEFF<a>发票</a>', 'utf16le')],
		['UTF-16 without a mark', Buffer.from('<a>发票</a>', 'utf16le')],
		['UTF-16 of the other order', Buffer.from('<a>发票</a>', 'utf16le').swap16()],
		// as GBK it would be three other characters
		['UTF-8 that was GBK', Buffer.from('<?xml version="1.0" encoding="GBK"?><a>发票</a>')],
		['UTF-8 that was UTF-16', Buffer.from('<?xml version="1.0" encoding="utf-16"?><a>发票</a>')],
		[
			'GBK',
			Buffer.concat([
				Buffer.from('<?xml version="1.0" encoding="GBK"?><a>'),
				Buffer.from([0xb7, 0xa2, 0xc6, 0xb1]),
				Buffer.from('</a>'),
			]),
		],
	])('reads %s', (_, bytes) => {
		expect(parseXml(xmlText(bytes)).text).toBe('发票');
	});

	it.each([
		['no UTF-8', Buffer.from([0x3c, 0xff, 0xfe, 0x3e]), 'is not text in utf-8'],
		[
			'an encoding that does not exist',
			Buffer.from('<?xml version="1.0" encoding="x-none"?><a>\xff</a>', 'latin1'),
			'is not text in x-none',
		],
	])('refuses %s', (_, bytes, why) => {
		expect(() => xmlText(bytes)).toThrow(why);
	});
});
