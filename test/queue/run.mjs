// `npm run test:queue`: the tests in n8n's queue mode; N8N_MAJOR is 1 or 2, arguments go to jest.
import { ensureN8n, runTests } from '../../scripts/command.mjs';

await ensureN8n(process.env.N8N_MAJOR === '1' ? 1 : 2);
runTests('queue');
