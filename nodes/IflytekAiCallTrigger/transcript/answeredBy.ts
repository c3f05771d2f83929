import { compile, compileTable, has } from './matching';
import { MACHINES, PERSON, TALKS_ABOUT_MACHINES } from './answererPhrases';
import { plainText } from './plainText';

/** Who or what picked up. */
export type AnsweredBy = 'person' | 'voicemail' | 'announcement' | 'unknown';

const machine = compileTable(MACHINES);
const talksAbout = compileTable(TALKS_ABOUT_MACHINES);
const person = compile(PERSON);

type LineKind = 'voicemail' | 'announcement' | 'machineLike' | 'between' | 'person' | 'nothing';

/** The kind of a line that was heard from the other side. */
export function lineKind(text: string): LineKind {
	const line = plainText(text);
	const isVoicemail = has(line, machine.voicemail);
	const isAnnouncement = has(line, machine.announcement);
	if (isVoicemail && isAnnouncement && !has(line, machine.takesMessages)) return 'machineLike';
	if (isVoicemail) return has(line, talksAbout.voicemail) ? 'machineLike' : 'voicemail';
	if (isAnnouncement) return has(line, talksAbout.announcement) ? 'machineLike' : 'announcement';
	if (has(line, machine.machineLike)) return 'machineLike';
	if (has(line, machine.between)) return 'between';
	return has(line, person) ? 'person' : 'nothing';
}

/**
 * Who answered, judged by the lines of the other side. It is a machine only where no line may be a person's,
 * and a person only where no line may be a machine's.
 */
export function answeredBy(lines: string[]): AnsweredBy {
	const kinds = new Set(lines.map(lineKind));
	const machines = (['voicemail', 'announcement'] as const).filter((kind) => kinds.has(kind));
	if (machines.length === 1) return kinds.has('person') ? 'unknown' : machines[0]!;
	if (machines.length > 1 || kinds.has('machineLike')) return 'unknown';
	const spoke = lines.some((line) => has(plainText(line), person));
	return spoke ? 'person' : 'unknown';
}
