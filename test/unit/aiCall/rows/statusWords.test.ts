/** The statuses of a row stand in the schemas and the documentation as they are in the code. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { STATUS_WORDS } from '../../../../nodes/IflytekAiCall/rows/rowItems';

const ROOT = join(__dirname, '../../../..');
const STATUSES = Object.keys(STATUS_WORDS);

it.each([
	['call/place', STATUSES],
	['task/run', STATUSES],
	['task/addNumbers', STATUSES.filter((status) => status !== 'test')],
])('in the schema of %s', (name, statuses) => {
	const file = join(ROOT, `nodes/IflytekAiCall/__schema__/v1.0.0/${name}.json`);
	const schema = JSON.parse(readFileSync(file, 'utf8')) as {
		properties: { status: { enum?: string[] } };
	};
	expect(schema.properties.status.enum?.sort()).toEqual([...statuses].sort());
});

it('in the table of the output', () => {
	const page = readFileSync(join(ROOT, 'docs/ai-call.md'), 'utf8');
	const [, meaning = ''] = /^\| `status` +\|(.*)\|$/m.exec(page) ?? [];
	const named = [...meaning.matchAll(/`(\w+)`/g)].map(([, status]) => status);
	expect(named.sort()).toEqual([...STATUSES].sort());
});
