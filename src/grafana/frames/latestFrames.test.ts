import { latestCountsFrame, latestSeriesFrames, latestTableFrame, type NamedValue } from './latestFrames';

const OPTIONS = { refId: 'A', nowEpochMs: 0, notices: [], staleAfterMs: 1 };
const LABELS = { device: 'D', tag: 't', deviceName: 'Device', name: 'Tag', unit: '', site: '', area: '', type: '' };
const UNREADABLE: NamedValue = {
  labels: LABELS,
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
  ['count', () => [latestCountsFrame([UNREADABLE], OPTIONS)]],
  [
    'series',
    () => latestSeriesFrames([UNREADABLE], { ...OPTIONS, legend: '', timeZone: 'UTC', omitted: 0, showsAge: false }),
  ],
])('the %s names a value that cannot be read', (_, frames) => {
  expect(frames()[0]?.meta?.notices).toEqual([
    {
      severity: 'warning',
      text: 'Values of the server that cannot be read: D · t (expected a number, found "on").',
    },
  ]);
});
