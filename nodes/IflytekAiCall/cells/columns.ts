import { isRecord, lookUp, parseLosslessJson } from '../../shared/http/json';
import { invalid, success, type Result } from '../../shared/problem/problem';

/** One row before it is checked: a cell for each column, the first of which is the phone number. */
export interface RowCells {
	columns: string[];
	cells: unknown[];
	/** the object that the row was, if it came as one */
	entry?: Record<string, unknown>;
}

/**
 * The row of one input item, from the value of n8n's resource mapper 'Columns': when mapped manually,
 * the cells are in `value`, mapped automatically they are the item's fields of the same names. The
 * columns and their order are the schema's, which is the script's template; without a schema nobody
 * knows which value is the phone number, and the row is refused.
 */
export function mappedRow(mapping: unknown, itemJson: Record<string, unknown>): Result<RowCells> {
	const { mappingMode, value, schema } = isRecord(mapping)
		? mapping
		: ({} as Record<string, unknown>);
	const automatic = mappingMode === 'autoMapInputData';
	const values = automatic ? itemJson : isRecord(value) ? value : {};
	const known = Array.isArray(schema) ? schema.filter(isRecord) : [];
	const columns = known.filter(({ removed }) => removed !== true).map(({ id }) => String(id));
	if (known.length === 0 && !automatic && Object.keys(values).length > 0) {
		return invalid(
			"'Columns' does not say which of its values is the phone number",
			"It has values without the script's columns. Pick the script again so that its columns appear below it, or set 'Row Source' to JSON.",
		);
	}
	if (columns.length === 0) {
		return invalid(
			"'Columns' has no columns",
			"Pick the script so that its columns appear below it, the phone number first, or set 'Row Source' to JSON.",
		);
	}
	return success({ columns, cells: columns.map((column) => lookUp(values, column)) });
}

/** An expression that is one field of the item, as dragging it from the input panel writes it. */
const FIELD =
	/^=\{\{\s*\$json(?:\.([\p{L}_][\p{L}\p{N}_]*)|\[\s*(?:'([^'\\]*)'|"([^"\\]*)")\s*\])\s*\}\}$/u;

/**
 * The value of 'Columns' for an item, taken from its fields where each column is fixed or one field:
 * n8n needs half a millisecond for an expression, which makes seconds for a list.
 * @param raw the value with its expressions
 * @returns undefined where n8n has to evaluate it
 */
export function mappedFields(raw: unknown, itemJson: Record<string, unknown>): unknown {
	if (!isRecord(raw) || raw.mappingMode !== 'defineBelow' || !isRecord(raw.value)) return undefined;
	const value: Record<string, unknown> = {};
	for (const [column, given] of Object.entries(raw.value)) {
		const isExpression = typeof given === 'string' && given.startsWith('=');
		const [matched, ...names] = (isExpression && FIELD.exec(given)) || [];
		const field = names.find((name) => name !== undefined);
		const cell = matched === undefined ? given : lookUp(itemJson, field!);
		// what is no plain value, or not there, may be something else to n8n
		const isPlain = cell === null || ['string', 'number', 'boolean'].includes(typeof cell);
		if (!isPlain || (isExpression && matched === undefined)) return undefined;
		value[column] = cell;
	}
	return { ...raw, value };
}

/**
 * The rows of a JSON array: an object with a value for each column, an array of values in the order
 * of the columns, or a bare number where the phone number is the only column. Long numbers keep
 * their digits when the array comes as text.
 */
export function jsonRows(given: unknown, columns: string[]): Result<Array<Result<RowCells>>> {
	let list = given;
	if (typeof given === 'string') {
		if (given.trim() === '') {
			return invalid("'Rows' is empty", 'Enter the rows as a JSON array; [] calls nobody.');
		}
		try {
			list = parseLosslessJson(given, { keepDecimals: true });
		} catch {
			return invalid(
				"'Rows' is not valid JSON",
				'Enter an array such as [{"Phone": "13800138000", "Name": "Zhang"}], with the columns of the script as names.',
			);
		}
	}
	if (isRecord(list)) list = [list];
	if (!Array.isArray(list)) {
		return invalid("'Rows' is not a list", 'Enter a JSON array with one object for each call.');
	}
	return success(list.map((entry) => jsonRow(entry, columns)));
}

function jsonRow(entry: unknown, columns: string[]): Result<RowCells> {
	if (Array.isArray(entry)) {
		if (entry.length > columns.length) {
			return invalid(
				`The row has ${entry.length} values for ${columns.length} columns`,
				`Give one value for each column: ${columns.join(', ')}.`,
			);
		}
		return success({ columns, cells: columns.map((_, index) => entry[index]) });
	}
	if (isRecord(entry)) {
		return success({ columns, cells: columns.map((name) => lookUp(entry, name)), entry });
	}
	return success({ columns, cells: columns.map((_, i) => (i === 0 ? entry : undefined)) });
}

/** Column names entered by hand: one per line, separated by commas, or as a JSON array. */
export function columnNames(given: unknown): string[] {
	if (Array.isArray(given)) return given.map(String).filter((name) => name !== '');
	const text = String(given ?? '').trim();
	if (text.startsWith('[')) {
		try {
			return columnNames(JSON.parse(text));
		} catch {
			return [];
		}
	}
	return text
		.split(/[,，\n]/)
		.map((name) => name.trim())
		.filter((name) => name !== '');
}
