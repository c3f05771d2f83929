import { PatternError, PatternParser, type Node, type Test } from './patternSyntax';

/** A pattern ready to search texts with. */
export interface WordPattern {
	source: string;
	program: Instruction[];
}

/** Part of a text, in UTF-16 indexes. */
export interface TextRange {
	start: number;
	end: number;
}

type Instruction =
	| { kind: 'character'; test: Test }
	| { kind: 'either'; to: number[] }
	| { kind: 'lineStart' | 'lineEnd' | 'match' };

/** How many instructions repetitions such as {1,500} may expand to. */
const MAX_INSTRUCTIONS = 2000;

/**
 * Compiles a pattern in the part of JavaScript's syntax that can be searched for in time linear in the
 * text: characters, classes, groups, alternatives, ^ and $ for lines, and the greedy quantifiers.
 * @throws PatternError that says what the pattern has beyond that
 */
export function compilePattern(source: string): WordPattern {
	const program: Instruction[] = [];
	const add = (instruction: Instruction): number => {
		if (program.length >= MAX_INSTRUCTIONS)
			throw new PatternError('repeats too much: use smaller numbers in { }');
		return program.push(instruction) - 1;
	};
	const choice = () => {
		const to: number[] = [];
		add({ kind: 'either', to });
		return to;
	};
	const emit = (node: Node): void => {
		switch (node.kind) {
			case 'character':
				add({ kind: 'character', test: node.test });
				break;
			case 'lineStart':
			case 'lineEnd':
				add({ kind: node.kind });
				break;
			case 'sequence':
				node.parts.forEach(emit);
				break;
			case 'alternatives': {
				const starts = choice();
				const ends: number[][] = [];
				for (const part of node.parts) {
					starts.push(program.length);
					emit(part);
					ends.push(choice());
				}
				for (const end of ends) end.push(program.length);
				break;
			}
			case 'repeated': {
				for (let count = 0; count < node.least; count++) emit(node.part);
				if (node.most === Infinity) {
					const loop = program.length;
					const into = choice();
					into.push(program.length);
					emit(node.part);
					choice().push(loop);
					into.push(program.length);
				} else {
					const exits: number[][] = [];
					for (let count = node.least; count < node.most; count++) {
						const into = choice();
						into.push(program.length);
						exits.push(into);
						emit(node.part);
					}
					for (const exit of exits) exit.push(program.length);
				}
				break;
			}
		}
	};
	emit(new PatternParser(source).parse());
	add({ kind: 'match' });
	return { source, program };
}

/** How many steps searches may still take. */
export interface Steps {
	left: number;
}

/**
 * The parts of a text that a pattern covers: everything that lies in some match of it, overlapping parts
 * put together. All possible matches are followed at once, so that the time is at most the length of the
 * text times that of the pattern.
 * @throws PatternError when the steps are used up
 */
export function coveredBy({ program }: WordPattern, text: string, steps: Steps): TextRange[] {
	const covered: TextRange[] = [];
	// where the match at each instruction began, the earliest first
	let current = new Map<number, number>();
	let index = 0;
	for (;;) {
		const code = text.codePointAt(index);
		const open = new Map<number, number>();
		const reach = (at: number, start: number): void => {
			const stack = [at];
			for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
				if (open.has(next)) continue;
				open.set(next, start);
				steps.left--;
				const instruction = program[next]!;
				if (instruction.kind === 'either') stack.push(...instruction.to);
				else if (instruction.kind === 'lineStart') {
					if (index === 0 || isLineBreak(text.charCodeAt(index - 1))) stack.push(next + 1);
				} else if (instruction.kind === 'lineEnd') {
					if (code === undefined || isLineBreak(code)) stack.push(next + 1);
				} else if (instruction.kind === 'match' && start < index) {
					addRange(covered, { start, end: index });
				}
			}
		};
		for (const [at, start] of current) reach(at, start);
		reach(0, index);
		if (steps.left < 0) throw new PatternError('takes too long in a text of this length');
		if (code === undefined) return covered;
		const next = new Map<number, number>();
		for (const [at, start] of open) {
			const instruction = program[at]!;
			if (instruction.kind === 'character' && instruction.test(code) && !next.has(at + 1)) {
				next.set(at + 1, start);
			}
		}
		current = next;
		index += code > 0xffff ? 2 : 1;
	}
}

/** Adds a range that ends after all others, merging those that it overlaps. */
function addRange(ranges: TextRange[], { start, end }: TextRange): void {
	let from = start;
	while (ranges.length > 0 && ranges.at(-1)!.end > from) {
		from = Math.min(from, ranges.pop()!.start);
	}
	ranges.push({ start: from, end });
}

function isLineBreak(code: number): boolean {
	return code === 0x0a || code === 0x0d || code === 0x2028 || code === 0x2029;
}
