import type { Row } from '../../../../nodes/IflytekAiCall/rows/row';
import { runFailure } from '../../../../nodes/IflytekAiCall/rows/rowItems';
import {
	mayHaveBeenCalled,
	type RowOutcome,
} from '../../../../nodes/IflytekAiCall/submission/outcome';

const problem = (message: string, more: object = {}) => ({
	message,
	remedy: `Mind ${message}.`,
	retryClass: 'never' as const,
	...more,
});
const accepted: RowOutcome = { status: 'accepted', value: '1', answer: {} as never };
const unknown: RowOutcome = { status: 'unknown', problem: problem('the silence') };
const refused: RowOutcome = { status: 'refused', problem: problem('the number') };
const open: RowOutcome = { ...refused, mayHaveActed: true, problem: problem('the platform') };
const notSent: RowOutcome = { status: 'notSent', problem: problem('an earlier request') };
const held: RowOutcome = { status: 'notSent', heldBack: true, problem: problem('the list') };
const duplicate: RowOutcome = { ...refused, heldBack: true };
const byClock: RowOutcome = { ...held, problem: problem('the hour', { outsideHours: true }) };

const failureOf = (outcomes: RowOutcome[]) =>
	runFailure(
		outcomes.map((outcome, index) => ({
			of: { row: index + 1 } as Row,
			status: outcome.status,
			outcome,
			isOpen: mayHaveBeenCalled(outcome),
		})),
		'2 refused',
	);

it.each<[string, RowOutcome[]]>([
	['Do Not Call, Max Rows or duplicates held back all rows', [held, held]],
	['all rows are duplicates that are refused on purpose', [duplicate, duplicate]],
	['a row was accepted, though the clock held back the others', [accepted, byClock]],
	['a row may have been taken', [unknown, refused]],
	['a row that was refused may have been taken', [refused, open]],
	['a row was handed over before', [{ ...held, mayHaveActed: true }, refused]],
	['there are no rows', []],
])('a run does not fail where %s', (_what, outcomes) => {
	expect(failureOf(outcomes)).toBeUndefined();
});

it.each<[string, RowOutcome[]]>([
	['all rows', [byClock, byClock]],
	['every row that could have gone', [held, byClock, duplicate]],
])('a run fails where the clock held back %s', (_what, outcomes) => {
	expect(failureOf(outcomes)).toMatchObject({
		message: 'Nobody was called: 2 refused',
		remedy:
			"Mind the hour. To get the rows as items instead, set On Error in the node's settings to Continue.",
	});
});

it.each<[string, RowOutcome[], string]>([
	['a row was refused', [held, byClock, refused], 'the number'],
	['an earlier request failed', [notSent], 'an earlier request'],
	['most rows have another reason, which it names', [notSent, refused, refused], 'the number'],
])('a run fails in any case where %s and none was accepted', (_what, outcomes, reason) => {
	expect(failureOf(outcomes)).toMatchObject({
		message: 'No row was accepted: 2 refused',
		remedy: `Mind ${reason}.`,
	});
});
