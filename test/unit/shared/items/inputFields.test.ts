import { withInputFields } from '../../../../nodes/shared/items/engine';

test.each([
	[{ id: 7 }, { status: 'accepted' }, { id: 7, status: 'accepted' }],
	[
		{ id: 7, status: 'lead', code: 'C-001' },
		{ status: 'accepted', code: null },
		{ id: 7, status: 'accepted', code: null, input: { status: 'lead', code: 'C-001' } },
	],
	[{ error: 'old' }, { status: 'ready' }, { status: 'ready', input: { error: 'old' } }],
	[{ input: 'form' }, { status: 'ready' }, { input: 'form', status: 'ready' }],
	[
		{ input: 'form', status: 'lead' },
		{ status: 'ready' },
		{ status: 'ready', input: { input: 'form', status: 'lead' } },
	],
])('no field of the input is lost: %j with %j', (fields, row, expected) => {
	const result = withInputFields(fields, row);
	expect(result).toEqual(expected);
	expect(Object.keys(result).at(-1)).toBe(Object.keys(expected).at(-1));
});
