const amountOf = (text) => Number(text.replace(/[¥￥,\s]/g, ''));
const dateOf = (text) => {
	const [, year, month, day] = /(\d{4})\D+(\d{1,2})\D+(\d{1,2})/.exec(text);
	return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
};
const IDENTIFIERS = [
	'buyerTaxId',
	'checkCode',
	'invoiceCode',
	'invoiceCodeRight',
	'invoiceNumber',
	'invoiceNumberRight',
	'sellerTaxId',
];
const AMOUNTS = ['totalTax', 'totalAmount', 'totalWithTax'];

function readInvoices() {
	return $input.all().flatMap(({ json: answer }, index) => {
		if (answer.header.code !== 0) {
			throw new Error(`Item ${index}: code ${answer.header.code}, sid ${answer.header.sid}`);
		}
		const text = Buffer.from(answer.payload.result.text, 'base64').toString('utf8');
		const document = JSON.parse(text.slice(0, text.lastIndexOf('}') + 1));
		return document.object_list.map((object) => {
			const values = {};
			for (const region of object.region_list) {
				for (const { key, value, ocr_flag: flag } of region.text_block_list) {
					if (flag !== 0 && value !== '') values[key || region.type] = value;
				}
			}
			const json = {};
			for (const [key, name] of FIELDS) {
				const value = values[key];
				if (value === undefined) json[name] = null;
				else if (AMOUNTS.includes(name)) json[name] = amountOf(value);
				else if (name === 'issueDate') json[name] = dateOf(value);
				else json[name] = IDENTIFIERS.includes(name) ? value.replace(/\s+/g, '') : value;
			}
			return { json };
		});
	});
}
