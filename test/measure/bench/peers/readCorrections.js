function readCorrections() {
	const texts = $('Build Requests').all();
	return $input.all().map(({ json: answer }, index) => {
		const { text } = texts[index].json;
		if (answer.header.code !== 0) {
			throw new Error(`Item ${index}: code ${answer.header.code}, sid ${answer.header.sid}`);
		}
		const document = JSON.parse(Buffer.from(answer.payload.result.text, 'base64').toString('utf8'));
		const countsByCategory = {};
		const corrections = [];
		for (const [category, rows] of Object.entries(document)) {
			if (!Array.isArray(rows)) continue;
			countsByCategory[category] = rows.length;
			for (const [position, original, suggestion, type] of rows) {
				const applied =
					text.startsWith(original, position) && (suggestion !== '' || category === 'redund');
				corrections.push({ category, type, position, original, suggestion, applied });
			}
		}
		corrections.sort((a, b) => a.position - b.position);
		const applied = corrections.filter((correction) => correction.applied);
		let correctedText = text;
		for (const { position, original, suggestion } of [...applied].reverse()) {
			correctedText =
				correctedText.slice(0, position) +
				suggestion +
				correctedText.slice(position + original.length);
		}
		return {
			json: {
				correctedText,
				changed: correctedText !== text,
				correctionCount: corrections.length,
				appliedCount: applied.length,
				countsByCategory,
				corrections,
			},
		};
	});
}
