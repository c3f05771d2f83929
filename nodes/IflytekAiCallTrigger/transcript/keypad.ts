import { plainText, sentences, withoutFillers } from './plainText';

const DIGITS = '零一二三四五六七八九';
const KEY = `([0-9幺两井星${DIGITS}])`;

/** A key that was pressed, once or several times, or named: 9, 按九, 好的，我选9号键，谢谢. */
const PRESSED = new RegExp(
	`^[好的嗯那就我选择已经请按了是,]*${KEY}\\1*(?:号键?|键)?[吧谢了,]*$`,
	'u',
);

/** A key that the robot offers. */
const NAMED = new RegExp(`按(?:一下|数字|键盘)?${KEY}(?:号键?|键)?`, 'gu');
const keysIn = (words: string): string[] =>
	[...words.matchAll(NAMED)].map(([, named]) => asDigit(named!));

/** A clause of only a key and these words: the clause before it says what the key does. */
const WORDS_AROUND_KEY = /^[也您请就可以麻烦直接现在]*$/u;

const QUOTES = /["'“”‘’「」『』【】[\]()（）《》]/gu;

const asDigit = (key: string): string =>
	key === '幺' ? '1' : key === '两' ? '2' : DIGITS.includes(key) ? `${DIGITS.indexOf(key)}` : key;

/** Spells # and * out, since `plainText` makes commas of signs. */
const withKeyNames = (text: string): string =>
	text.replace(/[#＃]/gu, '井号').replace(/[*＊]/gu, '星号').replace(QUOTES, '');

/** The key that somebody pressed or named; undefined if the text says anything else. */
export function pressedKey(text: string): string | undefined {
	const key = PRESSED.exec(withoutFillers(plainText(withKeyNames(text))))?.[1];
	return key && asDigit(key);
}

/** 取消退订, 不加入黑名单: takes an end of the calls back. */
const UNDONE =
	/(?:不|别|暂|无需|取消|解除|恢复)(?:需要|想|要|用)?(?:退|拒|免|勿|黑|加入|列入|登记)/u;

/**
 * Whether pressing a key asks for an end of the calls: `yes` if a clause with no other key says so, alone (退订请按1)
 * or together with the clause before it (如需退订，请按1。); `no` if each clause about an end names one other key.
 */
export function keyEndsCalls(
	key: string,
	robotBefore: string,
	mentionsEnd: (words: string) => boolean,
): 'yes' | 'no' | 'unknown' {
	const clauses = sentences(withKeyNames(robotBefore)).flatMap((sentence) => {
		const all = plainText(sentence).split(',');
		return all.map((words, at) => {
			const isEnd = mentionsEnd(words);
			const isRest = at === all.length - 1 && WORDS_AROUND_KEY.test(words.replace(NAMED, ''));
			const before = isRest ? (all[at - 1] ?? '') : '';
			const completes = mentionsEnd(before) && keysIn(before).length === 0;
			return { keys: keysIn(words), isEnd, offer: isEnd ? words : completes ? before : undefined };
		});
	});
	const isOnly = (keys: string[]) => keys.length === 1 && keys[0] === key;
	const offer = clauses.find((clause) => isOnly(clause.keys) && clause.offer !== undefined)?.offer;
	if (offer !== undefined) return UNDONE.test(offer) ? 'unknown' : 'yes';
	const isNamed = clauses.some(({ keys }) => keys.includes(key));
	const ends = clauses.filter(({ isEnd }) => isEnd);
	const endsNameOtherKeys = ends.every(({ keys }) => keys.length === 1 && !isOnly(keys));
	return isNamed && endsNameOtherKeys ? 'no' : 'unknown';
}
