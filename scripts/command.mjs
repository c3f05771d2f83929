// What commands that run in a real n8n have in common (`npm test`, `npm run demo`, …).
import { PrerequisiteError, prepareN8n } from './prepareN8n.mjs';
import { ensureInstalled, giveUp } from './setup.mjs';

const INSTALL_MINUTES = 20;
const IS_SLOW_MS = 5000;

/**
 * Installs what is missing, the given n8n included; ends the process with one sentence when it cannot.
 * @param {1 | 2} major of n8n
 */
export async function ensureN8n(major) {
	ensureInstalled();
	const begun = Date.now();
	const limit = setTimeout(
		() => giveUp(`n8n ${major} was not installed within ${INSTALL_MINUTES} minutes.`),
		INSTALL_MINUTES * 60_000,
	);
	try {
		await prepareN8n(major, { log: console.log });
	} catch (error) {
		if (error instanceof PrerequisiteError) giveUp(error.message);
		throw error;
	} finally {
		clearTimeout(limit);
	}
	const took = Date.now() - begun;
	if (took > IS_SLOW_MS) console.log(`n8n ${major} is installed (${Math.round(took / 1000)} s)`);
}
