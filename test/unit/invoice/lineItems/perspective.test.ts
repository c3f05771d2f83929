import type { Point, Quad } from '../../../../nodes/IflytekInvoiceOcr/values/values';
import {
	estimatePerspective,
	plausiblePerspectives,
	rowPosition,
	refineByRows,
	type PerspectiveEstimate,
} from '../../../../nodes/IflytekInvoiceOcr/lineItems/perspective';

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

/** A box whose sides run along the axes. */
const upright = (x: number, y: number, width: number, height: number): Quad => [
	{ x, y },
	{ x: x + width, y },
	{ x: x + width, y: y + height },
	{ x, y: y + height },
];

const box = (x: number, y: number, width: number, shot: Shot) =>
	upright(x, y, width, HEIGHT).map((corner) => seen(corner, shot)) as unknown as Quad;

const ROWS = [-200, -120, -40, 40, 120, 200];
const COLUMNS = [-400, -100, 250];

/** A page of six rows in three columns. */
const page = (shot: Shot) =>
	COLUMNS.map((x) => ROWS.map((y) => box(x, y, 160, shot))) as [Quad[], Quad[], Quad[]];

function evidenceOf(shot: Shot): PerspectiveEstimate {
	const columns = page(shot);
	return estimatePerspective(columns.flat(), [], [columns[0], columns[2]])!;
}

/** The row coordinates of the middles of all boxes, row by row, as the frame sees them. */
function rowsSeen(evidence: PerspectiveEstimate, shot: Shot): number[][] {
	return ROWS.map((y) =>
		COLUMNS.map((x) =>
			rowPosition(evidence.place(seen({ x: x + 80, y: y + HEIGHT / 2 }, shot)), evidence.best),
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
			const frames = plausiblePerspectives(evidence, places);
			expect(frames[0]).toBe(evidence.best);
			for (const frame of frames) {
				for (const place of places) {
					expect(
						Math.abs(rowPosition(place, frame) - rowPosition(place, evidence.best)),
					).toBeLessThan(1);
				}
			}
		},
	);

	it('is told by fields that share a row where boxes are upright rectangles', () => {
		const tilted = (slope: number) => {
			const rows = [0, 100, 200].map((y) =>
				[0, 400, 800].map((x) => upright(x, y + slope * x, 100, HEIGHT)),
			);
			const pairs = rows.map((row) => [row[0]!, row[2]!] as [Quad, Quad]);
			return { rows, evidence: estimatePerspective(rows.flat(), pairs, [[], []])! };
		};
		for (const slope of [-0.05, 0, 0.02, 0.05]) {
			const { rows, evidence } = tilted(slope);
			for (const row of rows) {
				const seenAt = row.map((quad) =>
					rowPosition(evidence.place({ x: quad[0].x + 50, y: quad[0].y + 10 }), evidence.best),
				);
				expect(Math.max(...seenAt) - Math.min(...seenAt)).toBeLessThan(0.3);
			}
		}
	});

	it('is unknown without boxes that have a direction', () => {
		expect(estimatePerspective([], [], [[], []])).toBeNull();
		const there = box(0, 0, 100, {});
		const back = box(0, 0, 100, { degrees: 180 });
		const sum = estimatePerspective(
			[there, back.map(({ x, y }) => ({ x, y })) as never],
			[],
			[[], []],
		);
		expect(sum === null || Number.isFinite(sum.best.m)).toBe(true);
	});

	it('is turned round where the columns stand the other way round', () => {
		const shot: Shot = {};
		const [names, , amounts] = page(shot);
		const all = page(shot).flat();
		const straight = estimatePerspective(all, [], [names, amounts])!;
		const turned = estimatePerspective(all, [], [amounts, names])!;
		const top = { x: 2000, y: 1800 };
		const bottom = { x: 2000, y: 2200 };
		expect(straight.place(top).y).toBeLessThan(straight.place(bottom).y);
		expect(turned.place(top).y).toBeGreaterThan(turned.place(bottom).y);
		// one column alone says nothing
		expect(estimatePerspective(all, [], [[], amounts])!.place(top).y).toBe(straight.place(top).y);
		expect(estimatePerspective(all, [], [amounts, []])!.place(top).y).toBe(straight.place(top).y);
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
	const LOOSE: PerspectiveEstimate = {
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
		const refined = refineByRows(
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
		const refined = refineByRows(LOOSE, [[{ x: 3, y: 1 }], [{ x: -5, y: 4 }]]);
		expect(refined.best.m).toBeCloseTo(0, 9);
		expect(refined.best.k).toBeCloseTo(0, 9);
		expect(refined.precision).toEqual([1, 0, 1]);
	});

	it('gives way to evidence that is sharper', () => {
		const sharp: PerspectiveEstimate = { ...LOOSE, precision: [1e9, 0, 1e9] };
		const refined = refineByRows(sharp, [row(-5, 0.1, 0), row(5, 0.1, 0)]);
		expect(Math.abs(refined.best.m)).toBeLessThan(0.001);
	});
});

describe('the row coordinate of a place', () => {
	it('is equal along a row and grows downwards', () => {
		expect(rowPosition({ x: 10, y: 3 }, { m: 0.1, k: 0 })).toBe(2);
		expect(rowPosition({ x: 10, y: 4 }, { m: 0, k: 0.1 })).toBe(2);
		expect(rowPosition({ x: -20, y: 3 }, { m: -0.1, k: 0.02 })).toBeCloseTo(1 / 0.6, 9);
		// beyond the point in which rows meet it does not turn over
		expect(rowPosition({ x: -20, y: 1 }, { m: 0, k: 0.1 })).toBe(5);
	});
});

describe('the frames that are possible', () => {
	const evidence = (mm: number, mk: number, kk: number): PerspectiveEstimate => ({
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
		const frames = plausiblePerspectives(evidence(10_000, 0, 1e12), PLACES);
		const tilts = frames.map(({ m }) => m);
		expect(Math.min(...tilts)).toBeCloseTo(0.1 - 3 / 100, 9);
		expect(Math.max(...tilts)).toBeCloseTo(0.1 + 3 / 100, 9);
		// 0.6 text heights of movement in steps of at most 0.4
		expect(frames).toHaveLength(1 + 5);
		expect(new Set(frames.map(({ k }) => k.toFixed(6)))).toEqual(new Set(['0.001000']));
	});

	it('reach as far in convergence', () => {
		const frames = plausiblePerspectives(evidence(1e12, 0, 1e6), PLACES);
		const convergences = frames.map(({ k }) => k);
		expect(Math.min(...convergences)).toBeCloseTo(0.001 - 3 / 1000, 9);
		expect(Math.max(...convergences)).toBeCloseTo(0.001 + 3 / 1000, 9);
	});

	it('are the best one alone, twice, where nothing moves by a tenth of a text height', () => {
		const frames = plausiblePerspectives(evidence(1e12, 0, 1e12), PLACES);
		expect(frames).toHaveLength(2);
		expect(frames[1]!.m).toBeCloseTo(0.1, 9);
		expect(frames[1]!.k).toBeCloseTo(0.001, 9);
	});

	it('are no more than 25 to each side', () => {
		expect(plausiblePerspectives(evidence(1, 0, 1e12), PLACES)).toHaveLength(1 + 25);
		expect(plausiblePerspectives(evidence(1, 0, 1), PLACES)).toHaveLength(1 + 25 * 25);
	});

	it('follow what tilt and convergence say together', () => {
		const frames = plausiblePerspectives(evidence(10_000, 5000, 1e6), PLACES);
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

describe('the evidence in numbers', () => {
	const evidenceAlone = (boxes: Quad[], pairs: Array<[Quad, Quad]> = []) =>
		estimatePerspective(boxes, pairs, [[], []])!;
	const textHeightOf = (boxes: Quad[]) => {
		const { place } = evidenceAlone(boxes);
		return 1 / (place({ x: 1, y: 0 }).x - place({ x: 0, y: 0 }).x);
	};

	it.each([
		// a box of 100 by 20 may be a text of height 10 at a tilt of a tenth
		['equal boxes', '100x20 100x20 100x20 100x20', 0.1, 20],
		[
			'boxes that grow with their width',
			'240x32 40x22 120x26 240x32 40x22 120x26 240x32 40x22 120x26 120x26',
			0.05 + (0.15 * 20) / 200,
			20,
		],
		['boxes that shrink', '40x30 240x26', 0.02 + (0.15 * 28) / 200, 28],
		['boxes that grow fast', '10x20 60x60', 0.5, 12],
		['boxes as high as wide', '20x20 60x60', 0.5, 10],
		['a single box', '100x20', 0.1, 20],
	])('of %s (%s) is a prior tilt and a text height', (_, sizes, tilt, textHeight) => {
		const boxes = sizes.split(' ').map((size, index) => {
			const [width = 0, height = 0] = size.split('x').map(Number);
			return upright(0, 300 * index, width, height);
		});
		// the prior is all the evidence there is
		expect(2 / Math.sqrt(evidenceAlone(boxes).precision[0])).toBeCloseTo(tilt, 9);
		expect(textHeightOf(boxes)).toBeCloseTo(textHeight, 9);
	});

	it('of upright boxes allows a convergence that tilts no row by more', () => {
		const convergence = (boxes: Quad[]) => 1 / Math.sqrt(evidenceAlone(boxes).precision[2]);
		const near = [upright(0, 0, 100, 20), upright(0, 200, 100, 20)];
		expect(convergence(near)).toBeCloseTo(0.004, 9);
		const far = [0, 1000, 2000].map((y) => upright(0, y, 100, 20));
		expect(convergence(far)).toBeCloseTo(0.1 / 50, 9);
		expect(convergence([upright(0, 0, 5000, 20)])).toBeCloseTo(0.002, 9);
	});

	/** A box of a text at an angle whose sine is 0.6; exact in numbers. */
	const slanted = (width: number, middle: Point = { x: 0, y: 0 }): Quad => {
		const along = { x: (0.8 * width) / 2, y: (0.6 * width) / 2 };
		const across = { x: -6, y: 8 };
		const corner = (a: number, b: number) => ({
			x: middle.x + a * along.x + b * across.x,
			y: middle.y + a * along.y + b * across.y,
		});
		return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
	};
	const PRIOR = [1 / 0.075 ** 2, 1 / 0.004 ** 2] as const;

	it('counts along and across the text', () => {
		const { place } = evidenceAlone([slanted(100)]);
		for (const [point, x, y] of [
			[{ x: 16, y: 12 }, 1, 0],
			[{ x: -12, y: 16 }, 0, 1],
			[{ x: 0, y: 0 }, 0, 0],
		] as const) {
			expect(place(point).x).toBeCloseTo(x, 9);
			expect(place(point).y).toBeCloseTo(y, 9);
		}
	});

	it('takes the edges of boxes twice as wide as high, the more the longer', () => {
		const precisions = [39, 40, 80].map((width) => evidenceAlone([slanted(width)]).precision);
		for (const [index, base] of [0, 2, 4].entries()) {
			const [mm, mk, kk] = precisions[index]!;
			expect(mm).toBeCloseTo(PRIOR[0] + (base / 0.05) ** 2, 6);
			expect(mk).toBeCloseTo(0, 6);
			expect(kk).toBeCloseTo(PRIOR[1], 6);
		}
	});

	it('tells the convergence by boxes apart from the middle', () => {
		const apart = [-10, 10].map((v) => slanted(40, { x: -12 * v, y: 16 * v }));
		const [mm, mk, kk] = evidenceAlone(apart).precision;
		expect(mm).toBeCloseTo(PRIOR[0] + 2 * 1600, 4);
		expect(mk).toBeCloseTo(0, 4);
		expect(kk).toBeCloseTo(PRIOR[1] + 2 * 1600 * 100, 3);
	});

	it.each([0, 1, 2, 3])('takes edges where only corner %d is off', (corner) => {
		const boxes = [0, 1].map((row) => upright(0, 100 * row, 100, 20));
		const off = boxes[0]!.map(({ x, y }, index) => (index === corner ? { x, y: y + 1 } : { x, y }));
		const aside = boxes[0]!.map(({ x, y }, index) =>
			index === corner ? { x: x + 1, y } : { x, y },
		);
		expect(evidenceAlone(boxes).precision[0]).toBeCloseTo(400, 6);
		for (const one of [off, aside] as unknown as Quad[]) {
			expect(evidenceAlone([one, boxes[1]!]).precision[0]).toBeGreaterThan(10_000);
		}
	});

	it('is none of boxes without a width, a height or one direction', () => {
		const flat = [upright(0, 0, 100, 0), upright(0, 0, 0, 20)];
		const [tl, tr, br, bl] = upright(0, 0, 100, 20);
		expect(estimatePerspective(flat, [], [[], []])).toBeNull();
		expect(
			estimatePerspective(
				[
					[tl, tr, br, bl],
					[br, bl, tl, tr],
				],
				[],
				[[], []],
			),
		).toBeNull();
		const sound = [upright(0, 0, 100, 20), upright(0, 200, 100, 20)];
		const given = evidenceAlone([...flat, ...sound]);
		expect(given.precision).toEqual(evidenceAlone(sound).precision);
		expect(given.place({ x: 7, y: 9 })).toEqual(evidenceAlone(sound).place({ x: 7, y: 9 }));
	});

	it('turns a single box each round where they stand the other way round, not where they do not', () => {
		const [left, right] = [upright(0, 0, 100, 20), upright(300, 0, 100, 20)];
		const growsDown = (columns: [Quad[], Quad[]]) => {
			const { place } = estimatePerspective([left, right], [], columns)!;
			return place({ x: 0, y: 50 }).y > place({ x: 0, y: 0 }).y;
		};
		expect(growsDown([[left], [right]])).toBe(true);
		expect(growsDown([[right], [left]])).toBe(false);
		expect(growsDown([[left], [left]])).toBe(true);
	});

	/** The middle of these boxes is the origin, a text height is 20 pixels. */
	const FRAME = [upright(-50, -110, 100, 20), upright(-50, 90, 100, 20)];
	const at = (x: number, y: number): Quad => upright(20 * x - 10, 20 * y - 10, 20, 20);
	/** The evidence of boxes that share a row, two by two, where they stand. */
	const pairs = (...ends: Array<[x1: number, y1: number, x2: number, y2: number]>) =>
		evidenceAlone(
			FRAME,
			ends.map(([x1, y1, x2, y2]) => [at(x1, y1), at(x2, y2)]),
		);

	it('takes pairs from three text heights on, where their middle stands', () => {
		expect(pairs([0, 0, 2.9, 0]).precision).toEqual([expect.closeTo(400, 6), 0, 62_500]);
		const [mm, mk, kk] = pairs([1, 10, 4, 10]).precision;
		expect(mm).toBeCloseTo(400 + 3600, 6);
		expect(mk).toBeCloseTo(3600 * 10, 6);
		expect(kk).toBeCloseTo(62_500 + 3600 * 100, 6);
		// the pair's row goes through the origin
		const sloped = pairs([10, 1, 50, 5]);
		expect(sloped.best.m).toBeCloseTo(0.1, 3);
		expect(sloped.precision[1] / sloped.precision[0]).toBeCloseTo(0, 1);
	});

	it('measures the noise by the pairs themselves', () => {
		const { best, precision } = pairs(
			[-5, 0.1, 5, -0.1],
			[-5, -0.1, 5, 0.1],
			[-5, 0.1, 5, -0.1],
			[-5, -0.1, 5, 0.1],
		);
		expect(best.m).toBeCloseTo(0, 9);
		// the ends are 0.2 off each
		expect(precision[0]).toBeCloseTo(400 + (4 * 100) / 0.3 ** 2, 6);
	});

	it('hardly counts a pair that is far off the others', () => {
		const level: [number, number, number, number] = [-5, 0, 5, 0];
		const { best, precision } = pairs(...Array(6).fill(level), [-5, -2.5, 5, 2.5]);
		expect(best.m).toBeLessThan(0.0001);
		// its ends are 5 off, fifty times what counts fully
		expect(precision[0]).toBeCloseTo(400 + 6 * 40_000 + 40_000 / 50 ** 2, 0);
	});
});

describe('the sum of squares', () => {
	const EVIDENCE: PerspectiveEstimate = {
		best: { m: 0.05, k: 0.002 },
		precision: [3000, 2000, 200_000],
		place: (point) => point,
	};
	const ROWS_SEEN = [-9, -2, 4, 8].map((v, row) =>
		[-12, -3, 5, 14].map((x, column) => ({
			x,
			y: v * (1 + 0.004 * x) + 0.09 * x + 0.05 * (((row * 7 + column * 5) % 3) - 1),
		})),
	);
	/** As the comment of Precision states it, written down once more. */
	const costOf = (m: number, k: number) => {
		const [mm, mk, kk] = EVIDENCE.precision;
		const [dm, dk] = [m - EVIDENCE.best.m, k - EVIDENCE.best.k];
		const residuals = ROWS_SEEN.flatMap((row) => {
			const values = row.map(({ x, y }) => (y - m * x) / (1 + k * x));
			const mean = values.reduce((sum, v) => sum + v, 0) / values.length;
			return values.map((v) => (v - mean) / 0.1);
		});
		const squares = residuals.reduce((sum, one) => sum + one * one, 0);
		return mm * dm * dm + 2 * mk * dm * dk + kk * dk * dk + squares;
	};

	it('is least at the frame that cells of a row and the evidence speak for', () => {
		const { best, precision } = refineByRows(EVIDENCE, ROWS_SEEN);
		const least = costOf(best.m, best.k);
		for (const [dm, dk] of [
			[1e-3, 0],
			[-1e-3, 0],
			[0, 1e-4],
			[0, -1e-4],
		] as const) {
			const grown = costOf(best.m + dm, best.k + dk) - least;
			const [mm, mk, kk] = precision;
			expect(grown).toBeGreaterThan(0);
			expect(grown / (mm * dm * dm + 2 * mk * dm * dk + kk * dk * dk)).toBeCloseTo(1, 1);
		}
	});

	it('counts what places of a row are off by a tenth of a text height', () => {
		const level = [
			{ x: -10, y: 0 },
			{ x: 10, y: 0 },
		];
		const loose: PerspectiveEstimate = { ...EVIDENCE, best: { m: 0, k: 0 }, precision: [1, 0, 1] };
		expect(refineByRows(loose, [level]).precision).toEqual([expect.closeTo(20_001, 6), 0, 1]);
	});
});

describe('how many frames are tried', () => {
	const PLACES = [
		{ x: -10, y: -10 },
		{ x: 10, y: 10 },
	];
	/** All frames where three deviations of the tilt move the places by so much against each other. */
	const framesFor = (moved: number) =>
		plausiblePerspectives(
			{ best: { m: 0, k: 0 }, precision: [(60 / moved) ** 2, 0, 1e12], place: (point) => point },
			PLACES,
		);

	it.each([
		[0.099, 0],
		[0.101, 1],
		[0.39, 1],
		[0.41, 2],
		[0.79, 2],
		[0.81, 3],
	])('where places move by %d text heights: %d to each side', (moved, steps) => {
		expect(framesFor(moved)).toHaveLength(1 + 1 + 2 * steps);
	});

	it('reaches three deviations of the convergence in several steps', () => {
		const precision = [1e12, 0, 2e4] as const;
		const evidence = { best: { m: 0, k: 0 }, precision, place: (point: Point) => point };
		const convergences = plausiblePerspectives(evidence, PLACES).map(({ k }) => k);
		expect(convergences.length).toBeGreaterThan(1 + 3);
		expect(Math.max(...convergences)).toBeCloseTo(3 / Math.sqrt(2e4), 9);
		expect(Math.min(...convergences)).toBeCloseTo(-3 / Math.sqrt(2e4), 9);
	});
});
