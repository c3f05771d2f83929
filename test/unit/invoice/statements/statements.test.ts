import { analyzeInvoice } from '../../../../nodes/IflytekInvoiceOcr/checks/checks';
import { ENGLISH, type FindingCode } from '../../../../nodes/IflytekInvoiceOcr/invoice/findings';
import {
	emptyInvoice,
	finding,
	type Finding,
	findingIn,
	type Invoice,
	onLine,
} from '../../../../nodes/IflytekInvoiceOcr/invoice/invoice';
import { completed, isInDoubt } from '../../../../nodes/IflytekInvoiceOcr/statements/statements';
import { TODAY } from '../read';

const data = (more: Partial<Invoice> = {}): Invoice => ({ ...emptyInvoice('xml'), ...more });
const page = (more: Partial<Invoice> = {}): Invoice => ({
	...emptyInvoice('pdf'),
	pages: [1],
	...more,
});
/** The doubts of a page that come along with what is taken of it. */
const along = (invoice: Invoice, other: Partial<Invoice>, ...doubts: Finding[]) =>
	completed(invoice, page({ ...other, doubts })).doubts.map(({ code }) => code);

const goods = { goodsName: '*纸制品*复印纸', amount: '100.00' };

it('differing texts come along with the field that is taken, and with no other', () => {
	const texts = { checkCode: '1', drawer: '李晓' };
	const contradictions = { checkCode: ['2'], drawer: ['王芳'] };
	expect(completed(data({ texts: { drawer: '张三' } }), page({ texts, contradictions }))).toEqual({
		...data({ texts: { drawer: '张三', checkCode: '1' } }),
		contradictions: { checkCode: ['2'] },
		taken: { checkCode: 'pdf' },
	});
});

it('lines replace the line that only refers to a list, and are taken as lists', () => {
	const lines = [goods, { ...goods, amount: '50.00' }];
	const taken = { goodsNames: 'pdf', amounts: 'pdf', lines: 'pdf' };
	const list = { goodsName: '（详见销货清单）', amount: '150.00' };
	expect(completed(data({ lines: [list] }), page({ lines }))).toMatchObject({ lines, taken });
	expect(completed(data(), page({ lines }))).toMatchObject({ lines, taken });
	expect(completed(data({ lines: [list] }), page()).lines).toEqual([list]);
	expect(completed(data({ lines: [goods] }), page({ lines }))).toMatchObject({
		lines: [goods],
		taken: {},
	});
});

it('of several others the first one that says something counts', () => {
	const [first, second] = ['ofd', 'pdf'].map((source) =>
		page({ source: source as Invoice['source'], texts: { drawer: source, payee: source } }),
	);
	delete first!.texts.payee;
	expect([first!, second!].reduce(completed, data())).toMatchObject({
		texts: { drawer: 'ofd', payee: 'pdf' },
		taken: { drawer: 'ofd', payee: 'pdf' },
	});
});

describe('a doubt', () => {
	const whole = data({ texts: { drawer: '张三', remark: '合同' }, lines: [goods] });
	const texts = { drawer: '李晓', remark: '订单' };

	it.each<FindingCode>([
		...(['addedOver', 'alsoInvoice', 'alsoPicture', 'alsoText', 'covered', 'stamped'] as const),
	])('about what else is on the page always comes along: %s', (code) => {
		expect(along(whole, { texts, lines: [goods] }, finding(code))).toEqual([code]);
		expect(isInDoubt([finding(code)], 'buyerName')).toBe(false);
	});

	it.each(Object.keys(ENGLISH) as FindingCode[])(
		'does not come along where nothing is taken: %s',
		(code) => {
			const isOfPage = /^(addedOver|also(Invoice|Picture|Text)|covered|stamped)$/.test(code);
			expect(along(whole, { texts, lines: [goods] }, finding(code))).toHaveLength(isOfPage ? 1 : 0);
		},
	);

	it.each<[string, Finding, Partial<Invoice>, boolean]>([
		[
			'the field that is taken',
			findingIn('checkCode', 'noLabel'),
			{ texts: { checkCode: '1' } },
			true,
		],
		['another field', findingIn('buyerName', 'noLabel'), { texts: { checkCode: '1' } }, false],
		['no field', finding('unsureSight'), { texts: { checkCode: '1' } }, true],
		['the remark', finding('mixedRemark'), { texts: { checkCode: '1' } }, false],
		['a line', onLine(0, finding('noProduct')), { texts: { checkCode: '1' } }, false],
		[
			'a line that is taken',
			onLine(0, finding('noProduct')),
			{ lines: [{ ...goods, unit: '箱' }] },
			true,
		],
		['the table', finding('ofNoLine'), { texts: { checkCode: '1' } }, false],
		['the table that is taken', finding('ofNoLine'), { lines: [{ ...goods, unit: '箱' }] }, true],
	])('about %s', (_, doubt, other, comes) => {
		expect(along(whole, other, doubt)).toEqual(comes ? [doubt.code] : []);
	});

	it('keeps what it concerns from being compared, and all where it names nothing', () => {
		expect(isInDoubt([findingIn('buyerName', 'manyLines', 4)], 'buyerName')).toBe(true);
		expect(isInDoubt([findingIn('buyerName', 'manyLines', 4)], 'sellerName')).toBe(false);
		expect(isInDoubt([finding('otherBeside', 'x', 'y')], 'sellerName')).toBe(true);
		expect(isInDoubt([finding('mixedRemark')], 'sellerName')).toBe(false);
		expect(isInDoubt([], 'sellerName')).toBe(false);
	});
});

it.each<[string, Invoice['taken'], FindingCode[]]>([
	['states itself', undefined, []],
	['takes from a page', { totalTax: 'pdf' }, ['noLineTaxes']],
])('what data %s is proved: %j', (_, taken, open) => {
	const invoice = data({
		texts: { totalAmount: '100.00', totalTax: '6.00', totalWithTax: '106.00' },
		lines: [{ ...goods, taxRate: '6%' }],
		taken,
	});
	const read = analyzeInvoice(invoice, { minimumConfidence: 0 }, TODAY);
	expect(read.open.map(({ code }) => code)).toEqual(open);
});
