import { WORD_NAMESPACES } from './story';
import { folderOf, type WordFile } from './wordFile';
import { escapeXml, type Author } from './writeStory';

/** A comment beside a part of the text. */
export interface Comment {
	id: number;
	text: string;
}

const CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml';

/** The highest number that elements have; -1 if none has one. */
export function highestId(parts: ReadonlyArray<{ xml: string }>): number {
	let highest = -1;
	for (const { xml } of parts) {
		for (const [, id] of xml.matchAll(/:id\s*=\s*["'](\d{1,9})["']/g))
			highest = Math.max(highest, Number(id));
	}
	return highest;
}

/** The parts of a file, by name, that change when comments are added to it. */
export function withComments(
	file: WordFile,
	comments: Comment[],
	author: Author,
): Map<string, string> {
	const [usual, strict] = WORD_NAMESPACES;
	const namespace = file.relations.typePrefix.includes('purl.oclc.org') ? strict : usual;
	const added = comments.map((comment) => element(comment, author, namespace)).join('');
	if (file.comments !== undefined) {
		return new Map([[file.comments.name, atEnd(file.comments.xml, () => added)]]);
	}
	const taken = new Set(file.entries.map(({ name }) => name));
	const folder = folderOf(file.parts[0]!.name);
	let name = 'comments.xml';
	for (let number = 2; taken.has(folder + name); number++) name = `comments${number}.xml`;
	const relation = (p: string) =>
		`<${p}Relationship Id="${newId(file.relations.xml)}" Type="${file.relations.typePrefix}comments" Target="${name}"/>`;
	const type = (p: string) =>
		`<${p}Override PartName="/${escapeXml(folder + name)}" ContentType="${CONTENT_TYPE}"/>`;
	return new Map([
		['[Content_Types].xml', atEnd(file.contentTypes, type)],
		[file.relations.name, atEnd(file.relations.xml, relation)],
		[
			folder + name,
			`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:comments xmlns:w="${namespace}">${added}</w:comments>`,
		],
	]);
}

function element({ id, text }: Comment, { name, date }: Author, namespace: string): string {
	const initials = [...name].slice(0, 2).join('');
	// Word does not open a file with a character that XML does not have, such as one in a refused suggestion
	const shown = text.replace(/[^\P{Cc}\t\n\r\x7f-\x9f]|[\p{Cs}\ufffe\uffff]/gu, '\ufffd');
	const attributes = `w:id="${id}" w:author="${escapeXml(name)}" w:date="${date}" w:initials="${escapeXml(initials)}"`;
	return `<w:comment xmlns:w="${namespace}" ${attributes}><w:p><w:r><w:t xml:space="preserve">${escapeXml(shown)}</w:t></w:r></w:p></w:comment>`;
}

/** Adds children, which have the root's prefix, at the end of a root element, also where it is empty. */
function atEnd(xml: string, added: (prefix: string) => string): string {
	const close = xml.lastIndexOf('</');
	const empty = xml.lastIndexOf('/>');
	const at = close === -1 ? xml.lastIndexOf('<', empty) : close;
	const name = /^<\/?([\p{L}_][\p{L}\p{N}._:-]*)/u.exec(xml.slice(at))![1]!;
	const children = added(name.slice(0, name.indexOf(':') + 1));
	if (close !== -1) return xml.slice(0, close) + children + xml.slice(close);
	return `${xml.slice(0, empty)}>${children}</${name}>${xml.slice(empty + 2)}`;
}

function newId(relations: string): string {
	for (let number = 1; ; number++) {
		if (!relations.includes(`"rIdComments${number}"`)) return `rIdComments${number}`;
	}
}
