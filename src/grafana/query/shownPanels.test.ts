import { type DataFrame, FieldType } from '@grafana/data';
import type { TelemetryQuery } from '../../query/telemetryQuery';
import { createFakeClock } from '../../testSupport/fakeClock';
import { panelRequest } from '../../testSupport/panelRequest';
import { ShownPanels } from './shownPanels';

const NOON = Date.UTC(2026, 2, 3, 12);
const HOUR = 3_600_000;

function requestOf(
  panelId: number,
  change: Partial<TelemetryQuery> = {},
  raw = { from: 'now-1h', to: 'now' },
  at = NOON
) {
  const target = { kind: 'history', devices: ['P1'], tags: ['pressure'], ...change } as Partial<TelemetryQuery>;
  const request = panelRequest({ fromEpochMs: at - HOUR, toEpochMs: at }, [target], { panelId });
  return { ...request, range: { ...request.range, raw } };
}

function frameOf(cells: number): DataFrame {
  return { length: cells, fields: [{ name: 'value', type: FieldType.number, config: {}, values: [] }] };
}

const identity = (text: string) => [text];

it('a refresh finds the panel again, at another time; another panel, query, variable or time range is another one', () => {
  const panels = new ShownPanels(createFakeClock());
  const first = panels.of(requestOf(1), identity);
  expect(panels.of(requestOf(1, {}, undefined, NOON + HOUR), identity)).toBe(first);
  const device: Partial<TelemetryQuery> = { devices: ['$device'] };
  const others = [
    panels.of(requestOf(2), identity),
    panels.of(requestOf(1, { interval: '1h' }), identity),
    panels.of(requestOf(1, {}, { from: 'now-2h', to: 'now' }), identity),
    panels.of(requestOf(1, device), (text) => [text.replace('$device', 'P2')]),
    panels.of(requestOf(1, device), (text) => [text.replace('$device', 'P3')]),
  ];
  expect(new Set([first, ...others]).size).toBe(6);
});

it('the panels that were requested the longest ago are forgotten when there are too many, or too many values', () => {
  const panels = new ShownPanels(createFakeClock());
  const [first, second] = [1, 2].map((id) => panels.of(requestOf(id), identity));
  first!.show([frameOf(1_500_000)]);
  second!.show([frameOf(1_500_000)]);
  expect(panels.of(requestOf(2), identity)).toBe(second);
  expect(panels.of(requestOf(1), identity)).not.toBe(first);
  for (let id = 3; id < 103; id++) {
    panels.of(requestOf(id), identity);
  }
  expect(panels.of(requestOf(2), identity)).not.toBe(second);
});
