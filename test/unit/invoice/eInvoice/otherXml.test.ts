import { kindOfXml, readDocument } from '../../../../nodes/IflytekInvoiceOcr/eInvoice/eInvoice';
import { parseXml } from '../../../../nodes/shared/formats/xml/xml';

const TAGS =
	'<eInvoice xmlns:ofd="http://www.ofdspec.org/2016"><InvoiceNo><ofd:ObjectRef PageRef="1">65</ofd:ObjectRef></InvoiceNo></eInvoice>';

it.each([
	['the list of tags of an OFD, which holds no values', TAGS, 'whole OFD'],
	['one part of an OFD', '<ofd:Page xmlns:ofd="x"><ofd:Content/></ofd:Page>', 'whole OFD'],
	['a list of invoices still to be issued', '<Kp><Fpxx><Zsl>1</Zsl></Fpxx></Kp>', 'issued invoice'],
	['a web page', '<html><body>Log in</body></html>', 'login or error page'],
	[
		'a bank receipt in XBRL',
		'<xbrl><b:NameOfPayerBank xmlns:b="x">工商银行</b:NameOfPayerBank></xbrl>',
		'Leave it out',
	],
	['XBRL of another document', '<xbrl><a>1</a></xbrl>', 'Leave it out'],
	// a public finance receipt has one, too
	['XBRL of another document', '<xbrl><PayerPartyName>1</PayerPartyName></xbrl>', 'Leave it out'],
])('knows %s, which is no invoice, and says a way out', (kind, xml, wayOut) => {
	const root = parseXml(xml);
	expect(readDocument(root, 'xml')).toBeUndefined();
	expect(kindOfXml(root)).toEqual({ kind, wayOut: expect.stringContaining(wayOut) });
});

it('has no name for an XML document that it does not know', () => {
	expect(kindOfXml(parseXml('<feed><entry/></feed>'))).toBeUndefined();
});
