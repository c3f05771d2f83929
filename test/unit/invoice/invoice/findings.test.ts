import { finding, findingIn, onLine } from '../../../../nodes/IflytekInvoiceOcr/invoice/invoice';
import {
	CHINESE,
	ENGLISH,
	type FindingCode,
	inFewWords,
	sayFinding,
} from '../../../../nodes/IflytekInvoiceOcr/invoice/findings';

const HAN = /\p{Script=Han}/u;
const placesIn = (text: string) => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name).sort();

it.each(Object.keys(ENGLISH) as FindingCode[])(
	'%s is said with the same values in both languages',
	(code) => {
		const [english, chinese] = [ENGLISH[code], CHINESE[code]];
		expect(placesIn(chinese)).toEqual(placesIn(english));
		expect([HAN.test(english), HAN.test(chinese)]).toEqual([false, true]);
		expect(new Set(placesIn(english)).size).toBe(placesIn(english).length);
	},
);

it('a finding says its field, its line and what is missing', () => {
	const one = onLine(
		2,
		findingIn('totalTax', 'differs', null, '1.00', {
			fileName: 'a.xml',
			row: 1,
			fileField: null,
			page: null,
		}),
	);
	expect(sayFinding(one, 'english')).toBe(
		'Line 3: The total tax is missing here, and 1.00 in a.xml',
	);
	expect(sayFinding(one, 'chinese')).toBe('第 3 行：合计税额在此为 空，在 a.xml 中为 1.00');
	expect(sayFinding(one, 'apiKeys')).toBe(sayFinding(one, 'english'));
});

it('a value that looks like a place in a sentence stays as it is', () => {
	expect(sayFinding(finding('ofNoLine', '{0} $& {field}'), 'english')).toBe(
		'"{0} $& {field}" in the table belongs to no line',
	);
});

it('in few words a finding names its field, or that the text does not confirm it', () => {
	expect(inFewWords(findingIn('buyerTaxId', 'taxIdLength'), 'english')).toBe(
		"buyer's taxpayer ID is invalid",
	);
	expect(inFewWords(finding('noFare'), 'english')).toBe(
		'its text does not confirm it: compare it with the document',
	);
});
