import { isoTime } from '../../shared/aiCall/times';
import { isRecord } from '../../shared/http/response';
import { numberField, textField } from './fields';

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

/** More entries than any conversation has: what is beyond stands in the body only, unshaped. */
const MAX_TURNS = 2000;

/** The fields of a dialog push (spec: AI call, receiveDialog): as a list and as a readable text. */
export function dialogFields(body: Record<string, unknown>) {
	const entries: unknown[] = Array.isArray(body.dialog) ? body.dialog.slice(0, MAX_TURNS) : [];
	const dialog = entries.filter(isRecord).map(readTurn);
	return {
		tagMax: textField(body.tag_max),
		tagMin: textField(body.tag_min),
		startedAt: isoTime(body.time_begin),
		endedAt: isoTime(body.time_end),
		transcript: transcript(dialog),
		dialog,
	};
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

/**
 * One line for each thing said: `Robot: …`, `Customer: … [intention]`. The entry of a customer repeats
 * the words of the robot that it answers; they are left out where the robot's own entry has just said
 * them.
 */
function transcript(dialog: Turn[]): string {
	const lines: string[] = [];
	let robotSaid = '';
	for (const { speaker, text, textRobot, intention } of dialog) {
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

const oneLine = (text: string): string => text.replace(/\s*[\r\n]+\s*/g, ' ');
