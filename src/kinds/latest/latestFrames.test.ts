import { seriesLabels } from '../../core/history/series/legend';
import { TAG_TYPE_WORDS } from '../../core/serverWords';
import { latestCountsFrame, latestSeriesFrames, latestTableFrame, type NamedValue } from './latestFrames';

const OPTIONS = {
  refId: 'A',
  nowEpochMs: 0,
  notices: [],
  staleAfterMs: 1,
  timeZone: 'UTC',
  notLiveSinceEpochMs: undefined,
};
const LABELS = seriesLabels({ device: 'D', tag: 't' }, undefined, { name: 'Tag', unit: '' });
const NO_PROFILE = { states: [], limits: {} };
const UNREADABLE: NamedValue = {
  labels: LABELS,
  profile: NO_PROFILE,
  latest: {
    device: 'D',
    tag: 't',
    name: 'Tag',
    unit: '',
    value: undefined,
    timeEpochMs: undefined,
    problem: 'expected a number, found "on"',
  },
};

it.each([
  ['table', () => [latestTableFrame([UNREADABLE], OPTIONS)]],
  ['count', () => [latestCountsFrame([UNREADABLE], { ...OPTIONS, hasAllTags: true })]],
  [
    'series',
    () =>
      latestSeriesFrames([UNREADABLE], {
        ...OPTIONS,
        legend: '',
        omitted: 0,
        showsAge: false,
        tagTypes: TAG_TYPE_WORDS,
      }),
  ],
])('the %s names a value that cannot be read', (_, frames) => {
  expect(frames()[0]?.meta?.notices).toEqual([
    {
      severity: 'warning',
      text: 'Values of the server that cannot be read: D · t (expected a number, found "on").',
    },
  ]);
});

it('the reading of a counter has no prefix', () => {
  const labels = { ...LABELS, unit: 'kWh', type: 'contador' };
  const latest = { device: 'D', tag: 't', name: 'Tag', unit: 'kWh', value: 3_981_234, timeEpochMs: 0 };
  const options = { ...OPTIONS, legend: '', timeZone: 'UTC', omitted: 0, showsAge: false };
  const [frame] = latestSeriesFrames([{ labels, latest, profile: NO_PROFILE }], {
    ...options,
    tagTypes: TAG_TYPE_WORDS,
  });
  expect(frame?.fields[1]?.config.unit).toBe('suffix:kWh');
});
