import type { Alert } from './alert';
import { proposedLimits } from './proposedLimit';

function alert(startValue: number | undefined, peakValue?: number, change: Partial<Alert> = {}): Alert {
  return {
    id: '',
    rule: 'High pressure',
    device: 'CMP-101',
    tag: 'pressure',
    severity: 'critica',
    state: '',
    startEpochMs: 0,
    openedEpochMs: 0,
    acknowledgedEpochMs: undefined,
    endEpochMs: undefined,
    startValue,
    peakValue,
    ...change,
  };
}

it.each<[string, Alert[], number, 'rising' | 'falling' | undefined]>([
  ['one alert', [alert(8.4, 9)], 8.4, 'rising'],
  ['an odd number', [alert(9, 10), alert(8, 9), alert(8.5, 8.6)], 8.5, 'rising'],
  ['an even number', [alert(8, 9), alert(10, 11), alert(8.5, 9), alert(9, 9.5)], 8.75, 'rising'],
  ['falling values', [alert(2, 1), alert(3, -4), alert(1, 1)], 2, 'falling'],
  ['an outlier', [alert(8, 9), alert(8, 9), alert(1e9, 2e9)], 8, 'rising'],
  ['peaks at start', [alert(8, 8), alert(8, 8)], 8, undefined],
  ['no peaks', [alert(8), alert(8)], 8, undefined],
  ['values that rose and fell', [alert(8, 9), alert(8, 7)], 8, undefined],
  ['some peaks', [alert(8), alert(8, 9)], 8, 'rising'],
  ['zero', [alert(0, -1)], 0, 'falling'],
])('proposes the median of the values at start: %s', (_, alerts, value, direction) => {
  expect(proposedLimits(alerts)).toEqual([
    { device: 'CMP-101', tag: 'pressure', rule: 'High pressure', value, direction, alerts: alerts.length },
  ]);
});

it('proposes a limit for each device, tag and rule, that of the most alerts first', () => {
  const alerts = [
    alert(1, 0, { rule: 'Low pressure' }),
    alert(8, 9),
    alert(8.2, 9),
    alert(50, 60, { tag: 'temperature' }),
    alert(3, 4, { device: 'CMP-102' }),
    alert(7, 9),
  ];
  expect(proposedLimits(alerts).map(({ device, tag, rule, value }) => [device, tag, rule, value])).toEqual([
    ['CMP-101', 'pressure', 'High pressure', 8],
    ['CMP-101', 'pressure', 'Low pressure', 1],
    ['CMP-101', 'temperature', 'High pressure', 50],
    ['CMP-102', 'pressure', 'High pressure', 3],
  ]);
});

it('proposes nothing without a tag or a value at start', () => {
  expect(proposedLimits([alert(undefined, 9), alert(8, 9, { tag: '' })])).toEqual([]);
});
