const { readFileSync, writeFileSync } = require('node:fs');
const { readdir, rm } = require('node:fs/promises');
const { posix, resolve } = require('node:path');
const { Transform } = require('node:stream');
const { build, transformSync } = require('esbuild');
const { dest, parallel, src } = require('gulp');
const { n8n } = require('./package.json');

/** Icons keep their place beside credentials and nodes, so that `file:../../icons/…` holds in dist. */
function icons() {
	return src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));
}

/** Codex files and output schemas stand beside the compiled node. */
function nodeFiles() {
	return src(['nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'], { base: 'nodes' })
		.pipe(rewritten((json) => JSON.stringify(JSON.parse(json))))
		.pipe(dest('dist/nodes'));
}

/**
 * The nodes and credentials stay files of their own, as n8n loads them; what they import becomes one
 * file, dist/bundle.js, in place of 300: a tenth less to download, and read at once. Not minified.
 */
async function bundle() {
	const registered = [...n8n.nodes, ...n8n.credentials];
	const modules = new Map();
	for (const file of registered) {
		const folder = posix.dirname(file);
		const code = readFileSync(file, 'utf8').replace(/require\("(\.[^"]+)"\)/g, (_, path) => {
			const source = posix.join(folder, path).replace('dist/', './');
			if (!modules.has(source)) modules.set(source, source.replace(/\W+/g, '_').slice(1));
			return `require("${posix.relative(folder, 'dist/bundle.js')}").${modules.get(source)}`;
		});
		writeFileSync(file, code);
	}
	await removeScripts('dist', new Set(registered.map((file) => resolve(file))));
	const { outputFiles } = await build({
		stdin: {
			contents: [...modules]
				.sort()
				.map(([source, name]) => `export * as ${name} from '${source}';`)
				.join('\n'),
			resolveDir: __dirname,
		},
		bundle: true,
		charset: 'utf8',
		format: 'cjs',
		packages: 'external',
		platform: 'node',
		target: 'es2021',
		write: false,
	});
	writeFileSync('dist/bundle.js', withoutIndentation(outputFiles[0].text));
}

async function removeScripts(folder, kept) {
	for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
		const path = resolve(entry.parentPath, entry.name);
		if (entry.isFile() && path.endsWith('.js') && !kept.has(path)) await rm(path);
	}
}

/** Indentation, which any formatter gives back, and the few comments that are left: a thirtieth of what users download. */
function withoutIndentation(code) {
	const flush = code
		.replace(/^[ \t]+|\/\* @__PURE__ \*\/ /gm, '')
		// those of methods are all that esbuild leaves of docstrings
		.replace(/^(?:\/\/ .*|\/\*\*(?:[^*]|\*(?!\/))*\*\/)?\n/gm, '');
	// a text over several lines would lose its own
	if (minified(flush) !== minified(code))
		throw new Error('A text in the code has an indented or an empty line, or a comment');
	return flush;
}

function minified(code) {
	return transformSync(code, { charset: 'utf8', minifyWhitespace: true }).code;
}

function rewritten(rewrite) {
	return new Transform({
		objectMode: true,
		transform(file, _encoding, done) {
			file.contents = Buffer.from(rewrite(String(file.contents)));
			done(null, file);
		},
	});
}

exports.default = parallel(icons, nodeFiles, bundle);
