import { answeredBy } from '../../../../nodes/IflytekAiCallTrigger/transcript/answeredBy';

describe('who answered', () => {
	it.each([
		['您好，我现在无法接听，请在提示音后留言'],
		['機主正忙，我是他的語音助手，請問您找他有什麼事'],
		['您好', '我是机主的AI助理小爱', '好的，我会转告他'],
		['您呼叫的用户暂时无法接听，请在滴声后留言'],
		['your call has been forwarded to voicemail'],
	])('is voicemail: %s %s', (...lines) => {
		expect(answeredBy(lines)).toBe('voicemail');
	});

	it.each([
		['您拨打的用户正在通话中，请稍后再拨'],
		['您拨打的电华已官机，请少后在播'],
		['对不起，您拨打的号码是空号', 'Sorry, the number you dialed does not exist'],
		['您撥的號碼暫時無法接通，請稍後再撥'],
	])('is an announcement: %s %s', (...lines) => {
		expect(answeredBy(lines)).toBe('announcement');
	});

	it.each([
		['喂'],
		['你好，哪位'],
		['现在不方便', '嗯，好的'],
		['你是机器人吧'],
		["no thanks, i'm fine"],
	])('is a person: %s %s', (...lines) => {
		expect(answeredBy(lines)).toBe('person');
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
});
