/** Each opening mark with its closing one. */
const PAIRS = '“”‘’「」『』《》〈〉（）【】〔〕()[]';
const STRAIGHT = '"';

/**
 * Marks every place of a text that lies inside a quotation, a title or brackets: `marks[i]` is 1 when a
 * cut at `i` (UTF-16) would separate an opening mark from its closing one. Marks without a partner and
 * spans longer than `maxLength` are left out: those cannot be kept whole anyway.
 */
export function insideQuotations(text: string, maxLength: number): Uint8Array {
	const steps = new Int32Array(text.length + 2);
	const open: Array<{ closer: string; at: number }> = [];
	let lineStart = 0;
	const close = (closer: string, at: number): boolean => {
		for (let depth = open.length - 1; depth >= 0; depth--) {
			const opener = open[depth]!;
			if (at + 1 - opener.at > maxLength) return false;
			// a straight quotation mark has no side, so it pairs within its line only
			if (opener.closer !== closer || (closer === STRAIGHT && opener.at < lineStart)) continue;
			open.length = depth;
			steps[opener.at + 1]!++;
			steps[at + 1]!--;
			return true;
		}
		return false;
	};
	for (let at = 0; at < text.length; at++) {
		const mark = text[at]!;
		const place = PAIRS.indexOf(mark);
		if (mark === '\n') lineStart = at;
		else if (mark === STRAIGHT) {
			if (!close(STRAIGHT, at)) open.push({ closer: STRAIGHT, at });
		} else if (place % 2 === 0) open.push({ closer: PAIRS[place + 1]!, at });
		else if (place > 0) close(mark, at);
	}
	const marks = new Uint8Array(text.length + 1);
	let depth = 0;
	for (let at = 0; at <= text.length; at++) {
		depth += steps[at]!;
		marks[at] = depth > 0 ? 1 : 0;
	}
	return marks;
}
