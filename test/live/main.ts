/** `npm run check:live`: compares what the package assumes of the live services with how they answer. */
import { asMarkdown, checkLive } from './checkLive';

const USAGE = `Usage: npm run check:live [-- --task]

Asks the services that the environment has keys for, and prints what they answered otherwise than
assumed, without any key or content. See docs/internals/check-live.md for the variables. Calls nobody; with
--task an AI Call task without numbers is created, never started, and deleted.`;

async function main(args: string[]): Promise<void> {
	const unknown = args.find((arg) => arg !== '--task');
	if (unknown !== undefined) {
		console.log(unknown === '--help' ? USAGE : `There is no option ${unknown}.\n\n${USAGE}`);
		process.exitCode = unknown === '--help' ? 0 : 2;
		return;
	}
	const report = await checkLive(process.env, { makesTask: args.includes('--task') });
	console.log(asMarkdown(report));
	if (report.rows.length === 0) process.exitCode = 2;
	else if (report.rows.some(({ verdict }) => verdict === 'otherwise')) process.exitCode = 1;
}

void main(process.argv.slice(2));
