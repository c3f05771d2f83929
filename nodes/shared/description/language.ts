import type { INodeProperties } from 'n8n-workflow';

/** A language that the texts in rows may use. */
export type Language = 'chinese' | 'english';

/** A text for rows in each language: one that lacks a language does not compile. */
export type Wording = Readonly<Record<Language, string>>;

/** An entry of Options; `readLanguage` reads it. */
export const languageProperty: INodeProperties = {
	displayName: 'Language of Texts',
	name: 'language',
	type: 'options',
	options: [
		{ name: 'Chinese', value: 'chinese' },
		{ name: 'English', value: 'english' },
	],
	default: 'english',
};

/** The language that Options name; English for anything else. */
export function readLanguage({ language }: { language?: unknown }): Language {
	return language === 'chinese' ? 'chinese' : 'english';
}
