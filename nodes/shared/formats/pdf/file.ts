import { type Decryption, decryptionOf } from './encryption';
import { decodeFilter } from './filters';
import { PdfDamage, PdfError, PdfName, PdfReader, PdfReference } from './syntax';
import type { PdfDictionary, PdfValue } from './syntax';

interface PdfObject {
	value: PdfValue;
	stream?: { start: number; end: number };
	generation: number;
	/** where it is defined: the later of two definitions counts */
	position: number;
}

/** A stream as it is stored, and its filters, outermost first. */
export interface PackedStream {
	dictionary: PdfDictionary;
	filters: string[];
	bytes: Buffer;
}

/** Limit for structure, drawing commands and packed pictures read from a file, counting repeated use. */
const MAX_BYTES = 20 * 1024 * 1024;
const MAX_OBJECTS = 200_000;
/** Limit for the text of all objects, counting repeated use; a scan has about a kilobyte for each page. */
const MAX_STRUCTURE = 2 * 1024 * 1024;
/** Filters one after another on one stream; two are common. */
const MAX_FILTERS = 5;
const OBJECT = /(\d{1,10})[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]+obj(?![A-Za-z])/g;

/**
 * The objects of a PDF file, which is read from beginning to end, as repair tools do, not by its
 * cross-reference table: so damaged, linearized and repeatedly saved files are read alike.
 */
export class PdfFile {
	private readonly objects = new Map<number, PdfObject>();
	private readonly trailers: PdfDictionary[] = [];
	private readonly text: string;
	/** bytes of streams that may still be read */
	private bytesLeft = MAX_BYTES;
	private structureLeft = MAX_STRUCTURE;
	private decryption: Decryption | undefined;

	private constructor(private readonly bytes: Buffer) {
		this.text = bytes.toString('latin1');
	}

	/** @throws PdfError when it asks for a password or its structure is not understood */
	static async open(bytes: Buffer): Promise<PdfFile> {
		const file = new PdfFile(bytes);
		file.scan();
		const encrypted = file.trailers.filter((trailer) => trailer.has('Encrypt')).at(-1);
		if (encrypted !== undefined) file.decryption = decryptionOf(file, encrypted);
		await file.unpackObjectStreams();
		return file;
	}

	get catalog(): PdfDictionary {
		const roots = this.trailers
			.map((trailer) => this.dictionary(trailer.get('Root')))
			.filter((root) => root.has('Pages'));
		const last = roots.at(-1);
		if (last !== undefined) return last;
		for (const { value } of this.objects.values()) {
			if (isOfType(value, 'Catalog')) return value;
		}
		throw new PdfError('noPages');
	}

	/** Resolves a reference; returns any other value unchanged. */
	resolve(value: PdfValue | undefined): PdfValue {
		let current: PdfValue = value ?? null;
		for (let steps = 0; current instanceof PdfReference; steps++)
			current = steps > 20 ? null : (this.objects.get(current.number)?.value ?? null);
		return current;
	}

	/** A dictionary; empty where there is none. */
	dictionary(value: PdfValue | undefined): PdfDictionary {
		const resolved = this.resolve(value);
		return resolved instanceof Map ? resolved : new Map<string, PdfValue>();
	}

	array(value: PdfValue | undefined): PdfValue[] {
		const resolved = this.resolve(value);
		return Array.isArray(resolved) ? resolved : [];
	}

	number(value: PdfValue | undefined): number | undefined {
		const resolved = this.resolve(value);
		return typeof resolved === 'number' ? resolved : undefined;
	}

	name(value: PdfValue | undefined): string | undefined {
		const resolved = this.resolve(value);
		return resolved instanceof PdfName ? resolved.name : undefined;
	}

	/** A text in UTF-16, or with one byte a character; empty where there is none. */
	string(value: PdfValue | undefined): string {
		const text = this.resolve(value);
		if (typeof text !== 'string') return '';
		if (!text.startsWith('\u00fe\u00ff')) return text;
		return new TextDecoder('utf-16be').decode(Buffer.from(text.slice(2), 'latin1'));
	}

	/** The names of a stream's filters, outermost first. */
	filters(dictionary: PdfDictionary): string[] {
		const filter = this.resolve(dictionary.get('Filter'));
		const names = Array.isArray(filter) ? filter : filter === null ? [] : [filter];
		return names.map((name) => this.name(name) ?? '?');
	}

	/** The parameters of a stream's filter, by its place among them. */
	parameters(dictionary: PdfDictionary, index: number): PdfDictionary {
		const given = this.resolve(dictionary.get('DecodeParms'));
		return this.dictionary((Array.isArray(given) ? given : [given])[index]);
	}

	/** A stream, decrypted but still packed; undefined if the value is not one. */
	rawStream(value: PdfValue | undefined): PackedStream | undefined {
		if (!(value instanceof PdfReference)) return undefined;
		const object = this.objects.get(value.number);
		if (!(object?.value instanceof Map) || object.stream === undefined) return undefined;
		const { start, end } = object.stream;
		const declaredEnd = this.endByLength(start, object.value) ?? end;
		const stored = this.bytes.subarray(start, Math.min(declaredEnd, end));
		const decrypt = isOfType(object.value, 'XRef') ? undefined : this.decryption;
		const bytes = decrypt?.(this.counted(stored), value.number, object.generation) ?? stored;
		return { dictionary: object.value, filters: this.filters(object.value), bytes };
	}

	/** The bytes of a stream, unpacked as by `decoded`; undefined if the value is not one. */
	async stream(value: PdfValue | undefined): Promise<Buffer | undefined> {
		const raw = this.rawStream(value);
		if (raw === undefined) return undefined;
		return raw.filters.length === 0 ? this.counted(raw.bytes) : await this.decoded(raw);
	}

	/** @throws PdfError for a filter that is not known, damaged data, or more than 20 MB in all */
	async decoded({ dictionary, filters, bytes }: PackedStream): Promise<Buffer> {
		if (filters.length > MAX_FILTERS) throw new PdfError('manyFilters');
		let result = bytes;
		for (const [index, filter] of filters.entries()) {
			const own = this.parameters(dictionary, index);
			const parameter = (name: string) => this.number(own.get(name));
			const made = await decodeFilter(result, filter, { bytesLeft: this.bytesLeft, parameter });
			// data that shrinks takes time too, such as white space where digits belong
			this.counted(made.length > result.length ? made : result);
			result = made;
		}
		return result;
	}

	/** Counts every use: a small file could unpack one stream often enough to make gigabytes. */
	private counted(bytes: Buffer): Buffer {
		this.bytesLeft -= bytes.length;
		if (this.bytesLeft < 0) throw new PdfError('muchUnpackedData');
		return bytes;
	}

	/** Reads a value that is kept; the returned reader stands after it. */
	private keep(text: string, at: number): { value: PdfValue; reader: PdfReader } {
		const reader = new PdfReader(text, at, at + this.structureLeft);
		const value = reader.value();
		this.structureLeft -= reader.at - at;
		return { value, reader };
	}

	private scan(): void {
		OBJECT.lastIndex = 0;
		for (let match = OBJECT.exec(this.text); match !== null; match = OBJECT.exec(this.text)) {
			if (this.objects.size >= MAX_OBJECTS) throw new PdfError('objects');
			const { value, reader } = this.keep(this.text, OBJECT.lastIndex);
			const stream = value instanceof Map ? this.streamAfter(reader, value) : undefined;
			const [number, generation] = [Number(match[1]), Number(match[2])];
			this.objects.set(number, { value, stream, generation, position: match.index });
			if (isOfType(value, 'XRef')) this.trailers.push(value);
			OBJECT.lastIndex = Math.max(stream?.end ?? reader.at, OBJECT.lastIndex);
		}
		let end = 0;
		for (const { index } of this.text.matchAll(/\btrailer\b/g)) {
			// inside what was already read: rereading it could take forever
			if (index < end) continue;
			const { value, reader } = this.keep(this.text, index + 'trailer'.length);
			end = reader.at;
			if (value instanceof Map) this.trailers.push(value);
		}
	}

	private streamAfter(reader: PdfReader, value: PdfDictionary): PdfObject['stream'] {
		reader.skipSpace();
		if (!this.text.startsWith('stream', reader.at)) return undefined;
		const begin = reader.at + 'stream'.length;
		const start = begin + /^\r?\n?/.exec(this.text.slice(begin, begin + 2))![0].length;
		const declaredEnd = this.endByLength(start, value);
		if (declaredEnd !== undefined) return { start, end: declaredEnd };
		let end = this.text.indexOf('endstream', start);
		if (end === -1) return { start, end: this.text.length };
		// the line end in front of it is not part of the data, and newer inflaters refuse it
		if (this.text[end - 1] === '\n') end--;
		if (this.text[end - 1] === '\r') end--;
		return { start, end: Math.max(start, end) };
	}

	/** Where a stream ends by its Length; undefined where that is wrong, or not known yet. */
	private endByLength(start: number, value: PdfDictionary): number | undefined {
		const end = start + (this.number(value.get('Length')) ?? -1);
		const isEnd = end >= start && /^\s{0,9}end(?:stream|obj)/.test(this.text.slice(end, end + 18));
		return isEnd ? end : undefined;
	}

	private async unpackObjectStreams(): Promise<void> {
		for (const [number, { value, position }] of [...this.objects]) {
			if (!isOfType(value, 'ObjStm')) continue;
			const bytes = await this.stream(new PdfReference(number));
			const text = bytes?.toString('latin1') ?? '';
			const first = this.number(value.get('First')) ?? 0;
			const header = new PdfReader(text);
			for (let index = this.number(value.get('N')) ?? 0; index > 0; index--) {
				const inner = header.value();
				const offset = header.value();
				if (typeof inner !== 'number' || typeof offset !== 'number') break;
				if (this.objects.size >= MAX_OBJECTS) throw new PdfError('objects');
				if ((this.objects.get(inner)?.position ?? -1) > position) continue;
				const kept = this.keep(text, first + offset).value;
				this.objects.set(inner, { value: kept, generation: 0, position });
			}
		}
	}
}

function isOfType(value: PdfValue, name: string): value is PdfDictionary {
	const type = value instanceof Map ? value.get('Type') : undefined;
	return type instanceof PdfName && type.name === name;
}

/** A file with more pages is unlikely to be invoices. */
const MAX_PAGES = 200;

/** The leaves of the page tree in reading order, with what they inherit. */
export function pagesOf(file: PdfFile): PdfDictionary[] {
	const pages: PdfDictionary[] = [];
	const seen = new Set<PdfDictionary>();
	const visit = (node: PdfDictionary, inherited: PdfDictionary) => {
		if (seen.has(node) || seen.size > 10 * MAX_PAGES) throw new PdfError('pageLoop');
		seen.add(node);
		const here: PdfDictionary = new Map(inherited);
		for (const name of ['Resources', 'Rotate', 'MediaBox', 'CropBox'])
			if (node.has(name)) here.set(name, node.get(name)!);
		if (!node.has('Kids')) {
			if (pages.length === MAX_PAGES) throw new PdfError('pages', MAX_PAGES);
			pages.push(new Map([...here, ...node]));
			return;
		}
		for (const kid of file.array(node.get('Kids'))) {
			if (!(file.resolve(kid) instanceof Map)) throw new PdfError('noPage', pages.length + 1);
			visit(file.dictionary(kid), here);
		}
	};
	visit(file.dictionary(file.catalog.get('Pages')), new Map());
	if (pages.length === 0) throw new PdfError('noPages');
	return pages;
}

/** A page's drawing commands. @throws PdfDamage when a part is missing: the page would only seem empty */
export async function contentOf(file: PdfFile, page: PdfDictionary, number: number) {
	const contents = page.get('Contents');
	const isList = contents === undefined || Array.isArray(file.resolve(contents));
	const streams: Buffer[] = [];
	for (const part of isList ? file.array(contents) : [contents]) {
		const stream = await file.stream(part);
		if (stream === undefined) throw new PdfDamage('partOfPage', number);
		streams.push(stream, Buffer.from('\n'));
	}
	return Buffer.concat(streams).toString('latin1');
}

/** Invoices and their signatures are attached, seldom anything else. */
const MAX_FILES = 50;
/** Nodes of the tree of names. */
const MAX_NODES = 1000;

export interface Attachment {
	name: string;
	/** undefined where they are damaged or missing, or not read because of `fault` */
	bytes: Buffer | undefined;
	fault?: Error;
}

/**
 * The files embedded in a PDF (ISO 32000-1, 7.11.4): in its name tree, associated with it or a page, or on a page.
 * @throws PdfError when there are more than the limit allows
 */
export async function embeddedFiles(file: PdfFile): Promise<Attachment[]> {
	const { catalog } = file;
	const names = file.dictionary(catalog.get('Names'));
	const specifications = [
		...namedValues(file, names.get('EmbeddedFiles')),
		...file.array(catalog.get('AF')),
		...pagesOf(file).flatMap((page) => [
			...file.array(page.get('AF')),
			...file.array(page.get('Annots')).map((one) => file.dictionary(one).get('FS') ?? null),
		]),
	];
	const files = new Map<number, Attachment>();
	for (const one of specifications) {
		const specification = file.dictionary(one);
		const embedded = file.dictionary(specification.get('EF'));
		const stream = embedded.get('F') ?? embedded.get('UF');
		if (!(stream instanceof PdfReference) || files.has(stream.number)) continue;
		if (files.size === MAX_FILES) throw new PdfError('attachments', MAX_FILES);
		const given = file.string(specification.get('UF') ?? specification.get('F'));
		const name = given || `attachment ${files.size + 1}`;
		let fault: Error | undefined;
		const bytes = await file.stream(stream).catch((error: Error) => {
			if (!(error instanceof PdfDamage)) fault = error;
			return undefined;
		});
		files.set(stream.number, { name, bytes, fault });
	}
	return [...files.values()];
}

/** The values of a name tree (7.9.6). */
function namedValues(file: PdfFile, root: PdfValue | undefined): PdfValue[] {
	const values: PdfValue[] = [];
	const seen = new Set<PdfDictionary>();
	const open: PdfDictionary[] = [file.dictionary(root)];
	for (let node = open.pop(); node !== undefined; node = open.pop()) {
		if (seen.has(node) || seen.size === MAX_NODES) continue;
		seen.add(node);
		values.push(...file.array(node.get('Names')).filter((_, index) => index % 2 === 1));
		open.push(...file.array(node.get('Kids')).map((kid) => file.dictionary(kid)));
	}
	return values;
}
