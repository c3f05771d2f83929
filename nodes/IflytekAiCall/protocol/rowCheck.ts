import { cellText } from './cellText';
import type { GivenRow } from './columns';
import { mobileNumber } from './phone';
import { invalid, success, type Problem, type Result } from '../../shared/items/problem';

/** A row that may be sent: one text for each column, the first a mobile number of 11 digits. */
export interface CheckedRow {
	columns: string[];
	values: string[];
}

/** Longest text of a cell shown in a message. */
const LONGEST_QUOTE = 30;

/** Checks a row before it is sent and turns its cells into texts; every problem is named. */
export function checkRow({ columns, cells }: GivenRow): Result<CheckedRow> {
	const problems: Problem[] = [];
	const values = columns.map((column, index) => {
		const text = index === 0 ? mobileNumber(cells[index]) : cellText(cells[index]);
		if (text.ok) return text.value;
		problems.push(cellProblem(column, cells[index], text.reason, index === 0));
		return '';
	});
	if (problems.length === 0) return success({ columns, values });
	return invalid(
		problems.map(({ message }) => message).join('; '),
		[...new Set(problems.map(({ remedy }) => remedy))].join(' '),
	);
}

/** What the row gives as its phone number, for the output of a row that does not pass. */
export function givenPhone({ cells }: GivenRow): string | null {
	const number = mobileNumber(cells[0]);
	if (number.ok) return number.value;
	const text = cellText(cells[0]);
	return text.ok ? text.value : null;
}

function cellProblem(column: string, cell: unknown, reason: string, isPhone: boolean): Problem {
	if (cell === undefined || cell === null || (isPhone && isBlank(cell))) {
		return {
			retryClass: 'never',
			message: `The column '${column}' has no value`,
			remedy: isPhone
				? "Map the column that holds the customer's mobile number."
				: 'Give every column of the script a value, an empty text where there is nothing to say.',
		};
	}
	const text = cellText(cell);
	const quote = text.ok ? ` '${shortened(text.value)}'` : '';
	return {
		retryClass: 'never',
		message: `The value${quote} in the column '${column}' ${reason}`,
		remedy: isPhone
			? 'Enter a Chinese mobile number of 11 digits, with or without +86 and separators, and keep it as text.'
			: 'Map a text or a number; keep long numbers as text.',
	};
}

function isBlank(cell: unknown): boolean {
	return typeof cell === 'string' && cell.trim() === '';
}

function shortened(text: string): string {
	return text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text;
}
