import { answeredBy } from '../../../../nodes/IflytekAiCallTrigger/transcript/answeredBy';
import { processorTime } from '../../../support/processorTime';

describe('who answered', () => {
	it.each([
		['voicemail', '您好，我现在无法接听，请在提示音后留言'],
		['voicemail', '機主正忙，我是他的語音助手，請問您找他有什麼事'],
		['voicemail', '您好', '我是机主的AI助理小爱', '好的，我会转告他'],
		['voicemail', '您呼叫的用户暂时无法接听，请在滴声后留言'],
		['voicemail', 'your call has been forwarded to voicemail'],
		['announcement', '您拨打的用户正在通话中，请稍后再拨'],
		['announcement', '您拨打的电华已官机，请少后在播'],
		['announcement', '对不起，您拨打的号码是空号', 'Sorry, the number you dialed does not exist'],
		['announcement', '您撥的號碼暫時無法接通，請稍後再撥'],
		['person', '喂'],
		['person', '你好，哪位'],
		['person', '现在不方便', '嗯，好的'],
		['person', '你是机器人吧'],
		['person', "no thanks, i'm fine"],
	])('is a %s: %s %s', (who, ...lines) => {
		expect(answeredBy(lines)).toBe(who);
	});

	it.each([
		['nothing was heard'],
		['a person tells of an announcement', '我刚才打过去说您拨打的用户已关机'],
		['a person speaks after an announcement', '您拨打的用户正在通话中', '喂，你好，哪位'],
		['a company’s menu answers', '欢迎致电，普通话请按1'],
		['a tone is heard', '嘟嘟嘟嘟'],
		['the radio is on', '下一站人民广场，请从左侧车门下车'],
		['of a human secretary', '我是他秘书，您留个话吧'],
	])('is unknown where %s', (_name, ...lines) => {
		expect(answeredBy(lines)).toBe('unknown');
	});

	// each further one once doubled the time
	it('takes no time for thirty beeps and a word', () => {
		const spent = processorTime();
		expect(answeredBy([`${'嘟'.repeat(30)}，喂`])).toBe('person');
		expect(spent()).toBeLessThan(1_000);
	});
});
