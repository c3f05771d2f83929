import * as fc from 'fast-check';
import { readDialog } from '../../../../nodes/IflytekAiCallTrigger/push/dialog';
import { interpretLines } from '../../../../nodes/IflytekAiCallTrigger/transcript/wantsNoMoreCalls';
import { processorTime } from '../../../support/processorTime';

const heard = (...lines: string[]) =>
	interpretLines(lines.map((text) => ({ text, robotBefore: '' })));
const wants = (...lines: string[]) => heard(...lines).wantsNoMoreCalls;

describe('who wants no more calls', () => {
	it.each([
		...['别再打了', '以后别打来', '不要再联系我', '再打我就投诉你', '我已经把你拉黑了'],
		...['把我的号码从你们名单里删了', '退订', '不想再接到你们的推销电话', '別再打電話來了啦'],
		...['唔好再打嚟喇', '莫再打了嘛', 'stop calling me', 'please don’t call me again'],
	])('says so: %s', (text) => {
		expect(heard(text)).toEqual({
			answeredBy: 'person',
			wantsNoMoreCalls: true,
			wantsNoMoreCallsSentence: text,
		});
	});

	it.each([
		['misheard', '不要在打了'],
		['misheard', '你们在骚绕我我就头诉你们'],
		['with fillers and blanks', '呃 那个 以后 啊 别 再 打 了'],
		['stuttering', '别，别，不要再再打了'],
		['torn by a comma', '不要再，打电话了'],
		['without punctuation', '我在开会不要再打了谢谢'],
		['as a question', '能不能不要再给我打电话了'],
		['with an oath that it was said before', '我不是说了别打了吗'],
		['with an oath and a correction', '不是今天不要打，是以后都不要打'],
		['to a caller who is recognized', '哦，是物业啊，以后别打了'],
		['with a reason', '没钱没房，别再打给我了'],
		['with an offer to call back themselves', '不用再打了，有需要我会联系你们'],
	])('says so %s: %s', (_name, text) => {
		expect(wants(text)).toBe(true);
	});

	it.each([
		...['你打错了吧', '不用打折了', '不要再打印了', '不要挂', '要不要再打一遍'],
		...['我特别忙', '别人打过了', '以后再说吧', '别忘了带身份证'],
	])('has not said so: %s', (text) => {
		expect(wants(text)).not.toBe(true);
	});

	it.each(['现在不方便', '我不需要', '在开会', '晚点再打给我'])(
		'has clearly not said so: %s',
		(text) => {
			expect(heard(text)).toEqual({
				answeredBy: 'person',
				wantsNoMoreCalls: false,
				wantsNoMoreCallsSentence: null,
			});
		},
	);

	it.each([
		['denied', '我没说别打了'],
		['said by somebody else', '他说别再打了'],
		['asked back', '你是说别打了？'],
		['at certain hours', '下次别上班时间打'],
		['for now', '现在别打'],
		['for another number', '别打这个号码，打我手机'],
		['for another time', '别打了，晚点再打'],
		['on a condition', '没什么事别打电话'],
		['of a delivery', '不用打电话，放门口就行'],
		['as a complaint only', '你们是骚扰电话吧'],
		['corrected', '不是让你别再打了，是让你晚上打'],
		['taken back of a caller who is recognized', '不是说了别再打了吗？哦，是物业啊'],
		['on another condition', '没修好别打给我'],
		['about a fault of others', '漏水了别来找我'],
		['for another person', '别打给我，打我弟的'],
		['in other meanings of 打', '不要打了，我自己打印就行'],
	])('is unknown where it is %s: %s', (_name, text) => {
		expect(wants(text)).toBe('unknown');
	});

	// each of them by a phrase that no other sentence of the tests needs
	it.each<[boolean | 'unknown', string[]]>([
		[
			true,
			['不要天天没事就打电话', '不想再接推销电话', '以后不用给我推荐', '把你们那个机器人关了'],
		],
		[true, ['以后请免打扰', '停止这种轰炸', '别再给老人家打了', '再有一次电话我就投诉']],
		[true, ['下次是你们我就报警', '麻烦给我备注一下拒访', '再来一个电话我就举报', '永远不联系']],
		[true, ['再也不想接了', '以后都不需要你们的电话', '推荐以后不需要', '把我加到免打扰']],
		[true, ['拉黑这个号', '我的号码能不能删掉', '别找我了', '不要你们往这打', '不要再来了']],
		[true, ['以后单位也不用联系']],
		['unknown', ['说是让你们都别再打了', '一般都说别再打了', '谁说别再打了', '为什么说别再打了']],
		['unknown', ['旧号码别再打了', '不用天天给我打', 'no this is a scam', '能不能停一下']],
		[
			'unknown',
			['别打了，晚点，你再打', '别打了，那你打给我吧', '别再打了，写作业', '不行就别来找我'],
		],
		['unknown', ['你们别往这个号打钱']],
	])('is %p in sentences of one phrase alone: %j', (expected, sentences) => {
		expect(sentences.filter((sentence) => wants(sentence) !== expected)).toEqual([]);
	});

	it.each([
		['请终止和我的一切联系', '請終止和我的一切聯繫', true],
		['不要继续打给我', '不要繼續打給我', true],
		['再打我头诉你们', '再打我頭訴你們', true],
		['什么时候都别打', '甚麼時候都別打', true],
		['请把我设成免打扰', '請把我設成免打擾', true],
		['说了别再打了', '説了別再打了', true],
		['医生说不用再打针了', '醫生說不用再打針了', false],
		['不要再发短信了', '不要再發短信了', 'unknown'],
		['我之前把你们拉黑了 刚放出来 你接着说', '我之前把你們拉黑了 剛放出來 你接著說', 'unknown'],
		['喂', '餵', false],
	])('is told the same in traditional characters: %s', (simplified, traditional, expected) => {
		expect([wants(simplified), wants(traditional)]).toEqual([expected, expected]);
	});

	it('is unknown again when it is taken back, and true when it is said once more', () => {
		expect(wants('别再打了', '哦等等，那你打我另一个号码吧')).toBe('unknown');
		expect(wants('别再打了', '你说', '再见')).toBe(true);
		expect(heard('别再打了', '那你明天再打吧', '算了，以后别打了')).toMatchObject({
			wantsNoMoreCalls: true,
			wantsNoMoreCallsSentence: '算了，以后别打了',
		});
	});

	it('has the sentence that says so as it was said', () => {
		expect(heard('你好。我不需要，你們以後不要再打了！再見。').wantsNoMoreCallsSentence).toBe(
			'我不需要，你們以後不要再打了！',
		);
	});

	it.each([19_990, 20_000, 30_000])(
		'is not ruled out behind %i characters of one line',
		(count) => {
			const line = '我在听，你接着介绍。'.repeat(count / 10);
			expect(wants(line)).toBe(count <= 20_000 ? false : 'unknown');
			expect(wants(`${line}别再打了`)).toBe(count + 4 <= 20_000 ? true : 'unknown');
		},
	);

	it('is found anywhere in what has no end of a sentence, as speech recognition may write it', () => {
		const filler = '我已经听你说了，'.repeat(100);
		// a sentence is read in pieces of 400 characters, which reach into each other
		for (const seam of [400, 760])
			for (let count = seam - 60; count < seam + 20; count++) {
				const text = `${filler.slice(0, count - 1)}，以后别再打电话给我了，${filler.slice(0, 80)}`;
				expect([count, wants(text)]).toEqual([count, true]);
			}
	});

	it('is unknown of a machine and of silence', () => {
		expect(wants('您拨打的用户正忙，请勿再拨')).toBe('unknown');
		expect(wants()).toBe('unknown');
	});

	it('agrees to an end of calls only where the robot asked for it', () => {
		const answer = (robotBefore: string, text: string) =>
			interpretLines([{ text, robotBefore }]).wantsNoMoreCalls;
		expect(answer('以后不再给您打电话，可以吗？', '可以')).toBe(true);
		expect(answer('如果您不希望再接到来电，我帮您登记。', '对，帮我登记一下')).toBe(true);
		expect(answer('如果您不希望再接到来电，可以告诉我。', '好')).toBe('unknown');
		expect(answer('您可以说退订。那您现在方便了解一下我们的活动吗？', '可以')).not.toBe(true);
		expect(answer('我们以后不再给您打电话，再见。', '方便的话发短信')).toBe(false);
	});

	it.each([0, 100, 290, 300, 310, 3000])(
		'agrees to it behind %i characters of the robot',
		(count) => {
			const before = '我们的活动还有三天就结束。'.repeat(count).slice(0, count);
			const answer = (robotBefore: string, text: string) =>
				interpretLines([{ text, robotBefore: before + robotBefore }]).wantsNoMoreCalls;
			expect(answer('以后不再给您打电话，可以吗？', '可以')).toBe(true);
			expect(answer('不想再接到来电请按1。', '1')).toBe(true);
			expect(answer('您现在方便吗？', '方便')).toBe(false);
		},
	);

	it('is asked for by the customer’s own words, never by the robot’s', () => {
		const found = (...entries: object[]) =>
			readDialog({ dialog: entries }, 'english')[0].wantsNoMoreCalls;
		const robot = '如果您说别再打了，我们就把您的号码删掉';
		expect(found({ role: 'customer', text_robot: robot, text_man: '我不需要' })).toBe(false);
		expect(found({ role: 'robot', text_robot: '别再打了' })).toBe('unknown');
		expect(found({ role: 'customer', text_robot: robot, text_man: robot })).toBe('unknown');
		expect(found({ role: 'robot', text_robot: '您好', text_man: '别再打了' })).toBe(true);
	});

	it.each([
		['如果您不希望再接到我们的来电，请按9。', '9', true],
		['如需人工服务，请按0；如果您不希望再接到来电，请按“9”键。', '９', true],
		['如需人工服务，请按0；如果您不希望再接到来电，请按“9”键。', '0', 'unknown'],
		['退订请按1，继续收听请按2。', '1', true],
		['退订请按1，继续收听请按2。', '按一', true],
		['退订请按1，继续收听请按2。', '2', false],
		['退訂請按 1 號鍵，繼續收聽請按 2 號鍵。', '我按1號鍵', true],
		['按2继续，不再打扰您请按1', '1', true],
		['按1，不再给您打电话，按2，继续。', '1', 'unknown'],
		['按1，不再给您打电话，按2，继续。', '2', 'unknown'],
		['继续请按1退订请按2', '2', 'unknown'],
		['退订请按1', '3', 'unknown'],
		['退订请按1', '1 1', true],
		['退订请按＃键，继续请按*', '#', true],
		['退订请按＃键，继续请按*', '*', false],
		['愿意继续接到我们的来电请按1，不愿意请按2', '2', 'unknown'],
		['普通话请按1，粤语请按2', '1', false],
		['退订请按1', '1个', false],
		['如不需要请按2，我们以后不再给您打电话。', '2', 'unknown'],
		['感兴趣请按1，不感兴趣请按2，我们将不再给您致电。', '2', 'unknown'],
		['有需要请按1，没有需要请按9，我们会把您的号码加入免打扰名单。', '9', 'unknown'],
		['拒绝请按2，我们会停止来电。', '2', 'unknown'],
		['不需要请按2。按2后我们不会再给您打电话。', '2', true],
		['不退订请按1，退订请按2', '1', 'unknown'],
		['不退订请按1，退订请按2', '2', true],
		['取消退订请按1', '1', 'unknown'],
		['暂不加入免打扰名单请按1', '1', 'unknown'],
		['如不需要退订，请按1', '1', 'unknown'],
		['如需退订请按1，继续接听请按2。', '1，谢谢', true],
		['如需退订请按1，继续接听请按2。', '好的，1', true],
		['如需退订请按1，继续接听请按2。', '就1吧', true],
		['如需退订请按1，继续接听请按2。', '我选择一', true],
		['如需退订请按1，继续接听请按2。', '我已经按了2', false],
	])('is told by the key that the robot has named: %s %s', (robotBefore, text, expected) => {
		const found = interpretLines([
			{ text: '喂，你好', robotBefore: '' },
			{ text, robotBefore },
		]);
		expect(found.wantsNoMoreCalls).toBe(expected);
		expect(found.wantsNoMoreCallsSentence).toBe(expected === true ? text : null);
	});

	it.each([
		['如需拒绝来电，请说不要再给我打电话。', '不要再给我打电话'],
		['您是不希望再接到电话吗？', '不希望再接到电话'],
		['请说不想接到推销电话', '不想接到推销电话'],
		['您可以说不用给我打电话了。', '不用给我打电话了'],
		['请说今天不要再打了', '今天不要再打了'],
		['您可以说我要退订短信服务', '我要退订短信服务'],
		['您是说，以后不要再打电话了？', '以后不要再打电话了！'],
	])('is never ruled out where it is said in the robot’s words: %s %s', (robotBefore, text) => {
		const lines = [{ text: '喂，你好', robotBefore: '您好' }];
		expect(interpretLines([...lines, { text, robotBefore }])).toEqual({
			answeredBy: 'person',
			wantsNoMoreCalls: 'unknown',
			wantsNoMoreCallsSentence: null,
		});
		const wish = { text: '以后别打了', robotBefore: '' };
		expect(interpretLines([...lines, wish, { text, robotBefore }]).wantsNoMoreCalls).toBe(true);
	});

	it('is ruled out where an echo has other words', () => {
		const robotBefore = '如有打扰请您谅解，我们有一个活动';
		const lines = [{ text: '喂，我在忙', robotBefore: '' }];
		expect(interpretLines([...lines, { text: robotBefore, robotBefore }]).wantsNoMoreCalls).toBe(
			false,
		);
	});

	it('agrees to what the robot asked in an entry before, whatever stands between them', () => {
		const said = [
			{ role: 'robot', text_robot: '以后不再给您打电话，可以吗？' },
			{ role: 'customer', text_man: '嗯' },
			{ role: 'customer', text_man: '可以' },
		];
		const found = (entries: object[]) =>
			readDialog({ dialog: entries }, 'english')[0].wantsNoMoreCalls;
		expect(found(said)).toBe(true);
		expect(found([said[0]!, said[2]!])).toBe(true);
		expect(found(said.slice(1))).toBe(false);
	});

	it('tells others of nuisance calls when asked about these', () => {
		const robotBefore = '您接到骚扰电话一般会怎么处理？';
		expect(interpretLines([{ text: '我跟他们讲不要再打了', robotBefore }]).wantsNoMoreCalls).toBe(
			'unknown',
		);
		expect(interpretLines([{ text: '你们不要再打了', robotBefore }]).wantsNoMoreCalls).toBe(true);
	});
});

describe('a dialog of any size', () => {
	it('is never ruled out by a part of it', () => {
		const lines = (count: number) => Array<string>(count).fill('我不需要，谢谢。'.repeat(100));
		expect([wants(...lines(25)), wants(...lines(26))]).toEqual([false, 'unknown']);
		const entry = { role: 'customer', text_man: '不用' };
		const found = (length: number) =>
			readDialog({ dialog: Array<object>(length).fill(entry) }, 'english')[0].wantsNoMoreCalls;
		expect([found(2000), found(2001)]).toEqual([false, 'unknown']);
	});

	it.each([
		['an entry as JSON text', '{"role":"customer","text_man":"别再打了"}'],
		['an entry in a list', [{ role: 'customer', text_man: '别再打了' }]],
		['words in a list', { role: 'customer', text_man: ['别再打了'] }],
		['words in an object', { role: 'customer', text_man: { text: '别再打了' } }],
		['no entry', null],
	])('is never ruled out beside what cannot be read: %s', (_what, entry) => {
		const entries = [{ role: 'customer', text_man: '喂，你好' }];
		const found = (dialogEntries: unknown) =>
			readDialog({ dialog: dialogEntries }, 'english')[0].wantsNoMoreCalls;
		expect(found(entries)).toBe(false);
		expect(found([...entries, entry])).toBe('unknown');
		expect(found(JSON.stringify([...entries, entry]))).toBe('unknown');
		const readable = [{ text_man: null }, { text_man: '' }, { text_man: 5 }, { role: 'robot' }];
		expect(found([...entries, ...readable])).toBe(false);
	});

	// no more than so many characters are looked at, and no phrase looks far: seconds would be wrong
	it.each(['不要', '别再给我', '再打我就', '以后不要', '把我', '你', ' ', '，', "don't ", '第'])(
		'of eight million characters takes no time: %j again and again',
		(part) => {
			const text = part.repeat(8_000_000 / part.length);
			const spent = processorTime();
			readDialog({ dialog: [{ role: 'customer', text_man: text, text_robot: text }] }, 'english');
			expect(spent()).toBeLessThan(5_000);
		},
	);

	it('of any text has one of the values, and a sentence only with true', () => {
		const piece = fc.oneof(
			fc.string({ unit: 'grapheme' }),
			fc.constantFrom(...'别 不要 再 打 了 电话 以后 ， 。 您拨打的 留言'.split(' ')),
		);
		fc.assert(
			fc.property(fc.array(fc.array(piece).map((pieces) => pieces.join(''))), (lines) => {
				const { answeredBy, wantsNoMoreCalls, wantsNoMoreCallsSentence } = heard(...lines);
				expect(['person', 'voicemail', 'announcement', 'unknown']).toContain(answeredBy);
				expect([true, false, 'unknown']).toContain(wantsNoMoreCalls);
				expect(wantsNoMoreCallsSentence !== null).toBe(wantsNoMoreCalls === true);
				if (wantsNoMoreCallsSentence !== null) {
					expect(lines.join('\n')).toContain(wantsNoMoreCallsSentence);
				}
			}),
		);
	});
});
