import type { Outcome } from '../../../../nodes/shared/aiCall/outcome';
import { logStart } from '../../../../nodes/IflytekAiCall/transport/taskCommand';

function lines(status: Outcome<unknown>['status'], isCanceled: boolean) {
	const told: string[] = [];
	const log = (level: string) => (line: string) => void told.push(`${level} ${line}`);
	const context = { getNode: () => ({ name: 'Run' }), logger: { info: log('i'), warn: log('w') } };
	logStart(context as never, 'task 7', { status } as Outcome<unknown>, isCanceled);
	return told;
}

it('a start is in the log, and what became of it where the execution was canceled meanwhile', () => {
	expect(lines('accepted', false)).toEqual(["i 'Run': task 7 was started"]);
	expect(lines('refused', false)).toEqual([]);
	expect(lines('unknown', false)).toEqual([]);
	expect(lines('accepted', true)).toEqual([
		"i 'Run': task 7 was started",
		expect.stringMatching(/^w 'Run' was canceled during the start of task 7: it was started/),
	]);
	expect(lines('refused', true)).toEqual([expect.stringMatching(/: it was not started$/)]);
});
