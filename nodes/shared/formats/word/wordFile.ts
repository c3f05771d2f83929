import { FileError } from '../fileError';
import {
	childrenOf,
	findElement,
	parseXml,
	utf16Of,
	type XmlElement,
	XmlError,
	xmlText,
} from '../xml/xml';
import { folderOf, listZip, archivePath, unzip, type ZipEntry, ZipError } from '../zip/zip';
import { OFF, readStory, type Story, type Styles } from './story';

/** Kinds of stories, by their names in the output. */
type StoryKind = 'Body' | 'Endnote' | 'Footer' | 'Footnote' | 'Header';

export interface Part extends Story {
	name: string;
	kind: StoryKind;
}

export interface WordFile {
	archive: Buffer;
	entries: ZipEntry[];
	/** in the order of the document's text; the first one is the body */
	parts: Part[];
	styles: Styles;
	/** the file with the body's relations to other parts */
	relations: { name: string; xml: string; typePrefix: string };
	contentTypes: string;
	isTemplate: boolean;
	comments?: { name: string; xml: string };
}

/** Larger files nearly always contain pictures that could be smaller. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;
const MAX_PART_BYTES = 32 * 1024 * 1024;
const MAX_XML_BYTES = 64 * 1024 * 1024;

const CONTENT_TYPES = '[Content_Types].xml';
const WORD_TYPE = /^(?:application\/xml)?$|wordprocessingml\.(?:document|template)\.main\+xml$/;
const OTHER_ENCODING = /^.{0,3}<\?xml[^>]*encoding\s*=\s*["'](?!utf-8)/i;
const KINDS: ReadonlyArray<[type: string, kind: StoryKind]> = [
	['footnotes', 'Footnote'],
	['endnotes', 'Endnote'],
	['header', 'Header'],
	['footer', 'Footer'],
];
const CODE_STYLE = /code|source|preformatted|verbatim|listing|代码|源码/i;
const HEADING_STYLE = /^(?:heading|title|标题|題名)\s*\d*$/i;

/** Why a file cannot be read: a code, and what that is about. */
export class WordFileError extends Error {
	constructor(
		readonly code: WordFileProblem,
		readonly detail = '',
	) {
		super(`${code} ${detail}`);
	}
}

type WordFileProblem =
	| (typeof OTHER_FORMATS | typeof OTHER_CONTENTS)[number][1]
	| ('empty' | 'failed' | 'notWord' | 'password' | 'unreadable');

/** Reads a .docx: body, footnotes, endnotes, headers and footers. Returns an error where it cannot be read. */
export async function openWordFile(archive: Buffer): Promise<WordFile | WordFileError> {
	try {
		return await open(archive);
	} catch (error) {
		if (error instanceof WordFileError) return error;
		if (error instanceof FileError) return new WordFileError('unreadable', error.message);
		return new WordFileError('failed', String(error));
	}
}

async function open(archive: Buffer): Promise<WordFile> {
	checkFormat(archive);
	const entries = listZip(archive);
	const byName = new Map(entries.map((entry) => [entry.name, entry]));
	if (byName.size < entries.length) throw new ZipError('nameTwice');
	if (entries.some(({ isEncrypted }) => isEncrypted)) throw new WordFileError('password');
	for (const [pattern, what] of OTHER_CONTENTS)
		if (entries.some(({ name }) => pattern.test(name))) throw new WordFileError(what);
	if (!byName.has(CONTENT_TYPES)) throw new WordFileError('notWord');

	let bytesLeft = MAX_XML_BYTES;
	const read = async (name: string): Promise<string> => {
		const entry = byName.get(name);
		if (entry === undefined) throw new ZipError('partMissing', name);
		const bytes = await unzip(archive, entry, Math.min(MAX_PART_BYTES, bytesLeft));
		bytesLeft -= bytes.length;
		if (utf16Of(bytes) !== undefined || OTHER_ENCODING.test(bytes.toString('latin1', 0, 200)))
			throw new XmlError('encoding', 'UTF-8');
		return xmlText(bytes);
	};
	const contentTypes = await read(CONTENT_TYPES);
	const root = relationsIn(parseXml(await read('_rels/.rels')), '');
	const main = root.find(({ type }) => type.endsWith('/officeDocument'));
	if (main === undefined) throw new WordFileError('notWord');
	const type = typeOf(main.target, parseXml(contentTypes));
	if (/macroenabled/i.test(type)) throw new WordFileError('macros');
	if (!WORD_TYPE.test(type)) throw new WordFileError('notWord');

	const folder = folderOf(main.target);
	const relationsName = `${folder}_rels/${main.target.slice(folder.length)}.rels`;
	const relationsXml = byName.has(relationsName) ? await read(relationsName) : NO_RELATIONS;
	const relations = relationsIn(parseXml(relationsXml), main.target);
	const related = (type: string) =>
		relations
			.filter((one) => one.type.endsWith(`/${type}`) && byName.has(one.target))
			.map(({ target }) => target);

	const [stylesPart] = related('styles');
	const styles = readStyles(stylesPart && (await read(stylesPart)));
	const parts: Part[] = [];
	const addPart = async (kind: StoryKind, name: string) =>
		parts.push({ name, kind, ...readStory(await read(name), styles) });
	await addPart('Body', main.target);
	for (const [type, kind] of KINDS)
		for (const name of new Set(related(type))) await addPart(kind, name);
	const [comments] = related('comments');
	return {
		archive,
		entries,
		parts,
		styles,
		contentTypes,
		isTemplate: type.includes('.template.'),
		relations: {
			name: relationsName,
			xml: relationsXml,
			typePrefix: main.type.slice(0, -'officeDocument'.length),
		},
		...(comments && { comments: { name: comments, xml: await read(comments) } }),
	};
}

const NO_RELATIONS =
	'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>';

const OLE_FILE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';

/** Other formats, by their first bytes. */
const OTHER_FORMATS = [
	['%PDF', 'pdf'],
	['{\\rtf', 'richText'],
	[OLE_FILE, 'oldWord'],
] as const;

/** Whether a file looks like Word's: a ZIP with a folder word/, or OLE, as .doc and protected files are. */
export function isWordFile(bytes: Buffer): boolean {
	const head = bytes.toString('latin1', 0, 8);
	return head === OLE_FILE || (head.startsWith('PK\x03\x04') && bytes.includes('word/'));
}

/** Refuses a file that is not a ZIP archive, and says what it is by its first bytes. */
function checkFormat(archive: Buffer): void {
	if (archive.length === 0) throw new WordFileError('empty');
	const head = archive.toString('latin1', 0, 8);
	if (head.startsWith('PK')) return;
	if (head === OLE_FILE && archive.includes(Buffer.from('EncryptedPackage', 'utf16le')))
		throw new WordFileError('password');
	const other = OTHER_FORMATS.find(([beginning]) => head.startsWith(beginning));
	throw new WordFileError(other?.[1] ?? 'notWord');
}

/** Other kinds of documents, and those that must not be changed, by the name of a file in them. */
const OTHER_CONTENTS = [
	[/(?:^|\/)vbaProject\.bin$/i, 'macros'],
	[/^_xmlsignatures\//, 'signed'],
	[/^mimetype$/, 'openDocument'],
	[/^xl\/workbook/, 'workbook'],
	[/^ppt\/presentation/, 'presentation'],
] as const;

/** The content type of a part; '' if it has none. The case of its name does not matter. */
function typeOf(part: string, types: XmlElement): string {
	const found = (element: string, key: string, value: string) =>
		childrenOf(types, element).find(
			({ attributes }) => attributes[key]?.toLowerCase() === value.toLowerCase(),
		);
	const ending = part.slice(part.lastIndexOf('.') + 1);
	const own = found('Override', 'PartName', `/${part}`) ?? found('Default', 'Extension', ending);
	return own?.attributes.ContentType ?? '';
}

/** A part's relations to other parts of the file, with their full names. */
function relationsIn(root: XmlElement, part: string) {
	return childrenOf(root, 'Relationship')
		.filter(({ attributes }) => attributes.TargetMode !== 'External')
		.map(({ attributes: { Type = '', Target = '' } }) => ({
			type: Type,
			target: archivePath(Target, part),
		}));
}

/** Reads styles by their names and settings, or those of the styles that they are based on. */
function readStyles(xml: string | undefined): Styles {
	const styles = childrenOf(xml === undefined ? undefined : parseXml(xml), 'style');
	const known = new Map(styles.map((style) => [style.attributes.styleId ?? '', style]));
	/** The first answer of a style or those that it is based on; false without one. */
	const decided = (says: (style: XmlElement | undefined, id: string) => boolean | undefined) => {
		const before = new Map<string, boolean>();
		return (styleId: string): boolean => {
			let said = before.get(styleId);
			let id = styleId;
			for (let depth = 0; depth < 10 && id !== '' && said === undefined; depth++) {
				const style = known.get(id);
				said = says(style, id);
				id = inStyle(style, 'basedOn') ?? '';
			}
			before.set(styleId, said === true);
			return said === true;
		};
	};
	const isNamed = (name: RegExp, style: XmlElement | undefined, id: string) =>
		name.test(id) || name.test(inStyle(style, 'name') ?? '') || undefined;
	return {
		isCode: decided((style, id) => isNamed(CODE_STYLE, style, id)),
		isHeading: decided(
			(style, id) =>
				Number(inStyle(style, 'pPr', 'outlineLvl') || 9) < 9 || isNamed(HEADING_STYLE, style, id),
		),
		isHidden: decided((style) => isOn(style, 'rPr', 'vanish')),
		isNumbered: decided((style) => isOn(style, 'pPr', 'numPr', 'numId')),
	};
}

/** Whether a property is on, or a number other than 0; undefined where the style does not have it. */
function isOn(style: XmlElement | undefined, ...path: string[]): boolean | undefined {
	const value = inStyle(style, ...path);
	return value === undefined ? undefined : !OFF.has(value);
}

/** The value of a property; '' where it has none, undefined where the style does not have it. */
function inStyle(style: XmlElement | undefined, ...path: string[]): string | undefined {
	const found = findElement(style, ...path);
	return found && (found.attributes.val ?? '');
}
