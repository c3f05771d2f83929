/** What a label number stands for, in the languages that are known. */
export interface LabelName {
	english?: string;
	chinese?: string;
}

/** Looks a label number up; undefined when it is not in the table. */
export type LabelNames = (label: number) => LabelName | undefined;
