/** The words that people look for our nodes by in n8n's panel, and where it has to show the node. */

export const NODES = {
	invoice: 'iFLYTEK Invoice OCR',
	text: 'iFLYTEK Text Correction',
	image: 'iFLYTEK Image Recognition',
	call: 'iFLYTEK AI Call',
};

type Words = Record<keyof typeof NODES, string>;

/** Its own words: first or second. */
export const OWN: Words = {
	invoice:
		'发票 数电票 数电发票 专票 普票 电子发票 专用发票 票据 报销 invoice e-invoice fapiao ofd xbrl ocr receipt expense',
	text: '校对 错别字 错字 纠错 标点 语法 文档 文本 病句 审校 proofread spelling typo docx',
	image: '图片 照片 识图 场景 物体 图像识别 scene photo',
	call: '打电话 外呼 智能外呼 电话 录音 通话录音 话单 回访 call robocall telephone',
};

/** Formats and things that n8n's own nodes bear in their names: on the first screen. */
export const SHARED: Words = {
	invoice: 'pdf xml zip',
	text: 'text html markdown word document grammar',
	image: 'image',
	call: 'phone recording transcript',
};

/** Each word with its node, for test.each. */
export const byWord = (words: Words): Array<[string, string]> =>
	(Object.keys(NODES) as Array<keyof typeof NODES>).flatMap((node) =>
		words[node].split(' ').map((word): [string, string] => [word, NODES[node]]),
	);
