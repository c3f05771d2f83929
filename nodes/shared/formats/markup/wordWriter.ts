import type { LockedPart } from '../prose/obstacles';
import { ProseWriter, type Prose, type TextRange, type UnreadPlace } from '../prose/prose';

const SPACE_OR_WORD = /[\t\n\f\r ]+|[^\t\n\f\r ]+/g;
const CHINESE = /[\p{Script=Han}\u2014\u2018\u2019\u201c\u201d\u2026\u3000-\u303f\uff00-\uffef]/u;
const READING_SWITCH = /^<!--\s*(\w+)\s+(off|on)\s*-->$/i;

/**
 * Puts the words of a marked-up document together as a reader sees them: white space of the source counts as
 * one space, a line break between two Chinese characters as nothing, and what stands between the marks
 * `<!-- TOOL off -->` and `<!-- TOOL on -->` is left out.
 */
export class WordWriter extends ProseWriter {
	private isOff = false;
	private readonly unreadPlaces: UnreadPlace[] = [];
	/** the last character of the paragraph so far */
	private last = '';
	/** white space that counts once a word follows */
	private space: TextRange | undefined;

	constructor(
		document: string,
		private readonly tool: string,
	) {
		super(document);
	}

	/** Words, which may be changed unless `locked` says what they are. */
	override text(start: number, end: number, locked?: LockedPart): void {
		if (this.isOff || start === end) return;
		for (const { 0: part, index } of this.document.slice(start, end).matchAll(SPACE_OR_WORD)) {
			const from = start + index;
			const to = from + part.length;
			if (/[\t\n\f\r ]/.test(part[0]!)) this.white(from, to);
			else {
				this.join(part, locked);
				if (locked === undefined) super.text(from, to);
				else super.locked(from, to, locked);
			}
		}
	}

	/** White space of the source, with what readers do not see in it, such as the marks of a quote. */
	white(start: number, end: number): void {
		if (this.last !== '') this.space = { start: this.space?.start ?? start, end };
	}

	/** Words that stay as they are. @param reads how a reader sees them */
	override locked(
		start: number,
		end: number,
		what: LockedPart,
		reads = this.document.slice(start, end),
	): void {
		if (this.isOff || reads === '') return;
		if (/^\s+$/.test(reads)) this.white(start, end);
		else {
			this.join(reads);
			super.locked(start, end, what, reads);
		}
	}

	/** A comment, which may switch reading off or on. */
	comment(source: string): void {
		const [, tool = '', state = ''] = READING_SWITCH.exec(source) ?? [];
		if (tool.toLowerCase() === this.tool) this.isOff = state.toLowerCase() === 'off';
	}

	unread(what: UnreadPlace['what'], start: number, end: number): void {
		if (!this.isOff) this.unreadPlaces.push({ what, start, end });
	}

	override prose(): Prose {
		return { ...super.prose(), unread: this.unreadPlaces };
	}

	override break(): void {
		super.break();
		this.last = '';
		this.space = undefined;
	}

	private join(next: string, locked?: LockedPart): void {
		const { start, end } = this.space ?? { start: 0, end: 0 };
		const source = this.document.slice(start, end);
		const isNone =
			source === '' || (/[\n\r]/.test(source) && CHINESE.test(this.last) && CHINESE.test(next[0]!));
		if (source === ' ' && locked === undefined) super.text(start, end);
		else if (!isNone) super.locked(start, end, 'whiteSpace', ' ');
		this.space = undefined;
		this.last = next.at(-1)!;
	}
}
