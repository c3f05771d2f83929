import { plainText, sentences, withoutFillers } from './plainText';

const DIGITS = '零一二三四五六七八九';
const KEY = `([0-9幺两井星${DIGITS}])`;

/** A key that was pressed, once or again, or named: 9, 按九, 我按9号键. */
const PRESSED = new RegExp(`^我?(?:按|选)?(?:了|的是)?${KEY}\\1*(?:号键?|键)?(?:吧|谢谢|,)?$`, 'u');

/** Where the robot says which key does something. */
const NAMED = new RegExp(`按(?:一下|数字|键盘)?${KEY}(?:号键?|键)?`, 'gu');

/** Beside the key, where a clause says nothing else: what the key does stands before it. */
const NOTHING_ELSE = /^[也您请就可以麻烦直接现在]*$/u;

const QUOTES = /["'“”‘’「」『』【】[\]()（）《》]/gu;

const asDigit = (key: string): string =>
	key === '幺' ? '1' : key === '两' ? '2' : DIGITS.includes(key) ? `${DIGITS.indexOf(key)}` : key;

/** # and * by their names, which remain where other signs are taken for pauses. */
const withKeyNames = (text: string): string =>
	text.replace(/[#＃]/gu, '井号').replace(/[*＊]/gu, '星号').replace(QUOTES, '');

/** The key that somebody has pressed or named, and nothing else; undefined for other words. */
export function pressedKey(text: string): string | undefined {
	const key = PRESSED.exec(withoutFillers(plainText(withKeyNames(text))))?.[1];
	return key && asDigit(key);
}

/**
 * Whether a key is the one for something: `yes` and `no` only where the clause that names the key says so,
 * by itself (退订请按1) or together with the one before it (如需退订，请按1。).
 * @param isFor whether words of the robot are about it
 */
export function isKeyFor(
	key: string,
	robotBefore: string,
	isFor: (text: string) => boolean,
): 'yes' | 'no' | 'unknown' {
	for (const sentence of sentences(withKeyNames(robotBefore))) {
		const clauses = plainText(sentence).split(',');
		for (const [at, clause] of clauses.entries()) {
			const keys = [...clause.matchAll(NAMED)].map(([, named]) => asDigit(named!));
			if (!keys.includes(key)) continue;
			if (keys.length > 1) return 'unknown';
			if (isFor(clause)) return 'yes';
			const before = clauses[at - 1] ?? '';
			const isAboutIt = before.search(NAMED) === -1 && isFor(before);
			if (!NOTHING_ELSE.test(clause.replace(NAMED, ''))) return isAboutIt ? 'unknown' : 'no';
			return isAboutIt && at === clauses.length - 1 ? 'yes' : 'unknown';
		}
	}
	return 'unknown';
}
