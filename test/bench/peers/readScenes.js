function readScenes() {
	return $input.all().map(({ json: answer }, index) => {
		if (String(answer.code) !== '0') {
			throw new Error(`Item ${index}: code ${answer.code}, ${answer.desc}, sid ${answer.sid}`);
		}
		const list = Array.isArray(answer.data) ? answer.data : answer.data.fileList;
		const [found] = list;
		const named = (label, score) => ({
			label: Number(label),
			nameEnglish: NAMES[label]?.[0] ?? String(label),
			nameChinese: NAMES[label]?.[1] ?? String(label),
			score: Number(score),
		});
		return {
			json: {
				...named(found.label, found.rate),
				uncertain: found.review === true,
				candidates: found.labels.map((label, place) => named(label, found.rates[place])),
			},
		};
	});
}
