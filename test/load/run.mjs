// `npm run test:load`: the trigger at full size; N8N_MAJOR is 1 or 2, LOAD_SCALE multiplies the sizes,
// arguments go to jest.
import { ensureN8n, handOver } from '../../scripts/command.mjs';

await ensureN8n(process.env.N8N_MAJOR === '1' ? 1 : 2);
handOver([
	'node_modules/jest/bin/jest.js',
	'-c',
	'test/load/jest.config.js',
	...process.argv.slice(2),
]);
