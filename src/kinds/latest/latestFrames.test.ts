import { seriesLabels } from '../../core/inventory/legend';
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
        mayBeCalculated: false,
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
  const options = { ...OPTIONS, legend: '', timeZone: 'UTC', omitted: 0, mayBeCalculated: false, showsAge: false };
  const [frame] = latestSeriesFrames([{ labels, latest, profile: NO_PROFILE }], {
    ...options,
    tagTypes: TAG_TYPE_WORDS,
  });
  expect(frame?.fields[1]?.config.unit).toBe('suffix:kWh');
});

it('a stale value has its time on the clock of the dashboard', () => {
  const latest = { device: 'D', tag: 't', name: 'Tag', unit: '', value: 7, timeEpochMs: 0 };
  const options = { ...OPTIONS, nowEpochMs: 60_000, timeZone: 'Asia/Kathmandu', legend: '', tagTypes: TAG_TYPE_WORDS };
  const values = [{ labels: LABELS, latest, profile: NO_PROFILE }];
  const [frame] = latestSeriesFrames(values, { ...options, omitted: 0, mayBeCalculated: false, showsAge: false });
  expect(frame?.meta?.notices?.map(({ text }) => text)).toEqual(['Stale values: D · Tag (1970-01-01 05:30:00).']);
});

describe('a value whose time is ahead by more than clocks differ', () => {
  const HOUR_MS = 3_600_000;
  const AHEAD: NamedValue = {
    labels: LABELS,
    profile: NO_PROFILE,
    latest: { device: 'D', tag: 't', name: 'Tag', unit: '', value: 7, timeEpochMs: HOUR_MS },
  };
  const NOTICE = {
    severity: 'warning',
    text: 'Values dated in the future: D · t (1970-01-01 01:00:00). Check the clock of their source.',
  };
  const series = (showsAge: boolean) =>
    latestSeriesFrames([AHEAD], {
      ...OPTIONS,
      legend: '',
      omitted: 0,
      mayBeCalculated: false,
      showsAge,
      tagTypes: TAG_TYPE_WORDS,
    });

  it('is named, and not current', () => {
    const table = latestTableFrame([AHEAD], OPTIONS);
    expect(table.fields.find(({ name }) => name === 'freshness')?.values).toEqual(['ahead']);
    const counts = latestCountsFrame([AHEAD], { ...OPTIONS, hasAllTags: true });
    expect(counts.fields.slice(1).map(({ name, values }) => [name, values[0] as unknown])).toEqual([
      ['fresh', 0],
      ['stale', 1],
      ['none', 0],
    ]);
    for (const frame of [table, counts, series(false)[0]]) {
      expect(frame?.meta?.notices).toEqual([NOTICE]);
    }
  });

  it('has an age that is as large as it is ahead, so that an alert rule fires', () => {
    expect(series(true)[0]?.fields[1]?.values).toEqual([3600]);
  });
});
