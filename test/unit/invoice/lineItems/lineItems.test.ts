import fc from 'fast-check';

import {
	drawInvoice,
	readableLines,
	type FixtureSettings,
	type InvoiceFixture,
} from '../../../fixtures/invoice';
import { NO_NOISE } from '../../../fixtures/invoice/document';
import { LAYOUTS } from '../../../fixtures/invoice/layout';
import { FULL_SIZE } from '../../../support/fullSize';
import {
	documentOf,
	ORIGIN,
	OPTIONS,
	read,
	readFields,
	type Texts,
	lineRows,
	inEnglish,
} from '../read';

const STRAIGHT = {
	shot: { scale: 2, tilt: 0, perspectiveX: 0, perspectiveY: 0 },
	style: { shape: 'quad', padding: 0.1, noise: 0.02 },
	noise: NO_NOISE,
} satisfies FixtureSettings;

const withoutSpaces = (text: unknown) =>
	typeof text === 'string' ? text.replace(/\s/g, '') : text;

/** A line's values; a space at which a name was wrapped cannot be known and does not count. */
function values(item: Record<string, unknown>) {
	const { goodsName, unitPrice, amount, taxRate, tax, lineType } = item;
	return { goodsName: withoutSpaces(goodsName), unitPrice, amount, taxRate, tax, lineType };
}

const expected = (fixture: InvoiceFixture) =>
	readableLines(fixture).map((line) => values({ ...line }));

const itemsOf = (document: Record<string, unknown>) => lineRows(read(document), OPTIONS, ORIGIN);

/** `npm run test:full` draws all of them, a plain run the first few. */
const drawn = (all: number) => (FULL_SIZE ? all : Math.ceil(all / 8));

describe('drawn invoices', () => {
	const COUNT = drawn(500);

	it(`has every line of ${COUNT} right or flagged, and none wrong and unflagged`, () => {
		const counts = { lines: 0, right: 0, flagged: 0, wrong: 0 };
		const clean = { lines: 0, flagged: 0 };
		const wrong: unknown[] = [];
		for (let seed = 1; seed <= COUNT; seed++) {
			const fixture = drawInvoice(seed);
			const truth = expected(fixture);
			const items = itemsOf(fixture.document);
			const { lost, split, misread } = fixture.noise;
			const isClean = lost + split + misread === 0;
			const invoice = {
				invoiceNumber: fixture.truth.number,
				invoiceCode: fixture.truth.code,
				issueDate: fixture.truth.date,
				buyerName: fixture.truth.buyer.name,
				buyerTaxId: fixture.truth.buyer.taxId,
				sellerName: fixture.truth.seller.name,
				sellerTaxId: fixture.truth.seller.taxId,
			};
			items.forEach((item, index) => {
				counts.lines++;
				if (isClean) clean.lines++;
				if (item.needsReview) {
					counts.flagged++;
					if (isClean) clean.flagged++;
					return;
				}
				const isRight =
					items.length === truth.length &&
					JSON.stringify(values(item)) === JSON.stringify(truth[index]) &&
					Object.entries(invoice).every(([name, value]) => item[name] === value);
				counts[isRight ? 'right' : 'wrong']++;
				if (!isRight) wrong.push({ seed, item, truth: truth[index] });
			});
		}
		expect(wrong).toEqual([]);
		expect(counts.lines).toBeGreaterThan(3 * COUNT);
		expect(counts.right / counts.lines).toBeGreaterThan(0.7);
		// where OCR lost, split and misread nothing, hardly a line is flagged
		expect(clean.flagged / clean.lines).toBeLessThan(0.05);
	});

	/** Every line of the first so many drawings is right, and none is flagged. */
	const expectAllRight = (count: number, settings: FixtureSettings) => {
		for (let seed = 1; seed <= drawn(count); seed++) {
			const fixture = drawInvoice(seed, { ...STRAIGHT, truth: { starred: true }, ...settings });
			const items = itemsOf(fixture.document);
			expect(items.map(({ reviewReasons }) => reviewReasons)).toEqual(items.map(() => null));
			expect(items.map(values)).toEqual(expected(fixture));
		}
	};

	it.each(LAYOUTS.map((layout) => ({ layout, name: layout.name })))(
		'flags nothing on a straight scan: $name',
		({ layout }) => expectAllRight(40, { layout }),
	);

	it.each([-20, -10, -5, 5, 10, 20, 90, 180, 270])(
		'is right at a tilt of %d degrees, with perspective',
		(tilt) => {
			expectAllRight(20, { shot: { scale: 2, tilt, perspectiveX: 0.15, perspectiveY: -0.2 } });
		},
	);

	it.each(['quad', 'rectangle'] as const)(
		'is right upside down, also where boxes do not say so (%s)',
		(shape) => {
			expectAllRight(30, {
				shot: { ...STRAIGHT.shot, tilt: 180 },
				style: { ...STRAIGHT.style, shape },
			});
		},
	);

	it.each(['quad', 'rectangle'] as const)(
		'has no line wrong and unflagged by its place where nothing but the table of line items was read (%s)',
		(shape) => {
			let right = 0;
			for (let seed = 1; seed <= drawn(400); seed++) {
				const fixture = drawInvoice(seed, { style: { shape }, noise: NO_NOISE });
				const truth = expected(fixture);
				for (const [index, item] of withoutChecks(goodsTableOf(fixture)).entries()) {
					if (item.needsReview) continue;
					expect({ seed, ...values(item) }).toEqual({ seed, ...truth[index] });
					right++;
				}
			}
			expect(right).toBeGreaterThan(drawn(1000));
		},
	);

	it('has no line wrong and unflagged without checks where a third of the texts was lost', () => {
		let unflagged = 0;
		// the last two: a name stands twice; one name and one cell a column are left of two lines
		for (const seed of [
			...Array.from({ length: drawn(300) }, (_, index) => index + 1),
			50872,
			51270,
		]) {
			const fixture = drawInvoice(seed, { noise: { ...NO_NOISE, lost: 0.3 } });
			const truth = expected(fixture);
			for (const item of withoutChecks(fixture.document)) {
				if (item.needsReview) continue;
				unflagged++;
				const line = truth.find(({ amount }) => amount === item.amount);
				for (const [name, value] of Object.entries(values(item))) {
					if (value === null || name === 'lineType') continue;
					expect({ seed, [name]: value }).toEqual({
						seed,
						[name]: line?.[name as keyof typeof line],
					});
				}
			}
		}
		expect(unflagged).toBeGreaterThan(drawn(30));
	});

	it('flags every line whose amount or tax was misread', () => {
		let misread = 0;
		for (let seed = 1; seed <= drawn(200); seed++) {
			const fixture = drawInvoice(seed, { ...STRAIGHT, noise: { ...NO_NOISE, misread: 0.3 } });
			const truth = expected(fixture);
			for (const [index, item] of itemsOf(fixture.document).entries()) {
				if (JSON.stringify(values(item)) === JSON.stringify(truth[index])) continue;
				misread++;
				expect(item.needsReview).toBe(true);
			}
		}
		expect(misread).toBeGreaterThan(drawn(200));
	});
});

describe('lines of an invoice', () => {
	const FIELDS = {
		goodsNames: ['*餐饮服务*餐饮费', '*餐饮服务*餐饮费', '*谷物*大米'],
		unitPrices: ['100.00', '', '50.00'],
		amounts: ['1,000.00', '-100.00', '500.00'],
		taxRates: ['6%', '6%', '免税'],
		taxAmounts: ['60.00', '-6.00', '***'],
		totalAmount: '1400.00',
		totalTax: '54.00',
		totalWithTax: '1454.00',
		sellerName: '乙有限公司',
		invoiceCode: '0340021130',
		invoiceNumber: '00000017',
		issueDate: '2024年03月05日',
	};
	/** What it has in place of these lines where it has only one. */
	const ONE = {
		goodsNames: ['*谷物*大米'],
		unitPrices: ['50.00'],
		amounts: ['500.00'],
		taxRates: ['9%'],
		taxAmounts: ['45.00'],
	};
	const linesOf = (more: Texts = {}) =>
		lineRows(readFields({ ...FIELDS, ...more }), OPTIONS, ORIGIN);

	it('have name, unit price, amount, tax rate and tax, and the number of the invoice', () => {
		const [first] = linesOf();
		expect(Object.keys(first!).join(' ')).toBe(
			'row fileName needsReview reviewReasons line goodsName unitPrice amount taxRate tax lineType ' +
				'invoiceNumber issueDate sellerName buyerName totalAmount totalTax totalWithTax invoiceCode ' +
				'buyerTaxId sellerTaxId invoiceType invoiceKey source alsoIn fileField page sid uncertainFields ' +
				'category specification unit quantity taxCategoryCode licensePlate vehicleType passageDates',
		);
		const sound = { needsReview: false, reviewReasons: null, uncertainFields: null };
		const invoice = {
			invoiceNumber: '00000017',
			invoiceCode: '0340021130',
			invoiceKey: '0340021130-00000017',
			issueDate: '2024-03-05',
			buyerName: null,
			buyerTaxId: null,
			sellerName: '乙有限公司',
			sellerTaxId: null,
			totalAmount: 1400,
			totalTax: 54,
			totalWithTax: 1454,
			invoiceType: '增值税发票',
		};
		expect(linesOf()).toMatchObject([
			{
				...sound,
				...invoice,
				line: 1,
				goodsName: '*餐饮服务*餐饮费',
				unitPrice: 100,
				amount: 1000,
				taxRate: '6%',
				tax: 60,
				lineType: 'goods',
				category: '餐饮服务',
			},
			{ ...sound, line: 2, unitPrice: null, amount: -100, tax: -6, lineType: 'discount' },
			{ ...sound, line: 3, amount: 500, taxRate: '免税', tax: null, lineType: 'goods' },
		]);
	});

	const CREDIT_NOTE = {
		goodsNames: ['*谷物*大米', '*谷物*大米', '*谷物*小米'],
		unitPrices: ['50.00', '', '10.00'],
		amounts: ['-500.00', '50.00', '-100.00'],
		taxRates: ['9%', '9%', '9%'],
		taxAmounts: ['-45.00', '4.50', '-9.00'],
		totalAmount: '-550.00',
		totalTax: '-49.50',
		totalWithTax: '-599.50',
	};

	it.each([
		['the total amount', {}, false],
		['the lines, where no total was read', { totalAmount: '' }, true],
		['the total amount, where a line was not read', { amounts: ['-5O0.00', '50.00', ''] }, true],
		[
			'the lines that were read, where neither all of them nor a total was',
			{ amounts: ['-0.50', '0.10', ''], totalAmount: '' },
			true,
		],
	])('of a credit note are told from its discounts by %s', (_, more, needsReview) => {
		const lines = linesOf({ ...CREDIT_NOTE, ...more });
		expect(lines.map(({ lineType }) => lineType)).toEqual(['goods', 'discount', 'goods']);
		expect(lines.map((line) => line.needsReview)).toEqual(Array(3).fill(needsReview));
	});

	it('are told from discounts by the lines without their subtotal', () => {
		const lines = linesOf({
			goodsNames: ['*谷物*大米', '*谷物*大米', '小计'],
			unitPrices: [],
			amounts: ['-500.00', '50.00', '1000.00'],
			totalAmount: '',
		});
		expect(lines.map(({ lineType }) => lineType)).toEqual(['goods', 'discount']);
	});

	it('of an invoice over nothing are a discount where they are negative', () => {
		const lines = linesOf({
			goodsNames: ['*谷物*大米', '*谷物*大米'],
			unitPrices: [],
			amounts: ['100.00', '-100.00'],
			taxRates: ['9%', '9%'],
			taxAmounts: ['9.00', '-9.00'],
			totalAmount: '0.00',
			totalTax: '0.00',
			totalWithTax: '0.00',
		});
		expect(lines).toMatchObject([
			{ lineType: 'goods', needsReview: false },
			{ lineType: 'discount', needsReview: false },
		]);
	});

	it('leave subtotals out and do not count them twice', () => {
		const lines = linesOf({
			goodsNames: [...FIELDS.goodsNames, '小计'],
			amounts: [...FIELDS.amounts, '1400.00'],
			taxAmounts: [...FIELDS.taxAmounts, '54.00'],
		});
		expect(lines).toHaveLength(3);
		expect(lines.every(({ needsReview }) => needsReview === false)).toBe(true);
	});

	it.each([
		['10 100.00', null],
		['2 500.00', null],
		['3 5.00', null],
		['1 000.00', 1000],
		['100 .00', 100],
		['99.9999999', 99.9999999],
	])('take the unit price "%s" as %p: the quantity may stand in it', (text, unitPrice) => {
		const [line] = linesOf({ unitPrices: [text, '', '50.00'] });
		expect(line).toMatchObject({ unitPrice, amount: 1000, needsReview: unitPrice === null });
		if (unitPrice === null)
			expect(line!.reviewReasons).toContain(`The text "${text}" in the column`);
	});

	it('take no quantity and price for a price, whatever the amount beside them', () => {
		const numbers = fc.tuple(fc.integer({ min: 2, max: 999 }), fc.integer({ min: 100, max: 999 }));
		const beside = fc.constantFrom('', '1OO.00', '10 00.00', 'right');
		fc.assert(
			fc.property(numbers, beside, ([quantity, price], amount) => {
				const given = amount === 'right' ? `${quantity * price}.00` : amount;
				const [line] = linesOf({
					unitPrices: [`${quantity} ${price}.00`, '', '50.00'],
					amounts: [given, '-100.00', '500.00'],
				});
				expect(line).toMatchObject({ unitPrice: null, needsReview: true });
			}),
			{ numRuns: FULL_SIZE ? 2000 : 100 },
		);
	});

	it.each([
		['an amount', 'amounts', '1OO0.00', 'amounts'],
		['a tax rate', 'taxRates', '6', 'tax rates'],
		['a unit price', 'unitPrices', '1OO.00', 'unit prices'],
		['an amount of three decimals', 'amounts', '1.000', 'amounts'],
		['a tax of three decimals', 'taxAmounts', '60.000', 'tax amounts'],
	] as const)('are flagged where %s is not readable', (_, key, text, column) => {
		const [first] = linesOf({ [key]: [text, ...FIELDS[key].slice(1)] });
		expect(first!.needsReview).toBe(true);
		expect(first!.reviewReasons).toContain(`The text "${text}" in the column of ${column}`);
	});

	it.each([
		['name', 'goodsNames', 'goodsName'],
		['amount', 'amounts', 'amount'],
		['tax rate', 'taxRates', 'taxRate'],
		['tax', 'taxAmounts', 'tax'],
	] as const)('are flagged where the %s is missing', (_, key, name) => {
		const [first] = linesOf({ [key]: ['', ...FIELDS[key].slice(1)] });
		expect(first).toMatchObject({ needsReview: true, [name]: null });
	});

	it.each([
		['name', 'goodsNames', 'goods name'],
		['amount', 'amounts', 'amount'],
		['tax rate', 'taxRates', 'tax rate'],
		['tax', 'taxAmounts', 'tax'],
	])('say that the %s is missing where there is only one line', (_, key, what) => {
		const { lines } = read(withoutPositions(documentOf({ ...FIELDS, ...ONE, [key]: [] })));
		expect(lines.map(({ doubts }) => inEnglish(doubts))).toEqual([[`The line has no ${what}`]]);
	});

	it.each([
		[['6%', '6%', '免税'], ['***', '-6.00', '***'], 'The line has the tax rate 6%, but no tax'],
		[['免税', '6%', '免税'], ['10.00', '-6.00', '***'], '免税 of 1000.00 is 0.00, not 10.00'],
	])('say that tax and rate %j do not go together', (rates, taxes, reason) => {
		const [line] = linesOf({ taxRates: rates, taxAmounts: taxes });
		expect(String(line!.reviewReasons).split('\n')).toContain(reason);
	});

	it('take a plain unit price beside an amount that is no multiple of it', () => {
		const [line] = linesOf({
			unitPrices: ['3.00', '', '50.00'],
			amounts: ['4.50', '-100.00', '500.00'],
		});
		expect(line!.unitPrice).toBe(3);
	});

	it('say each cause of a review once', () => {
		const reasonsOf = (more: Record<string, string[]>) =>
			linesOf({ ...more, totalTax: '' }).map(({ reviewReasons }) =>
				String(reviewReasons)
					.split('\n')
					.filter((reason) => reason !== 'No total tax was found'),
			);
		expect(reasonsOf({ taxAmounts: ['60.03', '-6.03', '***'] })).toEqual([
			['6% of 1000.00 is 60.00, not 60.03'],
			['6% of -100.00 is -6.00, not -6.03'],
			['Line 1: 6% of 1000.00 is 60.00, not 60.03', 'Line 2: 6% of -100.00 is -6.00, not -6.03'],
		]);
		const unreadable = 'The text "6" in the column of tax rates is not readable';
		expect(reasonsOf({ taxRates: ['6', '6%', '免税'] })).toEqual([
			[unreadable],
			[`Line 1: ${unreadable}`],
			[`Line 1: ${unreadable}`],
		]);
	});

	it('say why they need a review, whatever is listed of the checks', () => {
		const read = readFields({ ...FIELDS, amounts: ['1OO', '', ''] });
		const named = (validation: 'fullList' | 'reviewFlag') =>
			lineRows(read, { ...OPTIONS, validation }, ORIGIN).map((item) =>
				Object.keys(item).filter((name) => /review|checks/i.test(name)),
			);
		expect(named('reviewFlag')).toEqual(Array(3).fill(['needsReview', 'reviewReasons']));
		expect(named('fullList')).toEqual(named('reviewFlag'));
	});

	it('are all flagged when they do not add up to the totals', () => {
		const lines = linesOf({ totalAmount: '1500.00' });
		expect(lines.map(({ needsReview }) => needsReview)).toEqual([true, true, true]);
		expect(lines[1].reviewReasons).toContain(
			'Line amounts add up to 1400.00, the total amount is 1500.00',
		);
	});

	it('come out as one flagged item when there are none', () => {
		const none = { goodsNames: [], unitPrices: [], amounts: [], taxRates: [], taxAmounts: [] };
		expect(linesOf(none)).toMatchObject([
			{
				line: null,
				goodsName: null,
				invoiceNumber: '00000017',
				needsReview: true,
				reviewReasons: expect.stringContaining('No line item was found'),
			},
		]);
	});

	it('are read without any position when there is only one', () => {
		const [line] = itemsOf(withoutPositions(documentOf({ ...FIELDS, ...ONE })));
		expect(line).toMatchObject({ goodsName: '*谷物*大米', unitPrice: 50, amount: 500 });
	});

	it('without positions are read in their order where the columns have equally many', () => {
		const fields = { ...FIELDS, unitPrices: ['100.00', '90.00', '50.00'] };
		const document = documentOf(fields);
		const lines = itemsOf(withoutPositions(document));
		expect(lines).toEqual(itemsOf(document));
		expect(lines.map(({ needsReview }) => needsReview)).toEqual([false, false, false]);
	});

	it.each(['合计', '小计：', '（总 计）', '以下空白'])(
		'without positions are read in their order, leaving %s among the names out',
		(label) => {
			const fields = { ...FIELDS, unitPrices: ['100.00', '90.00', '50.00'] };
			const goodsNames = [...fields.goodsNames, label];
			const lines = itemsOf(withoutPositions(documentOf({ ...fields, goodsNames })));
			expect(lines).toEqual(itemsOf(documentOf(fields)));
		},
	);

	it('without positions have no unit price where these are fewer', () => {
		const lines = itemsOf(withoutPositions(documentOf(FIELDS)));
		expect(lines).toMatchObject([
			{ goodsName: '*餐饮服务*餐饮费', unitPrice: null, amount: 1000, tax: 60 },
			{ goodsName: '*餐饮服务*餐饮费', unitPrice: null, amount: -100, tax: -6 },
			{ goodsName: '*谷物*大米', unitPrice: null, amount: 500, tax: null },
		]);
		for (const { reviewReasons } of lines) {
			expect(reviewReasons).toBe('The unit prices could not be matched beyond doubt');
		}
	});

	it('are not guessed by index when positions and texts of a column are missing', () => {
		const fields = { ...FIELDS, taxAmounts: ['60.00', '', '***'] };
		const lines = itemsOf(withoutPositions(documentOf(fields)));
		expect(lines.map(({ amount }) => amount)).toEqual([1000, -100, 500]);
		for (const line of lines) {
			expect(line).toMatchObject({ goodsName: null, taxRate: null, tax: null, needsReview: true });
			// nothing more is said to be missing: it is only not matched
			expect(line.reviewReasons).toBe(
				'The columns of the table of line items could not be matched beyond doubt',
			);
		}
	});

	const READ = { recognized: '1OO0.00', postProcessed: '1000.00' };

	it.each([
		['is not readable', [READ.recognized, '-100.00'], ['1000.00', '-100.00'], [1000, -100]],
		['differs', ['7000.00', '-100.00'], ['1000.00', '-100.00'], [null, -100]],
		[
			'is not readable, but another differs',
			[READ.recognized, '-100.00'],
			['1000.00', '-700.00'],
			[null, null],
		],
		[
			'is not readable, but the values are fewer',
			[READ.recognized, '-100.00'],
			['1000.00'],
			[null, -100],
		],
		['stands in another order', ['1000.00', '-100.00'], ['-100.00', '1000.00'], [1000, -100]],
	])(
		"take the service's post-processed value where the recognized text %s",
		(_, texts, value, amounts) => {
			const document = documentOf({ ...FIELDS, amounts: [...texts, '500.00'] });
			const changed = JSON.parse(JSON.stringify(document), (_key, one) =>
				one?.key === 'vat-invoice-price-list'
					? { ...one, value: [...value, '500.00'].join('\n') }
					: one,
			);
			const lines = itemsOf(changed);
			expect(lines.map(({ amount }) => amount)).toEqual([...amounts, 500]);
			expect(lines[0]!.needsReview).toBe(amounts.includes(null));
		},
	);

	it('keep their names where that of another line was not recognized', () => {
		const names = ['*餐饮服务*餐饮费', '', '*谷物*大米'];
		const lines = linesOf({ goodsNames: names });
		expect(lines.map(({ goodsName }) => goodsName)).toEqual([names[0], null, names[2]]);
		expect(lines.map(({ needsReview }) => needsReview)).toEqual([true, true, true]);
	});

	it('are doubtful where the name is only a category', () => {
		const [line] = linesOf({ goodsNames: ['*餐饮服务*', '*餐饮服务*餐饮费', '*谷物*大米'] });
		expect(line).toMatchObject({ goodsName: '*餐饮服务*', needsReview: true });
		expect(line!.reviewReasons).toContain('"*餐饮服务*" is only its category');
	});

	it('are doubtful where a rate of 0% lost its tax', () => {
		const zero = { taxRates: ['6%', '6%', '0%'] };
		const [, , lost] = linesOf({ ...zero, taxAmounts: ['60.00', '-6.00', ''] });
		expect(lost).toMatchObject({ tax: null, needsReview: true });
		const [, , whole] = linesOf({ ...zero, taxAmounts: ['60.00', '-6.00', '0.00'] });
		expect(whole).toMatchObject({ tax: 0, needsReview: false });
	});

	it('are exempt where the tax is asterisks behind a currency sign', () => {
		const [, , line] = linesOf({ taxAmounts: ['60.00', '-6.00', '¥***'] });
		expect(line).toMatchObject({ tax: null, taxRate: '免税', needsReview: false });
	});
});

/** A fixture's document with the columns of the table of line items and nothing else. */
function goodsTableOf({ document }: InvoiceFixture): Record<string, unknown> {
	const [object] = document.object_list as Array<{ region_list: Array<{ type: string }> }>;
	const region_list = object.region_list.filter(({ type }) => /list|unit-price/.test(type));
	return { ...document, object_list: [{ ...object, region_list }] };
}

/** Items whose reviewReasons are only what their lines say of themselves. */
function withoutChecks(document: Record<string, unknown>) {
	return lineRows({ ...read(document), checks: [] }, OPTIONS, ORIGIN);
}

/** The same document as a service would send it that knows no positions. */
function withoutPositions<T>(document: T): T {
	return JSON.parse(
		JSON.stringify(document, (key, value) => (key === 'position' ? undefined : value)),
	);
}
