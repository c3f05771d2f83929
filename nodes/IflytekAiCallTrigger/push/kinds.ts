import { numberIn } from '../../shared/http/json';
import type { Language } from '../../shared/problem/language';
import { textField, type Fields } from '../protocol/body';
import { readCallRecord } from './callRecord';
import { readDialog } from './dialog';

/** An item's main fields, its other fields, and what distinguishes several pushes of this kind about one call. */
type ItemFields = readonly [summary: Fields, details: Fields, ...variant: Array<string | null>];

/** How a kind of push is turned into an item. */
interface ReadKind {
	/** the item's field `event`, and the kind's value in the parameter Events */
	event: string;
	/** @param hash of the raw body */
	read(body: Fields, language: Language, hash: string): ItemFields;
}

interface PushKind extends ReadKind {
	/** its entry in the parameter Events; in the nodes panel it is "On" and this */
	label: string;
	description: string;
	/** the platform's name for it in the interface configuration */
	urlModule: string;
	/** one of these fields makes a push this kind; the first kind of the table wins */
	decisiveFields: string[];
	/** fields that can stand in another kind too; they count when no kind has a decisive field */
	typicalFields: string[];
}

/** A push of no known kind; two of one call may say different things, so the hash distinguishes them. */
export const UNKNOWN_KIND: ReadKind = {
	event: 'unknown',
	read: (_body, _language, hash) => [{}, {}, hash],
};

export const PUSH_KINDS: PushKind[] = [
	{
		event: 'dialog',
		label: 'Dialog Transcript',
		description:
			'What was said, with the intentions, who answered, and whether the customer wants no more calls',
		urlModule: 'receiveDialog',
		decisiveFields: ['dialog'],
		typicalFields: ['tag_max', 'tag_min', 'time_begin', 'time_end'],
		read: readDialog,
	},
	{
		event: 'callRecord',
		label: 'Call Record',
		description: 'Who was called, when, for how long, and how the call ended',
		urlModule: 'receiveCallRecord',
		decisiveFields: [
			...['time_answer', 'time_hangup', 'duration_ring', 'duration_call'],
			...['task_row_index', 'task_result'],
		],
		// a recording may carry it as well
		typicalFields: ['direction'],
		read: readCallRecord,
	},
	{
		event: 'recording',
		label: 'Recording',
		description: 'Where the recording of a call is stored',
		urlModule: 'receiveVoice',
		decisiveFields: ['url'],
		typicalFields: ['size', 'duration'],
		read: ({ duration, url, size }) => [
			// the address may be a path without a host
			{ durationSeconds: numberIn(duration), url: textField(url) },
			{ sizeBytes: numberIn(size) },
		],
	},
];

/**
 * Recognizes a push by its fields, since one URL serves all kinds (services.md, AI Call: Pushes). A sender may leave
 * the fields of other kinds empty: empty fields count only if no filled one shows the kind.
 */
export function kindOf(body: Fields): ReadKind {
	const holds = (field: string): boolean => (body[field] ?? '') !== '';
	const has = (field: string): boolean => body[field] !== undefined;
	for (const counts of [holds, has]) {
		const kind =
			PUSH_KINDS.find(({ decisiveFields }) => decisiveFields.some(counts)) ??
			PUSH_KINDS.find(({ typicalFields }) => typicalFields.some(counts));
		if (kind !== undefined) return kind;
	}
	return UNKNOWN_KIND;
}
