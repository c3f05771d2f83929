import type { Point, Quad } from '../../../nodes/IflytekInvoiceOcr/geometry';
import {
	frameEvidence,
	possibleFrames,
	rowOf,
	withRows,
	type FrameEvidence,
} from '../../../nodes/IflytekInvoiceOcr/rowFrame';

const HEIGHT = 20;

/** How a page lies in its picture: turned by an angle, and its rows meeting at a distance. */
interface Shot {
	degrees?: number;
	/** by how much rows converge for each pixel along */
	convergence?: number;
	scale?: number;
}

/** Where a point of the page stands in the picture. */
function seen({ x, y }: Point, { degrees = 0, convergence = 0, scale = 1 }: Shot): Point {
	const squeezed = { x, y: y * (1 + convergence * x) };
	const angle = (degrees * Math.PI) / 180;
	return {
		x: 2000 + scale * (squeezed.x * Math.cos(angle) - squeezed.y * Math.sin(angle)),
		y: 2000 + scale * (squeezed.x * Math.sin(angle) + squeezed.y * Math.cos(angle)),
	};
}

function box(x: number, y: number, width: number, shot: Shot): Quad {
	return [
		seen({ x, y }, shot),
		seen({ x: x + width, y }, shot),
		seen({ x: x + width, y: y + HEIGHT }, shot),
		seen({ x, y: y + HEIGHT }, shot),
	];
}

const ROWS = [-200, -120, -40, 40, 120, 200];
const COLUMNS = [-400, -100, 250];

/** A page of six rows in three columns. */
const page = (shot: Shot) =>
	COLUMNS.map((x) => ROWS.map((y) => box(x, y, 160, shot))) as [Quad[], Quad[], Quad[]];

function evidenceOf(shot: Shot): FrameEvidence {
	const columns = page(shot);
	return frameEvidence(columns.flat(), [], [columns[0], columns[2]])!;
}

/** The row coordinates of the middles of all boxes, row by row, as the frame sees them. */
function rowsSeen(evidence: FrameEvidence, shot: Shot): number[][] {
	return ROWS.map((y) =>
		COLUMNS.map((x) =>
			rowOf(evidence.place(seen({ x: x + 80, y: y + HEIGHT / 2 }, shot)), evidence.best),
		),
	);
}

const SHOTS: Shot[] = [
	{},
	{ degrees: 5 },
	{ degrees: -12 },
	{ degrees: 90 },
	{ degrees: 180 },
	{ degrees: -95 },
	{ convergence: 0.0001 },
	{ convergence: -0.0001, degrees: 7 },
	{ degrees: 3, scale: 0.5 },
	{ degrees: 184, convergence: 0.00005, scale: 2.5 },
];

describe('how rows run', () => {
	it.each(SHOTS)('is found in the edges of the boxes: %p', (shot) => {
		const rows = rowsSeen(evidenceOf(shot), shot);
		for (const places of rows) {
			expect(Math.max(...places) - Math.min(...places)).toBeLessThan(0.1);
		}
		// from top to bottom, four text heights from one row to the next
		for (let row = 1; row < rows.length; row++) {
			expect(rows[row]![0]! - rows[row - 1]![0]!).toBeGreaterThan(3.5);
			expect(rows[row]![0]! - rows[row - 1]![0]!).toBeLessThan(4.5);
		}
	});

	// upright rectangles leave open how far the text in them is tilted
	const isTold = ({ degrees = 0, convergence }: Shot) => degrees % 180 !== 0 || convergence;
	it.each(SHOTS.filter(isTold))(
		'leaves other frames possible only within a part of a row: %p',
		(shot) => {
			const evidence = evidenceOf(shot);
			const places = page(shot)
				.flat()
				.map((quad) => evidence.place(quad[0]));
			const frames = possibleFrames(evidence, places);
			expect(frames[0]).toBe(evidence.best);
			for (const frame of frames) {
				for (const place of places) {
					expect(Math.abs(rowOf(place, frame) - rowOf(place, evidence.best))).toBeLessThan(1);
				}
			}
		},
	);

	it('is told by fields that share a row where boxes are upright rectangles', () => {
		const upright = (x: number, y: number, width: number): Quad => [
			{ x, y },
			{ x: x + width, y },
			{ x: x + width, y: y + HEIGHT },
			{ x, y: y + HEIGHT },
		];
		const tilted = (slope: number) => {
			const rows = [0, 100, 200].map((y) =>
				[0, 400, 800].map((x) => upright(x, y + slope * x, 100)),
			);
			const pairs = rows.map((row) => [row[0]!, row[2]!] as [Quad, Quad]);
			return { rows, evidence: frameEvidence(rows.flat(), pairs, [[], []])! };
		};
		for (const slope of [-0.05, 0, 0.02, 0.05]) {
			const { rows, evidence } = tilted(slope);
			for (const row of rows) {
				const seenAt = row.map((quad) =>
					rowOf(evidence.place({ x: quad[0].x + 50, y: quad[0].y + 10 }), evidence.best),
				);
				expect(Math.max(...seenAt) - Math.min(...seenAt)).toBeLessThan(0.3);
			}
		}
	});

	it('is unknown without boxes that have a direction', () => {
		expect(frameEvidence([], [], [[], []])).toBeNull();
		const there = box(0, 0, 100, {});
		const back = box(0, 0, 100, { degrees: 180 });
		const sum = frameEvidence([there, back.map(({ x, y }) => ({ x, y })) as never], [], [[], []]);
		expect(sum === null || Number.isFinite(sum.best.m)).toBe(true);
	});

	it('is turned round where the columns stand the other way round', () => {
		const shot: Shot = {};
		const [names, , amounts] = page(shot);
		const all = page(shot).flat();
		const straight = frameEvidence(all, [], [names, amounts])!;
		const turned = frameEvidence(all, [], [amounts, names])!;
		const top = { x: 2000, y: 1800 };
		const bottom = { x: 2000, y: 2200 };
		expect(straight.place(top).y).toBeLessThan(straight.place(bottom).y);
		expect(turned.place(top).y).toBeGreaterThan(turned.place(bottom).y);
		// one column alone says nothing
		expect(frameEvidence(all, [], [[], amounts])!.place(top).y).toBe(straight.place(top).y);
		expect(frameEvidence(all, [], [amounts, []])!.place(top).y).toBe(straight.place(top).y);
	});

	it('counts in text heights from the middle of the boxes', () => {
		const evidence = evidenceOf({ scale: 3 });
		const middle = evidence.place(seen({ x: -20, y: 10 }, { scale: 3 }));
		expect(middle.x).toBeCloseTo(0, 6);
		expect(middle.y).toBeCloseTo(0, 6);
		const further = evidence.place(seen({ x: -20 + HEIGHT, y: 10 + 2 * HEIGHT }, { scale: 3 }));
		expect(further.x).toBeCloseTo(1, 6);
		expect(further.y).toBeCloseTo(2, 6);
	});
});

describe('what places of the same row add', () => {
	const LOOSE: FrameEvidence = {
		best: { m: 0, k: 0 },
		precision: [1, 0, 1],
		place: (point) => point,
	};
	const row = (v: number, m: number, k: number) =>
		[-10, -4, 3, 9].map((x) => ({ x, y: v * (1 + k * x) + m * x }));

	it.each([
		[0.1, 0],
		[-0.2, 0],
		[0, 0.01],
		[0.15, -0.008],
	])('is the tilt %d and the convergence %d', (m, k) => {
		const refined = withRows(
			LOOSE,
			[-8, -3, 2, 7].map((v) => row(v, m, k)),
		);
		expect(refined.best.m).toBeCloseTo(m, 2);
		expect(refined.best.k).toBeCloseTo(k, 2);
		expect(refined.precision[0]).toBeGreaterThan(1000);
		expect(refined.precision[2]).toBeGreaterThan(1000);
		expect(refined.place).toBe(LOOSE.place);
	});

	it('is nothing where no two places share a row', () => {
		const refined = withRows(LOOSE, [[{ x: 3, y: 1 }], [{ x: -5, y: 4 }]]);
		expect(refined.best.m).toBeCloseTo(0, 9);
		expect(refined.best.k).toBeCloseTo(0, 9);
		expect(refined.precision).toEqual([1, 0, 1]);
	});

	it('gives way to evidence that is sharper', () => {
		const sharp: FrameEvidence = { ...LOOSE, precision: [1e9, 0, 1e9] };
		const refined = withRows(sharp, [row(-5, 0.1, 0), row(5, 0.1, 0)]);
		expect(Math.abs(refined.best.m)).toBeLessThan(0.001);
	});
});

describe('the row coordinate of a place', () => {
	it('is equal along a row and grows downwards', () => {
		expect(rowOf({ x: 10, y: 3 }, { m: 0.1, k: 0 })).toBe(2);
		expect(rowOf({ x: 10, y: 4 }, { m: 0, k: 0.1 })).toBe(2);
		expect(rowOf({ x: -20, y: 3 }, { m: -0.1, k: 0.02 })).toBeCloseTo(1 / 0.6, 9);
		// beyond the point in which rows meet it does not turn over
		expect(rowOf({ x: -20, y: 1 }, { m: 0, k: 0.1 })).toBe(5);
	});
});

describe('the frames that are possible', () => {
	const evidence = (mm: number, mk: number, kk: number): FrameEvidence => ({
		best: { m: 0.1, k: 0.001 },
		precision: [mm, mk, kk],
		place: (point) => point,
	});
	const PLACES = [
		{ x: -10, y: -10 },
		{ x: 10, y: 10 },
		{ x: 0, y: 0 },
	];

	it('reach three deviations to each side', () => {
		const frames = possibleFrames(evidence(10_000, 0, 1e12), PLACES);
		const tilts = frames.map(({ m }) => m);
		expect(Math.min(...tilts)).toBeCloseTo(0.1 - 3 / 100, 9);
		expect(Math.max(...tilts)).toBeCloseTo(0.1 + 3 / 100, 9);
		// 0.6 text heights of movement in steps of at most 0.4
		expect(frames).toHaveLength(1 + 5);
		expect(new Set(frames.map(({ k }) => k.toFixed(6)))).toEqual(new Set(['0.001000']));
	});

	it('reach as far in convergence', () => {
		const frames = possibleFrames(evidence(1e12, 0, 1e6), PLACES);
		const convergences = frames.map(({ k }) => k);
		expect(Math.min(...convergences)).toBeCloseTo(0.001 - 3 / 1000, 9);
		expect(Math.max(...convergences)).toBeCloseTo(0.001 + 3 / 1000, 9);
	});

	it('are the best one alone, twice, where nothing moves by a tenth of a text height', () => {
		const frames = possibleFrames(evidence(1e12, 0, 1e12), PLACES);
		expect(frames).toHaveLength(2);
		expect(frames[1]!.m).toBeCloseTo(0.1, 9);
		expect(frames[1]!.k).toBeCloseTo(0.001, 9);
	});

	it('are no more than 25 to each side', () => {
		expect(possibleFrames(evidence(1, 0, 1e12), PLACES)).toHaveLength(1 + 25);
		expect(possibleFrames(evidence(1, 0, 1), PLACES)).toHaveLength(1 + 25 * 25);
	});

	it('follow what tilt and convergence say together', () => {
		const frames = possibleFrames(evidence(10_000, 5000, 1e6), PLACES);
		const [first, last] = [frames[1]!, frames.at(-1)!];
		expect(frames.length).toBeGreaterThan(5);
		// the far ends lie opposite each other
		expect((first.m + last.m) / 2).toBeCloseTo(0.1, 6);
		expect((first.k + last.k) / 2).toBeCloseTo(0.001, 6);
		const spread = Math.sqrt(1e6 / (10_000 * 1e6 - 5000 * 5000));
		expect(last.m - 0.1).toBeCloseTo(3 * spread, 9);
		expect(last.k - 0.001).toBeCloseTo(3 / 1000 - (5000 / 1e6) * 3 * spread, 6);
	});
});
