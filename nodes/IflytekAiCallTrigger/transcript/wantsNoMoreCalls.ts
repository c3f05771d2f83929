import { answeredBy, isOfMachine } from './answeredBy';
import { keyEndsCalls, pressedKey } from './keypad';
import { compileTable, has, places, without, type Place } from './matching';
import { ABOUT_CALLS } from './phrases';
import { plainText, sentences, withoutFillers } from './plainText';

/** One line of the other side, and the robot's words before it. */
export interface HeardLine {
	text: string;
	robotBefore: string;
}

const phrases = compileTable(ABOUT_CALLS);

/** More than anybody says in a call. The rest is not read, and then no wish is ruled out. */
const MAX_CHARACTERS = 20_000;

/** Who answered, and whether they want no more calls; a wish is ruled out only if no line is missing (`isWhole`). */
export function interpretLines(all: HeardLine[], isWhole = true) {
	const read = beginning(all);
	const echoes = new Set(read.filter(isEcho));
	const who = answeredBy(read.filter((line) => !echoes.has(line)).map(({ text }) => text));
	let overall: Wants = 'notSaid';
	let wish: string | null = null;
	for (const line of read) {
		if (isOfMachine(line.text)) continue;
		for (const { wants, sentence } of echoes.has(line) ? saidInEcho(line) : saidInLine(line)) {
			if (wants === 'yes' && overall !== 'yes') wish = sentence;
			overall = combined(overall, wants);
		}
	}
	const characters = all.reduce((sum, { text }) => sum + text.length, 0);
	const isRead = isWhole && characters <= MAX_CHARACTERS;
	const isNo = overall === 'notSaid' && who === 'person' && isRead;
	return {
		// an assistant may have put the call through: only a person says this
		answeredBy: overall === 'yes' ? 'person' : who,
		/** true if a sentence says so, false if a person spoke and nothing comes near it */
		wantsNoMoreCalls: overall === 'yes' || (isNo ? false : 'unknown'),
		wantsNoMoreCallsSentence: overall === 'yes' ? wish : null,
	};
}

/** The robot's own words, heard again on the line, or repeated by the customer. */
function isEcho({ text, robotBefore }: HeardLine): boolean {
	const line = plainText(text).replace(/,/g, '');
	return line.length > 5 && plainText(robotBefore).replace(/,/g, '').includes(line);
}

/** The lines up to `MAX_CHARACTERS`, the last one cut. */
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
 * What a sentence says of further calls. `denied`: it has the words of a wish, but not the wish; `welcome`: further
 * calls are welcome at another time or number.
 */
type Wants = 'yes' | 'maybe' | 'denied' | 'welcome' | 'notSaid';

/** A clear wish stays until it is taken back. */
function combined(before: Wants, next: Wants): Wants {
	if (next === 'denied') return 'maybe';
	if (next === 'welcome') return before === 'yes' ? 'maybe' : before;
	return next === 'notSaid' || before === 'yes' ? before : next;
}

type SentenceMeaning = { wants: Wants; sentence: string };

/** What each sentence of a line says, and what the line says as an answer to the robot. */
function saidInLine({ text, robotBefore }: HeardLine): SentenceMeaning[] {
	const line = withoutFillers(plainText(text));
	// asked about nuisance calls in general, people talk about other callers
	const isGeneral =
		has(plainText(robotBefore), phrases.aboutSuchCalls) && !has(line, phrases.toTheCaller);
	const found = sentences(text).map((sentence): SentenceMeaning => {
		const wants = wantsInSentence(sentence, line, robotBefore);
		return { wants: isGeneral && wants === 'yes' ? 'maybe' : wants, sentence };
	});
	return [...found, { wants: agreement(text, line, robotBefore), sentence: text.trim() }];
}

/** 请说…, 您可以回答…: the robot's own words may then be the answer. */
const ASKS_FOR_WORDS = /[说讲]|回[答复]/u;

/** People repeat the robot's own words to say that they want no more calls, above all where it has asked for words. */
function saidInEcho(line: HeardLine): SentenceMeaning[] {
	const asks = ASKS_FOR_WORDS.test(plainText(line.robotBefore));
	return saidInLine(line)
		.filter(({ wants }) => wants === 'yes' || (asks && wants === 'maybe'))
		.map(({ sentence }) => ({ wants: 'maybe', sentence }));
}

const QUESTION =
	/[吗嘛呢吧么]$|(?:好不好|行不行|可不可以|对不对|确认|怎么样)$|是否|是不是|要不要|需不需要|请(?:说|按|回答|回复)[^,]{0,6}$/u;

const lastClauses = (text: string): string => text.split(',').slice(-2).join();

/** Agreeing to an end of calls that the robot offered: clear only if the robot asked for a yes or a key. */
function agreement(text: string, line: string, robotBefore: string): Wants {
	const robot = sentences(robotBefore).map((sentence) => plainText(sentence));
	const key = pressedKey(text);
	if (key !== undefined) return wantsByKey(key, robotBefore);
	const isWelcome = has(lastClauses(robot.join()), phrases.asksIfWelcome);
	if (isWelcome && has(line, phrases.disagrees)) return 'yes';
	if (!robot.some((sentence) => has(sentence, phrases.asksIfWanted))) return 'notSaid';
	const last = robot.map((sentence) => QUESTION.test(sentence)).lastIndexOf(true);
	// the sentence before a short question belongs to it: 以后不再给您打电话。您看可以吗？
	const first = (robot[last] ?? '').length > 12 ? last : Math.max(last - 1, 0);
	const asked = robot.slice(first, last + 1);
	const isAsked = last !== -1 && has(lastClauses(asked.join()), phrases.asksIfWanted);
	if (has(line, phrases.agreesTo)) return 'yes';
	if (!has(line, phrases.agrees)) return 'notSaid';
	return isAsked ? 'yes' : 'maybe';
}

function wantsByKey(key: string, robotBefore: string): Wants {
	const robot = plainText(robotBefore);
	const isWelcome = has(robot, phrases.asksIfWelcome);
	if (!isWelcome && !has(robot, phrases.asksIfWanted)) return 'notSaid';
	const isEnd = keyEndsCalls(key, robotBefore, (words) => has(words, phrases.asksIfWanted));
	if (isEnd === 'yes') return 'yes';
	return isEnd === 'no' && !isWelcome ? 'notSaid' : 'maybe';
}

/** @param line all that was said at once: a reason may be in another sentence */
function wantsInSentence(sentence: string, line: string, robotBefore: string): Wants {
	const plain = withoutFillers(plainText(sentence));
	const joined = plain.replace(/,/g, '');
	const aboutThisCall =
		(has(line, phrases.aboutThisCall) && !has(line, phrases.annoyed)) ||
		has(`${line},${plainText(robotBefore)}`, phrases.otherThanCalls);
	const clear = [
		...places(plain, phrases.clearWish),
		...(aboutThisCall ? [] : places(plain, phrases.wishUnlessBusy)),
		...(aboutThisCall || !has(line, phrases.refuses) ? [] : places(plain, phrases.wishIfRefusing)),
	];
	const judged = clear.map(meaningOf);
	if (judged.includes('yes')) return 'yes';
	if (judged.includes('denied')) return 'denied';
	if (judged.length > 0) return 'maybe';
	// 不要再，打电话了: speech recognition puts a comma anywhere
	const torn = places(joined, phrases.clearWish).filter(({ phrase }) =>
		/^(?:别|不要)[再在]/u.test(phrase),
	);
	if (torn.some((place) => meaningOf(place) === 'yes')) return 'yes';
	if (has(joined, phrases.wishUnlessBusy) || has(joined, phrases.wishIfRefusing)) return 'maybe';
	const isNear = has(without(joined, phrases.otherSubject), phrases.nearWish);
	if (has(plain, phrases.takenBack) || has(plain, phrases.recognizes))
		return isNear ? 'denied' : 'welcome';
	return isNear ? 'maybe' : 'notSaid';
}

/** Whether a phrase keeps its meaning in its context. */
function meaningOf({ before, phrase, after }: Place): 'yes' | 'denied' | 'limited' {
	const plain = before + phrase + after;
	if (has(before, phrases.deniedBefore) && !has(plain, phrases.deniedInVain)) return 'denied';
	if (has(before, phrases.correctedBefore) && has(after, phrases.correctedBy)) return 'denied';
	const clause = before.slice(before.lastIndexOf(',') + 1);
	// 要是再打我就投诉 is not a condition
	const threatens = /^[再还在谁哪投举报]/u.test(phrase);
	if (!threatens && has(clause, phrases.limitBefore)) return 'limited';
	const isForGood = /[再在]/u.test(phrase) || /^我?了/u.test(after) || /了$/u.test(phrase);
	if (!isForGood && has(clause + phrase, phrases.conditionBefore)) return 'limited';
	if (has(phrase, phrases.limitWithin)) return 'limited';
	if (has(phrase, phrases.otherLine) && !has(plain, phrases.allOfThem)) return 'limited';
	const isTakenBack =
		has(`${before},${after}`, phrases.takenBack) || has(after, phrases.recognizes);
	return isTakenBack ? 'limited' : 'yes';
}
