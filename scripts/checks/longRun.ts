/** Marks the browser tests that only `npm run test:long` runs: another language or theme, every link, another server. */
export const LONG_TAG = '@long';

/** The environment variable with which the faults of the backend have those that hold a request. */
export const HELD_IN_BACKEND = 'HELD_IN_BACKEND';
