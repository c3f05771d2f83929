// `npm run test:newest`: the end-to-end tests in the newest n8n 2 that the registry serves; n8n 3 is announced
// to run in Docker only.
import { execSync } from 'node:child_process';

const versions = JSON.parse(execSync('npm view n8n@2 version --json', { encoding: 'utf8' }));
const newer = (one, other) => one.localeCompare(other, 'en', { numeric: true });
process.env.N8N_VERSION = [versions].flat().sort(newer).at(-1);
console.log(`The newest n8n 2 is ${process.env.N8N_VERSION}`);
process.argv.push('package', 'n8n2');
await import('./test.mjs');
