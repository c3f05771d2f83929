import fc from 'fast-check';

import { aSentence, inChinese } from '../../aSentence';
import { batches } from '../../../../nodes/IflytekAiCall/submission/submitRows';
import {
	columnNames,
	jsonRows,
	mappedRow,
	checkRow,
	phoneToShow,
} from '../../../../nodes/IflytekAiCall/cells/rowCells';
import type { Problem, Result } from '../../../../nodes/shared/problem/problem';
import { firstRows, holdBackRows } from '../../../../nodes/IflytekAiCall/rows/row';

const COLUMNS = ['Phone', 'Name', 'Amount'];
const schema = COLUMNS.map((id) => ({ id, displayName: id, required: true }));

function unwrap<T>(result: Result<T>): T {
	if (!result.ok) throw new Error(result.problem.message);
	return result.value;
}
function problemOf(result: Result<unknown>): Problem {
	if (result.ok) throw new Error('no problem');
	return result.problem;
}

describe('mappedRow', () => {
	it('takes the cells mapped by hand, in the order of the template', () => {
		const mapping = {
			mappingMode: 'defineBelow',
			value: { Amount: 12.5, Phone: 13800138000, Name: 'Zhang' },
			schema,
		};
		expect(mappedRow(mapping, { Phone: 'of the item' })).toEqual({
			ok: true,
			value: { columns: COLUMNS, cells: [13800138000, 'Zhang', 12.5] },
		});
	});

	it('takes the fields of the item when mapped automatically', () => {
		const mapping = { mappingMode: 'autoMapInputData', value: null, schema };
		const fields = { Name: 'Li', Phone: '13900139000', other: 1 };
		expect(mappedRow(mapping, fields)).toEqual({
			ok: true,
			value: { columns: COLUMNS, cells: ['13900139000', 'Li', undefined], entry: fields },
		});
	});

	it('leaves out removed columns', () => {
		const removed = [...schema.slice(0, 2), { ...schema[2], removed: true }];
		const mapping = { mappingMode: 'defineBelow', value: {}, schema: removed };
		expect(mappedRow(mapping, {})).toMatchObject({ value: { columns: ['Phone', 'Name'] } });
	});

	it.each([[[]], [undefined], [[null]]])(
		'refuses values without a schema, which do not say which one is the phone number: %p',
		(noSchema) => {
			const value = { Reference: '13900139000', Phone: '13800138000' };
			expect(mappedRow({ mappingMode: 'defineBelow', value, schema: noSchema }, {})).toEqual({
				ok: false,
				problem: {
					message: "'Columns' does not say which of its values is the phone number",
					remedy: aSentence,
					retryClass: 'never',
					chinese: inChinese,
				},
			});
		},
	);

	it.each([[undefined], [null], [{ mappingMode: 'autoMapInputData', value: null, schema: [] }]])(
		'says what is missing for %p',
		(mapping) => {
			expect(mappedRow(mapping, { Phone: '1' })).toMatchObject({
				ok: false,
				problem: { message: "'Columns' has no columns", remedy: aSentence },
			});
		},
	);

	it('passes over what is no column in a template', () => {
		const mapping = { value: { Phone: '1' }, schema: [null, { id: 'Phone' }, 'x'] };
		expect(mappedRow(mapping, {})).toMatchObject({ value: { columns: ['Phone'], cells: ['1'] } });
	});

	it('does not take inherited properties for values', () => {
		const mapping = { mappingMode: 'autoMapInputData', schema: [{ id: 'toString' }] };
		expect(mappedRow(mapping, {})).toMatchObject({ value: { cells: [undefined] } });
	});
});

describe('jsonRows', () => {
	const cells = (given: unknown, columns = COLUMNS) => {
		const rows = jsonRows(given, columns);
		if (!rows.ok) throw new Error(rows.problem.message);
		return rows.value.map((row) => (row.ok ? row.value.cells : row.problem.message));
	};

	it('takes objects, lists, bare numbers and a single object', () => {
		expect(cells([{ Name: 'Zhang', Phone: 1, Amount: 2 }, ['1', 'Li', 3], 13800138000])).toEqual([
			[1, 'Zhang', 2],
			['1', 'Li', 3],
			[13800138000, undefined, undefined],
		]);
		expect(cells({ Phone: '1' }, ['Phone'])).toEqual([['1']]);
	});

	it.each([
		['123456789012345678901', '123456789012345678901'],
		['12.50', '12.50'],
		['123456789012345.678', '123456789012345.678'],
		['12.5', 12.5],
		['-0.10', '-0.10'],
		['7', 7],
	])('keeps the digits of the number %s in a text', (number, cell) => {
		expect(cells(`[["13800138000", ${number}]]`, ['Phone', 'Order'])).toEqual([
			['13800138000', cell],
		]);
	});

	it.each([
		['{"a":', "'Rows' is not valid JSON"],
		['"text"', "'Rows' is not a list"],
		[42, "'Rows' is not a list"],
		['', "'Rows' is empty"],
		[' \n', "'Rows' is empty"],
	])('says that %p is no list', (given, reason) => {
		expect(jsonRows(given, COLUMNS)).toEqual({
			ok: false,
			problem: { message: reason, remedy: aSentence, retryClass: 'never', chinese: inChinese },
		});
	});

	it('refuses a row with too many values, names the columns, and lets the others through', () => {
		const tooMany = {
			retryClass: 'never',
			message: 'The row has 4 values for 3 columns',
			remedy: 'Give one value for each column: Phone, Name, Amount.',
		};
		expect(jsonRows([['1', '2', '3', '4'], ['3']], COLUMNS)).toMatchObject({
			ok: true,
			value: [{ ok: false, problem: tooMany }, { ok: true }],
		});
	});

	it.each([
		['手机号码, 姓名', ['手机号码', '姓名']],
		['手机号码，姓名\n金额', ['手机号码', '姓名', '金额']],
		['["a, b","c"]', ['a, b', 'c']],
		[
			['x', 'y'],
			['x', 'y'],
		],
		['', []],
		[undefined, []],
		[
			[' a', '', 5],
			[' a', '5'],
		],
		[' ["a"] ', ['a']],
		['[broken', []],
		['{"a":1}', ['{"a":1}']],
		['a,, ,b', ['a', 'b']],
	])('reads the column names %p', (given, names) => {
		expect(columnNames(given)).toEqual(names);
	});
});

describe('checkRow', () => {
	it('turns cells into texts', () => {
		expect(checkRow({ columns: COLUMNS, cells: ['+86 138-0013-8000', '', 12.5] })).toEqual({
			ok: true,
			value: ['13800138000', '', '12.5'],
		});
	});

	const OBJECT = 'is an object, not text or a number';
	it.each([
		[
			['12345', undefined, {}],
			`The value in the column 'Phone' is not a mainland mobile number of 11 digits; The column 'Name' has no value; The value in the column 'Amount' ${OBJECT}`,
		],
		// a cell that cannot even be written
		[
			[{ toString: 1 }, 'Zhang', { toString: 1 }],
			`The value in the column 'Phone' ${OBJECT}; The value in the column 'Amount' ${OBJECT}`,
		],
	])('names every problem of %j with its column, and shows no value', (cells, message) => {
		expect(checkRow({ columns: COLUMNS, cells })).toMatchObject({
			ok: false,
			problem: { retryClass: 'never', message },
		});
	});

	it('says each thing to do once', () => {
		const row = { columns: COLUMNS, cells: ['', undefined, null] };
		expect(checkRow(row)).toEqual({
			ok: false,
			problem: {
				retryClass: 'never',
				chinese: inChinese,
				message:
					"The column 'Phone' has no value; The column 'Name' has no value; The column 'Amount' has no value",
				remedy: expect.stringMatching(/^Enter the customer.*\. Give every column .*\.$/),
			},
		});
		const values = checkRow({ columns: COLUMNS, cells: ['1', {}, []] });
		expect(values).toMatchObject({
			problem: { remedy: expect.stringMatching(/^Enter .*\. Enter a text [^.]*\.$/) },
		});
	});

	it.each<[object, RegExp]>([
		[{ '手机 号': '13800138000', Name: 'Li' }, / The fields here are: 手机 号, Name\.$/],
		[{ 'phone;name': '13800138000;Li' }, / The fields here are: phone;name\.$/],
		[{ '+86 138 0013 8000': 'x', Li: 'y' }, / The fields here are: a number, Li\.$/],
		[{ '13800138000;张三': '13900139000;李四' }, / The fields here are: a number;张三\.$/],
		[{ '电话 １３８００１３８０００': 'x' }, / The fields here are: 电话 a number\.$/],
		[{}, /mapped manually\.$/],
	])('names the fields where none has the name of the first column: %j', (fields, known) => {
		const mapping = { mappingMode: 'autoMapInputData', schema };
		for (const rows of [[mappedRow(mapping, { ...fields })], unwrap(jsonRows([fields], COLUMNS))]) {
			const { message, remedy } = problemOf(checkRow(unwrap(rows[0]!)));
			expect(message).toMatch(/^The column 'Phone' has no value/);
			expect(remedy).toMatch(/^Name the field with the customer's mobile number 'Phone', /);
			expect(remedy.replace(/ Give every column .*/, '')).toMatch(known);
		}
	});

	it('asks for the number where columns are mapped by hand, or the field is there and empty', () => {
		const byHand = mappedRow({ mappingMode: 'defineBelow', value: {}, schema }, { x: 1 });
		const automatic = (Phone: unknown) =>
			mappedRow({ mappingMode: 'autoMapInputData', schema }, { Phone });
		for (const row of [byHand, automatic(null), automatic(undefined)]) {
			expect(problemOf(checkRow(unwrap(row))).remedy).toMatch(/^Enter the customer/);
		}
	});

	it('takes a blank for a missing phone number, and for a value elsewhere', () => {
		expect(checkRow({ columns: ['P'], cells: ['  '] })).toMatchObject({
			problem: { message: "The column 'P' has no value" },
		});
		expect(checkRow({ columns: ['P', 'N'], cells: ['13800138000', '  '] })).toEqual({
			ok: true,
			value: ['13800138000', '  '],
		});
	});

	it('shows the number as given where it cannot be read, up to 30 characters', () => {
		const shown = (cell: unknown) => phoneToShow({ columns: COLUMNS, cells: [cell] });
		expect(['12 345', '+8613800138000', null].map(shown)).toEqual(['12 345', '13800138000', null]);
		const long = 'x'.repeat(30);
		expect([long, `${long}x`].map(shown)).toEqual([long, `${long}…`]);
	});
});

it('only rows of one task are repeats of each other', () => {
	const rowOf = (task: number) =>
		({ state: 'sendable', phone: '1', target: { task: `task ${task}` } }) as never;
	const settings = { doNotCall: new Set(), maxRows: 0, duplicateRule: 'sendOnce' } as never;
	const firstOf = (...tasks: number[]) =>
		firstRows(holdBackRows(tasks.map(rowOf), settings, {} as never));
	expect(firstOf(1, 2, 3)).toHaveLength(3);
	expect(firstOf(1, 2, 1)).toHaveLength(2);
});

describe('batches', () => {
	it('puts every row in exactly one call of at most 50 rows of its group, in order', () => {
		fc.assert(
			fc.property(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 300 }), (groups) => {
				const rows = groups.map((group, row) => ({ group, row }));
				const made = batches(rows);
				expect(made.flat().sort((x, y) => x.row - y.row)).toEqual(rows);
				for (const batch of made) {
					expect(batch.length).toBeGreaterThan(0);
					expect(batch.length).toBeLessThanOrEqual(50);
					expect(batch.every((row) => row.group === batch[0]!.group)).toBe(true);
					const order = batch.map((row) => row.row);
					expect(order).toEqual([...order].sort((x, y) => x - y));
				}
				const full = made.filter((batch) => batch.length < 50).map((batch) => batch[0]!.group);
				expect(new Set(full).size).toBe(full.length);
			}),
		);
	});
});
