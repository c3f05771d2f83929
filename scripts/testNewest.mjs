// `npm run test:newest`: the end-to-end tests in the newest n8n that the registry serves.
import { execSync } from 'node:child_process';

process.env.N8N_VERSION = execSync('npm view n8n version', { encoding: 'utf8' }).trim();
console.log(`The newest n8n is ${process.env.N8N_VERSION}`);
process.argv.push('package', 'n8n2');
await import('./test.mjs');
