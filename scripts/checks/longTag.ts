/** Marks the browser tests that only `npm run test:long` runs: another language or theme, every link, another server. */
export const LONG_TAG = '@long';
