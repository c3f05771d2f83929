// Explains npm's failures. Plain JavaScript: it runs before anything is installed.

/**
 * Says in one sentence why npm failed.
 * @param {string} output what npm wrote
 * @param {string} purpose what npm was to do, such as 'install n8n 2.41.1'
 */
export function npmProblem(output, purpose) {
	const isInstall = purpose.startsWith('install');
	if (
		isInstall &&
		/E(NOTFOUND|AI_AGAIN|CONNREFUSED|CONNRESET|TIMEDOUT|HOSTUNREACH|NETUNREACH)/.test(output)
	) {
		return `The npm registry cannot be reached from this machine, so npm could not ${purpose}: ${errorLine(output)}.`;
	}
	if (/ENOSPC/.test(output)) return `The disk is full: npm could not ${purpose}.`;
	if (purpose.startsWith('install n8n') && /\b(ETARGET|E404)\b/.test(output)) {
		return `npm has not all of this n8n any more, so it could not ${purpose}: ${errorLine(output)}. Set N8N_VERSION to an n8n 2 that npm has (npm view n8n@2 version), or run the package in n8n's container (CONTRIBUTING.md, "Without n8n on npm").`;
	}
	return `npm could not ${purpose}: ${errorLine(output)}.`;
}

/** The line that says what went wrong, without npm's prefix and a final period. */
export function errorLine(output) {
	const lines = output
		.split('\n')
		.map((line) => line.trim())
		.filter(Boolean);
	const line =
		lines.find((line) => /\berror:/i.test(line)) ??
		lines.find((line) => /^npm (ERR!|error) (?!code|errno|syscall|path)/.test(line)) ??
		lines.at(-1) ??
		'no output';
	return line.replace(/^npm (ERR!|error) /, '').replace(/\.$/, '');
}
