// `node scripts/withN8n.mjs <file.ts> [arguments]`: sets up what is missing, n8n included, then runs
// a TypeScript program that starts it (`npm run demo`, `npm run dev`, `npm run bench`).
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

import { ensureInstalled } from './setup.mjs';

// the program finds its arguments where it would without this script
process.argv.splice(1, 1);
ensureInstalled();
const { prepareN8n } = await import('./prepareN8n.mjs');
prepareN8n(2);
const { register } = await import('tsx/cjs/api');
register();
createRequire(import.meta.url)(resolve(process.argv[1]));
