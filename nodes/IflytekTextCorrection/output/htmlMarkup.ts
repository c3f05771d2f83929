import type { Language, Wording } from '../../shared/problem/language';
import { escapeHtml } from '../../shared/problem/problem';
import { PLACE_MARK, type Segment } from './markedText';

/**
 * Writes a marked-up text as an HTML fragment: deletions, insertions and places to look at with their
 * meaning as tooltip. All text is escaped; the styles are inline, so that it works in an e-mail too.
 */
export function toHtml(segments: Segment[], language: Language = 'english'): string {
	const body = segments.map((segment) => segmentToHtml(segment, language)).join('');
	return `<div style="white-space:pre-wrap">${body}</div>`;
}

const NOT_CHECKED: Wording = { english: 'Not checked: ', chinese: '未检查：' };

function segmentToHtml(segment: Segment, language: Language): string {
	switch (segment.kind) {
		case 'plain':
			return escapeHtml(segment.text);
		case 'changed': {
			const title = escapeHtml(segment.meaning);
			const deletion = segment.deleted && element('del', title, segment.deleted);
			const insertion = segment.inserted && element('ins', title, segment.inserted);
			return deletion + insertion;
		}
		case 'doubtful': {
			const suggestion = segment.suggestion ? `(${segment.suggestion}?)` : '';
			const text = (segment.text || PLACE_MARK) + suggestion;
			return element('mark', escapeHtml(segment.meaning), text);
		}
		case 'unchecked':
			return element('span', NOT_CHECKED[language] + escapeHtml(segment.reason), segment.text);
	}
}

/** Text and background colors are both set, so that the marks are readable on a dark page too. */
const STYLES = {
	del: 'background:#fbdad7;color:#7a1510',
	ins: 'background:#d3f0d8;color:#0f5323',
	mark: 'background:#fdf0b2;color:#5c4a00',
	span: 'background:#e0e0e0;color:#444444',
};

function element(name: keyof typeof STYLES, title: string, text: string): string {
	return `<${name} title="${title}" style="${STYLES[name]}">${escapeHtml(text)}</${name}>`;
}
