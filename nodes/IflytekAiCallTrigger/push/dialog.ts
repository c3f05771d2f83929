import { isoTime } from '../../shared/aiCall/times';
import { isRecord } from '../../shared/http/json';
import { listField, numberField, textField } from '../protocol/body';
import type { PushKind } from './pushKind';
import { hear, type HeardLine } from '../transcript/wantsNoMoreCalls';

/** What the robot and the customer said. */
export const dialog: PushKind = {
	event: 'dialog',
	label: 'Dialog Transcript',
	description:
		'What was said, with the intentions, who answered, and whether the customer wants no more calls',
	action: 'On dialog transcript',
	urlModule: 'receiveDialog',
	decisiveFields: ['dialog'],
	typicalFields: ['tag_max', 'tag_min', 'time_begin', 'time_end'],
	summary: (body) => {
		const entries = entriesOf(body);
		const turns = readTurns(entries);
		return {
			intention: textField(body.tag_max),
			...hear(heardLines(turns), isAllRead(entries)),
			startedAt: isoTime(body.time_begin),
			transcript: transcript(turns),
		};
	},
	details: (body) => ({
		lowestIntention: textField(body.tag_min),
		endedAt: isoTime(body.time_end),
		dialog: readTurns(entriesOf(body)),
	}),
};

const NODE_TYPES = new Map(
	Object.entries({
		AnyNode: 'Any answer',
		CollectInputNode: 'Custom input',
		ConditionNode: 'Key input',
		EndNode: 'End',
		HookInfoNode: 'Dynamic reference',
		KeyNavigationNode: 'Key navigation',
		NoNeedAnswerNode: 'No answer needed',
		NormalNode: 'Ordinary interaction',
	}),
);

const SPEAKERS = new Map([
	['robot', 'Robot'],
	['customer', 'Customer'],
]);

/** One entry of the dialog; `hits` as the platform sent it. */
interface Turn {
	seq: number | null;
	speaker: string | null;
	text: string;
	intention: string | null;
	intentionDescription: string | null;
	nodeId: string | null;
	nodeName: string | null;
	nodeType: string | null;
	textRobot: string | null;
	textMan: string | null;
	questionId: string | null;
	hits: unknown;
}

/** More entries than any conversation has: what goes beyond stays in the body only. */
const MAX_TURNS = 2000;

function entriesOf({ dialog: entries }: Record<string, unknown>): unknown[] {
	return listField(entries) ?? [];
}

/** Whether no entry is left out, and none may hold words that cannot be read. */
function isAllRead(entries: unknown[]): boolean {
	const isRead = (entry: unknown) =>
		isRecord(entry) && ['string', 'number'].includes(typeof (entry.text_man ?? ''));
	return entries.length <= MAX_TURNS && entries.every(isRead);
}

/** The turns by their `seq`; as they came where one has none. */
function readTurns(entries: unknown[]): Turn[] {
	const turns = entries.slice(0, MAX_TURNS).filter(isRecord).map(readTurn);
	if (turns.some(({ seq }) => seq === null)) return turns;
	return turns.sort((one, other) => Number(one.seq) - Number(other.seq));
}

function readTurn(entry: Record<string, unknown>): Turn {
	const speaker = textField(entry.role);
	const textRobot = textField(entry.text_robot);
	const textMan = textField(entry.text_man);
	const said =
		speaker === 'customer' ? textMan : speaker === 'robot' ? textRobot : (textMan ?? textRobot);
	const nodeType = textField(entry.node_type);
	return {
		seq: numberField(entry.seq),
		speaker,
		text: said ?? '',
		intention: textField(entry.tag_name),
		intentionDescription: textField(entry.tag_desc),
		nodeId: textField(entry.node_id),
		nodeName: textField(entry.node_name),
		nodeType: nodeType === null ? null : (NODE_TYPES.get(nodeType) ?? nodeType),
		textRobot,
		textMan,
		questionId: textField(entry.question_id),
		hits: entry.hits ?? [],
	};
}

/** What was heard from the other side: `text_man`, whoever's entry it stands in, never `text_robot`. */
function heardLines(turns: Turn[]): HeardLine[] {
	let robotBefore = '';
	return turns.flatMap(({ textRobot, textMan }) => {
		robotBefore = textRobot ?? robotBefore;
		return textMan === null ? [] : [{ text: textMan, robotBefore }];
	});
}

/**
 * One line for each thing said: `Robot: …`, `Customer: … [intention]`. A customer's entry repeats the
 * words of the robot that it answers; they are left out where the robot's own entry has just said them.
 */
function transcript(turns: Turn[]): string {
	const lines: string[] = [];
	let robotSaid = '';
	for (const { speaker, text, textRobot, intention } of turns) {
		if (speaker === 'customer' && textRobot && textRobot !== robotSaid) {
			lines.push(`Robot: ${oneLine(textRobot)}`);
		}
		robotSaid = textRobot ?? robotSaid;
		if (text === '' && intention === null) continue;
		const tag = intention === null ? '' : ` [${intention}]`;
		lines.push(`${SPEAKERS.get(speaker ?? '') ?? speaker ?? 'Unknown'}: ${oneLine(text)}${tag}`);
	}
	return lines.join('\n');
}

/** Line by line: a pattern for blanks around a line break would be slow on a million blanks. */
function oneLine(text: string): string {
	return text
		.split(/[\r\n]/)
		.map((line) => line.trim())
		.filter((line) => line !== '')
		.join(' ');
}
