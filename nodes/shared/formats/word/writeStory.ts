import type { PartEdit, TextRange } from '../prose/prose';
import { addTo, fittingFirst } from '../prose/search';
import type { Piece, Run, Story } from './story';

/** A change of a piece, or a mark between two of its characters where a comment begins or ends. */
export interface Step extends PartEdit<Piece> {
	mark?: { kind: 'begin' | 'end'; xml: string };
}

export interface Author {
	name: string;
	/** ISO 8601 in UTC, without milliseconds */
	date: string;
}

/** XML that replaces a part of a story, or is inserted where start equals end. */
export interface Patch extends TextRange {
	xml: string;
}

export interface StoryEdits {
	steps: readonly Step[];
	patches: readonly Patch[];
	/** of the tracked changes; undefined if changes are made without tracking */
	author?: Author;
	/** A number that no other tracked change of the file has. */
	nextId: () => number;
}

/** A tracked change of characters with the same formatting. */
interface Tracked {
	run: Run;
	deleted: string;
	inserted: string;
}

/** A story's XML with its changes. Unchanged runs keep their bytes; a changed one is cut, its formatting kept. */
export function writeStory({ xml, prefix: w }: Story, edits: StoryEdits): string {
	const { patches, author, nextId } = edits;
	const pieces = new Map<Piece, Step[]>();
	for (const step of edits.steps) addTo(pieces, step.part, step);
	/** the output so far, joined in batches: many small strings cost time */
	const done: string[] = [];
	let out: string[] = [];
	/** adjacent tracked changes, which the reader sees as one */
	let tracked: Tracked[] = [];
	const written = new Set<Run>();
	const touched = new Set([...pieces.keys()].map(({ run }) => run));
	/** what is rewritten, in order */
	const places = [...patches, ...touched].sort((a, b) => a.start - b.start);

	/** Writes a part of the story; runs may lie inside others, as those of a text box do. */
	function writeRange(from: number, to: number): void {
		let end = from;
		const first = fittingFirst(places, ({ start }) => start < from);
		for (let i = first; i < places.length; i++) {
			const place = places[i]!;
			if (place.start >= to) break;
			if (place.start < end) continue;
			emit(xml.slice(end, place.start));
			if ('xml' in place) emit(place.xml);
			else writeRun(place);
			end = place.end;
		}
		emit(xml.slice(end, to));
	}

	function emit(part: string): void {
		if (part === '') return;
		writeTracked();
		if (out.push(part) < 500) return;
		done.push(out.join(''));
		out = [];
	}

	function writeRun(run: Run): void {
		let isOpen = false;
		const open = () => {
			if (!isOpen) emit(run.open + propertiesOf(run));
			isOpen = true;
		};
		const close = () => {
			if (isOpen && run.open !== '') out.push(`</${w}r>`);
			isOpen = false;
		};
		const inside = (from: number, to: number) => {
			if (from >= to) return;
			open();
			writeRange(from, to);
		};
		let end = run.bodyStart;
		for (const piece of run.pieces) {
			const steps = pieces.get(piece);
			if (steps === undefined) continue;
			inside(end, piece.start);
			end = piece.end;
			writePiece(piece, steps, open, close);
		}
		inside(end, run.bodyEnd);
		close();
	}

	function writePiece(piece: Piece, steps: Step[], open: () => void, close: () => void): void {
		const { run, text } = piece;
		let kept = '';
		let end = 0;
		const flush = () => {
			if (kept === '') return;
			open();
			const isWhole = kept === text && steps.every(({ mark }) => mark !== undefined);
			emit(isWhole ? xml.slice(piece.start, piece.end) : textElement('t', kept));
			kept = '';
		};
		for (const { start: at, end: next, inserted, mark } of inOrder(steps)) {
			kept += text.slice(end, at);
			end = next;
			if (mark === undefined && author === undefined) {
				kept += inserted;
				continue;
			}
			flush();
			close();
			if (mark === undefined) tracked.push({ run, deleted: text.slice(at, next), inserted });
			else emit(mark.xml);
		}
		kept += text.slice(end);
		flush();
	}

	/** Writes adjacent tracked changes as one deletion and one insertion, which splits another author's around it. */
	function writeTracked(): void {
		const changes = tracked;
		if (changes.length === 0) return;
		tracked = [];
		const deleted = runs(changes, 'deleted', 'delText');
		const inserted = runs(changes, 'inserted', 't');
		if (deleted !== '') out.push(change('del', deleted));
		if (inserted === '') return;
		const insertion = change('ins', inserted);
		const around = changes[0]!.run.insertion;
		out.push(around ? around.close + insertion + withNewIds(around.open) : insertion);
	}

	/** The deleted or inserted text, in a run for each formatting. */
	function runs(changes: Tracked[], which: 'deleted' | 'inserted', name: 't' | 'delText') {
		let result = '';
		for (let i = 0; i < changes.length;) {
			const { run } = changes[i]!;
			let text = '';
			for (; changes[i]?.run === run; i++) text += changes[i]![which];
			if (text === '') continue;
			result += `${run.open}${propertiesOf(run)}${textElement(name, text)}</${w}r>`;
		}
		return result;
	}

	function change(name: 'del' | 'ins', content: string): string {
		return `<${w}${name} ${attributesOf(author!, w, nextId())}>${content}</${w}${name}>`;
	}

	/** Of the parts of a run that is cut, only the first keeps the IDs of its tracked formatting changes. */
	function propertiesOf(run: Run): string {
		if (!run.properties.includes('rPrChange')) return run.properties;
		const isFirst = !written.has(run);
		written.add(run);
		return isFirst ? run.properties : withNewIds(run.properties);
	}

	function withNewIds(tags: string): string {
		return tags.replace(
			/(\s[\w.-]+:id\s*=\s*)(?:"-?\d*"|'-?\d*')/g,
			(_, name: string) => `${name}"${nextId()}"`,
		);
	}

	function textElement(name: 't' | 'delText', text: string): string {
		return `<${w}${name} xml:space="preserve">${escapeXml(text)}</${w}${name}>`;
	}

	writeRange(0, xml.length);
	writeTracked();
	return done.join('') + out.join('');
}

/** The attributes of a tracked change or a comment. */
export function attributesOf({ name, date }: Author, prefix: string, id: number): string {
	return `${prefix}id="${id}" ${prefix}author="${escapeXml(name)}" ${prefix}date="${date}"`;
}

/** Changes and marks by place, each comment's beginning before its end; a mark inside a change moves to its edge. */
function inOrder(steps: Step[]): Step[] {
	const changes = steps.filter(({ mark }) => mark === undefined);
	const marks = steps
		.filter(({ mark }) => mark !== undefined)
		.map((step) => {
			const around =
				changes.find(({ start, end }) => start < step.start && step.start < end) ?? step;
			const at = step.mark?.kind === 'begin' ? around.start : around.end;
			return { ...step, start: at, end: at };
		});
	// at one place marks stay before changes
	return [...marks, ...changes].sort((a, b) => a.start - b.start);
}

/** Text as XML content or as the value of an attribute in double quotes. */
export function escapeXml(text: string): string {
	return text
		.replace(/&/g, '&amp;')
		.replace(/</g, '&lt;')
		.replace(/>/g, '&gt;')
		.replace(/"/g, '&quot;');
}
