/** Whether everything is tested at its full size: `npm run test:full`. */
export const FULL_SIZE = process.env.TEST_FULL === '1';
