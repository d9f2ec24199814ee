import { TAG_TYPE_WORDS } from '../core/serverWords';
import { resolveSettings, settingProblems, type TelemetrySettings } from './dataSourceSettings';

const DEFAULTS = {
  dayBucketZone: 'UTC',
  maxConcurrentRequests: 4,
  maxRowsPerSeries: 500_000,
  maxAutoRawRows: 50_000,
  maxRequestsPerSeries: 500,
  holdMs: 120 * 60_000,
  lateArrivalMs: 10 * 60_000,
  maxCacheBytes: 64 * 2 ** 20,
  maxSharedCacheBytes: 64 * 2 ** 20,
  maxCacheAgeMs: 60 * 60_000,
  alertLookBackMs: 7 * 86_400_000,
  tagTypes: TAG_TYPE_WORDS,
  tags: [],
};

it.each<[string, TelemetrySettings, object]>([
  ['nothing', {}, {}],
  ['a zone', { dayBucketZone: 'Europe/Madrid' }, { dayBucketZone: 'Europe/Madrid' }],
  ['a zone that does not exist', { dayBucketZone: 'Europe/Atlantis' }, {}],
  [
    'limits',
    { maxConcurrentRequests: 2.9, maxRowsPerSeries: 1000 },
    { maxConcurrentRequests: 2, maxRowsPerSeries: 1000 },
  ],
  [
    'cache settings',
    { lateArrivalMinutes: 0, cacheMegabytes: 0.5, cacheMaxAgeMinutes: 5 },
    { lateArrivalMs: 0, maxCacheBytes: 2 ** 19, maxCacheAgeMs: 300_000 },
  ],
  ['a hold limit', { holdMinutes: 30, maxRequests: 99.9 }, { holdMs: 30 * 60_000, maxRequestsPerSeries: 99 }],
  ['values that hold without limit', { holdMinutes: 0 }, { holdMs: Infinity }],
  ['a look-back for alerts', { alertLookBackDays: 30 }, { alertLookBackMs: 30 * 86_400_000 }],
  ['a look-back of centuries', { alertLookBackDays: 1e9 }, { alertLookBackMs: 365 * 86_400_000 }],
  ['a look-back of no days', { alertLookBackDays: 0 }, {}],
  ['tag types of one role', { tagTypes: { state: ['modo'] } }, { tagTypes: { ...TAG_TYPE_WORDS, state: ['modo'] } }],
  ['unusable tag types', { tagTypes: { state: 'modo' as unknown as string[] } }, {}],
  [
    'limits of tags',
    { tags: [{ tag: 'pressure', limits: { high: 8.4 } }] as unknown as TelemetrySettings['tags'] },
    { tags: [{ deviceType: '', tag: 'pressure', states: [], limits: { high: 8.4 } }] },
  ],
  ['unusable tags', { tags: 'pressure' as unknown as TelemetrySettings['tags'] }, {}],
  ['unusable cache settings', { lateArrivalMinutes: -1, cacheMegabytes: NaN }, {}],
  [
    'numbers above their bounds',
    {
      maxConcurrentRequests: 100_000,
      maxRowsPerSeries: 1e9,
      maxRequests: 1e9,
      holdMinutes: 1e9,
      lateArrivalMinutes: 1e9,
      cacheMegabytes: 1e9,
      sharedCacheMegabytes: Infinity,
      cacheMaxAgeMinutes: 1e9,
    },
    {
      maxConcurrentRequests: 20,
      maxRowsPerSeries: 5_000_000,
      maxRequestsPerSeries: 10_000,
      holdMs: 365 * 86_400_000,
      lateArrivalMs: 7 * 86_400_000,
      maxCacheBytes: 2 ** 31,
      maxSharedCacheBytes: 2 ** 31,
      maxCacheAgeMs: 7 * 86_400_000,
    },
  ],
  [
    'numbers below their bounds',
    { maxRowsPerSeries: 10, cacheMaxAgeMinutes: 0.5 },
    { maxRowsPerSeries: 1000, maxCacheAgeMs: 60_000 },
  ],
  ['limits that allow nothing', { maxConcurrentRequests: 0, maxRowsPerSeries: -1, maxRequests: 0 }, {}],
  ['limits that are not numbers', { maxConcurrentRequests: NaN, maxRowsPerSeries: '9' as unknown as number }, {}],
])('settings with %s', (_, settings, expected) => {
  expect(resolveSettings(settings)).toMatchObject({ ...DEFAULTS, ...expected });
});

it.each<[string, object, unknown]>([
  ['no settings', {}, []],
  ['usable settings', { maxConcurrentRequests: 2.9, cacheMegabytes: 0.5, dayBucketZone: 'Europe/Madrid' }, []],
  ['settings without a value', { maxConcurrentRequests: null, dayBucketZone: '', serverTimeZone: null }, []],
  [
    'a number above its bounds',
    { maxConcurrentRequests: 100_000 },
    [{ name: 'maxConcurrentRequests', saved: 100_000, used: 20 }],
  ],
  ['a text instead of a number', { cacheMegabytes: '64' }, [{ name: 'cacheMegabytes', saved: '64', used: 64 }]],
  [
    'a zone that does not exist',
    { serverTimeZone: 'Europe/Atlantis' },
    [{ name: 'serverTimeZone', saved: 'Europe/Atlantis', used: 'UTC' }],
  ],
  ['a zone that is no text', { dayBucketZone: 1 }, [{ name: 'dayBucketZone', saved: 1, used: 'UTC' }]],
])('the problems of %s', (_, settings, problems) => {
  expect(settingProblems(settings)).toEqual(problems);
});
