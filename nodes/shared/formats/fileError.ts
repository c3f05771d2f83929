/** What hinders reading a file, each with its own remedy: a damaged file may be whole where it came from. */
export type Hindrance =
	| 'attachments'
	| 'damaged'
	| 'locked'
	| 'otherKind'
	| 'pages'
	| 'password'
	| 'tooLarge'
	| 'tooMuch';

type Fault = readonly [english: string, chinese: string, hindrance?: Hindrance];

/** What is wrong with a file, as the end of a sentence about it. */
export const FAULTS = {
	damaged: ['is damaged', '已损坏'],
	nameTwice: ['contains two files with the same name', '含有两个同名文件'],
	tooMuchText: ['holds too much text', '文字过多', 'tooLarge'],
	drawsTooMuch: ['draws too much', '绘制内容过多', 'tooLarge'],
	nestedDrawing: ['nests its drawing too deeply', '绘制内容嵌套过深'],
	attachments: ['has more than {0} attachments', '附件超过 {0} 个', 'attachments'],
	pages: ['has more than {0} pages', '超过 {0} 页', 'pages'],

	// an archive
	notWholeZip: ['is not a complete ZIP archive', '不是完整的 ZIP 压缩包'],
	zip64: ['is a ZIP64 archive', '是 ZIP64 压缩包', 'otherKind'],
	splitZip: ['is one part of a split archive', '是分卷压缩包中的一卷', 'otherKind'],
	zipMethod: [
		'is packed with method {0}, which is not read',
		'使用了不支持的压缩方式 {0}',
		'otherKind',
	],
	password: ['is protected by a password', '有密码保护', 'password'],
	zipPassword: ['is a ZIP file protected by a password', '是有密码保护的 ZIP 文件', 'password'],
	unpacksTo: ['unpacks to more than {0} MB', '解压后超过 {0} MB', 'tooLarge'],
	manyFiles: ['holds more than {0} files', '所含文件超过 {0} 个', 'tooMuch'],
	muchUnpacked: ['holds more than {0} MB when unpacked', '解压后共超过 {0} MB', 'tooMuch'],
	manyOrMuch: ['holds more than {0} files or {1} MB', '所含文件超过 {0} 个或 {1} MB', 'tooMuch'],
	noWorkbook: ['is a ZIP archive, not an Excel workbook', '是 ZIP 压缩包，不是 Excel 工作簿'],

	// an OFD
	notOfd: ['holds no {0}, so it is not an OFD file', '没有 {0}，不是 OFD 文件'],
	nameLeadsOut: ['holds a file name that leads out of it', '含有指向文件以外的文件名'],
	noDocument: ['names no document', '没有指明文档'],
	partMissing: ['is damaged: {0} is missing', '已损坏：缺少 {0}'],

	// XML
	encoding: ['is not text in {0}', '不是 {0} 编码的文本'],
	noElement: ['does not begin with an element', '开头不是元素'],
	afterRoot: ['continues after its root element', '根元素之后还有内容'],
	doctype: ['has a DOCTYPE', '含有 DOCTYPE'],
	declaration: ['has a declaration inside its root element', '根元素中含有声明'],
	breaksOff: ['breaks off', '内容不完整'],
	elements: ['has more than {0} elements', '元素超过 {0} 个', 'tooLarge'],
	levels: ['is nested deeper than {0} levels', '嵌套超过 {0} 层', 'tooLarge'],
	openTag: ['has a tag <{0}> that is not closed', '标签 <{0}> 没有结束'],
	otherOpen: ['closes <{0}> where another element is open', '在 </{0}> 处另有元素没有结束'],
	noTag: ['has a < that begins no tag', '含有不是标签的 <'],
	attributeTwice: ['repeats an attribute in <{0}>', '<{0}> 中有重复的属性'],
	noValue: ['has an attribute without a value in <{0}>', '<{0}> 中有属性没有值'],
	noQuotes: ['has an attribute without quotes in <{0}>', '<{0}> 中有属性没有引号'],
	tagInValue: ['has a < in an attribute of <{0}>', '<{0}> 的属性中有 <'],
	entity: ["has the entity {0}, which is not one of XML's own", '含有 XML 没有的实体 {0}'],
	notWord: ['has no element of Word at its root', '根元素不是 Word 的元素'],
	noPrefix: ['declares the namespace of Word without a prefix', 'Word 的命名空间没有前缀'],
	twoPrefixes: ['names the elements of Word in two ways', 'Word 元素有两种写法'],

	// a PDF
	locked: ['is protected by a password', '有密码保护', 'locked'],
	encryption: ['is encrypted in a way that is not read', '使用了不支持的加密方式', 'locked'],
	noPages: ['is damaged: it has no pages', '已损坏：没有页面'],
	pageLoop: ['is damaged: its page tree loops back on itself', '已损坏：页面目录循环引用'],
	noPage: ['is damaged: page {0} is missing', '已损坏：缺少第 {0} 页'],
	partOfPage: ['is damaged: a part of page {0} is missing', '已损坏：第 {0} 页不完整'],
	muchUnpackedData: ['unpacks to more than 20 MB', '解压后超过 20 MB'],
	manyFilters: ['packs its pages too often', '页面压缩层数过多'],
	filter: ['packs its pages with {0}', '页面使用了不支持的压缩方式 {0}'],
	predictor: ['packs its pages with a predictor of {0} bits', '页面使用了 {0} 位的预测器'],
	objects: ['has too many objects', '对象过多'],
	nestedValues: ['nests values too deeply', '数据嵌套过深'],
	structure: ['has too much structure', '结构过于复杂'],
	longList: ['has too long a list', '列表过长'],
	fontCharacters: ['has fonts of too many characters', '字体的字符过多'],

	// a page that should be a scan
	alsoDrawing: [
		'is not a plain scan: page {0} holds a drawing',
		'第 {0} 页还有图形，不是单纯的扫描件',
	],
	alsoInline: [
		'is not a plain scan: page {0} holds a picture inside its drawing commands',
		'第 {0} 页的绘制指令中还有图片，不是单纯的扫描件',
	],
	cutUp: [
		'is not a plain scan: page {0} is put together from {1} pictures',
		'第 {0} 页由 {1} 张图片拼成，不是单纯的扫描件',
	],
	notes: [
		'is not a plain scan: page {0} has form fields or notes on it',
		'第 {0} 页有表单或批注，不是单纯的扫描件',
	],
	onlyNotes: [
		'shows nothing on page {0} but what was added to it, as a stamp is',
		'第 {0} 页只有图章之类后加的内容',
	],
	mirrored: ['shows the picture on page {0} mirrored', '第 {0} 页的图片是镜像'],
	samePicture: ['shows the same picture too many times', '同一张图片使用次数过多'],
	noPicture: ['is damaged: the picture on page {0} is missing', '已损坏：缺少第 {0} 页的图片'],
	noJpeg: ['is damaged: the picture on page {0} is not a JPEG', '已损坏：第 {0} 页的图片不是 JPEG'],
	cutOff: ['is damaged: the picture on page {0} is cut off', '已损坏：第 {0} 页的图片不完整'],
	pictureFilter: [
		'packs the picture on page {0} with {1}',
		'第 {0} 页的图片使用了不支持的压缩方式 {1}',
	],
	fax: [
		'holds a black-and-white fax picture (CCITT) on page {0}',
		'第 {0} 页是黑白传真图片（CCITT）',
	],
	jbig2: ['holds a black-and-white picture (JBIG2) on page {0}', '第 {0} 页是黑白图片（JBIG2）'],
	jpeg2000: ['holds a JPEG 2000 picture on page {0}', '第 {0} 页是 JPEG 2000 图片'],
	transparent: ['holds a transparent picture on page {0}', '第 {0} 页是透明图片'],
	noSize: ['holds a picture without a size on page {0}', '第 {0} 页的图片没有尺寸'],
	colorSpace: [
		'holds a picture in CMYK or another color space of printers on page {0}',
		'第 {0} 页的图片使用 CMYK 等印刷色彩空间',
	],
	depth: ['holds a picture of {1} bits on page {0}', '第 {0} 页的图片为 {1} 位'],
	otherColors: [
		'holds a picture with other colors than it stores on page {0}',
		'第 {0} 页的图片改变了存储的颜色',
	],
} as const satisfies Record<string, Fault>;

export type FaultCode = keyof typeof FAULTS;

export class FileError extends Error {
	/** the end of a sentence about the file */
	readonly clause: { english: string; chinese: string };
	readonly hindrance: Hindrance;

	/** @param values for {0} and so on */
	constructor(code: FaultCode, ...values: Array<number | string>) {
		const [english, chinese, hindrance = 'damaged']: Fault = FAULTS[code];
		const filled = (text: string) =>
			text.replace(/\{(\d)\}/g, (_, at) => String(values[Number(at)]));
		super(filled(english));
		this.clause = { english: this.message, chinese: filled(chinese) };
		this.hindrance = hindrance;
	}
}
