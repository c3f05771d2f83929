import { AnswerDeadline } from '../../../../nodes/IflytekAiCallTrigger/dialogContext/answerDeadline';

describe('how long a dialog-context request waits for the workflow', () => {
	let now = 1_000_000;
	let deadline: AnswerDeadline;
	beforeEach(() => (deadline = new AnswerDeadline(() => now)));

	it('is what the user set, while n8n is not late', () => {
		expect(deadline.waitFor(400)).toBe(400);
		deadline.recordLag(50);
		expect(deadline.waitFor(400)).toBe(400);
	});

	it.each([
		[51, 398],
		[100, 300],
		[127, 246],
		[150, 200],
		[5000, 200],
	])('leaves room twice for a standstill of %d ms: %d ms', (late, expected) => {
		deadline.recordLag(late);
		expect(deadline.waitFor(400)).toBe(expected);
	});

	it('goes by the longest standstill', () => {
		deadline.recordLag(100);
		deadline.recordLag(3);
		expect(deadline.waitFor(400)).toBe(300);
		deadline.recordLag(120);
		expect(deadline.waitFor(400)).toBe(260);
	});

	it('returns to what the user set', () => {
		deadline.recordLag(100);
		now += 30_000;
		expect(deadline.waitFor(450)).toBe(400);
		deadline.recordLag(0);
		now += 30_000;
		expect(deadline.waitFor(500 - 1)).toBe(450);
		now += 600_000;
		expect(deadline.waitFor(499)).toBe(499);
	});

	it('is not held down for longer by one huge standstill', () => {
		deadline.recordLag(3_600_000);
		now += 60_000;
		expect(deadline.waitFor(450)).toBe(425);
	});

	it('is not made longer, and stands where the user set it beyond what the platform wants', () => {
		deadline.recordLag(150);
		expect(deadline.waitFor(60)).toBe(60);
		expect(deadline.waitFor(500)).toBe(500);
		expect(deadline.waitFor(3000)).toBe(3000);
	});
});
