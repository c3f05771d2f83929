// `npm run test:full`: every suite with all its tests at their full size, before a release and each night.
process.env.TEST_FULL = '1';
process.argv.push('all');
await import('./test.mjs');
