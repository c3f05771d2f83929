const { dest, parallel, src } = require('gulp');

/** Icons keep their place beside credentials and nodes, so that `file:../../icons/…` holds in dist. */
function icons() {
	return src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));
}

/** Codex files and output schemas stand beside the compiled node. */
function nodeFiles() {
	return src(['nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'], { base: 'nodes' }).pipe(
		dest('dist/nodes'),
	);
}

exports.default = parallel(icons, nodeFiles);
