import { inflate } from '../archive/zip';
import {
	PdfError,
	PdfName,
	PdfReader,
	PdfReference,
	type PdfDictionary,
	type PdfValue,
} from './syntax';

/** An object of the file, with where its stream lies, if it has one. */
interface PdfObject {
	value: PdfValue;
	stream?: { start: number; end: number };
	/** where it is defined: the later of two definitions counts */
	position: number;
}

/** What any one compressed part of the structure may unpack to. */
const MAX_INFLATED_BYTES = 20 * 1024 * 1024;
const MAX_OBJECTS = 200_000;
const OBJECT = /(\d{1,10})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+obj(?![A-Za-z])/g;

/**
 * The objects of a PDF file. The file is read from its beginning to its end, as repair tools do, and not
 * by its cross-reference table: so a damaged, linearized or repeatedly saved file is read alike.
 */
export class PdfFile {
	private readonly objects = new Map<number, PdfObject>();

	private readonly trailers: PdfDictionary[] = [];

	private readonly text: string;

	private constructor(private readonly bytes: Buffer) {
		this.text = bytes.toString('latin1');
	}

	/** @throws PdfError when it is encrypted or its structure is not understood */
	static async open(bytes: Buffer): Promise<PdfFile> {
		const file = new PdfFile(bytes);
		file.scan();
		if (file.trailers.some((trailer) => trailer.has('Encrypt'))) {
			throw new PdfError('is encrypted');
		}
		await file.unpackObjectStreams();
		return file;
	}

	/** The root of the page tree. */
	get catalog(): PdfDictionary {
		const roots = this.trailers
			.map((trailer) => this.dictionary(trailer.get('Root')))
			.filter((root) => root.has('Pages'));
		const last = roots.at(-1);
		if (last !== undefined) return last;
		for (const { value } of this.objects.values()) {
			if (value instanceof Map && isName(value.get('Type'), 'Catalog')) return value;
		}
		throw new PdfError('is damaged: it has no pages');
	}

	/** What a reference leads to; any other value itself. */
	resolve(value: PdfValue | undefined): PdfValue {
		let current: PdfValue = value ?? null;
		for (let steps = 0; current instanceof PdfReference; steps++) {
			if (steps > 20) return null;
			current = this.objects.get(current.number)?.value ?? null;
		}
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

	/** The names of a stream's filters, outermost first. */
	filters(dictionary: PdfDictionary): string[] {
		const filter = this.resolve(dictionary.get('Filter'));
		const names = Array.isArray(filter) ? filter : filter === null ? [] : [filter];
		return names.map((name) => this.name(name) ?? '?');
	}

	/** The bytes of a stream as they stand in the file; undefined where the value is no stream. */
	rawStream(value: PdfValue | undefined): { dictionary: PdfDictionary; bytes: Buffer } | undefined {
		if (!(value instanceof PdfReference)) return undefined;
		const object = this.objects.get(value.number);
		if (!(object?.value instanceof Map) || object.stream === undefined) return undefined;
		const { start, end } = object.stream;
		const length = this.number(object.value.get('Length'));
		const exact = length !== undefined && start + length <= end && length >= 0;
		return {
			dictionary: object.value,
			bytes: this.bytes.subarray(start, exact ? start + length : end),
		};
	}

	/**
	 * The bytes of a stream, inflated where it is packed so.
	 * @throws PdfError for another filter, or for data that unpack to more than 20 MB
	 */
	async stream(value: PdfValue | undefined): Promise<Buffer | undefined> {
		const raw = this.rawStream(value);
		if (raw === undefined) return undefined;
		const filters = this.filters(raw.dictionary);
		if (filters.length === 0) return raw.bytes;
		if (filters.length > 1 || !/^(FlateDecode|Fl)$/.test(filters[0]!)) {
			throw new PdfError(`packs its pages with ${filters.join(' and ')}`);
		}
		return await unpacked(raw.bytes);
	}

	private scan(): void {
		OBJECT.lastIndex = 0;
		for (let match = OBJECT.exec(this.text); match !== null; match = OBJECT.exec(this.text)) {
			if (this.objects.size >= MAX_OBJECTS) throw new PdfError('has too many objects');
			const reader = new PdfReader(this.text, OBJECT.lastIndex);
			const value = reader.value();
			const stream = value instanceof Map ? this.streamAfter(reader, value) : undefined;
			this.objects.set(Number(match[1]), { value, stream, position: match.index });
			if (value instanceof Map && isName(value.get('Type'), 'XRef')) this.trailers.push(value);
			OBJECT.lastIndex = Math.max(stream?.end ?? reader.at, OBJECT.lastIndex);
		}
		for (const { index } of this.text.matchAll(/\btrailer\b/g)) {
			const value = new PdfReader(this.text, index + 'trailer'.length).value();
			if (value instanceof Map) this.trailers.push(value);
		}
	}

	private streamAfter(reader: PdfReader, value: PdfDictionary): PdfObject['stream'] {
		reader.skipSpace();
		if (!this.text.startsWith('stream', reader.at)) return undefined;
		let start = reader.at + 'stream'.length;
		if (this.text.startsWith('\r\n', start)) start += 2;
		else if (/[\r\n]/.test(this.text[start] ?? '')) start++;
		const length = value.get('Length');
		const told = typeof length === 'number' && length >= 0 ? start + length : undefined;
		if (told !== undefined && /^\s{0,2}endstream/.test(this.text.slice(told, told + 11))) {
			return { start, end: told };
		}
		const end = this.text.indexOf('endstream', start);
		return { start, end: end === -1 ? this.text.length : end };
	}

	private async unpackObjectStreams(): Promise<void> {
		let left = MAX_INFLATED_BYTES;
		for (const [number, { value, position }] of [...this.objects]) {
			if (!(value instanceof Map) || !isName(value.get('Type'), 'ObjStm')) continue;
			const bytes = await this.stream(new PdfReference(number));
			left -= bytes?.length ?? 0;
			if (left < 0) throw new PdfError('unpacks to more than 20 MB of structure');
			const text = bytes?.toString('latin1') ?? '';
			const first = this.number(value.get('First')) ?? 0;
			const header = new PdfReader(text);
			for (let index = this.number(value.get('N')) ?? 0; index > 0; index--) {
				const inner = header.value();
				const offset = header.value();
				if (typeof inner !== 'number' || typeof offset !== 'number') break;
				if (this.objects.size >= MAX_OBJECTS) throw new PdfError('has too many objects');
				if ((this.objects.get(inner)?.position ?? -1) > position) continue;
				this.objects.set(inner, { value: new PdfReader(text, first + offset).value(), position });
			}
		}
	}
}

/** @throws PdfError when the data are damaged or unpack to more than 20 MB */
export async function unpacked(bytes: Buffer): Promise<Buffer> {
	const result = await inflate(bytes, 'deflate', MAX_INFLATED_BYTES);
	if (result === 'tooLarge') throw new PdfError('unpacks to more than 20 MB');
	if (result === 'damaged') throw new PdfError('is damaged');
	return result;
}

function isName(value: PdfValue | undefined, name: string): boolean {
	return value instanceof PdfName && value.name === name;
}
