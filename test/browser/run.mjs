// `npm run test:browser`: the tests in the editor of a real n8n; arguments go to jest.
import { ensureN8n, runTests } from '../../scripts/command.mjs';

await ensureN8n(2);
runTests('browser');
