import type { Piece, Run, Story } from './story';

/** A change inside of one piece, in UTF-16 indexes of its text. */
export interface PieceChange {
	from: number;
	to: number;
	inserted: string;
}

/** A mark between two characters: where a comment begins or ends. */
export interface Mark {
	at: number;
	kind: 'begin' | 'end';
	xml: string;
}

/** Whose changes are tracked. */
export interface Author {
	name: string;
	/** as ISO 8601 in UTC, without milliseconds */
	date: string;
}

/** The changes of a story. */
export interface StoryEdits {
	changes: ReadonlyMap<Piece, PieceChange[]>;
	marks: ReadonlyMap<Piece, Mark[]>;
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

class StoryWriter {
	/** those with a change in them, in the order in which they begin */
	private readonly runs: Run[];

	constructor(
		private readonly story: Story,
		private readonly edits: StoryEdits,
	) {
		const touched = new Set<Run>();
		for (const piece of [...edits.changes.keys(), ...edits.marks.keys()]) touched.add(piece.run);
		this.runs = [...touched].sort((a, b) => a.start - b.start);
	}

	write(): string {
		return this.between(0, this.story.xml.length);
	}

	/** Part of the story; runs may lie inside others, as those of a text box do. */
	private between(from: number, to: number): string {
		const parts: string[] = [];
		let done = from;
		for (let i = this.firstFrom(from); i < this.runs.length; i++) {
			const run = this.runs[i]!;
			if (run.start >= to) break;
			if (run.start < done) continue;
			parts.push(this.story.xml.slice(done, run.start), this.rewritten(run));
			done = run.end;
		}
		parts.push(this.story.xml.slice(done, to));
		return parts.join('');
	}

	private firstFrom(start: number): number {
		let [low, high] = [0, this.runs.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if (this.runs[middle]!.start < start) low = middle + 1;
			else high = middle;
		}
		return low;
	}

	private rewritten(run: Run): string {
		const parts: string[] = [];
		const close = run.open === '' ? '' : `</${this.story.prefix}r>`;
		let isOpen = false;
		const inside = (xml: string) => {
			if (xml === '') return;
			if (!isOpen) parts.push(run.open, run.properties);
			isOpen = true;
			parts.push(xml);
		};
		const outside = (xml: string) => {
			if (isOpen) parts.push(close);
			isOpen = false;
			parts.push(xml);
		};
		let done = run.bodyStart;
		for (const piece of run.pieces) {
			const marks = this.edits.marks.get(piece) ?? [];
			const changes = this.edits.changes.get(piece) ?? [];
			if (marks.length + changes.length === 0) continue;
			inside(this.between(done, piece.start));
			done = piece.end;
			this.writePiece(piece, changes, marks, inside, outside);
		}
		inside(this.between(done, run.bodyEnd));
		if (isOpen) parts.push(close);
		return parts.join('');
	}

	private writePiece(
		piece: Piece,
		changes: PieceChange[],
		marks: Mark[],
		inside: (xml: string) => void,
		outside: (xml: string) => void,
	): void {
		const { author } = this.edits;
		if (changes.length === 0 && marks.every(({ at }) => at <= 0 || at >= piece.text.length)) {
			for (const { xml } of marks.filter(({ at }) => at <= 0)) outside(xml);
			inside(this.story.xml.slice(piece.start, piece.end));
			for (const { xml } of marks.filter(({ at }) => at > 0)) outside(xml);
			return;
		}
		let kept = '';
		let done = 0;
		const flush = () => {
			inside(this.text('t', kept));
			kept = '';
		};
		for (const step of inOrder(changes, marks)) {
			kept += piece.text.slice(done, step.at);
			done = step.at;
			if ('xml' in step) {
				flush();
				outside(step.xml);
			} else if (author === undefined) {
				kept += step.inserted;
				done = step.to;
			} else {
				flush();
				outside(this.deleted(piece, piece.text.slice(step.at, step.to), author));
				outside(this.inserted(piece, step.inserted, author));
				done = step.to;
			}
		}
		kept += piece.text.slice(done);
		flush();
	}

	private deleted({ run }: Piece, text: string, author: Author): string {
		return text === '' ? '' : this.tracked('del', run, this.text('delText', text), author);
	}

	/** An insertion inside of another author's stands between two parts of that. */
	private inserted({ run }: Piece, text: string, author: Author): string {
		if (text === '') return '';
		const xml = this.tracked('ins', run, this.text('t', text), author);
		return run.insertion ? run.insertion.close + xml + run.insertion.open : xml;
	}

	private tracked(name: 'del' | 'ins', run: Run, content: string, author: Author): string {
		const w = this.story.prefix;
		const by = `${w}id="${this.edits.nextId()}" ${w}author="${escapeXml(author.name)}" ${w}date="${author.date}"`;
		return `<${w}${name} ${by}>${run.open}${run.properties}${content}</${w}r></${w}${name}>`;
	}

	private text(name: 't' | 'delText', text: string): string {
		const w = this.story.prefix;
		return text === '' ? '' : `<${w}${name} xml:space="preserve">${escapeXml(text)}</${w}${name}>`;
	}
}

/**
 * Changes and marks in the order of the text. A mark inside of a change moves to its edge; what ends comes
 * before what begins.
 */
function inOrder(
	changes: PieceChange[],
	marks: Mark[],
): Array<{ at: number; to: number; inserted: string } | Mark> {
	const moved = marks.map((mark) => {
		const around = changes.find(({ from, to }) => from < mark.at && mark.at < to);
		return around ? { ...mark, at: mark.kind === 'begin' ? around.from : around.to } : mark;
	});
	const steps = [
		...changes.map(({ from, to, inserted }) => ({ at: from, to, inserted })),
		...moved,
	];
	const rank = (step: (typeof steps)[number]) =>
		'kind' in step ? (step.kind === 'end' ? 0 : 1) : 2;
	return steps.sort((a, b) => a.at - b.at || rank(a) - rank(b));
}

/** Text as XML content or as the value of an attribute in double quotes. */
export function escapeXml(text: string): string {
	return text
		.replace(/&/g, '&amp;')
		.replace(/</g, '&lt;')
		.replace(/>/g, '&gt;')
		.replace(/"/g, '&quot;');
}
