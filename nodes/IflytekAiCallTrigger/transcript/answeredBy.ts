import { compileTable, has } from './matching';
import { plainText } from './plainText';

/** Words of machines and people who answer a call, in the form of phrases.ts. */
export const ANSWERERS = {
	/** Voicemail and assistants that answer in a person's place. */
	voicemail: [
		'(?:提示|嘀|滴|哔|嘟|笛|叮|beep|铃)(?:的)?一?声?(?:之?后|响后|结束后|以后).{0,10}(?:留|录|说|讲)',
		'(?:听到|在).{0,6}(?:提示音|嘀声|滴声|嘀的|滴的|哔声|嘟声|信号音)',
		'智能接听|代为接听|智慧通话|通话助手|来电助手|转成文字|(?:收到|记录)您?的?来电|空闲后.{0,6}回电|小爱同学|小艺|小布助手|(?:主人|机主)(?:正在|正|现在|暂时|目前).{0,8}(?:请问|有什么|请讲|请说)|留低.{0,4}口[讯信]|(?:留下|请留).{0,4}口[讯信]|语音信箱|录音信箱|留言信箱|语音邮箱|留言箱|留言服务|语音留言|留言请按|(?:开始|请您?|可以|可|后|进行|将为您|给您)录音留言',
		'请(?:您)?(?:在|于)?.{0,12}(?:后|时)?(?:给[我他她机]主?)?留言|留言.{0,6}(?:结束|完毕|完成)(?:后|请)|请留下您?的?(?:口信|姓名|信息|联系方式|电话)',
		'(?<![你您不就这])我?是.{0,12}(?:语音|智能|ai|电话|来电|通信|通话|私人|手机|虚拟|数字)(?:语音|智能|ai|电话|来电|通信|通话|虚拟)*(?:助理|助手|秘书|管家|小秘)',
		'(?:机主|主人)(?:的|现在|暂时|正|目前|暂|在|不|没|已|设).{0,16}(?:助理|助手|秘书|留言|转达|转告|代接|代为|记录)',
		'(?:助理|助手|秘书)(?:小.)?(?:,|正在|在|将|会)?.{0,6}(?:为您服务|代接|代为接听|帮[您你他她]接|替[他她机])',
		'(?:代|替|帮)(?:机主|主人|[他她])(?:来)?(?:接听|接电话|接)',
		'leave (?:a|your|me a) (?:message|name)|after the (?:tone|beep)|voice ?mail|mailbox|at the (?:tone|beep)|record your message|(?:is|am|are) not available (?:right now|at the moment)',
	],
	/** In a line with an announcement: it is voicemail all the same. */
	keepsVoicemail: '口讯|口信|留低|留言|信箱|录音|mailbox|message|voice ?mail|beep|tone',
	/** Announcements of a carrier. */
	announcement: [
		'(?:您|你)?(?:所)?(?:拨打|拨叫|呼叫|拨|打)的(?:电[话化]|用户|号码|手机|客户|机主|被叫|分机)',
		'(?:用户|号码|电话|手机|客户)(?:已|正|暂|是|正在|已经|暂时|现在|目前)+.{0,4}(?:关机|停机|空号|通话中|忙|不存在|接通|服务区|接听|占线|无法)',
		'(?:用户|号码|电话).{0,4}未能(?:接通|接听)|请(?:您)?(?:迟点|稍后|稍候|过后|查证后?|核对后|核实后|确认后|查询后|稍等后)再[拨打]|请勿挂机?,?您?(?:拨|呼)|不在服务区',
		'(?:号码|电话)不存在|是空号|空号请|已暂停服务|(?:来电提醒|短信).{0,6}(?:通知|提醒|告知)(?:您?所?拨|对方|机主|用户|该用户)|呼叫转移|呼入(?:受限|限制)|语音呼入|已启用来电提醒',
		'(?:number|subscriber|user|party|customer|person|phone)s?(?: that)?(?: you)?(?: have| are| is)?(?: just)? ?(?:dialed|dialled|dialing|dialling|dial|called|calling|call|trying)',
		"(?:is|has been) (?:power(?:ed)? ?off|switched off|turned off|busy now|not in service|out of service|not reachable|suspended|temporarily)|(?:cannot|can not|can't) be (?:connected|reached|completed)|(?:please )?(?:redial|dial again|try again|call again) later|does not exist|not exist|check (?:the number|it) (?:and|before)|please hold on|sorry(?: )?,?(?:the|your)",
	],
	/** Fits a machine and a person alike, or belongs to a company's menu. */
	undecided: [
		'关机|停机|空号|通话中|无法接[听通]|无人接听|不便接听|留言|机主|主人|秘书|助理|代接|提示音|短信通知|彩铃|正在转接|为您转接|稍后再拨',
		'欢迎致电|感谢(?:您的)?(?:来电|致电)|请按|按[0-9一二三四五六七八九零]|请直拨|分机号|总机|查号|人工服务|工号|坐席|座席|客服代表|营业时间|通话(?:内容)?(?:可能|将|会)?被?录音|耐心等待|正在排队|不要挂机|请勿挂机|为您服务|智能客服|呼叫|权限|暂停使用|[线网]路忙|网络忙|用户忙|欠费|转接|稍后再试|^sorry$|下一站|列车|乘客|旅客|路口|左转|右转|测速|啦啦|我的心|我爱你|爱情|寂寞|孤单|眼泪|梦里|天空|想念|思念|温柔|情歌|月亮|家乡|故乡|远方|前方|限速|拍照|车道|导航|匝道|观众|新闻|主持人|本台|报道|记者|据悉|播出|收看|收听|节目|电视剧|总统|球员|比分|进球|生活愉快|感谢(?:您的?)?接听|不打扰您|祝您',
		'\\b(?:dial|press|subscriber|extension|operator|message|unavailable|recorded)\\b',
	],
	/** Greetings, and later words of voicemail and assistants. */
	neutral: [
		'^(?:您好|你好|喂您好|hello|hi|[嘟嘀滴哔]|beep|,)*$',
		'(?:转告|转达|记录|记下|记好|记住|通知(?:他|她|机主)|告诉(?:他|她|机主)|回复|回电|回拨|联系您|给您回)',
		'(?:有什么|什么|请问|还有|有)(?:您|其他|别的|要紧)?(?:事|事情|可以帮|需要|要|找|是哪|哪位|贵姓)|请讲|请说|您说|您继续|再见|谢谢|感谢|不在|没空|忙|不方便|稍后',
		'无法接[听通]|通话中|(?:sorry|please|thank|bye)',
	],
	/** In a line that looks like an announcement: words of a person who talks about one. */
	talksAboutAnnouncement:
		'我(?!们)|他说|说是|说的|怎么|吗|呢|吧|打过|刚才|刚刚|你们|别(?!挂)|不要(?!挂)|谁',
	/** The same in a line that looks like voicemail. */
	talksAboutVoicemail:
		'你们|怎么|打过去|刚才|刚刚|你是|您是(?!哪|谁|推销|来|要|快递|找)|是不是|说是|别(?![的人挂])|机器|他说|我老|我给|帮我|让你',
	person: [
		'喂|别|能|领|不感|不好意思|自己|[他她]|我.|你好|您好|谁|哪位|哪里|啥|什么|怎么|干嘛|说吧|你说|请讲|不用|不要|不需|不是|不行|不想|不会|不买|不办|不做|不了|没空|没有|没兴趣|没时间|没钱|没事|没说|考虑|方便|可以|好的|好啊|好吧|行吧|行啊|是的|对的|对对|嗯嗯|谢谢|再见|拜拜|挂|打错|电话|打|忙|开会|开车|上班|睡觉|吃饭|滚|烦|神经|骗|病',
		'你们?|您|咱|俺|恁|侬|唔|莫得|晓得|中不|要得|我(?:是|在|不|没|要|有|的|们|就|都|也|知道|自己|现在|先|问|打|这|已经|觉得|看|去|用|买|刚|跟|还|想|说|听)|[吗呢吧嘛]$|了$|(?:^|,)(?:好|行|对|是|要|有|会|能|不|没|中|讲|说)(?:$|,|的|了|吧|啊)|[0-9一二两三四五六七八九十百千万](?:个|块|点|号|岁|年|月|天|次|万|千|百)|周[一二三四五六日]|上周|下周',
		"\\b(?:i|i'm|me|my|you|who|what|no|yes|yeah|okay|ok|not|don't|thanks|hello|hi|bye)\\b",
	],
};

const phrases = compileTable(ANSWERERS);

function lineKind(text: string) {
	const line = plainText(text);
	const isVoicemail = has(line, phrases.voicemail);
	const isAnnouncement = has(line, phrases.announcement);
	if (isVoicemail && isAnnouncement && !has(line, phrases.keepsVoicemail)) return 'undecided';
	if (isVoicemail) return has(line, phrases.talksAboutVoicemail) ? 'undecided' : 'voicemail';
	if (isAnnouncement)
		return has(line, phrases.talksAboutAnnouncement) ? 'undecided' : 'announcement';
	const kinds = ['undecided', 'neutral', 'person'] as const;
	return kinds.find((kind) => has(line, phrases[kind])) ?? 'nothing';
}

/** Whether a line is surely a machine's. */
export function isOfMachine(text: string): boolean {
	return ['voicemail', 'announcement'].includes(lineKind(text));
}

/** Who answered, by the other side's lines: a machine only if no line may be a person's, and vice versa. */
export function answeredBy(lines: string[]) {
	const kinds = new Set(lines.map(lineKind));
	const machines = (['voicemail', 'announcement'] as const).filter((kind) => kinds.has(kind));
	if (machines.length === 1) return kinds.has('person') ? 'unknown' : machines[0]!;
	if (machines.length > 1 || kinds.has('undecided')) return 'unknown';
	const spoke = lines.some((line) => has(plainText(line), phrases.person));
	return spoke ? 'person' : 'unknown';
}
