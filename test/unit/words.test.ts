/**
 * One word for one thing, in the code and in what users read (CONTRIBUTING, Words). A word that has two
 * meanings comes back by itself: each entry is one that did.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import ts from 'typescript';

const ROOT = resolve(__dirname, '../..');

interface Words {
	/** `file:line`, to find them again */
	at: string;
	text: string;
}

const names: Words[] = [];
const texts: Words[] = [];
const comments: Words[] = [];

for (const folder of ['nodes', 'credentials']) {
	for (const entry of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })) {
		if (entry.endsWith('.ts')) collect(join(folder, entry));
	}
}

function collect(file: string): void {
	const code = readFileSync(join(ROOT, file), 'utf8');
	const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
	const at = (position: number) =>
		`${file}:${source.getLineAndCharacterOfPosition(position).line + 1}`;
	const visit = (node: ts.Node): void => {
		const words = { at: at(node.getStart(source)), text: node.getText(source) };
		if (ts.isIdentifier(node)) names.push(words);
		else if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) texts.push(words);
		ts.forEachChild(node, visit);
	};
	visit(source);
	for (const { index, 0: text } of code.matchAll(/\/\*\*[^]*?\*\/|(?<=^|\s)\/\/ .*/g)) {
		comments.push({ at: at(index), text: text.replace(/\s*\n\s*\*\s*/g, ' ') });
	}
}

const found = (words: Words[], pattern: RegExp) =>
	words.filter(({ text }) => pattern.test(text)).map(({ at }) => at);

it('reads all of the code', () => {
	expect(names.length).toBeGreaterThan(30_000);
	expect(texts.length).toBeGreaterThan(5000);
	expect(comments.length).toBeGreaterThan(1000);
});

it('an execution is canceled, as n8n says, never stopped', () => {
	const stopped = /(execution|node|run)('s|s)? (was|is) stopped|stop(s|ped)? (of )?the execution/i;
	expect(found([...texts, ...comments], stopped)).toEqual([]);
	expect(found(texts, /\}'? was stopped/)).toEqual([]);
	expect(found(names, /(is|was|unless)stopped|stopsignal/i)).toEqual([]);
});

it('a service is at iFLYTEK; what sends requests to one is its client', () => {
	expect(found(names, /^(Service|AiCall|openService|openAiCall)$/)).toEqual([]);
	expect(found(comments, /HTTP client/)).toEqual([]);
});

it('the context is that of an n8n execution; what a dialog is given is caller data', () => {
	expect(found(names, /^[cC]ontext(Map|Deadline|Timeout|Item)|[a-z]ContextTimeout/)).toEqual([]);
	expect(found(texts, /context timeout/i)).toEqual([]);
});

it('the platform pushes requests; what users read of are the events that these tell', () => {
	const toUsers = texts.filter(({ text }) => /\s/.test(text));
	expect(found(toUsers, /\bpush(es|ed)?\b/i)).toEqual([]);
});

it('an Outcome is what became of a request or a row that must not be sent twice', () => {
	const types = new Set(
		names.map(({ text }) => text).filter((text) => /^[A-Z]\w*Outcome$|^Outcome$/.test(text)),
	);
	expect([...types].sort()).toEqual(['BatchOutcome', 'Outcome', 'RowOutcome']);
});

it('messages and names say what happens with a verb, as one would say it', () => {
	const foreign =
		/in any spelling|all the same|again and again|does not stand|a word of your choice|Nothing, unless|fails for a moment|is no (address|date|list|number|text|URL)\b|holds (blanks|no (day|hours)|an object)/;
	expect(found(texts, foreign)).toEqual([]);
	const odd = /^(orNotSent|unlessThrown|namingDone|takesNone|tell|about|expectedAgain)$/;
	expect(found(names, odd)).toEqual([]);
});
