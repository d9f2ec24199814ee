import { type DataFrame, FieldType } from '@grafana/data';
import type { TelemetryQuery } from '../../kinds/kinds';
import { shownQueries } from '../../kinds/runQuery';
import { createFakeClock } from '../../testSupport/fakeClock';
import { panelRequest } from '../../testSupport/panelRequest';
import type { Interpolate } from './interpolation';
import { ShownPanels } from './shownPanels';

const NOON = Date.UTC(2026, 2, 3, 12);
const HOUR = 3_600_000;
const CACHE_BYTES = 64 * 2 ** 20;

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

function panelOf(panels: ShownPanels, request: ReturnType<typeof requestOf>, interpolate: Interpolate = identity) {
  return panels.of(request, shownQueries(request.targets, interpolate));
}

it('a refresh finds the panel again, at another time; another panel, query, variable or time range is another one', () => {
  const panels = new ShownPanels(createFakeClock(), CACHE_BYTES);
  const first = panelOf(panels, requestOf(1));
  expect(panelOf(panels, requestOf(1, {}, undefined, NOON + HOUR))).toBe(first);
  const device: Partial<TelemetryQuery> = { devices: ['$device'] };
  const others = [
    panelOf(panels, requestOf(2)),
    panelOf(panels, requestOf(1, { interval: '1h' })),
    panelOf(panels, requestOf(1, {}, { from: 'now-2h', to: 'now' })),
    panelOf(panels, requestOf(1, device), (text) => [text.replace('$device', 'P2')]),
    panelOf(panels, requestOf(1, device), (text) => [text.replace('$device', 'P3')]),
  ];
  expect(new Set([first, ...others]).size).toBe(6);
});

it('the panels that were requested the longest ago are forgotten when there are too many, or too many values', () => {
  const panels = new ShownPanels(createFakeClock(), CACHE_BYTES);
  const [first, second] = [1, 2].map((id) => panelOf(panels, requestOf(id)));
  first!.show([frameOf(1_500_000)]);
  second!.show([frameOf(1_500_000)]);
  expect(panelOf(panels, requestOf(2))).toBe(second);
  expect(panelOf(panels, requestOf(1))).not.toBe(first);
  for (let id = 3; id < 103; id++) {
    panelOf(panels, requestOf(id));
  }
  expect(panelOf(panels, requestOf(2))).not.toBe(second);
});

it.each([
  [64, 2_097_152],
  [16, 524_288],
  [0, 524_288],
])('with a cache of %d MB, panels keep at most %d values', (megabytes, values) => {
  const kept = (cells: number) => {
    const panels = new ShownPanels(createFakeClock(), megabytes * 2 ** 20);
    const [first, second] = [1, 2].map((id) => panelOf(panels, requestOf(id)));
    first!.show([frameOf(1)]);
    second!.show([frameOf(cells)]);
    panelOf(panels, requestOf(2));
    return panelOf(panels, requestOf(1)) === first;
  };
  expect(kept(values - 1)).toBe(true);
  expect(kept(values)).toBe(false);
});
