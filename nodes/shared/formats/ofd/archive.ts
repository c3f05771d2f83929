import { parseXml, xmlText, type XmlElement } from '../xml/xml';
import { unzip, ZipError, type ZipEntry } from '../zip/zip';
import { entriesOfOfd } from './ofd';

/** How large all XML read from one OFD may be when unpacked. */
const MAX_XML_BYTES = 20 * 1024 * 1024;
/** The XML files of an OFD. */
export class OfdArchive {
	private readonly entries: Map<string, ZipEntry>;

	private left = MAX_XML_BYTES;

	constructor(private readonly file: Buffer) {
		this.entries = new Map(entriesOfOfd(file).map((entry) => [entry.name.toLowerCase(), entry]));
	}

	/** A location within the archive; relative ones count from the file that names them. */
	path(location: string, from: string): string {
		const parts = location.startsWith('/') ? [] : from.split('/').slice(0, -1);
		return [...parts, ...location.split('/')]
			.filter((part) => part !== '' && part !== '.')
			.join('/');
	}

	async xml(path: string): Promise<XmlElement> {
		const entry = this.entries.get(path.toLowerCase());
		if (entry === undefined) throw new ZipError(`is damaged: ${path || 'a part'} is missing`);
		const bytes = await unzip(this.file, entry, this.left);
		this.left -= bytes.length;
		return parseXml(xmlText(bytes), 'keep');
	}
}

/** The first child of a name. */
export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
	return element?.children.find((child) => child.name === name);
}

export function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
	return (element?.children ?? []).filter((child) => child.name === name);
}

/** The text at a path of names; empty where there is none. */
export function textOf(element: XmlElement | undefined, ...path: string[]): string {
	let current = element;
	for (const name of path) current = childOf(current, name);
	return current?.text.trim() ?? '';
}
