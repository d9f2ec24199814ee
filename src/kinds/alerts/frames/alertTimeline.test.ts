import { seriesLabels } from '../../../core/inventory/legend';
import { columns } from '../../../testSupport/columns';
import { testAlert } from '../../../testSupport/testAlert';
import { alertTimelineFrames } from './alertTimeline';
import type { NamedAlert } from './alertTables';

const OPTIONS = {
  refId: 'A',
  window: { fromEpochMs: 0, toEpochMs: 100 },
  nowEpochMs: 80,
  linePer: 'device',
  isKnown: true,
  notices: [],
} as const;

function named(device: string, tag: string, severity: string, startEpochMs: number, endEpochMs?: number): NamedAlert {
  const alert = testAlert(severity, startEpochMs, endEpochMs, { device, tag });
  return { alert, labels: seriesLabels({ device, tag }, undefined), profile: { states: [], limits: {} } };
}

const ALERTS = [
  named('PUMP-10', 'flow', 'roja', 40),
  named('PUMP-2', 'flow', 'info', 10, 60),
  named('PUMP-2', 'pressure', 'critica', 20, 30),
];

it('has a line per device, by name, with the highest severity of its open alerts', () => {
  const frames = alertTimelineFrames(ALERTS, OPTIONS);
  expect(frames.map(({ name }) => name)).toEqual(['PUMP-2', 'PUMP-10']);
  expect(frames.map(columns)).toEqual([
    { time: [0, 10, 20, 30, 60], severity: [null, 'info', 'critica', 'info', null] },
    { time: [0, 40, 80], severity: [null, 'roja', null] },
  ]);
  expect(frames[0]?.fields[1]).toMatchObject({ labels: { device: 'PUMP-2' }, config: { displayNameFromDS: 'PUMP-2' } });
});

it('has a line per tag', () => {
  const frames = alertTimelineFrames(ALERTS, { ...OPTIONS, linePer: 'tag' });
  expect(frames.map(({ name }) => name)).toEqual(['PUMP-2 · flow', 'PUMP-2 · pressure', 'PUMP-10 · flow']);
  expect(frames[1]?.fields[1]?.labels).toEqual({ device: 'PUMP-2', tag: 'pressure' });
});

it('shows severities as words in their colors, unknown ones in grey, and nothing where no alert is open', () => {
  const { mappings, color } = alertTimelineFrames(ALERTS, OPTIONS)[0]!.fields[1]!.config;
  expect(mappings?.map(({ type, options }) => [type, 'match' in options ? options.match : ''])).toEqual([
    ['value', ''],
    ['special', 'empty'],
  ]);
  expect(mappings?.[0]?.options).toMatchObject({
    critica: { text: 'Critical', color: '#c4162a' },
    info: { text: 'Information', color: '#1f60c4' },
  });
  expect(color).toEqual({ mode: 'fixed', fixedColor: '#6e6e6e' });
});

describe('a short severe alert', () => {
  const shortOne = [named('PUMP-1', 'flow', 'critica', 20, 21), named('PUMP-1', 'flow', 'advertencia', 21, 60)];

  it('is not covered by the lighter one after it: before the range, each severity stands once, the lowest first', () => {
    const alerts = [...shortOne, named('PUMP-1', 'flow', 'roja', 70)];
    const [frame] = alertTimelineFrames(alerts, OPTIONS);
    expect(columns(frame)).toEqual({
      time: [-103, -102, -101, -100, 0, 20, 21, 60, 70, 80],
      severity: ['roja', 'advertencia', 'critica', null, null, 'critica', 'advertencia', null, 'roja', null],
    });
  });

  it('covers a lighter one before it as it is', () => {
    const alerts = [named('PUMP-1', 'flow', 'info', 5, 20), ...shortOne.slice(0, 1)];
    expect(columns(alertTimelineFrames(alerts, OPTIONS)[0])).toEqual({
      time: [0, 5, 20, 21],
      severity: [null, 'info', 'critica', null],
    });
  });

  it('has its own color, not mixed with what it covers', () => {
    const config = alertTimelineFrames(shortOne, OPTIONS)[0]?.fields[1]?.config;
    expect(config?.custom).toEqual({ fillOpacity: 100 });
  });
});

it('says that there is no alert only if that is known', () => {
  const notices = [{ severity: 'error', text: 'Some alerts may be missing.' }] as const;
  const [none] = alertTimelineFrames([], OPTIONS);
  expect([none?.name, columns(none)]).toEqual(['No alerts in the time range', { time: [0], severity: [null] }]);
  const [unknown] = alertTimelineFrames([], { ...OPTIONS, isKnown: false, notices });
  expect([unknown?.fields, unknown?.meta?.notices]).toEqual([[], notices]);
});

it('shows a hundred lines, and says how many there are', () => {
  const alerts = Array.from({ length: 120 }, (_, index) => named(`PUMP-${index}`, 'flow', 'info', 10, 20));
  const frames = alertTimelineFrames(alerts, OPTIONS);
  expect([frames.length, frames[99]?.name]).toEqual([100, 'PUMP-99']);
  expect(frames[0]?.meta?.notices?.map(({ text }) => text)).toEqual([
    'Showing the first 100 of 120 lines. Filter the query to see the others.',
  ]);
});
