import { type DataFrame, FieldType } from '@grafana/data';
import type { TelemetryQuery } from '../../kinds/kinds';
import { readyQuery } from '../../kinds/readyQuery';
import { createFakeClock } from '../../testSupport/testClocks';
import { panelRequest } from '../../testSupport/panelRequest';
import type { Interpolate } from './interpolation';
import { ShownPanels } from './shownPanels';

const NOON = Date.UTC(2026, 2, 3, 12);
const HOUR = 3_600_000;
const CACHE_BYTES = 64 * 2 ** 20;

function createRequest(
  panelId: number,
  change: Partial<TelemetryQuery> = {},
  raw = { from: 'now-1h', to: 'now' },
  at = NOON
) {
  const target = { kind: 'history', devices: ['P1'], tags: ['pressure'], ...change } as Partial<TelemetryQuery>;
  const request = panelRequest({ fromEpochMs: at - HOUR, toEpochMs: at }, [target], { panelId });
  return { ...request, range: { ...request.range, raw } };
}

function makeFrame(cells: number): DataFrame {
  return { length: cells, fields: [{ name: 'value', type: FieldType.number, config: {}, values: [] }] };
}

const identity = (text: string) => [text];

function findPanel(
  panels: ShownPanels,
  request: ReturnType<typeof createRequest>,
  interpolate: Interpolate = identity
) {
  const queries = request.targets.map((target) => readyQuery(target, interpolate));
  return panels.of(
    request,
    queries.map((ready) => (ready.kind === 'unreadable' ? ready : ready.query))
  );
}

it('a refresh finds the panel again, at another time; another panel, query, variable or time range is another one', () => {
  const panels = new ShownPanels(createFakeClock(), CACHE_BYTES);
  const first = findPanel(panels, createRequest(1));
  expect(findPanel(panels, createRequest(1, {}, undefined, NOON + HOUR))).toBe(first);
  const device: Partial<TelemetryQuery> = { devices: ['$device'] };
  const others = [
    findPanel(panels, createRequest(2)),
    findPanel(panels, createRequest(1, { interval: '1h' })),
    findPanel(panels, createRequest(1, {}, { from: 'now-2h', to: 'now' })),
    findPanel(panels, createRequest(1, device), (text) => [text.replace('$device', 'P2')]),
    findPanel(panels, createRequest(1, device), (text) => [text.replace('$device', 'P3')]),
  ];
  expect(new Set([first, ...others]).size).toBe(6);
});

it('the panels that were requested the longest ago are forgotten when there are too many, or too many values', () => {
  const panels = new ShownPanels(createFakeClock(), CACHE_BYTES);
  const [first, second] = [1, 2].map((id) => findPanel(panels, createRequest(id)));
  first!.show([makeFrame(1_500_000)]);
  second!.show([makeFrame(1_500_000)]);
  expect(findPanel(panels, createRequest(2))).toBe(second);
  expect(findPanel(panels, createRequest(1))).not.toBe(first);
  for (let id = 3; id < 103; id++) {
    findPanel(panels, createRequest(id));
  }
  expect(findPanel(panels, createRequest(2))).not.toBe(second);
});

it.each([
  [64, 2_097_152],
  [16, 524_288],
  [0, 524_288],
])('with a cache of %d MB, panels keep at most %d values', (megabytes, values) => {
  const kept = (cells: number) => {
    const panels = new ShownPanels(createFakeClock(), megabytes * 2 ** 20);
    const [first, second] = [1, 2].map((id) => findPanel(panels, createRequest(id)));
    first!.show([makeFrame(1)]);
    second!.show([makeFrame(cells)]);
    findPanel(panels, createRequest(2));
    return findPanel(panels, createRequest(1)) === first;
  };
  expect(kept(values - 1)).toBe(true);
  expect(kept(values)).toBe(false);
});
