import { type FieldName, say, titleOf } from '../invoice/elements';
import type { InvoiceRecord } from '../invoice/record';
import { isIdentityNumber, normalTaxpayerId, taxpayerCheckCharacter } from '../values/taxpayerId';
import { notChecked, verdictOf, type CheckInput, type CheckRow, type Verdict } from './verdict';

/** Whether buyer and seller are valid. */
export const PARTIES: CheckRow[] = [
	{
		name: "Buyer's taxpayer ID is valid",
		failure: "buyer's taxpayer ID is invalid",
		fields: ['buyerTaxId'],
		verdict: ({ record }) => taxpayerId(record, 'buyerTaxId'),
	},
	{
		name: "Seller's taxpayer ID is valid",
		failure: "seller's taxpayer ID is invalid",
		fields: ['sellerTaxId'],
		verdict: ({ record }) => taxpayerId(record, 'sellerTaxId'),
	},
	{
		name: 'Buyer is not the seller',
		failure: 'buyer and seller are the same',
		fields: ['buyerName', 'buyerTaxId', 'sellerName', 'sellerTaxId'],
		verdict: ({ record }) => notTheSame(record),
	},
];

/** Rows for the buyer that the user expects. One that cannot be read does not pass as the expected one. */
export function expectedBuyerRows({ name, taxId }: NonNullable<CheckInput['expectedBuyer']> = {}) {
	const row = (rule: string, field: FieldName, expected: string): CheckRow => ({
		name: rule,
		failure: 'buyer is not the expected one',
		fields: [field],
		verdict: ({ record }) => {
			const found = record[field];
			const { english, chinese } = titleOf(field);
			return verdictOf(
				typeof found === 'string' && comparable(found) === comparable(expected),
				expected,
				String(found ?? 'nothing'),
				found === null
					? say(
							`The ${english} should be ${expected}, none was found`,
							`${chinese}应为 ${expected}，但未找到`,
						)
					: say(
							`The ${english} is ${found} instead of ${expected}`,
							`${chinese}为 ${found}，应为 ${expected}`,
						),
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
	const { english, chinese } = titleOf(field);
	if (typeof value !== 'string') {
		// private buyers have none
		return field === 'buyerTaxId'
			? notChecked()
			: notChecked(say(`No ${english} was found`, `未找到${chinese}`));
	}
	const id = normalTaxpayerId(value);
	const unproved = {
		...notChecked(
			say(
				`The ${english} ${id} has no check character to prove it`,
				`${chinese} ${id} 没有可核对的校验位`,
			),
		),
		found: id,
	};
	if (id.length === 15 || id.length === 20) return unproved;
	if (id.length !== 18) {
		return verdictOf(
			false,
			'15, 18 or 20 characters',
			id,
			say(
				`The ${english} ${id} has ${id.length} characters instead of 15, 18 or 20`,
				`${chinese} ${id} 有 ${id.length} 位，应为 15、18 或 20 位`,
			),
		);
	}
	const character = taxpayerCheckCharacter(id);
	if (character === null) {
		return verdictOf(
			false,
			'digits and letters other than I, O, S, V and Z',
			id,
			say(
				`The ${english} ${id} holds a character that no taxpayer ID has`,
				`${chinese} ${id} 含有纳税人识别号不使用的字符`,
			),
		);
	}
	if (!id.endsWith(character) && isIdentityNumber(id)) return unproved;
	return verdictOf(
		id.endsWith(character),
		`${id.slice(0, 17)}${character}`,
		id,
		say(
			`The ${english} ${id} has a wrong character: its check character would be ${character}`,
			`${chinese} ${id} 有误：其校验位应为 ${character}`,
		),
	);
}

function notTheSame({ buyerName, sellerName, buyerTaxId, sellerTaxId }: InvoiceRecord): Verdict {
	if (typeof buyerName !== 'string' || typeof sellerName !== 'string') {
		return buyerName === null
			? notChecked(say("No buyer's name was found", '未找到购买方名称'))
			: notChecked();
	}
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
		say(`Buyer and seller are both ${same?.[0]}`, `购买方与销售方相同：${same?.[0]}`),
	);
}
