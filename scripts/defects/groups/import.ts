import type { Defect } from '../defect.ts';

/** In what telemetry-api imports, writes and keeps. */
export const IMPORT: readonly Defect[] = [
  {
    id: 'quality-with-the-byte-of-the-vendor',
    file: 'telemetry-api/import/values/quality.ts',
    find: '(value & 255) >> 6',
    replace: 'value >> 6',
    effect: 'Good readings of a vendor that uses the upper byte are rejected.',
  },
  {
    id: 'later-hour-is-the-earlier',
    file: 'telemetry-api/import/values/wallTime.ts',
    find: "if (repeatedHour === 'later') {\n    return later;",
    replace: "if (repeatedHour === 'later') {\n    return earlier;",
    effect: 'With --repeated-hour later, the readings of the night in October are an hour early.',
  },
  {
    id: 'states-of-all-tags-before-those-of-one',
    file: 'telemetry-api/import/values/states.ts',
    find: '...given.filter((one) => one.tag === tag),\n    ...given.filter((one) => one.tag === undefined),',
    replace: '...given.filter((one) => one.tag === undefined),\n    ...given.filter((one) => one.tag === tag),',
    effect: 'The numbers that --states gives for one pump are not used.',
  },
  {
    id: 'one-error-too-few',
    file: 'telemetry-api/import/file/rejections.ts',
    find: 'if (total > maxErrors) {',
    replace: 'if (total >= maxErrors) {',
    effect: 'An import stops at as many rejected rows as it may have.',
  },
  {
    id: 'alert-opens-again',
    file: 'telemetry-api/import/alerts/journal.ts',
    find: 'endedMs: alert.endedMs ?? stored?.endedMs ?? null',
    replace: 'endedMs: alert.endedMs',
    effect: 'Importing an older journal again opens alerts that have ended since.',
  },
  {
    id: 'batches-overtake-each-other',
    file: 'telemetry-api/import/readings/readingQueues.ts',
    find: 'queue.batch = emptyBatch();\n    await queue.pending;',
    replace: 'queue.batch = emptyBatch();',
    effect: 'Of two rows for one instant, sometimes the second one of the file is stored.',
  },
  {
    id: 'latest-value-goes-back',
    file: 'telemetry-api/store/readings/insertReadings.ts',
    find: ' WHERE l.ts < excluded.ts',
    replace: '',
    effect: 'After an import of last year, the latest value is one of last year.',
  },
  {
    id: 'corrected-bucket-counts-a-part',
    file: 'telemetry-api/store/readings/correctReadings.ts',
    find: 'batch.lastMs + lengthMs]',
    replace: 'batch.lastMs + 1]',
    effect: 'After a correction, the last minute, hour and day count only the readings before it.',
  },
  {
    id: 'close-does-not-wait-for-the-server',
    file: 'telemetry-api/store/embedded/enterServer.ts',
    find: 'await waitForStop(folders, () => hasMembers(folders.run));',
    replace: 'void waitForStop(folders, () => hasMembers(folders.run));',
    effect: 'A command has ended while its database still writes: a copy of the folder is broken.',
  },
  {
    id: 'reading-at-the-cutoff-is-rejected',
    file: 'telemetry-api/store/readings/retentionCutoff.ts',
    find: 'if (firstMs < cutoffMs) {',
    replace: 'if (firstMs <= cutoffMs) {',
    effect: 'The first reading of the oldest day that is kept cannot be written.',
  },
];
