import type { PageText } from '../../../shared/formats/pageText/pageText';
import { plain } from '../../../shared/formats/pageText/words';
import { say, type Sentence } from '../../invoice/elements';
import type { Form } from '../form';

/** What a stamp says of the whole invoice, as a text of its own. */
const TOLD =
	/^[(（【[]?(?:(?:已|己)(?:全额|部分)?(?:作废|红冲|冲红|抵扣|认证|勾选|入账|报销|付款|核销)|作废|红冲|冲红|付讫|收讫|(?:作废|抵扣|核销|付讫|收讫)(?:专用)?章|VOID|CANCELL?ED|PAID)[)）】\]]?$/i;
const MAY_TELL = /[废冲抵认勾销入报付收讫核]|void|cancel|paid/i;
/** Larger parts of a page than this: a picture that may be a document, and one that is all of it. */
const DOCUMENT = 0.12;
const SCAN = 0.5;
/** A scan may have so many letters of the app that made it. */
const FEW = 80;
/** So many characters in a picture's place make it their background. */
const BACKGROUND = 10;

/** Whether a page is a picture, with a line of text at most. */
export function isScan(page: PageText): boolean {
	const letters = page.glyphs.filter(({ text }) => /[\p{L}\p{N}]/u.test(text)).length;
	return letters <= FEW && page.pictures.reduce((sum, one) => sum + shareOf(one, page), 0) > SCAN;
}

function shareOf(
	{ left, top, right, bottom }: PageText['pictures'][number],
	{ width, height }: PageText,
): number {
	return ((right - left) * (bottom - top)) / (width * height);
}

/** What else is on the page of an invoice, and what a viewer shows otherwise than it was read. */
export function besideInvoice(page: PageText, form: Form): Sentence[] {
	const found: Sentence[] = [];
	const everywhere = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity };
	const lines = MAY_TELL.test(form.text) ? form.words(everywhere) : [];
	const texts = [
		...page.leaning.split('\n'),
		...page.notes.flatMap(({ text, says }) => [text, says]),
		...lines.flatMap((line) => [
			...line.map(({ text }) => text),
			line.map(({ text }) => text).join(''),
		]),
	];
	for (const told of new Set(texts.map(plain).filter((text) => TOLD.test(text)))) {
		found.push(say(`"${told}" is stamped on the page`, `页面上盖有“${told}”`));
	}
	if (page.covered.length > 0) {
		const text = page.covered.map((one) => one.text).join('');
		found.push(
			say(`"${short(text)}" is covered by what is drawn over it`, `“${short(text)}”被其他内容遮盖`),
		);
	}
	if (page.isUnsure) {
		found.push(
			say(
				'The page draws too much to tell what of it is seen',
				'页面图形过多，无法判断哪些文字可见',
			),
		);
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
			found.push(
				say(
					`"${short(note.text)}" was added over the text of the page`,
					`“${short(note.text)}”是后来加在页面文字上的`,
				),
			);
		}
	}
	for (const picture of page.pictures) {
		const share = shareOf(picture, page);
		const inside = page.glyphs.filter(
			({ x, y }) => x > picture.left && x < picture.right && y > picture.top && y < picture.bottom,
		);
		if (share > DOCUMENT && inside.length < BACKGROUND) {
			found.push(
				say(
					`Page ${page.page} also holds a picture, which was not read: print it to its own page`,
					`第 ${page.page} 页还有一张图片未识读：请将其单独打印为一页`,
				),
			);
			break;
		}
	}
	return [...found, ...secondNumbers(page, form)];
}

/** A number beside its label below all of an invoice is that of another one. */
function secondNumbers({ page }: PageText, form: Form): Sentence[] {
	const last = (['drawer', 'totalWords', 'totalDigits'] as const).flatMap((name) => form.all(name));
	const end = last.reduce((most, { v, size }) => Math.max(most, v + size), -Infinity);
	if (end === -Infinity) return [];
	return form
		.all('invoiceNumber')
		.filter(({ v }) => v > end)
		.map((label) => {
			const number = plain(form.beside(label) ?? '');
			return say(
				`Page ${page} also holds invoice ${number || 'of another number'}, which was not read: print it to its own page`,
				`第 ${page} 页还有发票${number}未识读：请将其单独打印为一页`,
			);
		});
}

const short = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
