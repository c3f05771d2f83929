import { showRows } from '../../../../nodes/IflytekAiCall/rows/sendRows';
import type { RunSettings } from '../../../../nodes/IflytekAiCall/settings/runSettings';
import type { Row } from '../../../../nodes/IflytekAiCall/rows/row';

it('shows each value of a row by the name of its column, whatever that is', () => {
	const columns = ['phone', 'constructor', '__proto__', 'name', 'name'];
	const row: Row = {
		...{ state: 'sendable', row: 1, item: {} as never, group: 'g', columns },
		...{ target: { key: '', task: '', ids: {} }, phone: '1', values: ['1', '2', '3', '4', '5'] },
	};
	const { dryRunFields } = showRows(
		{ rows: [row], settings: { language: 'english' } as RunSettings },
		() => ({}),
	);
	expect(Object.entries(dryRunFields.get(row)!.values as object)).toEqual([
		...[
			['phone', '1'],
			['constructor', '2'],
			['__proto__', '3'],
			['name', '4'],
		],
		['name (column 5)', '5'],
	]);
});
