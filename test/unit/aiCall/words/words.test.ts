import { REASONS } from '../../../../nodes/IflytekAiCall/words/reasons';
import { reason, reworded, text } from '../../../../nodes/IflytekAiCall/words/say';
import { TEXTS } from '../../../../nodes/IflytekAiCall/words/texts';
import type { Said } from '../../../../nodes/shared/problem/language';
import { AI_CALL_CODES } from '../../../../nodes/shared/aiCall/codes';
import { HAN, latinWords } from '../../../support/chinese';

const placesIn = (words: string) => [
	...new Set([...words.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)),
];

const CODES = Object.entries(AI_CALL_CODES).map(
	([code, { message, remedy, chinese }]) =>
		[code, [message, chinese.message, remedy, chinese.remedy]] as const,
);

it.each(
	[...Object.entries<Said>({ ...REASONS, ...TEXTS }), ...CODES].flatMap(([code, said]) =>
		[0, 2].flatMap((at) => (said[at] === undefined ? [] : [[code, said[at], said[at + 1]!]])),
	) as Array<[string, string, string]>,
)('%s says the same values in both languages', (_, english, chinese) => {
	expect(placesIn(chinese).sort()).toEqual(placesIn(english).sort());
	expect(english).not.toMatch(HAN);
	expect(latinWords(chinese)).toEqual([]);
	// what has nothing but values needs no words
	const hasWords = (words: string) => /\p{L}{3}/u.test(words.replace(/\{\w+\}/g, ''));
	if (hasWords(english)) expect(chinese).toMatch(HAN);
	else expect(hasWords(chinese)).toBe(false);
});

it('a value comes in the language of the sentence, and is no place in it', () => {
	const why = reason('tooManyRows', 60, text('inEarlierCalls', 20), '{0}');
	expect(why.message).toBe(
		'There are 60 rows, 20 of them in earlier calls of the tool, and one run may send {0}',
	);
	expect(why.chinese.message).toBe(
		'共有 60 行（其中 20 行在此前的工具调用中），而每次运行最多发送 {0} 行',
	);
});

it('a problem that is told anew keeps what it was, in both languages', () => {
	const first = { ...reason('noLine', '0551'), code: '200200' };
	expect(reworded(first, 'later')).toEqual({
		message: "Not sent, because of an earlier request: There is no line '0551'",
		remedy: first.remedy,
		chinese: {
			message: '因前面的请求失败而未发送：没有线路“0551”',
			remedy: first.chinese.remedy,
		},
		code: '200200',
		retryClass: 'never',
	});
});

it('what has no Chinese words is quoted as it is', () => {
	const foreign = { message: 'Boom', remedy: 'Mind it.', retryClass: 'never' as const };
	expect(reworded(foreign, 'later').chinese).toEqual({
		message: '因前面的请求失败而未发送：Boom',
		remedy: 'Mind it.',
	});
});
