/** A language that the texts in rows may use. */
export type Language = 'chinese' | 'english';

/** A text for rows in each language: one that lacks a language does not compile. */
export type Wording = Readonly<Record<Language, string>>;

/** The language that Options name; English for anything else. */
export function readLanguage({ language }: { language?: unknown }): Language {
	return language === 'chinese' ? 'chinese' : 'english';
}
