import { kindOfXml, readDocument } from '../../../../nodes/IflytekInvoiceOcr/eInvoice/eInvoice';
import { refusalOf } from '../../../../nodes/IflytekInvoiceOcr/invoice/refusals';
import { parseXml } from '../../../../nodes/shared/formats/xml/xml';

const TAGS =
	'<eInvoice xmlns:ofd="http://www.ofdspec.org/2016"><InvoiceNo><ofd:ObjectRef PageRef="1">65</ofd:ObjectRef></InvoiceNo></eInvoice>';

it.each([
	['is the list of tags of an OFD, which holds no values, not an invoice', TAGS, 'whole OFD'],
	[
		'is one part of an OFD, not an invoice',
		'<ofd:Page xmlns:ofd="x"><ofd:Content/></ofd:Page>',
		'whole OFD',
	],
	[
		'is a list of invoices still to be issued, not an invoice',
		'<Kp><Fpxx><Zsl>1</Zsl></Fpxx></Kp>',
		'issued invoice',
	],
	['is a web page', '<html><body>Log in</body></html>', 'login or error page'],
	[
		'is a bank receipt in XBRL, not an invoice',
		'<xbrl><b:NameOfPayerBank xmlns:b="x">工商银行</b:NameOfPayerBank></xbrl>',
		'Leave it out',
	],
	['is XBRL without an invoice', '<xbrl><a>1</a></xbrl>', 'Leave it out'],
	// a public finance receipt has one, too
	['is XBRL without an invoice', '<xbrl><PayerPartyName>1</PayerPartyName></xbrl>', 'Leave it out'],
])('says that it %s, and a way out', (clause, xml, wayOut) => {
	const root = parseXml(xml);
	expect(readDocument(root, 'xml')).toBeUndefined();
	const said = refusalOf(kindOfXml(root)!);
	expect(said.clause.english).toBe(clause);
	expect(said.remedy.english).toContain(wayOut);
});

it('has no name for an XML document that it does not know', () => {
	expect(kindOfXml(parseXml('<feed><entry/></feed>'))).toBeUndefined();
});
