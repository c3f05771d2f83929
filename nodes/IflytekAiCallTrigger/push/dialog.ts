import type { Language, Wording } from '../../shared/problem/language';
import { isoTime } from '../../shared/aiCall/times';
import { isRecord, lookUp, numberIn } from '../../shared/http/json';
import { listField, textField, type Fields } from '../protocol/body';
import { interpretLines, type HeardLine } from '../transcript/wantsNoMoreCalls';

/** The fields of a dialog: the words of the robot and of the customer. */
export function readDialog(body: Fields, language: Language) {
	const entries = listField(body.dialog) ?? [];
	const turns = readTurns(entries, language);
	return [
		{
			intention: textField(body.tag_max),
			transcript: transcript(turns, language),
			...interpretLines(heardLines(turns), isAllRead(entries)),
			startedAt: isoTime(body.time_begin),
		},
		{ lowestIntention: textField(body.tag_min), endedAt: isoTime(body.time_end), dialog: turns },
	] as const;
}

const NODE_TYPES: Readonly<Record<string, Wording>> = {
	AnyNode: { english: 'Any answer', chinese: '任意回答' },
	CollectInputNode: { english: 'Custom input', chinese: '自定义输入' },
	ConditionNode: { english: 'Key input', chinese: '按键输入' },
	EndNode: { english: 'End', chinese: '结束' },
	HookInfoNode: { english: 'Dynamic reference', chinese: '动态引用' },
	KeyNavigationNode: { english: 'Key navigation', chinese: '按键导航' },
	NoNeedAnswerNode: { english: 'No answer needed', chinese: '无需回答' },
	NormalNode: { english: 'Ordinary interaction', chinese: '普通交互' },
};

const SPEAKERS = {
	robot: { english: 'Robot', chinese: '机器人' },
	customer: { english: 'Customer', chinese: '客户' },
};
const NO_SPEAKER: Wording = { english: 'Unknown', chinese: '未知' };
const COLON: Wording = { english: ': ', chinese: '：' };

type Turn = ReturnType<typeof readTurn>;

/** More entries than any conversation has: further ones stay in the body only. */
const MAX_TURNS = 2000;

/** Whether every entry is read, and the customer's words in each are text or a number. */
function isAllRead(entries: unknown[]): boolean {
	const isRead = (entry: unknown) =>
		isRecord(entry) && ['string', 'number'].includes(typeof (entry.text_man ?? ''));
	return entries.length <= MAX_TURNS && entries.every(isRead);
}

/** The turns in the order of `seq`, or as they came if one has none. */
function readTurns(entries: unknown[], language: Language): Turn[] {
	const records = entries.slice(0, MAX_TURNS).filter(isRecord);
	const turns = records.map((entry) => readTurn(entry, language));
	if (turns.some(({ seq }) => seq === null)) return turns;
	return turns.sort((one, other) => Number(one.seq) - Number(other.seq));
}

function readTurn(entry: Fields, language: Language) {
	const speaker = textField(entry.role);
	const textRobot = textField(entry.text_robot);
	const textMan = textField(entry.text_man);
	const said =
		speaker === 'customer' ? textMan : speaker === 'robot' ? textRobot : (textMan ?? textRobot);
	const nodeType = textField(entry.node_type);
	return {
		seq: numberIn(entry.seq),
		speaker,
		text: said ?? '',
		intention: textField(entry.tag_name),
		intentionDescription: textField(entry.tag_desc),
		nodeId: textField(entry.node_id),
		nodeName: textField(entry.node_name),
		nodeType: nodeType && (lookUp(NODE_TYPES, nodeType)?.[language] ?? nodeType),
		textRobot,
		textMan,
		questionId: textField(entry.question_id),
		hits: entry.hits ?? [],
	};
}

/** The words of the other side: `text_man` of any speaker's entry, never `text_robot`. */
function heardLines(turns: Turn[]): HeardLine[] {
	let robotBefore = '';
	return turns.flatMap(({ textRobot, textMan }) => {
		robotBefore = textRobot ?? robotBefore;
		return textMan === null ? [] : [{ text: textMan, robotBefore }];
	});
}

/**
 * One line for each thing said, in English or Chinese: `Robot: …`, `Customer: … [intention]`. A customer's entry
 * repeats the robot's words that it answers; they are left out if they were just said.
 */
function transcript(turns: Turn[], language: Language): string {
	const lines: string[] = [];
	const said = (who: string, text: string) => `${who}${COLON[language]}${oneLine(text)}`;
	let robotSaid = '';
	for (const { speaker, text, textRobot, intention } of turns) {
		if (speaker === 'customer' && textRobot && textRobot !== robotSaid) {
			lines.push(said(SPEAKERS.robot[language], textRobot));
		}
		robotSaid = textRobot ?? robotSaid;
		if (text === '' && intention === null) continue;
		const tag = intention === null ? '' : ` [${intention}]`;
		const name = lookUp(SPEAKERS, speaker ?? '')?.[language] ?? speaker ?? NO_SPEAKER[language];
		lines.push(said(name, text) + tag);
	}
	return lines.join('\n');
}

/** Works line by line: a pattern for blanks around a line break would be slow on a million blanks. */
function oneLine(text: string): string {
	const lines = text.split(/[\r\n]/).map((line) => line.trim());
	return lines.filter((line) => line !== '').join(' ');
}
