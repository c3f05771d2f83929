// `node scripts/withN8n.mjs <file.ts> [arguments]`: sets up what is missing, n8n included, then runs
// a TypeScript program that starts it (`npm run demo`, `npm run dev`, `npm run bench`).
import { ensureN8n, handOver } from './command.mjs';

await ensureN8n(2);
handOver(['node_modules/tsx/dist/cli.mjs', ...process.argv.slice(2)]);
