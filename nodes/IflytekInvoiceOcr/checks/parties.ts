import { finding, findingIn } from '../invoice/finding';
import type { FieldName } from '../invoice/elements';
import type { InvoiceRecord } from '../invoice/record';
import { isIdentityNumber, normalTaxpayerId, taxpayerCheckCharacter } from '../values/taxpayerId';
import { notChecked, verdictOf, type CheckInput, type CheckRow, type Verdict } from './verdict';

/** Whether buyer and seller are valid. */
export const PARTIES: CheckRow[] = [
	{
		name: "Buyer's taxpayer ID is valid",
		fields: ['buyerTaxId'],
		verdict: ({ record }) => taxpayerId(record, 'buyerTaxId'),
	},
	{
		name: "Seller's taxpayer ID is valid",
		fields: ['sellerTaxId'],
		verdict: ({ record }) => taxpayerId(record, 'sellerTaxId'),
	},
	{
		name: 'Buyer is not the seller',
		fields: ['buyerName', 'buyerTaxId', 'sellerName', 'sellerTaxId'],
		verdict: ({ record }) => notTheSame(record),
	},
];

/** Rows for the buyer that the user expects. One that cannot be read does not pass as the expected one. */
export function expectedBuyerRows({ name, taxId }: NonNullable<CheckInput['expectedBuyer']> = {}) {
	const row = (rule: string, field: FieldName, expected: string): CheckRow => ({
		name: rule,
		fields: [field],
		verdict: ({ record }) => {
			const found = record[field];
			return verdictOf(
				typeof found === 'string' && comparable(found) === comparable(expected),
				expected,
				String(found ?? 'nothing'),
				findingIn(field, found === null ? 'noExpectedBuyer' : 'otherBuyer', expected, found),
			);
		},
	});
	return [
		...(name ? [row('Buyer has the expected name', 'buyerName', name)] : []),
		...(taxId ? [row('Buyer has the expected tax ID', 'buyerTaxId', taxId)] : []),
	];
}

/** Full-width forms, spaces and case make no difference. */
function comparable(text: string): string {
	return text.normalize('NFKC').replace(/\s/g, '').toUpperCase();
}

function taxpayerId(record: InvoiceRecord, field: 'buyerTaxId' | 'sellerTaxId'): Verdict {
	const value = record[field];
	if (typeof value !== 'string') {
		// private buyers have none
		return field === 'buyerTaxId' ? notChecked() : notChecked(findingIn(field, 'lacking'));
	}
	const id = normalTaxpayerId(value);
	const unproved = { ...notChecked(findingIn(field, 'taxIdUnproved', id)), found: id };
	if (id.length === 15 || id.length === 20) return unproved;
	if (id.length !== 18) {
		return verdictOf(
			false,
			'15, 18 or 20 characters',
			id,
			findingIn(field, 'taxIdLength', id, id.length),
		);
	}
	const character = taxpayerCheckCharacter(id);
	if (character === null) {
		return verdictOf(
			false,
			'digits and letters other than I, O, S, V and Z',
			id,
			findingIn(field, 'taxIdCharacter', id),
		);
	}
	if (!id.endsWith(character) && isIdentityNumber(id)) return unproved;
	return verdictOf(
		id.endsWith(character),
		`${id.slice(0, 17)}${character}`,
		id,
		findingIn(field, 'taxIdCheck', id, character),
	);
}

function notTheSame({ buyerName, sellerName, buyerTaxId, sellerTaxId }: InvoiceRecord): Verdict {
	if (typeof buyerName !== 'string' || typeof sellerName !== 'string') return notChecked();
	const pairs = [
		[buyerName, sellerName],
		[buyerTaxId, sellerTaxId],
	];
	const same = pairs.find(
		([one, other]) =>
			typeof one === 'string' && typeof other === 'string' && comparable(one) === comparable(other),
	);
	return verdictOf(
		same === undefined,
		'two parties',
		String(same?.[0] ?? `${buyerName}, ${sellerName}`),
		finding('sameParties', same?.[0]),
	);
}
