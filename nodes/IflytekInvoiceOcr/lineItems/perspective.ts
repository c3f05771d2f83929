import {
	acrossOf,
	alongOf,
	centerOf,
	length,
	mean,
	median,
	type Point,
	type Quad,
} from '../values/values';

/**
 * Where rows run in an image. Printed rows are parallel on paper; in a photograph they meet in a point
 * far outside. With x along and y across the text, in text heights from the middle of the boxes, all
 * points of a row have the same v = (y - m x) / (1 + k x): m is the tilt, k the convergence.
 */
export interface Perspective {
	m: number;
	k: number;
}

/**
 * m and k minimize the sum of squared residuals, each divided by its usual size. Around its least value that sum
 * grows by mm dm² + 2 mk dm dk + kk dk² (dm and dk off the best perspective): [[mm, mk], [mk, kk]] is the inverse
 * covariance of m and k.
 * - `fit` takes edges of boxes and pairs of boxes in a row. A row's slope is m + k v; the residual, (slope - m -
 *   k v) · base / noise, says how far the ends of an edge are off their row. The noise is estimated from the
 *   residuals; those beyond twice the noise weigh less. The prior is m / (usual tilt / 2), k / (usual convergence).
 * - `refineOnce` takes cells that should share a row. The residual is (v - mean v of the row) / CELL_NOISE, taken
 *   as linear in m and k (one Gauss-Newton step). The prior is the result of `fit`.
 * - `plausiblePerspectives` reads the deviations: m's is √(kk / (mm kk - mk²)); where m is off by dm, k is
 *   expected to be off by -(mk / kk) dm, with the deviation √(1 / kk).
 */
type Precision = readonly [mm: number, mk: number, kk: number];

interface Fit {
	best: Perspective;
	precision: Precision;
}

/** How rows run, as far as the boxes tell: the best perspective, and how sharply the boxes point at it. */
export interface PerspectiveEstimate extends Fit {
	/** maps a point of the image to x, y in text heights */
	place(point: Point): Point;
}

/** The smallest error of a corner that is assumed, in text heights. */
const LEAST_NOISE = 0.05;
/** The usual tilt apart from the direction of the boxes, and the usual convergence per text height. */
const USUAL_TILT = 0.15;
const USUAL_CONVERGENCE = 0.004;
const ROUNDS = 4;
/** Usual variation in height of fonts and boxes, in text heights. */
const HEIGHT_NOISE = 0.15;
/** How far from the best perspective others are tried, in standard deviations; how close, in text heights moved. */
const DEVIATIONS = 3;
const LEAST_MOVEMENT = 0.1;
const STEP = 0.4;
const MOST_STEPS = 12;

interface Slope {
	at: Point;
	slope: number;
	/** length of the edge the slope was taken from: the longer, the surer */
	base: number;
}

/**
 * Finds how rows run from the edges of all boxes and from pairs of boxes known to share a row.
 * @param leftToRight boxes of two columns, the left one first: in an image that is upside down, and whose
 * boxes do not say so, they stand the other way round
 * @returns null without boxes that have a width, a height and a direction
 */
export function estimatePerspective(
	given: Quad[],
	sameRow: Array<[Quad, Quad]>,
	leftToRight: [Quad[], Quad[]],
): PerspectiveEstimate | null {
	const boxes = given.filter((box) => length(alongOf(box)) > 0 && length(acrossOf(box)) > 0);
	const vectors = boxes.map(alongOf);
	const total = (axis: 'x' | 'y') => vectors.reduce((sum, vector) => sum + vector[axis], 0);
	const direction = { x: total('x'), y: total('y') };
	const size = length(direction);
	if (boxes.length === 0 || size === 0) return null;
	const upright = boxes.every(isUpright);
	const rectangles = upright ? readRectangles(boxes) : undefined;
	const unit = rectangles?.textHeight ?? median(boxes.map((box) => length(acrossOf(box))));
	const [left, right] = leftToRight.map((quads) =>
		quads.map(centerOf).map(({ x, y }) => x * direction.x + y * direction.y),
	) as [number[], number[]];
	const upsideDown = left.length > 0 && right.length > 0 && median(left) > median(right);
	const turned = upsideDown ? -size : size;
	const [cos, sin] = [direction.x / turned, direction.y / turned];
	const turn = ({ x, y }: Point): Point => ({
		x: (x * cos + y * sin) / unit,
		y: (y * cos - x * sin) / unit,
	});
	const centers = boxes.map((box) => turn(centerOf(box)));
	const origin = { x: median(centers.map(({ x }) => x)), y: median(centers.map(({ y }) => y)) };
	const place = (point: Point): Point => {
		const { x, y } = turn(point);
		return { x: x - origin.x, y: y - origin.y };
	};

	const pairs = sameRow.flatMap(([one, other]) => {
		const [a, b] = [place(centerOf(one)), place(centerOf(other))];
		const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
		return slopeOf({ x: b.x - a.x, y: b.y - a.y }, middle, SHORTEST_PAIR);
	});
	const edges = (upright ? [] : boxes).flatMap((box) =>
		slopeOf(turn(alongOf(box)), place(centerOf(box)), SHORTEST_EDGE),
	);
	const rise = Math.max(...centers.map(({ y }) => Math.abs(y - origin.y)), 1);
	const tilt = rectangles?.tilt ?? USUAL_TILT;
	const convergence = upright ? Math.min(tilt / rise, USUAL_CONVERGENCE) : USUAL_CONVERGENCE;
	return { ...fit([...edges, ...pairs], tilt, convergence), place };
}

/** In text heights: shorter edges, and pairs closer to each other, show no slope. */
const SHORTEST_EDGE = 2;
const SHORTEST_PAIR = 3;

function slopeOf({ x, y }: Point, at: Point, shortest: number): Slope[] {
	const base = Math.abs(x);
	return base < shortest ? [] : [{ at, slope: y / x, base }];
}

const isUpright = ([tl, tr, br, bl]: Quad) =>
	tl.y === tr.y && bl.y === br.y && tl.x === bl.x && tr.x === br.x;

/**
 * Upright rectangles show how strong the tilt may be, not its sign: that of a tilted text grows in height by the
 * tilt times its width. The tilt is taken from that growth and from the flattest rectangle.
 */
function readRectangles(boxes: Quad[]): { tilt: number; textHeight: number } {
	const sizes = boxes
		.map((box) => ({ width: length(alongOf(box)), height: length(acrossOf(box)) }))
		.sort((a, b) => a.width - b.width);
	const third = Math.max(1, Math.floor(sizes.length / 3));
	const [short, long] = [sizes.slice(0, third), sizes.slice(-third)];
	const more = (of: 'height' | 'width') =>
		median(long.map((one) => one[of])) - median(short.map((one) => one[of]));
	const base = Math.max(more('width'), 1);
	const growth = more('height') / base;
	const least = Math.min(...sizes.map(({ height }) => height));
	const textHeight = Math.max(
		median(sizes.map(({ width, height }) => height - Math.max(growth, 0) * width)),
		least / 2,
	);
	const flattest = sizes.map(({ width, height }) => (height - least / 2) / Math.max(width, 1));
	const tilt = Math.min(Math.abs(growth) + (HEIGHT_NOISE * textHeight) / base, ...flattest, 0.5);
	return { tilt, textHeight };
}

/** Robust least squares of slope = m + k v (see Precision); v, noise and weights are of the round before. */
function fit(slopes: Slope[], tilt: number, convergence: number): Fit {
	const prior: Precision = [1 / (tilt / 2) ** 2, 0, 1 / convergence ** 2];
	let best: Perspective = { m: 0, k: 0 };
	let precision = prior;
	let weights = slopes.map(() => 1);
	let noise = 0.1;
	for (let round = 0; round < ROUNDS; round++) {
		const terms = slopes.map(({ at, slope, base }, index) => {
			const weight = (weights[index]! * base ** 2) / noise ** 2;
			return { weight, byM: 1, byK: rowPosition(at, best), value: slope };
		});
		({ best, precision } = leastSquares(prior, { m: 0, k: 0 }, terms));
		if (slopes.length === 0) break;
		// how far an edge's ends are off their row, in text heights
		const offs = slopes.map(
			({ at, slope, base }) => Math.abs(slope - best.m - best.k * rowPosition(at, best)) * base,
		);
		noise = Math.max(LEAST_NOISE, 1.5 * median(offs));
		weights = offs.map((off) => (off <= 2 * noise ? 1 : (2 * noise) / off) ** 2);
	}
	return { best, precision };
}

/** A measured value, and how it grows with m and k. */
type Term = Record<'byK' | 'byM' | 'value' | 'weight', number>;

/** The m and k that fit the terms and the expected ones best, the latter as precise as `prior`. */
function leastSquares(prior: Precision, expected: Perspective, terms: Term[]): Fit {
	let [mm, mk, kk] = prior;
	let [ofM, ofK] = [mm * expected.m + mk * expected.k, mk * expected.m + kk * expected.k];
	for (const { weight, byM, byK, value } of terms) {
		mm += weight * byM * byM;
		mk += weight * byM * byK;
		kk += weight * byK * byK;
		ofM += weight * byM * value;
		ofK += weight * byK * value;
	}
	const determinant = mm * kk - mk * mk;
	const best = { m: (ofM * kk - ofK * mk) / determinant, k: (ofK * mm - ofM * mk) / determinant };
	return { best, precision: [mm, mk, kk] };
}

/** The row coordinate of a place: equal along a row, growing downwards, in text heights. */
export const rowPosition = ({ x, y }: Point, { m, k }: Perspective) => (y - m * x) / scaleAt(x, k);

/** By how much rows lie further apart at x than in the middle. */
const scaleAt = (x: number, k: number) => Math.max(1 + k * x, 0.2);

/** How far the middle of a box is off its row, in text heights. */
const CELL_NOISE = 0.1;

/** Refines the estimate by places that are taken to share a row. */
export function refineByRows(estimate: PerspectiveEstimate, rows: Point[][]): PerspectiveEstimate {
	const once = refineOnce(estimate, rows, estimate.best);
	return { ...estimate, ...refineOnce(estimate, rows, once.best) };
}

/** One step from a perspective towards the one that lets rows run straight and still fits the estimate. */
function refineOnce(estimate: Fit, rows: Point[][], perspective: Perspective): Fit {
	const off = { m: perspective.m - estimate.best.m, k: perspective.k - estimate.best.k };
	const terms = rows.flatMap((places) => {
		const ofPlaces = places.map((place) => {
			const value = rowPosition(place, perspective);
			const scale = scaleAt(place.x, perspective.k);
			// and its derivatives by m and k
			return { value, byM: -place.x / scale, byK: (-place.x * value) / scale };
		});
		const meanOf = (key: 'byK' | 'byM' | 'value') => mean(ofPlaces.map((one) => one[key]));
		const [value, byM, byK] = [meanOf('value'), meanOf('byM'), meanOf('byK')];
		return ofPlaces.map((one) => ({
			weight: 1 / CELL_NOISE ** 2,
			byM: one.byM - byM,
			byK: one.byK - byK,
			value: one.value - value,
		}));
	});
	const { best: step, precision } = leastSquares(estimate.precision, off, terms);
	return { best: { m: perspective.m - step.m, k: perspective.k - step.k }, precision };
}

/**
 * The perspectives that the estimate leaves possible: the best one first, then those up to DEVIATIONS off, so close
 * to each other that from one to the next no place moves by more than STEP.
 */
export function plausiblePerspectives(
	estimate: PerspectiveEstimate,
	places: Point[],
): Perspective[] {
	const { best, precision } = estimate;
	const [mm, mk, kk] = precision;
	const spreadM = Math.sqrt(kk / (mm * kk - mk * mk));
	const spreadK = Math.sqrt(1 / kk);
	const perspectiveAt = (ofM: number, ofK: number): Perspective => {
		const m = ofM * spreadM;
		return { m: best.m + m, k: best.k - (mk / kk) * m + ofK * spreadK };
	};
	const steps = (ofM: number, ofK: number) => {
		const to = perspectiveAt(ofM, ofK);
		const moves = places.map((place) => rowPosition(place, to) - rowPosition(place, best));
		// how far the places move against each other, in text heights
		const moved = Math.max(...moves) - Math.min(...moves);
		return moved < LEAST_MOVEMENT ? 0 : Math.min(Math.ceil(moved / STEP), MOST_STEPS);
	};
	const [stepsM, stepsK] = [steps(DEVIATIONS, 0), steps(0, DEVIATIONS)];
	const perspectives = [best];
	for (let i = -stepsM; i <= stepsM; i++) {
		const ofM = (DEVIATIONS * i) / (stepsM || 1);
		for (let j = -stepsK; j <= stepsK; j++)
			perspectives.push(perspectiveAt(ofM, (DEVIATIONS * j) / (stepsK || 1)));
	}
	return perspectives;
}
