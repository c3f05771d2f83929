/**
 * Long documents read, corrected in a few thousand places and written, beside pandoc, which reads and writes them.
 * CPU time: ours in this process, warm as in an n8n that runs on; pandoc's of its process, which takes 10 ms to start.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { remarksOf } from '../../../../nodes/IflytekTextCorrection/output/remarks';
import {
	applyFindings,
	type Rules,
} from '../../../../nodes/IflytekTextCorrection/protocol/applyCorrections';
import { readFindings } from '../../../../nodes/IflytekTextCorrection/protocol/correctionAnswer';
import { splitText } from '../../../../nodes/IflytekTextCorrection/protocol/splitText';
import { MARKDOWN, readMarkdown } from '../../../../nodes/shared/formats/markup/markdown';
import { edited, type Format, type Prose } from '../../../../nodes/shared/formats/prose/prose';
import { correctedFile } from '../../../../nodes/shared/formats/word/correctedFile';
import { openWordFile } from '../../../../nodes/shared/formats/word/wordFile';
import { WORD, wordProse } from '../../../../nodes/shared/formats/word/wordProse';
import { handCut, paragraph, run } from '../../../fixtures/docx/handCut';
import { processorTime } from '../../../support/processorTime';
import { atMost, figure, times, type SectionResult } from '../report';
import { rounds, sized } from '../size';
import { interleaved, median, ratio } from '../stats';

const PAGES = sized(400);
const MARKDOWN_BYTES = sized(1_000_000);
const ROUNDS = rounds(5);

const SENTENCE =
	'全体人员必需遵守截止目前的进度安排，会议部暑了下半年工作，他做事总是画蛇天足，精神很松驰。';

export async function documents(log: (line: string) => void): Promise<SectionResult> {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-bench-documents-'));
	try {
		const [word, markdown] = [longWordFile(), longMarkdown()];
		writeFileSync(join(folder, 'in.docx'), word);
		writeFileSync(join(folder, 'in.md'), markdown);
		log(`documents: ${PAGES} pages of Word, ${MARKDOWN_BYTES / 1000} kB of Markdown`);
		const measured = await interleaved(
			{
				word: async () => await ours(async () => await correctWord(word)),
				wordByPandoc: async () => pandoc(folder, 'in.docx', '-o', 'out.docx'),
				markdown: async () => await ours(() => correctMarkdown(markdown)),
				markdownByPandoc: async () =>
					pandoc(folder, 'in.md', '-f', 'gfm', '-t', 'gfm', '--wrap=preserve', '-o', 'out.md'),
			},
			ROUNDS,
		);
		const kinds = [
			[`${PAGES} pages of Word`, measured.word, measured.wordByPandoc],
			[`${MARKDOWN_BYTES / 1e6} MB of Markdown`, measured.markdown, measured.markdownByPandoc],
		] as const;
		return {
			tables: [
				{
					title: 'Long documents: CPU time',
					columns: ['', 'ours, s', 'pandoc, s', 'ratio'],
					rows: kinds.map(([title, own, peer]) => [
						title,
						figure(median(own) / 1000),
						figure(median(peer) / 1000),
						times(ratio(own, peer)),
					]),
				},
			],
			charts: [],
			claims: kinds.map(([title, own, peer]) =>
				atMost(`${title}: no more CPU time than pandoc`, ratio(own, peer), 1, '×'),
			),
		};
	} finally {
		rmSync(folder, { recursive: true });
	}
}

async function ours(work: () => unknown): Promise<number> {
	const spent = processorTime();
	await work();
	return spent();
}

/** The CPU time of a run, in milliseconds. */
function pandoc(folder: string, ...args: string[]): number {
	const timed = 'TIMEFORMAT="%U %S"; time pandoc "$@"';
	const printed = execFileSync('bash', ['-c', `{ ${timed}; } 2>&1`, 'bash', ...args], {
		cwd: folder,
		encoding: 'utf8',
	});
	const seconds = printed.trim().split(/\s+/).slice(-2).map(Number);
	return 1000 * (seconds[0] + seconds[1]);
}

async function correctWord(archive: Buffer): Promise<void> {
	const file = await openWordFile(archive);
	if (file instanceof Error) throw file;
	const { prose, paragraphs } = wordProse(file);
	const { corrections, edits } = decided(prose, WORD);
	await correctedFile(file, paragraphs, {
		edits,
		remarks: remarksOf(prose, corrections),
		author: { name: 'Bench', date: '2026-11-26T00:00:00Z' },
		isTracked: true,
	});
}

function correctMarkdown(document: string): void {
	const prose = readMarkdown(document);
	edited(document, decided(prose, MARKDOWN).edits, MARKDOWN.encode);
}

/** All that the node does between reading and writing but the requests. */
function decided(prose: Prose, format: Format) {
	const checked = splitText(prose.text).map((piece) => {
		const sent = prose.text.slice(piece.start, piece.end);
		const rows = [...sent.matchAll(/部暑/g)].map(({ index }) => [index, '部暑', '部署', 'word']);
		return { piece, findings: readFindings({ word: rows }) };
	});
	const rules: Rules = {
		choice: { apply: 'all', categories: new Set() },
		kept: [],
		replacements: new Map(),
	};
	return applyFindings({ prose, format }, rules, checked);
}

/** A thousand characters a page, in runs of different formatting. */
function longWordFile(): Buffer {
	const paragraphs = Array.from({ length: 12 * PAGES }, (_, i) => {
		const cut = 2 * (i % 17);
		const parts = [SENTENCE.slice(0, cut), SENTENCE.slice(cut), SENTENCE];
		return paragraph(
			run(`第${i}段：`, '<w:b/>') +
				parts.map((part, j) => run(part, j % 2 ? '<w:i/>' : '')).join(''),
		);
	});
	return handCut({ body: paragraphs.join('') });
}

function longMarkdown(): string {
	const sections: string[] = [];
	for (let i = 0, bytes = 0; bytes < MARKDOWN_BYTES; i++) {
		const section = `## 第${i}节 总则\n\n${SENTENCE}见[说明](https://example.com/${i} "题")，**重点内容**与\`代码\`。${SENTENCE}\n${SENTENCE}*强调*文字。\n\n- 第一项${SENTENCE}\n- 第二项 ${SENTENCE}\n\n| 名称 | 数值 |\n|---|---|\n| ${SENTENCE.slice(0, 9)} | ${i} |\n\n> 引用${SENTENCE}\n\n`;
		sections.push(section);
		bytes += Buffer.byteLength(section);
	}
	return sections.join('');
}
