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
		'发票, 发票识别, 识别发票, 读发票, 发票OCR, 纸质发票, 增值税, 增值税发票, 数电票, 数电发票, 专票, 普票, 电子发票, 全电, 专用发票, 票据, 单据, 火车票, 高铁票, 行程单, 机票, 通行费, 过路费, 附件, 邮件附件, 报销, 报账, 记账, 会计, 财务, 税务, 扫描, 扫描件, 文字识别, invoice, invoices, e-invoice, electronic invoice, read invoice, extract invoice, parse invoice, pdf invoice, invoice ocr, fapiao, VAT, VAT invoice, tax, tax invoice, ofd, xbrl, ocr, ocr pdf, scan, scanned, scanner, receipt, receipts, bill, billing, expense, expenses, reimbursement, bookkeeping, accounting, accountant, finance, attachment, attachments, email attachment, 报销单, 收据, 小票, 开票, 抵扣, 进项税, 对账, 发票验真, invoice to excel, accounts payable',
	text: '校对, 中文校对, 校稿, 审稿, 错别字, 错字, 别字, 纠错, 文本纠错, 中文, 标点, 语法, 语病, 文档, 文本, 文字, 文章, 文案, 文稿, 稿件, 公文, 论文, 作文, 病句, 改错, 批改, 审校, proofread, proofreading, proofreader, spelling, spell check, spellcheck, grammar check, typo, typos, punctuation, correct, correction, copy editing, editing, chinese, docx, tracked changes, 查错, 检查错别字, 语句, 通顺, 文书, proof reading',
	image:
		'图片, 图片识别, 图片分类, 图像, 照片, 相片, 识图, 看图, 拍照, 场景, 物体, 图像识别, 标签, 打标签, 分类, scene, object, object detection, detect, photo, photos, picture, pictures, images, image recognition, image classification, recognize image, analyze image, classify, classification, label, labels, tagging, computer vision, 识物, 识别物体, 拍照识物, 看图识物, recognise, photo recognition',
	call: '打电话, 外呼, 智能外呼, AI外呼, 语音外呼, 电话, 拨打, 拨号, 电话机器人, 语音机器人, 机器人, 语音, 语音电话, 语音通话, 语音通知, 呼叫, 呼叫中心, 群呼, 电销, 营销, 催收, 催缴, 提醒, 通知, 客服, 录音, 通话, 通话记录, 通话录音, 话单, 话术, 线路, 回访, 回调, 推送, call, calls, make a call, calling, phone call, phone number, call center, cold call, robocall, robot, voice call, voice bot, outbound call, telephone, dial, dialer, call record, record call, callback, campaign, reminder, AI电话, 通知电话, 自动拨号, 外拨, 邀约, 意向客户, telemarketing, telephony',
};

/** Formats and things that n8n's own nodes bear in their names: on the first screen. */
export const SHARED: Words = {
	invoice: 'pdf, xml, zip',
	text: 'text, html, markdown, word, document, grammar, language',
	image: 'image, vision, tag',
	call: 'phone, recording, transcript, voice, webhook',
};

/** Each word with its node, for test.each. */
export const byWord = (words: Words): Array<[string, string]> =>
	(Object.keys(NODES) as Array<keyof typeof NODES>).flatMap((node) =>
		words[node].split(', ').map((word): [string, string] => [word, NODES[node]]),
	);
