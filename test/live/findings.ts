import { codeOf, outcome, shapeOf, showsNothing, type Answer } from './answer';
import type { AssumptionName } from './assumptions';

/** What was seen of one assumption; `seen` holds shapes and codes, no content. */
export interface Finding {
	verdict: 'as assumed' | 'otherwise' | 'not seen';
	seen: string;
}

/** What the answers of a service have shown of the assumptions. */
export class Findings {
	readonly seen = new Map<AssumptionName, Finding>();

	/** Whether an assumption holds; left open where the answer that was asked for it shows nothing. */
	judge(name: AssumptionName, holds: boolean, seen: string, answer?: Answer): void {
		if (answer && showsNothing(answer)) return this.leaveOpen(outcome(answer), name);
		this.seen.set(name, { verdict: holds ? 'as assumed' : 'otherwise', seen });
	}

	/** By the codes that the answer may have. */
	judgeCode(name: AssumptionName, answer: Answer, ...codes: string[]): void {
		this.judge(name, codes.includes(codeOf(answer)), outcome(answer), answer);
	}

	/** By a list of values; tells the shape of one that does not pass, else of the first. */
	judgeAll(name: AssumptionName, values: unknown[], passes: (value: unknown) => boolean): void {
		if (values.length === 0) return this.leaveOpen('there is none', name);
		const failed = values.filter((value) => !passes(value));
		const count = `${failed.length} of ${values.length}: `;
		this.judge(
			name,
			failed.length === 0,
			failed.length > 0 ? count + shapeOf(failed[0]) : shapeOf(values[0]),
		);
	}

	leaveOpen(why: string, ...names: AssumptionName[]): void {
		for (const name of names) this.seen.set(name, { verdict: 'not seen', seen: why });
	}
}
