/** Reads damaged files in a process of its own, and prints by how many bytes that grew beyond twice the largest. */
import fc from 'fast-check';
import { zipSync } from 'fflate';

import { partsOf } from '../../../../nodes/IflytekInvoiceOcr/file/fileParts';
import { damaged, damages, OFD_PARTS, PDFS, XBRL, XMLS } from './damage';

const FILES = [...PDFS, zipSync(OFD_PARTS), zipSync({ 'a.pdf': PDFS[0]! }), XBRL, ...XMLS];
const LARGEST = Math.max(...FILES.map(({ length }) => length));
/** After these, what the code itself takes is there. */
const FIRST = 500;

async function readDamaged(count: number): Promise<void> {
	const changes = fc.sample(damages, count);
	for (const [index, change] of changes.entries()) {
		await partsOf(damaged(FILES[index % FILES.length]!, change));
		// what files before it left behind is not what a file takes
		if (index % 20 === 0) global.gc!();
	}
}

void (async () => {
	await readDamaged(FIRST);
	global.gc!();
	const before = process.memoryUsage().rss;
	// some at a time: the changes themselves are kept until they are made
	for (let done = 0; done < Number(process.argv[2]); done += FIRST) await readDamaged(FIRST);
	const highest = process.resourceUsage().maxRSS * 1024;
	process.stdout.write(String(highest - before - 2 * LARGEST));
})();
