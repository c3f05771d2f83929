// `node scripts/testIn.mjs <browser | queue | load> [options of jest]`: runs a suite that starts whole
// programs around a real n8n (`npm run test:browser`, …). N8N_MAJOR is 1 or 2.
import { ensureN8n, handOver, runTests } from './command.mjs';

const [suite, ...options] = process.argv.slice(2);
await ensureN8n(process.env.N8N_MAJOR === '1' ? 1 : 2);
if (suite === 'load') {
	handOver(['node_modules/jest/bin/jest.js', '-c', 'test/measure/load/jest.config.js', ...options]);
} else {
	runTests(suite, options);
}
