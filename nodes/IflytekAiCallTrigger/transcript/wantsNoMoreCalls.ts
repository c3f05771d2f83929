import { answeredBy, lineKind, type AnsweredBy } from './answeredBy';
import { keyEndsCalls, pressedKey } from './keypad';
import { compileTable, has, places, without } from './matching';
import { ABOUT_CALLS } from './phrases';
import { plainText, sentences, withoutFillers } from './plainText';

/** Who answered, and whether that person wants no more calls. */
export interface Interpretation {
	answeredBy: AnsweredBy;
	/** true where a sentence says so, false where a person spoke and nothing comes near to it */
	wantsNoMoreCalls: boolean | 'unknown';
	/** the sentence that says so */
	wantsNoMoreCallsSentence: string | null;
}

/** One line of the other side, and the robot's words before it. */
export interface HeardLine {
	text: string;
	robotBefore: string;
}

const phrases = compileTable(ABOUT_CALLS);

/** More than anybody says in a call. The rest is not read, and then no wish is ruled out. */
const MAX_CHARACTERS = 20_000;

/**
 * Finds out who answered, and whether that person wants no more calls.
 * @param isWhole whether no line is missing; otherwise a wish is never ruled out
 */
export function interpretLines(all: HeardLine[], isWhole = true): Interpretation {
	const read = beginning(all);
	const echoes = new Set(read.filter(isEcho));
	const who = answeredBy(read.filter((line) => !echoes.has(line)).map(({ text }) => text));
	let overall: Verdict = { wants: 'notSaid' };
	for (const line of read) {
		const kind = lineKind(line.text);
		if (kind === 'voicemail' || kind === 'announcement') continue;
		const found = echoes.has(line) ? verdictsOfEcho(line) : verdicts(line);
		for (const verdict of found) overall = combine(overall, verdict);
	}
	const { wants, sentence = null } = overall;
	const characters = all.reduce((sum, { text }) => sum + text.length, 0);
	const isRead = isWhole && characters <= MAX_CHARACTERS;
	const isNo = wants === 'notSaid' && who === 'person' && isRead;
	return {
		// an assistant may have put the call through: whoever says so is a person
		answeredBy: wants === 'yes' ? 'person' : who,
		wantsNoMoreCalls: wants === 'yes' || (isNo ? false : 'unknown'),
		wantsNoMoreCallsSentence: sentence,
	};
}

/** The robot's own words, heard again on the line, or repeated by the customer. */
function isEcho({ text, robotBefore }: HeardLine): boolean {
	const line = plainText(text).replace(/,/g, '');
	return line.length > 5 && plainText(robotBefore).replace(/,/g, '').includes(line);
}

/** The lines up to a number of characters, the last one cut. */
function beginning(lines: HeardLine[]): HeardLine[] {
	const found: HeardLine[] = [];
	let left = MAX_CHARACTERS;
	for (const { text, robotBefore } of lines) {
		if (left <= 0) break;
		found.push({ text: text.slice(0, left), robotBefore: robotBefore.slice(-300) });
		left -= text.length;
	}
	return found;
}

/**
 * The meaning of one sentence for further calls. `denied`: it has the words of a wish without the wish;
 * `welcome`: further calls are welcome at another time or number.
 */
type Verdict =
	| { wants: 'yes'; sentence: string }
	| { wants: 'maybe' | 'denied' | 'welcome' | 'notSaid'; sentence?: undefined };

/** Combines the verdict so far with the next sentence: a clear wish stays until it is taken back. */
function combine(before: Verdict, next: Verdict): Verdict {
	if (next.wants === 'denied') return { wants: 'maybe' };
	if (next.wants === 'welcome') return before.wants === 'yes' ? { wants: 'maybe' } : before;
	if (next.wants === 'notSaid' || before.wants === 'yes') return before;
	return next;
}

function verdicts({ text, robotBefore }: HeardLine): Verdict[] {
	const line = withoutFillers(plainText(text));
	// asked about nuisance calls, one tells of others
	const isGeneral =
		has(plainText(robotBefore), phrases.aboutSuchCalls) && !has(line, phrases.toTheCaller);
	const found = sentences(text)
		.map((sentence) => verdict(sentence, line, robotBefore))
		.map((each): Verdict => (isGeneral && each.wants === 'yes' ? { wants: 'maybe' } : each));
	return [...found, agreement(text, line, robotBefore)];
}

/** 请说…, 您可以回答…: the robot's own words may then be the answer. */
const ASKS_FOR_WORDS = /[说讲]|回[答复]/u;

/**
 * An echo may be a wish, since people repeat the robot's own words to say that they want no more calls, above
 * all where it has asked for words.
 */
function verdictsOfEcho(line: HeardLine): Verdict[] {
	const asks = ASKS_FOR_WORDS.test(plainText(line.robotBefore));
	const isWish = verdicts(line).some(({ wants }) => wants === 'yes' || (asks && wants === 'maybe'));
	return isWish ? [{ wants: 'maybe' }] : [];
}

const QUESTION =
	/[吗嘛呢吧么]$|(?:好不好|行不行|可不可以|对不对|确认|怎么样)$|是否|是不是|要不要|需不需要|请(?:说|按|回答|回复)[^,]{0,6}$/u;

const lastClauses = (text: string): string => text.split(',').slice(-2).join();

/** Agreeing to an end of calls that the robot has offered: clear only if it was asked for a yes, or a key. */
function agreement(text: string, line: string, robotBefore: string): Verdict {
	const robot = sentences(robotBefore).map((sentence) => plainText(sentence));
	const key = pressedKey(text);
	if (key !== undefined) return keyVerdict(key, text, robotBefore);
	const isWelcome = has(lastClauses(robot.join()), phrases.asksIfWelcome);
	if (isWelcome && has(line, phrases.disagrees)) return { wants: 'yes', sentence: text.trim() };
	if (!robot.some((sentence) => has(sentence, phrases.asksIfWanted))) return { wants: 'notSaid' };
	const last = robot.map((sentence) => QUESTION.test(sentence)).lastIndexOf(true);
	// 以后不再给您打电话。您看可以吗？
	const asked = robot.slice(
		(robot[last] ?? '').length > 12 ? last : Math.max(last - 1, 0),
		last + 1,
	);
	const isAsked = last !== -1 && has(lastClauses(asked.join()), phrases.asksIfWanted);
	if (has(line, phrases.agreesTo) || (isAsked && has(line, phrases.agrees))) {
		return { wants: 'yes', sentence: text.trim() };
	}
	return { wants: has(line, phrases.agrees) ? 'maybe' : 'notSaid' };
}

function keyVerdict(key: string, text: string, robotBefore: string): Verdict {
	const robot = plainText(robotBefore);
	const isWelcome = has(robot, phrases.asksIfWelcome);
	if (!isWelcome && !has(robot, phrases.asksIfWanted)) return { wants: 'notSaid' };
	const isEnd = keyEndsCalls(key, robotBefore, (words) => has(words, phrases.asksIfWanted));
	if (isEnd === 'yes') return { wants: 'yes', sentence: text.trim() };
	return { wants: isEnd === 'no' && !isWelcome ? 'notSaid' : 'maybe' };
}

/** @param line the whole of what was said at once: a reason may stand in another sentence */
function verdict(sentence: string, line: string, robotBefore: string): Verdict {
	const plain = withoutFillers(plainText(sentence));
	const joined = plain.replace(/,/g, '');
	const aboutThisCall =
		(has(line, phrases.aboutThisCall) && !has(line, phrases.annoyed)) ||
		has(`${line},${plainText(robotBefore)}`, phrases.otherThanCalls);
	const clear = [
		...places(plain, phrases.firm),
		...(aboutThisCall ? [] : places(plain, phrases.plain)),
		...(aboutThisCall || !has(line, phrases.refuses) ? [] : places(plain, phrases.soft)),
	];
	const judged = clear.map(({ from, to }) => meaningOf(plain, from, to));
	if (judged.includes('yes')) return { wants: 'yes', sentence };
	if (judged.includes('denied')) return { wants: 'denied' };
	if (judged.length > 0) return { wants: 'maybe' };
	// 不要再，打电话了: speech recognition puts a comma anywhere
	const torn = places(joined, phrases.firm).some(
		({ from, to }) =>
			/^(?:别|不要)[再在]/u.test(joined.slice(from, to)) && meaningOf(joined, from, to) === 'yes',
	);
	if (torn) return { wants: 'yes', sentence };
	if (has(joined, phrases.plain) || has(joined, phrases.soft)) return { wants: 'maybe' };
	const isNear = has(without(joined, phrases.otherSubject), phrases.maybe);
	if (has(plain, phrases.takenBack) || has(plain, phrases.recognizes))
		return { wants: isNear ? 'denied' : 'welcome' };
	return { wants: isNear ? 'maybe' : 'notSaid' };
}

/** Whether a phrase keeps its meaning in its context. */
function meaningOf(plain: string, from: number, to: number): 'yes' | 'denied' | 'limited' {
	const before = plain.slice(0, from);
	const inVain = has(plain, phrases.deniedInVain);
	if (has(before, phrases.deniedBefore) && !inVain) return 'denied';
	const after = plain.slice(to);
	if (has(before, phrases.correctedBefore) && has(after, phrases.correctedBy)) return 'denied';
	const clause = before.slice(before.lastIndexOf(',') + 1);
	// 要是再打我就投诉 is not a condition
	const threatens = /^[再还在谁哪投举报]/u.test(plain.slice(from, to));
	if (!threatens && has(clause, phrases.limitBefore)) return 'limited';
	const phrase = plain.slice(from, to);
	const isForGood = /[再在]/u.test(phrase) || /^我?了/u.test(after) || /了$/u.test(phrase);
	if (!isForGood && has(clause + phrase, phrases.conditionBefore)) return 'limited';
	if (has(phrase, phrases.limitWithin)) return 'limited';
	if (has(phrase, phrases.otherLine) && !has(plain, phrases.allOfThem)) return 'limited';
	const isTakenBack =
		has(`${before},${after}`, phrases.takenBack) || has(after, phrases.recognizes);
	return isTakenBack ? 'limited' : 'yes';
}
