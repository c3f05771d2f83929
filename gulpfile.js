const { Transform } = require('node:stream');
const { dest, parallel, src } = require('gulp');

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

/** TypeScript indents by four blanks, a fiftieth of what users download. */
function compiled() {
	const withTabs = (code) => code.replace(/^(?: {4})+/gm, ({ length }) => '\t'.repeat(length / 4));
	return src('dist/**/*.js').pipe(rewritten(withTabs)).pipe(dest('dist'));
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

exports.default = parallel(icons, nodeFiles, compiled);
