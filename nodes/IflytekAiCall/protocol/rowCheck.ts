import { invalid, success, type Result } from '../../shared/items/problem';
import { cellText } from './cellText';
import type { GivenRow } from './columns';
import { mobileNumber } from './phone';

/** Checks a row before it is sent: the text of each column, the first a mobile number of 11 digits. */
export function checkRow({ columns, cells }: GivenRow): Result<string[]> {
	const messages: string[] = [];
	const remedies = new Set<string>();
	const values = columns.map((column, index) => {
		const cell = cells[index];
		const isPhone = index === 0;
		const read = isPhone ? mobileNumber(cell) : cellText(cell);
		if ('text' in read) return read.text;
		const isMissing = cell === undefined || cell === null || (isPhone && isBlank(cell));
		// the value itself is left out: messages go where phone numbers should not
		messages.push(
			isMissing
				? `The column '${column}' has no value`
				: `The value in the column '${column}' ${read.fault}`,
		);
		remedies.add(REMEDIES[isPhone ? 'phone' : 'other'][isMissing ? 'missing' : 'wrong']);
		return '';
	});
	return messages.length === 0
		? success(values)
		: invalid(messages.join('; '), [...remedies].join(' '));
}

const REMEDIES = {
	phone: {
		missing: "Map the column that holds the customer's mobile number.",
		wrong:
			'Enter a Chinese mobile number of 11 digits, with or without +86 and separators, and keep it as text.',
	},
	other: {
		missing:
			'Give every column of the script a value, an empty text where there is nothing to say.',
		wrong: 'Map a text or a number; keep long numbers as text.',
	},
};

/** Longest text that is shown as a row's phone number. */
const LONGEST_SHOWN = 30;

/** What the row gives as its phone number, for the output of a row that does not pass. */
export function givenPhone({ cells }: GivenRow): string | null {
	const number = mobileNumber(cells[0]);
	const shown = 'text' in number ? number : cellText(cells[0]);
	if ('fault' in shown) return null;
	return shown.text.length > LONGEST_SHOWN ? `${shown.text.slice(0, LONGEST_SHOWN)}…` : shown.text;
}

function isBlank(cell: unknown): boolean {
	return typeof cell === 'string' && cell.trim() === '';
}
