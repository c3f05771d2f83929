import { worded, type Pair, type Value } from '../../shared/problem/language';

/** What to do about files and pages that are not read: the remedies that several refusals or errors share. */
export const REMEDIES = {
	again: ['Download it again from its issuer.', '请从开票方重新下载。'],
	againOrOther: [
		"Download it again from its issuer, use the invoice's OFD or XML file, or export the page as PNG or JPG to have it recognized.",
		'请从开票方重新下载，或使用发票的 OFD 或 XML 文件，或将该页导出为 PNG 或 JPG 后再识别。',
	],
	againOrPage: [
		"Download it again from its issuer, or use the invoice's PDF or OFD file.",
		'请从开票方重新下载，或使用发票的 PDF 或 OFD 文件。',
	],
	airline: [
		"Download the ticket's XML or OFD from the airline: their data are read.",
		'请从航空公司下载机票的 XML 或 OFD，其中的数据可以读取。',
	],
	anotherForm: [
		"Use the invoice's OFD or XML file, or export the page as PNG or JPG to have it recognized.",
		'请使用发票的 OFD 或 XML 文件，或将该页导出为 PNG 或 JPG 后再识别。',
	],
	asPdf: ['Export it as PDF.', '请导出为 PDF。'],
	askPayee: ['Leave it out, or ask the payee for an invoice.', '请去掉它，或向收款方索取发票。'],
	askSeller: ['Ask the seller for the invoice.', '请向销售方索取发票。'],
	attachments: ['Save its attachments and use those.', '请保存其附件后使用附件。'],
	byHand: [
		'It is not a tax invoice and shows no tax: enter it by hand.',
		'它不是税务发票，没有税额，请手工录入。',
	],
	eachToll: [
		'Use the toll invoices that it summarizes: each is a separate file.',
		'请使用它所汇总的各张通行费发票，每张都是单独的文件。',
	],
	exportPage: [
		'Open it in an OFD reader, and export the page as PNG or JPG to have it recognized.',
		'请用 OFD 阅读器打开，将该页导出为 PNG 或 JPG 后再识别。',
	],
	fetchedAgain: [
		'Check the step that fetched it: it may have received a login or error page instead of the file.',
		'请检查获取它的步骤：得到的可能是登录页或错误页，而不是文件。',
	],
	formats: [
		'The node reads PDF, OFD, XML, XBRL, ZIP files with these, and PNG, JPG or BMP pictures.',
		'此节点读取 PDF、OFD、XML、XBRL 及含有它们的 ZIP 文件，以及 PNG、JPG、BMP 图片。',
	],
	inOneFile: ['Give the list and its invoice in one file.', '请将清单及其发票放在同一个文件中。'],
	leaveOut: [
		'Leave it out, or give the file of the invoice: PDF, OFD or XML.',
		'请去掉它，或提供发票的文件：PDF、OFD 或 XML。',
	],
	locked: [
		'Open it with its password, and print it to a PDF without one.',
		'请用密码打开，再打印为没有密码的 PDF。',
	],
	otherKind: [
		'Unpack it, and give its files one by one or as an ordinary ZIP file.',
		'请解压后逐个提供其中的文件，或打包为普通 ZIP 文件。',
	],
	pages: ['Split it into files of fewer pages.', '请拆分为页数较少的文件。'],
	password: [
		'Unpack it with its password, and give its files one by one or as a ZIP file without one.',
		'请用密码解压后逐个提供其中的文件，或打包为没有密码的 ZIP 文件。',
	],
	plainName: [
		'Pack it again under a plain name, if you trust where it came from.',
		'如果来源可信，请改用普通文件名重新打包。',
	],
	rightFile: ['Check that it is the right file.', '请确认文件是否正确。'],
	save: ['Save it as a file of its own, and use that.', '请将其另存为单独的文件后使用。'],
	tooLarge: [
		'Split it into smaller files. No single invoice is that large.',
		'请拆分为较小的文件。单张发票不会这么大。',
	],
	tooMuch: [
		'Split it into ZIP files of at most {0} files and {1} MB.',
		'请拆分为每个不超过 {0} 个文件、{1} MB 的 ZIP 文件。',
	],
	trips: [
		'Leave it out: the invoice for the trips came with it as a separate file.',
		'请去掉它：行程的发票是随它一起的另一个文件。',
	],
	wholeOfd: [
		'Give the whole OFD file instead of a part of it.',
		'请提供整个 OFD 文件，而不是其中一部分。',
	],
	xml: [
		'Use its XML file. Without one enter it by hand: the service recognizes VAT invoices only.',
		'请使用其 XML 文件。没有时请手工录入：服务只识别增值税发票。',
	],
} as const satisfies Record<string, Pair>;

export type RemedyCode = keyof typeof REMEDIES;

/** Files and pages that no invoice is read from: what each is, as the end of a sentence, and what to do. */
export const REFUSALS = {
	// a file
	attachedDeep: ['is attached too deeply', '附件嵌套过深', 'otherKind'],
	attachedPicture: ['is an attached picture', '是附带的图片', 'save'],
	damaged: ['is damaged', '已损坏', 'again'],
	email: ['is an email', '是电子邮件', 'attachments'],
	empty: ['is empty', '是空的', 'again'],
	emptyPages: ['has only empty pages', '只有空白页', 'again'],
	emptyZip: ['is a ZIP file without files', '是没有文件的 ZIP', 'again'],
	gzip: ['is a gzip archive', '是 gzip 压缩包', 'otherKind'],
	largePicture: [
		'is larger than 3 MB (4 MB as base64)',
		'超过 3 MB（base64 为 4 MB）',
		'Reduce the picture, or export it as JPG with a lower quality.',
		'请缩小图片，或以较低质量导出为 JPG。',
	],
	nameLeadsOut: ['has a name that leads out of its archive', '文件名指向压缩包以外', 'plainName'],
	neither: ['contains neither invoice data nor text', '既没有发票数据，也没有文字', 'exportPage'],
	nestedArchive: ['is an archive nested too deeply', '压缩包嵌套过深', 'otherKind'],
	noData: [
		'contains no invoice data that this node can read',
		'没有此节点能读取的发票数据',
		"It reads {0}, and XBRL of the Ministry of Finance. Use the invoice's PDF or OFD file.",
		'此节点读取{0}和财政部的 XBRL。请使用发票的 PDF 或 OFD 文件。',
	],
	noPages: ['has no pages that can be read', '没有能读取的页面', 'again'],
	nothing: ['contains nothing to read', '没有可读取的内容', 'rightFile'],
	office: ['is an Office document (DOCX, XLSX)', '是 Office 文档（DOCX、XLSX）', 'asPdf'],
	oldOffice: [
		'is an older Office document (DOC, XLS) or mail',
		'是旧版 Office 文档（DOC、XLS）或邮件',
		'formats',
	],
	otherAttachment: ['is an attachment without invoice data', '是没有发票数据的附件', 'save'],
	otherFormat: [
		'is in the format {0}, which the service does not accept',
		'是 {0} 格式，服务不接受',
		'Export it as PNG or JPG first. The service takes PNG, JPG, BMP.',
		'请先导出为 PNG 或 JPG。服务接受 PNG、JPG、BMP。',
	],
	plainText: ['is plain text, not an invoice file', '是纯文本，不是发票文件', 'formats'],
	rar: ['is a RAR archive', '是 RAR 压缩包', 'otherKind'],
	sevenZip: ['is a 7z archive', '是 7z 压缩包', 'otherKind'],
	notXml: ['is not valid XML: it {0}', '不是有效的 XML：{0}', 'againOrPage'],
	unknownFormat: [
		'is not in a format that this node can read',
		'不是此节点能读取的格式',
		'formats',
	],
	unreadable: ['cannot be read: {0}', '无法读取：{0}', 'againOrOther'],
	webPage: ['is a web page', '是网页', 'fetchedAgain'],

	// an XML file
	bankXbrl: ['is a bank receipt in XBRL, not an invoice', '是 XBRL 银行回单，不是发票', 'leaveOut'],
	ofdPart: ['is one part of an OFD, not an invoice', '是 OFD 的一部分，不是发票', 'wholeOfd'],
	ofdTags: [
		'is the list of tags of an OFD, which holds no values, not an invoice',
		'是 OFD 的标签列表，没有数值，不是发票',
		'wholeOfd',
	],
	otherXbrl: ['is XBRL without an invoice', '是没有发票的 XBRL', 'leaveOut'],
	toIssue: [
		'is a list of invoices still to be issued, not an invoice',
		'是待开发票的清单，不是发票',
		'Give the file of the issued invoice: PDF, OFD or XML.',
		'请提供已开具发票的文件：PDF、OFD 或 XML。',
	],

	// a page
	airTicket: ['is an air ticket itinerary, not an invoice', '是航空行程单，不是发票', 'airline'],
	bankReceipt: ['is a bank receipt, not an invoice', '是银行回单，不是发票', 'askPayee'],
	contract: ['is a contract, not an invoice', '是合同，不是发票', 'askSeller'],
	filledIn: [
		'is an invoice whose values stand in form fields, which anyone can fill in',
		'是发票，但内容在任何人都能填写的表单中',
		"Use the invoice's OFD or XML file, or enter it by hand.",
		'请使用发票的 OFD 或 XML 文件，或手工录入。',
	],
	fonts: [
		'contains text in fonts that do not say which characters they show: {0}',
		'的字体没有说明所显示的字符，无法读取文字：{0}',
		'anotherForm',
	],
	hidden: ['contains text that no viewer shows', '含有阅读器不显示的文字', 'again'],
	largeScan: [
		'is a picture larger than 3 MB (4 MB as base64)',
		'是超过 3 MB 的图片（base64 为 4 MB）',
		'Scan it again with fewer dots per inch or a lower quality.',
		'请以较低的分辨率或质量重新扫描。',
	],
	listAlone: ['is a list of goods without its invoice', '是没有发票的销货清单', 'inOneFile'],
	note: ['is an order or delivery note, not an invoice', '是订单或送货单，不是发票', 'askSeller'],
	otherForm: [
		'is an invoice in a form that this node does not read',
		'是此节点不能读取的发票样式',
		'anotherForm',
	],
	otherText: [
		'contains text, but no invoice that this node can read',
		'有文字，但没有此节点能读取的发票',
		'anotherForm',
	],
	picture: ['is a picture', '是图片', 'exportPage'],
	publicReceipt: ['is a public finance receipt, not an invoice', '是财政票据，不是发票', 'byHand'],
	quotation: ['is a quotation, not an invoice', '是报价单，不是发票', 'askSeller'],
	realEstate: [
		'is a real estate sales invoice, which this node does not read from the page',
		'是不动产销售发票，此节点不从页面读取',
		'xml',
	],
	showsData: [
		'shows the invoice that its file states as data',
		'是文件中已有数据的那张发票',
		'rightFile',
	],
	taxSlip: ['is a payment slip for tax, not an invoice', '是完税证明，不是发票', 'byHand'],
	tolls: ['is a summary of toll invoices, not an invoice', '是通行费汇总单，不是发票', 'eachToll'],
	trips: ['is a trip list, not an invoice', '是行程单，不是发票', 'trips'],
	vehicle: [
		'is a vehicle sales invoice, which this node does not read from the page',
		'是机动车销售发票，此节点不从页面读取',
		'xml',
	],

	// a picture that is not sent
	noKey: [
		'is a {0}, and no credential is chosen to have it recognized',
		'是{0}，而没有选择用于识别的凭据',
		"Choose a credential 'iFLYTEK Open Platform API' in the node, or use the invoice's digital PDF, OFD or XML file, which needs none.",
		'请在节点中选择凭据“iFLYTEK Open Platform API”，或使用不需要凭据的电子发票 PDF、OFD 或 XML 文件。',
	],
	notWanted: [
		"is a {0}, and 'Pictures and Scans' is set to Refuse",
		'是{0}，而“Pictures and Scans”设为“Refuse”',
		"Use the invoice's digital PDF, OFD or XML file, or set 'Pictures and Scans' to Recognize with iFLYTEK.",
		'请使用电子发票的 PDF、OFD 或 XML 文件，或将“Pictures and Scans”设为“Recognize with iFLYTEK”。',
	],
} as const satisfies Record<string, readonly [...Pair, ...Pair] | readonly [...Pair, RemedyCode]>;

export type RefusalCode = keyof typeof REFUSALS;

/** A page that no invoice is read from: what it is, if that is known. */
export interface OtherKind {
	kind?: RefusalCode;
	/** whether it is, or may be, an invoice nevertheless */
	mayBeInvoice?: boolean;
}

/**
 * Why a file or page is not read, as the end of a sentence, and what to do about it.
 * @param values what stands for {0} and so on
 */
export function refusalOf(code: RefusalCode, values: readonly Value[] = []) {
	const row = REFUSALS[code];
	const [english, chinese] = row;
	const remedy = row.length === 3 ? REMEDIES[row[2]] : ([row[2], row[3]] as const);
	return { clause: worded([english, chinese], values), remedy: worded(remedy, values) };
}
