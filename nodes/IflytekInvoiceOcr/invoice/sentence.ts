import { fieldLabel, fieldTitle, type FieldName, type FieldNaming } from './elements';

/** What is wrong with an invoice, with its values, in both languages that rows may use. */
export interface Sentence {
	english: string;
	chinese: string;
}

/** One sentence in both languages. */
export function say(english: string, chinese: string): Sentence {
	return { english, chinese };
}

/** The sentence that goes with a row's labels. */
export function inLanguageOf(naming: FieldNaming): (sentence: Sentence) => string {
	return ({ english, chinese }) => (naming === 'chinese' ? chinese : english);
}

/** What sentences call a field. */
export function titleOf(name: FieldName): Sentence {
	return say(fieldTitle(name), fieldLabel(name, 'chinese'));
}

/** The sentence about one line, counted from 0. */
export function ofLine(index: number, { english, chinese }: Sentence): Sentence {
	return say(`Line ${index + 1}: ${english}`, `第 ${index + 1} 行：${chinese}`);
}
