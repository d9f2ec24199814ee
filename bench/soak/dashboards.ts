import type { TelemetryQuery } from '../../src/kinds/kinds.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../plugin/plant.ts';
import { DEVICES, TAGS } from './simulatedPlant.ts';

/** A panel of a dashboard; it shows the last `rangeMs`. */
export interface SoakPanel {
  readonly id: number;
  readonly query: Partial<TelemetryQuery>;
  readonly rangeMs: number;
}

/** The ranges of the dashboards. */
const RANGES_MS = [15 * MINUTE_MS, HOUR_MS, HOUR_MS, 3 * HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS, DAY_MS, 7 * DAY_MS];
export const DASHBOARDS = RANGES_MS.length;
export const PANELS_PER_DASHBOARD = 12;

/** Eight dashboards of twelve panels. */
export const PANELS: readonly SoakPanel[] = RANGES_MS.flatMap((rangeMs, dashboard) =>
  panelsOf(dashboard).map(({ atMostMs = Infinity, ...query }, index) => ({
    id: dashboard * PANELS_PER_DASHBOARD + index + 1,
    query: query as Partial<TelemetryQuery>,
    rangeMs: Math.min(rangeMs, atMostMs),
  }))
);

type PanelOf = Partial<TelemetryQuery> & {
  /** A panel with a time range of its own. */
  readonly atMostMs?: number;
};

/** The panels of a dashboard about two devices. */
function panelsOf(dashboard: number): readonly PanelOf[] {
  const [first = '', second = ''] = DEVICES.slice(2 * dashboard);
  const tag = (index: number) => TAGS[(dashboard + index) % TAGS.length] ?? '';
  const site = dashboard < 4 ? 'norte' : 'sur';
  return [
    { kind: 'history', devices: [first, second], tags: [tag(0)] },
    { kind: 'history', devices: [first], tags: [tag(1), tag(2)], interval: '1m', atMostMs: 6 * HOUR_MS },
    {
      kind: 'history',
      devices: [second],
      tags: [tag(1), tag(2)],
      interval: '5m',
      statistics: ['min', 'max'],
      atMostMs: 12 * HOUR_MS,
    },
    { kind: 'history', devices: [first], tags: [tag(3)], interval: 'raw', atMostMs: HOUR_MS },
    { kind: 'history', devices: [second], tags: [tag(3)], shift: '1d', legend: '{{tag}} {{shift}}' },
    { kind: 'history', devices: [second], tags: [tag(4)], interval: '1h', noCache: true },
    { kind: 'history', sites: [site], devices: ['/[13579]$/'], tags: [tag(5)] },
    { kind: 'latest', devices: [first, second], format: 'table' },
    { kind: 'latest', sites: [site], format: 'count' },
    { kind: 'alerts', devices: [first, second], format: 'annotations' },
    { kind: 'alerts', sites: [site], format: dashboard % 2 === 0 ? 'count' : 'table' },
    dashboard % 2 === 0 ? { kind: 'devices', sites: [site] } : { kind: 'exports' },
  ] as readonly PanelOf[];
}
