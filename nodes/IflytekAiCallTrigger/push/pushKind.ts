import type { Language } from '../../shared/problem/language';

/** One kind of push: how it is named in the editor, recognized, and turned into an item. */
export interface PushKind {
	/** its value in the parameter Events, and the item's field `event` */
	event: string;
	/** its entry in the parameter Events */
	label: string;
	description: string;
	/** its entry in the nodes panel */
	action: string;
	/** the platform's name for it in the interface configuration */
	urlModule: string;
	/** one of these fields makes a push this kind; the first kind of the registry wins */
	decisiveFields: string[];
	/** fields that can stand in another kind too; they count when no kind has a decisive field */
	typicalFields: string[];
	/** the item's first fields: what people look for */
	summary(body: Record<string, unknown>, language: Language): Record<string, unknown>;
	/** the item's further fields of this kind */
	details(body: Record<string, unknown>, language: Language): Record<string, unknown>;
	/** distinguishes several pushes of this kind about one call, for the deduplication key */
	variant?(body: Record<string, unknown>): Array<string | null>;
	/** whether 'Ignore Preliminary Records' leaves this push out */
	isPreliminary?(body: Record<string, unknown>): boolean;
}
