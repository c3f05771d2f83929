import { compile, has } from './matching';
import { MACHINES, PERSON, TALKS_ABOUT_MACHINES } from './answererPhrases';
import { plainText } from './plainText';

/** Who or what picked up. */
export type AnsweredBy = 'person' | 'voicemail' | 'announcement' | 'unknown';

const voicemail = compile(MACHINES.voicemail);
const takesMessages = compile(MACHINES.takesMessages);
const announcement = compile(MACHINES.announcement);
const machineLike = compile(MACHINES.machineLike);
const between = compile(MACHINES.between);
const aboutVoicemail = compile(TALKS_ABOUT_MACHINES.voicemail);
const aboutAnnouncement = compile(TALKS_ABOUT_MACHINES.announcement);
const person = compile(PERSON);

type LineKind = 'voicemail' | 'announcement' | 'machineLike' | 'between' | 'person' | 'nothing';

/** The kind of a line that was heard from the other side. */
export function lineKind(text: string): LineKind {
	const line = plainText(text);
	const isVoicemail = has(line, voicemail);
	const isAnnouncement = has(line, announcement);
	if (isVoicemail && isAnnouncement && !has(line, takesMessages)) return 'machineLike';
	if (isVoicemail) return has(line, aboutVoicemail) ? 'machineLike' : 'voicemail';
	if (isAnnouncement) return has(line, aboutAnnouncement) ? 'machineLike' : 'announcement';
	if (has(line, machineLike)) return 'machineLike';
	if (has(line, between)) return 'between';
	return has(line, person) ? 'person' : 'nothing';
}

/**
 * Who answered, judged by the lines of the other side. It is a machine only where no line may be a person's,
 * and a person only where no line may be a machine's.
 */
export function answeredBy(lines: string[]): AnsweredBy {
	const kinds = new Set(lines.map(lineKind));
	const machine = (['voicemail', 'announcement'] as const).filter((kind) => kinds.has(kind));
	if (machine.length === 1) return kinds.has('person') ? 'unknown' : machine[0]!;
	if (machine.length > 1 || kinds.has('machineLike')) return 'unknown';
	const spoke = lines.some((line) => has(plainText(line), person));
	return spoke ? 'person' : 'unknown';
}
