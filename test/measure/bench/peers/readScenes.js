function readScenes() {
	return $input.all().map(({ json: answer }, index) => {
		if (String(answer.code) !== '0') {
			throw new Error(`Item ${index}: code ${answer.code}, ${answer.desc}, sid ${answer.sid}`);
		}
		const list = Array.isArray(answer.data) ? answer.data : answer.data.fileList;
		const [found] = list;
		const english = (label) => NAMES[label]?.[0] ?? String(label);
		const chinese = (label) => NAMES[label]?.[1] ?? String(label);
		const rounded = (score) => Math.round(score * 10_000) / 10_000;
		const row = {
			label: Number(found.label),
			nameEnglish: english(found.label),
			nameChinese: chinese(found.label),
			score: rounded(found.rate),
			uncertain: found.review === true,
		};
		const others = found.labels
			.map((label, place) => ({ label, score: rounded(found.rates[place]) }))
			.filter(({ label }) => String(label) !== String(found.label));
		for (const [place, { label, score }] of others.slice(0, 4).entries()) {
			row[`candidate${place + 2}`] = `${english(label)} (${chinese(label)}), ${score}`;
		}
		return { json: row };
	});
}
