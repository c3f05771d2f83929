function buildTextRequests() {
	return $input.all().map(({ json }) => ({
		json: {
			text: json.text,
			body: {
				header: { app_id: APP_ID, status: 3 },
				parameter: { s9a87e3ec: { result: { encoding: 'utf8', compress: 'raw', format: 'json' } } },
				payload: {
					input: {
						encoding: 'utf8',
						compress: 'raw',
						format: 'json',
						text: Buffer.from(json.text, 'utf8').toString('base64'),
						status: 3,
					},
				},
			},
		},
	}));
}
