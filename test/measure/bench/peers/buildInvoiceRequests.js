async function buildInvoiceRequests() {
	const requests = [];
	for (let index = 0; index < $input.all().length; index++) {
		const image = await this.helpers.getBinaryDataBuffer(index, 'data');
		requests.push({
			json: {
				body: {
					header: { app_id: APP_ID, status: 3 },
					parameter: {
						s824758f1: {
							result: { encoding: 'utf8', compress: 'raw', format: 'json' },
							template_list: 'vat_invoice',
						},
					},
					payload: {
						s824758f1_data_1: { encoding: 'png', image: image.toString('base64'), status: 3 },
					},
				},
			},
		});
	}
	return requests;
}
