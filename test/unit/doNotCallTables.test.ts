/** What the examples hand on of their table of people who are not to be called. */
import { readDoNotCall } from '../../nodes/IflytekAiCall/cells/doNotCall';
import { readExample } from '../n8n/harness';

const PHONE = '13800138000';
/** The sentence by which somebody asked for it, as speech recognition writes it. */
const REASON = '幺三八零零幺三八零零零这个号别打了 1380013800 也别打';

/** @param rows of the table; n8n puts out an empty item for none, where it always outputs data */
function read(example: string, rows: Array<Record<string, unknown>>) {
	const { nodes } = readExample(example);
	const { options } = nodes.find(({ name }) => name === 'Place Calls')!.parameters;
	const { doNotCall } = options as { doNotCall: string };
	const code = /^=\{\{([^]*)\}\}$/.exec(doNotCall)![1];
	const $ = () => ({ all: () => rows.map((json) => ({ json })) });
	return readDoNotCall((new Function('$', `return ${code}`) as (of: typeof $) => unknown)($));
}

describe.each(['call-a-list-in-batches.json', 'call-again-tomorrow.json'])('%s', (example) => {
	it('hands on the numbers, and not the sentences beside them', () => {
		const found = read(example, [{ id: 1, phone: PHONE, reason: REASON, since: '2026-11-02' }]);
		expect(found).toEqual({ numbers: new Set([PHONE]), unreadable: [] });
	});

	it('has nobody in an empty table, and names a row without a number', () => {
		const none = example === 'call-again-tomorrow.json' ? [{}] : [];
		expect(read(example, none)).toEqual({ numbers: new Set(), unreadable: [] });
		expect(read(example, [{ id: 1, phone: null }]).unreadable).toEqual(['null']);
	});
});
