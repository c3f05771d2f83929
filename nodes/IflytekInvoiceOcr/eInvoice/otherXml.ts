import type { XmlElement } from '../../shared/formats/xml/xml';
import type { OtherKind } from '../invoice/invoice';

/** Root elements of an OFD's parts, which hold no invoice by themselves. */
const OFD_PARTS = ['OFD', 'Document', 'Page', 'Res', 'Signature', 'Signatures', 'Attachments'];

/** Identifies an XML document without an invoice; undefined for an unknown kind. */
export function kindOfXml(root: XmlElement): OtherKind | undefined {
	const all = namesIn(root);
	if (all.has('ObjectRef')) {
		return {
			kind: 'the list of tags of an OFD, which holds no values',
			wayOut: 'Give the whole OFD file instead of a part of it.',
		};
	}
	if (OFD_PARTS.includes(root.name)) {
		return {
			kind: 'one part of an OFD',
			wayOut: 'Give the whole OFD file instead of a part of it.',
		};
	}
	if (root.name === 'Kp') {
		return {
			kind: 'a list of invoices still to be issued',
			wayOut: 'Give the file of the issued invoice: PDF, OFD or XML.',
		};
	}
	if (root.name.toLowerCase() === 'html') {
		return {
			kind: 'a web page',
			wayOut:
				'Check the step that fetched it: it may have received a login or error page instead of the file.',
		};
	}
	if (root.name.toLowerCase() !== 'xbrl') return undefined;
	return {
		kind: [...all].some((name) => /Bank|Payer|Remitter/.test(name))
			? 'a bank receipt in XBRL'
			: 'XBRL without an invoice',
		wayOut: 'Leave it out, or give the file of the invoice: PDF, OFD or XML.',
	};
}

function namesIn(root: XmlElement): Set<string> {
	const names = new Set<string>();
	const open = [root];
	for (let one = open.pop(); one !== undefined; one = open.pop()) {
		names.add(one.name);
		open.push(...one.children);
	}
	return names;
}
