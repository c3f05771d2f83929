import { findElement, parseXml, type XmlElement, xmlText } from '../xml/xml';
import { listZip, archivePath, unzip, type ZipEntry, ZipError } from '../zip/zip';

/** The entry that makes a ZIP archive an OFD (GB/T 33190). */
const ENTRY_FILE = 'OFD.xml';

/** Whether a ZIP archive is an OFD. @throws ZipError when the archive is incomplete */
export function isOfd(archive: Buffer): boolean {
	return listZip(archive).some(({ name }) => name === ENTRY_FILE);
}

/** The files of an OFD. @throws ZipError when it is not an OFD, or a name comes twice or leads out of it */
export function entriesOfOfd(file: Buffer): ZipEntry[] {
	const entries = listZip(file);
	const names = new Set(entries.map(({ name }) => name));
	if (!names.has(ENTRY_FILE)) throw new ZipError('notOfd', ENTRY_FILE);
	if (names.size < entries.length) throw new ZipError('nameTwice');
	if ([...names].some((name) => /(^|[\\/])\.\.([\\/]|$)/.test(name)))
		throw new ZipError('nameLeadsOut');
	return entries;
}

/** Limit of all XML read from one OFD, unpacked. */
const MAX_XML_BYTES = 20 * 1024 * 1024;

/** An XML file of an OFD. */
export interface OfdPart {
	root: XmlElement;
	/** reads the file at a location that this one names */
	open(location: string): Promise<OfdPart>;
}

/** The file with which reading an OFD begins. */
export async function openOfd(file: Buffer): Promise<OfdPart> {
	const entries = new Map(entriesOfOfd(file).map((entry) => [entry.name.toLowerCase(), entry]));
	let bytesLeft = MAX_XML_BYTES;
	const partAt = async (path: string): Promise<OfdPart> => {
		const entry = entries.get(path.toLowerCase());
		if (entry === undefined) throw new ZipError(path ? 'partMissing' : 'damaged', path);
		const bytes = await unzip(file, entry, bytesLeft);
		bytesLeft -= bytes.length;
		const root = parseXml(xmlText(bytes), 'keep');
		return { root, open: async (location) => await partAt(archivePath(location, path)) };
	};
	return await partAt(ENTRY_FILE);
}

/** The text of a child; '' where there is none. */
export function childText(element: XmlElement | undefined, name: string): string {
	return findElement(element, name)?.text.trim() ?? '';
}

/** Formats of pictures without transparency; a seal is a PNG. */
const OPAQUE = /^(jpe?g|bmp|tiff?)$/i;

/** Drawing parameters refer to others; a longer chain is a loop. */
const MAX_PARAMETERS = 8;
/** The default line width, in millimeters. */
const USUAL_LINE = 0.353;

/** Resources that pages refer to by ID; files that cannot be read are left out. */
export class Resources {
	/** whether each picture is opaque */
	readonly pictures = new Map<string, boolean>();
	/** drawings that pages place as one object */
	readonly units = new Map<string, XmlElement>();
	private readonly parameters = new Map<string, XmlElement>();

	/** @param locations elements of a part with the locations of resource files */
	async add(part: OfdPart, locations: XmlElement[]): Promise<void> {
		for (const { text } of locations) {
			const resources = await part.open(text.trim()).catch(() => undefined);
			for (const one of resources?.root.children.flatMap(({ children }) => children) ?? []) {
				const { ID = '', Format = childText(one, 'MediaFile').split('.').at(-1)! } = one.attributes;
				if (one.name === 'MultiMedia') this.pictures.set(ID, OPAQUE.test(Format));
				else if (one.name === 'DrawParam') this.parameters.set(ID, one);
				else if (one.name === 'CompositeGraphicUnit') this.units.set(ID, one);
			}
		}
	}

	/** How an object is drawn: as it says itself, or else as its drawing parameters or the layer's say. */
	lookOf(object: XmlElement, layer: XmlElement) {
		const said = [object, ...this.parametersOf(object), ...this.parametersOf(layer)];
		const first = <T>(of: (one: XmlElement) => T | undefined) =>
			said.map(of).find((one) => one !== undefined);
		return {
			fill: first((one) => findElement(one, 'FillColor')),
			stroke: first((one) => findElement(one, 'StrokeColor')),
			lineWidth: Number(first(({ attributes }) => attributes.LineWidth) ?? USUAL_LINE),
			hasCaps: (first(({ attributes }) => attributes.Cap) ?? 'Butt') !== 'Butt',
		};
	}

	/** The drawing parameters that an element names, and those that they refer to. */
	private parametersOf({ attributes }: XmlElement): XmlElement[] {
		const found: XmlElement[] = [];
		let next = this.parameters.get(attributes.DrawParam ?? '');
		while (next !== undefined && found.length < MAX_PARAMETERS) {
			found.push(next);
			next = this.parameters.get(next.attributes.Relative ?? '');
		}
		return found;
	}
}
