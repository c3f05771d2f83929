/** How often the option Do Not Call is read for the items of a run. */
import type { IExecuteFunctions } from 'n8n-workflow';

import {
	isFreeOfItems,
	readDoNotCallList,
} from '../../../../nodes/IflytekAiCall/settings/doNotCallList';

const ONE = '13800138000';
const TWO = '13900139000';

/** @param lists what the expression gives for each item */
function read(raw: unknown, lists: unknown[]) {
	const evaluated: number[] = [];
	const context = {
		getNode: () => ({ name: 'Place', type: 'iflytekAiCall' }),
		getInputData: () => lists.map(() => ({ json: {} })),
		getNodeParameter: (
			name: string,
			index: number,
			_fallback: unknown,
			options?: { rawExpressions?: boolean },
		) => {
			if (name === 'options') return {};
			if (options?.rawExpressions) return raw;
			evaluated.push(index);
			return lists[index];
		},
	} as unknown as IExecuteFunctions;
	return { numbers: [...readDoNotCallList(context)].sort(), evaluated };
}

it.each([
	"={{ $('Blocked').all() }}",
	'={{ $("Blocked numbers").all().map((item) => item.json.phone) }}',
	"={{ $('Blocked').first().json.list.concat($('More').all()) }}",
	`={{ ['${ONE}'] }}`,
])('a list without a reference to an item is read once: %s', (raw) => {
	expect(read(raw, [[ONE], [TWO]])).toEqual({ numbers: [ONE], evaluated: [0] });
});

it('a list without an expression is taken as it is', () => {
	expect(read(`${ONE}, ${TWO}`, [[]])).toEqual({ numbers: [ONE, TWO], evaluated: [] });
});

it('a list that could not be filled in is none', () => {
	expect(() => read(null, [[ONE]])).toThrow(
		"'Do Not Call' has entries that cannot be read as phone numbers: null",
	);
});

it.each([
	'={{ $json.blocked }}',
	'={{ $input.all() }}',
	"={{ $('Blocked').item.json.list }}",
	"={{ $('Blocked').all()[$itemIndex] }}",
	"={{ $('Blocked').all(0, $runIndex) }}",
	"={{ $('Blocked').all().concat($item(0)) }}",
	"={{ $('Blocked').itemMatching(0) }}",
	"={{ $('It\\'s').all() }}",
	'={{ $(`Blocked ${1}`).all() }}',
	"={{ $('Blocked').all().concat(this.x) }}",
	"={{ $('Blocked').all().concat(eval('\\x24json')) }}",
	'={{ $node["Blocked"].json.list }}',
	'={{ $vars.blocked }}',
])('a list that may depend on the item is read for each: %s', (raw) => {
	expect(read(raw, [[ONE], [TWO]])).toEqual({ numbers: [ONE, TWO], evaluated: [0, 1] });
});

it('a value with an expression inside depends on the item', () => {
	expect(isFreeOfItems([ONE, TWO])).toBe(true);
	expect(isFreeOfItems([ONE, '={{ $json.phone }}'])).toBe(false);
});

describe('equal lists are looked through once', () => {
	it.each<[string, unknown, unknown]>([
		['another entry', [ONE], [TWO]],
		['more entries', [ONE], [ONE, TWO]],
		['another field', [{ phone: ONE }], [{ phone: ONE, other: TWO }]],
		['another key', [{ phone: ONE, [ONE]: 1 }], [{ phone: ONE, [TWO]: 1 }]],
		['another set', new Set([ONE]), new Set([TWO])],
		['another map', [new Map([[ONE, 1]])], [new Map([[TWO, 1]])]],
		['text instead of a list', [ONE], TWO],
	])('and none is taken for equal that has %s', (_name, one, other) => {
		expect(read('={{ $json.list }}', [one, other, one]).numbers).toEqual([ONE, TWO]);
	});
});
