/** A language that the texts in rows may use. */
export type Language = 'chinese' | 'english';

/** A text for rows in each language: one that lacks a language does not compile. */
export type Wording = Readonly<Record<Language, string>>;

/** What happened, one sentence without a final period, and what to do about it. */
export interface Words {
	message: string;
	remedy: string;
}

/** A text in both languages, {0} and so on in place of values. */
export type Pair = readonly [english: string, chinese: string];

/** A message, and a remedy where there is one. */
export type Said = Pair | readonly [...message: Pair, ...remedy: Pair];

/** A value in a text; a Wording if it depends on the language. */
export type Value = Wording | number | string;

/** The language that Options name; English for anything else. */
export function readLanguage({ language }: { language?: unknown }): Language {
	return language === 'chinese' ? 'chinese' : 'english';
}

/** Between the parts of a list. */
export const SEPARATOR: Wording = { english: ', ', chinese: '、' };

/** A text made in the same way in both languages. */
export function inBoth(word: (language: Language) => string): Wording {
	return { english: word('english'), chinese: word('chinese') };
}

/** A text with its values in it. */
export function filled(
	text: string,
	values: Readonly<Record<string, Value>> | readonly Value[],
	language: Language,
): string {
	return text.replace(/\{(\w+)\}/g, (_, place: string) => {
		const value = (values as Readonly<Record<string, Value>>)[place] ?? '';
		return typeof value === 'object' ? value[language] : String(value);
	});
}

/** A text with its values in it, in both languages. */
export function worded([english, chinese]: Pair, values: readonly Value[] = []): Wording {
	return inBoth((language) => filled({ english, chinese }[language], values, language));
}

/**
 * A problem's words in both languages.
 * @param values for {0} and so on
 * @param of the problem to report: its words fill {message} and {remedy}; its remedy stays where `said` has none
 */
export function say(
	said: Said,
	values: readonly Value[] = [],
	of?: Words & { chinese?: Words },
): Words & { chinese: Words } {
	const kept = of === undefined ? '' : '{remedy}';
	const [message, messageInChinese, remedy = kept, remedyInChinese = kept] = said;
	const inWords = (language: Language, what: string, whatToDo: string): Words => {
		const places = { ...values, ...(of && wordsIn(of, language)) };
		return { message: filled(what, places, language), remedy: filled(whatToDo, places, language) };
	};
	return {
		...inWords('english', message, remedy),
		chinese: inWords('chinese', messageInChinese, remedyInChinese),
	};
}

/** A problem with another remedy, which may quote its own words, in the languages that it has. */
export function withRemedy<P extends Words & { chinese?: Words }>(
	problem: P,
	remedy: Pair,
	values: readonly Value[] = [],
): P {
	const { chinese, ...words } = say(['{message}', '{message}', ...remedy], values, problem);
	return { ...problem, ...words, chinese: problem.chinese && chinese };
}

/** A problem's words in a language; in English where it has no others. */
export function wordsIn(problem: Words & { chinese?: Words }, language: Language): Words {
	const { message, remedy } = (language === 'chinese' && problem.chinese) || problem;
	return { message, remedy };
}
