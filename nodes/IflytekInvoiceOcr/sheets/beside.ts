import type { PageText } from '../../shared/formats/pageText/pageText';
import { plain } from '../../shared/formats/pageText/words';
import { finding, type Finding } from '../invoice/finding';
import type { Form } from '../page/form';

/** What a stamp says of the whole invoice, as a text of its own. */
const TOLD =
	/^[(（【[]?(?:[此本该][张份]?(?:发?票)?|发票)?(?:(?:已|己)(?:全额|部分)?(?:(?:作废|红冲|冲红|抵扣|认证|勾选|入账|报销|付款|核销)[并和、]?){1,2}|作废|红冲|冲红|付讫|收讫|(?:作废|抵扣|核销|付讫|收讫)(?:专用)?章|VOID|CANCELL?ED|PAID)[)）】\]]?$/i;
const MAY_TELL = /[废冲抵认勾销入报付收讫核]|void|cancel|paid/i;
/** What an invoice or a receipt prints, and hardly anything else below one. */
const OF_RECEIPT =
	/(?:发票|票据)(?:号码|代码)|价税合计|(?:[合总]计|[总金]额|票价|[实应]收).{0,8}\d|[¥￥]\d|\d元/;
/** Larger parts of a page than this: a picture that may be a document, and one that is all of it. */
const DOCUMENT = 0.12;
const SCAN = 0.5;
/** A scan may have so many letters of the app that made it. */
const MAX_APP_LETTERS = 80;
/** So many characters in a picture's place make it their background. */
const BACKGROUND = 10;

/** How far above its number an invoice may begin, in heights of the type. */
const TITLE = 8;

const EVERYWHERE = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity };

/** Whether a page is a picture, with a line of text at most. */
export function isScan(page: PageText): boolean {
	const letters = page.glyphs.filter(({ text }) => /[\p{L}\p{N}]/u.test(text)).length;
	return (
		letters <= MAX_APP_LETTERS &&
		page.pictures.reduce((sum, one) => sum + shareOf(one, page), 0) > SCAN
	);
}

function shareOf(
	{ left, top, right, bottom }: PageText['pictures'][number],
	{ width, height }: PageText,
): number {
	return ((right - left) * (bottom - top)) / (width * height);
}

/** What else is on the page of an invoice, and what a viewer shows otherwise than it was read. */
export function besideInvoice(page: PageText, form: Form): Finding[] {
	const found: Finding[] = [];
	const lines = MAY_TELL.test(form.text) ? form.words(EVERYWHERE) : [];
	const texts = [
		...page.leaning.split('\n'),
		...page.notes.flatMap(({ text, says }) => [text, says]),
		...lines.flatMap((line) => [
			...line.map(({ text }) => text),
			line.map(({ text }) => text).join(''),
		]),
	];
	for (const told of new Set(texts.map(plain).filter((text) => TOLD.test(text)))) {
		found.push(finding('stamped', told));
	}
	if (page.covered.length > 0) {
		const text = page.covered.map((one) => one.text).join('');
		found.push(finding('covered', short(text)));
	}
	if (page.isUnsure) {
		found.push(finding('unsureSight'));
	}
	for (const note of page.notes) {
		if (note.text === '') continue;
		const isOver = page.glyphs.some(
			({ x, y, width, size }) =>
				x + width / 2 > note.left &&
				x + width / 2 < note.right &&
				y - size / 3 > note.top &&
				y - size / 3 < note.bottom,
		);
		if (isOver && !TOLD.test(plain(note.text))) {
			found.push(finding('addedOver', short(note.text)));
		}
	}
	for (const picture of page.pictures) {
		const share = shareOf(picture, page);
		const inside = page.glyphs.filter(
			({ x, y }) => x > picture.left && x < picture.right && y > picture.top && y < picture.bottom,
		);
		if (share > DOCUMENT && inside.length < BACKGROUND) {
			found.push(finding('alsoPicture', page.page));
			break;
		}
	}
	return [...found, ...outsideInvoice(page, form)];
}

/** What stands above or below all of an invoice: the number of another one, or what another receipt says. */
function outsideInvoice({ page }: PageText, form: Form): Finding[] {
	const last = (['drawer', 'totalWords', 'totalDigits'] as const).flatMap((name) => form.all(name));
	const end = last.reduce((most, { v, size }) => Math.max(most, v + size), -Infinity);
	if (end === -Infinity) return [];
	const numbers = form.all('invoiceNumber').filter(({ v }) => v > end);
	if (numbers.length > 0) {
		return numbers.map((label) =>
			finding('alsoInvoice', page, plain(form.beside(label) ?? '') || null),
		);
	}
	const start = form
		.all('invoiceNumber')
		.reduce((least, { v, size }) => Math.min(least, v - TITLE * size), Infinity);
	const outside = form.words({ ...EVERYWHERE, bottom: start });
	// without its people a remark may be below
	if (form.all('drawer').some(({ v, size }) => v + size >= end)) {
		outside.push(...form.words({ ...EVERYWHERE, top: end }));
	}
	const text = outside.map((line) => line.map((word) => word.text).join('')).join('|');
	return OF_RECEIPT.test(plain(text)) ? [finding('alsoText', page)] : [];
}

const short = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
