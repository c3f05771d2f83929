import { figure, type Bar, type BarGroup } from './report';

const WIDTH = 1000;
const COLUMNS = 2;
const MARGIN = 24;
const PANEL = (WIDTH - MARGIN * (COLUMNS + 1)) / COLUMNS;
const LABELS = 214;
const VALUES = 56;
const HEAD = 40;
const BAR = 16;
const ROW = 24;
const TITLE = 72;

/** Of text and bars, on a light and on a dark page. */
const STYLE = `
.page { fill: #ffffff } .ink { fill: #1f2328 } .faint { fill: #59636e }
.ours { fill: #1f6feb } .peer { fill: #bf8700 } .limit { fill: #8b949e }
@media (prefers-color-scheme: dark) {
.page { fill: #0d1117 } .ink { fill: #f0f6fc } .faint { fill: #9198a1 }
.ours { fill: #4493f8 } .peer { fill: #d29922 } .limit { fill: #6e7681 }
}`;

const LEGEND: Array<[kind: Bar['kind'], meaning: string]> = [
	['ours', 'this package'],
	['peer', 'peer'],
	['limit', 'the limit'],
];

/** Draws groups of horizontal bars, each group with an axis of its own, as an SVG file. */
export function drawn(groups: BarGroup[], subtitle: string): string {
	const parts: string[] = [];
	let top = TITLE;
	for (let first = 0; first < groups.length; first += COLUMNS) {
		const row = groups.slice(first, first + COLUMNS);
		row.forEach((group, column) => {
			parts.push(panel(group, MARGIN + column * (PANEL + MARGIN), top));
		});
		top += HEAD + Math.max(...row.map(({ bars }) => bars.length)) * ROW + MARGIN;
	}
	const legend = LEGEND.map(([kind, meaning], place) => {
		const left = WIDTH - MARGIN - (LEGEND.length - place) * 110;
		return (
			`<rect x="${left}" y="20" width="12" height="12" rx="2" class="${kind}"/>` +
			text(left + 18, 30, meaning, 12, 'faint')
		);
	});
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${top}" viewBox="0 0 ${WIDTH} ${top}" font-family="system-ui, sans-serif">
<style>${STYLE}
</style>
<rect width="${WIDTH}" height="${top}" class="page"/>
${text(MARGIN, 32, 'n8n-nodes-iflytek, measured beside its peers', 18, 'ink', 'bold')}
${text(MARGIN, 52, subtitle, 12, 'faint')}
${legend.join('\n')}
${parts.join('\n')}
</svg>
`;
}

function panel({ title, unit, better, bars }: BarGroup, left: number, top: number): string {
	const most = Math.max(...bars.map(({ value }) => value)) || 1;
	const room = PANEL - LABELS - VALUES;
	const drawnBars = bars.map(({ label, value, kind }, index) => {
		const y = top + HEAD + index * ROW;
		const width = Math.max(1, (value / most) * room);
		return [
			text(left + LABELS - 8, y + 12, label, 12, 'ink', 'normal', 'end'),
			`<rect x="${left + LABELS}" y="${y}" width="${width.toFixed(1)}" height="${BAR}" rx="2" class="${kind}"/>`,
			text(left + LABELS + width + 6, y + 12, figure(value), 12, 'ink'),
		].join('\n');
	});
	return [
		text(left, top + 14, title, 13, 'ink', 'bold'),
		text(left, top + 30, `${unit}, ${better} is better`, 11, 'faint'),
		...drawnBars,
	].join('\n');
}

function text(
	x: number,
	y: number,
	content: string,
	size: number,
	colour: 'faint' | 'ink',
	weight = 'normal',
	anchor = 'start',
): string {
	return `<text x="${x.toFixed(1)}" y="${y}" font-size="${size}" font-weight="${weight}" class="${colour}" text-anchor="${anchor}">${escaped(content)}</text>`;
}

function escaped(content: string): string {
	return content.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
