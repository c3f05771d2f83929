import type { Edit } from '../prose/prose';
import { fittingFirst } from '../prose/search';
import type { Piece, Run, Story } from './story';

/** A change of a piece, or a mark between two of its characters where a comment begins or ends. */
export interface Step extends Edit {
	mark?: { kind: 'begin' | 'end'; xml: string };
}

export interface Author {
	name: string;
	/** as ISO 8601 in UTC, without milliseconds */
	date: string;
}

/** What takes the place of a part of a story, or stands between two parts. */
export interface Patch {
	start: number;
	end: number;
	xml: string;
}

export interface StoryEdits {
	/** in indexes of each one's text */
	pieces: ReadonlyMap<Piece, Step[]>;
	patches: readonly Patch[];
	/** author of the tracked changes; undefined if changes are made without tracking */
	author?: Author;
	/** A number that no other tracked change of the file has. */
	nextId: () => number;
}

/**
 * A story's XML with its changes. Runs without a change stay as they are, byte by byte; a run with one is
 * cut around it, and each part keeps its formatting.
 */
export function writeStory(story: Story, edits: StoryEdits): string {
	return new StoryWriter(story, edits).write();
}

/** A tracked change of characters with the same formatting. */
interface Tracked {
	run: Run;
	deleted: string;
	inserted: string;
}

class StoryWriter {
	/** what is written, in parts that are put together now and then: many small ones cost memory */
	private readonly done: string[] = [];

	private out: string[] = [];

	/** what is written anew, in the order in which it begins */
	private readonly places: Array<Run | Patch>;

	/** tracked changes side by side, which are one for the reader */
	private tracked: Tracked[] = [];

	private readonly written = new Set<Run>();

	constructor(
		private readonly story: Story,
		private readonly edits: StoryEdits,
	) {
		const touched = new Set([...edits.pieces.keys()].map(({ run }) => run));
		this.places = [...edits.patches, ...touched].sort((a, b) => a.start - b.start);
	}

	write(): string {
		this.between(0, this.story.xml.length);
		this.settle();
		return this.done.join('') + this.out.join('');
	}

	/** Part of the story; runs may lie inside others, as those of a text box do. */
	private between(from: number, to: number): void {
		let done = from;
		const first = fittingFirst(this.places, ({ start }) => start < from);
		for (let i = first; i < this.places.length; i++) {
			const place = this.places[i]!;
			if (place.start >= to) break;
			if (place.start < done) continue;
			this.emit(this.story.xml.slice(done, place.start));
			if ('xml' in place) this.emit(place.xml);
			else this.writeRun(place);
			done = place.end;
		}
		this.emit(this.story.xml.slice(done, to));
	}

	private emit(xml: string): void {
		if (xml === '') return;
		this.settle();
		if (this.out.push(xml) < 500) return;
		this.done.push(this.out.join(''));
		this.out = [];
	}

	private writeRun(run: Run): void {
		const { story, edits } = this;
		let isOpen = false;
		const open = () => {
			if (!isOpen) this.emit(run.open + this.propertiesOf(run));
			isOpen = true;
		};
		const close = () => {
			if (isOpen && run.open !== '') this.out.push(`</${story.prefix}r>`);
			isOpen = false;
		};
		const inside = (from: number, to: number) => {
			if (from >= to) return;
			open();
			this.between(from, to);
		};
		let done = run.bodyStart;
		for (const piece of run.pieces) {
			const own = edits.pieces.get(piece);
			if (own === undefined) continue;
			inside(done, piece.start);
			done = piece.end;
			this.writePiece(piece, own, open, close);
		}
		inside(done, run.bodyEnd);
		close();
	}

	private writePiece(
		{ run, text, start, end }: Piece,
		steps: Step[],
		open: () => void,
		close: () => void,
	): void {
		let kept = '';
		let done = 0;
		const flush = () => {
			if (kept === '') return;
			open();
			const isWhole = kept === text && steps.every(({ mark }) => mark !== undefined);
			this.emit(isWhole ? this.story.xml.slice(start, end) : this.text('t', kept));
			kept = '';
		};
		for (const { start: at, end: next, inserted, mark } of inOrder(steps)) {
			kept += text.slice(done, at);
			done = next;
			if (mark === undefined && this.edits.author === undefined) {
				kept += inserted;
				continue;
			}
			flush();
			close();
			if (mark === undefined) this.tracked.push({ run, deleted: text.slice(at, next), inserted });
			else this.emit(mark.xml);
		}
		kept += text.slice(done);
		flush();
	}

	/**
	 * Writes the tracked changes that stand side by side as one deletion and one insertion. An insertion inside of
	 * another author's stands between two parts of that.
	 */
	private settle(): void {
		const changes = this.tracked;
		if (changes.length === 0) return;
		this.tracked = [];
		const deleted = this.runs(changes, 'deleted', 'delText');
		const inserted = this.runs(changes, 'inserted', 't');
		if (deleted !== '') this.out.push(this.change('del', deleted));
		if (inserted === '') return;
		const xml = this.change('ins', inserted);
		const around = changes[0]!.run.insertion;
		this.out.push(around ? around.close + xml + this.withNewIds(around.open) : xml);
	}

	/** What is deleted or inserted, in a run for each formatting. */
	private runs(changes: Tracked[], which: 'deleted' | 'inserted', name: 't' | 'delText'): string {
		let xml = '';
		for (let i = 0; i < changes.length;) {
			const { run } = changes[i]!;
			let text = '';
			for (; changes[i]?.run === run; i++) text += changes[i]![which];
			if (text === '') continue;
			const content = this.propertiesOf(run) + this.text(name, text);
			xml += `${run.open}${content}</${this.story.prefix}r>`;
		}
		return xml;
	}

	private change(name: 'del' | 'ins', content: string): string {
		const w = this.story.prefix;
		return `<${w}${name} ${attributesOf(this.edits.author!, w, this.edits.nextId())}>${content}</${w}${name}>`;
	}

	/** A run that is cut into several has each number of a change of its formatting once. */
	private propertiesOf(run: Run): string {
		if (!run.properties.includes('rPrChange')) return run.properties;
		const isFirst = !this.written.has(run);
		this.written.add(run);
		return isFirst ? run.properties : this.withNewIds(run.properties);
	}

	private withNewIds(xml: string): string {
		return xml.replace(
			/(\s[\w.-]+:id\s*=\s*)(?:"-?\d*"|'-?\d*')/g,
			(_, name: string) => `${name}"${this.edits.nextId()}"`,
		);
	}

	private text(name: 't' | 'delText', text: string): string {
		const w = this.story.prefix;
		return `<${w}${name} xml:space="preserve">${escapeXml(text)}</${w}${name}>`;
	}
}

/** Whose a tracked change is. */
export function attributesOf({ name, date }: Author, prefix: string, id: number): string {
	return `${prefix}id="${id}" ${prefix}author="${escapeXml(name)}" ${prefix}date="${date}"`;
}

/**
 * Changes and marks in the order of the text, each comment's beginning before its end. A mark inside of a change
 * moves to its edge.
 */
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
