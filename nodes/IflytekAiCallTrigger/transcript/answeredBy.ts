import { compileTable, has } from './matching';
import { ANSWERERS } from './answererPhrases';
import { plainText } from './plainText';

/** Who or what picked up. */
export type AnsweredBy = 'person' | 'voicemail' | 'announcement' | 'unknown';

const phrases = compileTable(ANSWERERS);

type LineKind = 'voicemail' | 'announcement' | 'machineLike' | 'between' | 'person' | 'nothing';

/** The kind of a line that was heard from the other side. */
export function lineKind(text: string): LineKind {
	const line = plainText(text);
	const isVoicemail = has(line, phrases.voicemail);
	const isAnnouncement = has(line, phrases.announcement);
	if (isVoicemail && isAnnouncement && !has(line, phrases.takesMessages)) return 'machineLike';
	if (isVoicemail) return has(line, phrases.talksAboutVoicemail) ? 'machineLike' : 'voicemail';
	if (isAnnouncement)
		return has(line, phrases.talksAboutAnnouncement) ? 'machineLike' : 'announcement';
	if (has(line, phrases.machineLike)) return 'machineLike';
	if (has(line, phrases.between)) return 'between';
	return has(line, phrases.person) ? 'person' : 'nothing';
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
	const spoke = lines.some((line) => has(plainText(line), phrases.person));
	return spoke ? 'person' : 'unknown';
}
