import { readOptions as readOptionsOf } from '../../../../nodes/IflytekAiCallTrigger/access/request';

const readOptions = (options: object) =>
	readOptionsOf({ getNodeParameter: () => options } as never);

describe('Options', () => {
	it.each([
		[undefined, 2500],
		['', 2500],
		[null, 2500],
		['soon', 2500],
		[NaN, 2500],
		[0.5, 500],
		['0.5', 500],
		[0, 100],
		[-3, 100],
		// the platform sends again after three seconds
		[25, 2500],
		[2.5, 2500],
	])('Acknowledge Within %p is %d ms', (acknowledgeWithin, ms) => {
		const read = readOptions({ acknowledgeWithin: acknowledgeWithin as number });
		expect(read.acknowledgeWithinMs).toBe(ms);
	});

	it('Only When Stored has no limit, whatever the limit says', () => {
		const options = { acknowledge: 'onlyWhenStored', acknowledgeWithin: 1 };
		expect(readOptions(options).acknowledgeWithinMs).toBeUndefined();
	});

	it.each([
		['', 400],
		[null, 400],
		[10, 50],
		[9000, 3000],
	])('Respond Within %p is %d ms', (respondWithin, ms) => {
		expect(readOptions({ respondWithin }).respondWithinMs).toBe(ms);
	});

	it.each([
		['true', true],
		['False ', false],
		['yes', undefined],
	])('a switch by expression, %p, is %p', (given, value) => {
		expect(readOptions({ otherEvents: given }).otherEvents).toBe(value);
		expect(readOptions({ ignorePreliminaryRecords: given }).ignorePreliminaryRecords).toBe(
			value === true,
		);
	});

	it('that expressions left empty have their defaults', () => {
		const empty = { ignorePreliminaryRecords: '', otherEvents: '' };
		expect(readOptions(empty)).toMatchObject({
			ignorePreliminaryRecords: false,
			otherEvents: undefined,
		});
	});
});
