import { resolve } from 'node:path';

/** The repository's root folder. */
export const ROOT = resolve(__dirname, '../../..');
/** What the harness keeps between runs: packed packages. */
export const CACHE = resolve(__dirname, '../.cache');
