import {
  alignTimeRangeCompareData,
  applyFieldOverrides,
  cacheFieldDisplayNames,
  createTheme,
  type DataFrame,
  getFieldDisplayName,
} from '@grafana/data';
import { TimeSeries } from '@grafana/ui';
import React, { type ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { lastValueFrom } from 'rxjs';
import type { Statistic } from '../../core/history/points/seriesPoints';
import { DAY_MS, HOUR_MS, MINUTE_MS, type TimeWindow } from '../../core/time/window';
import type { TelemetryQuery } from '../kinds';
import { dataSourceServices, panelRequest } from '../../testSupport/panelRequest';
import { EMPTY_DATA, steadyReadings } from '../../testSupport/specServer/specData';
import { createTestClient } from '../../testSupport/testClient';
import { runQuery } from '../runQuery';

const NOON = Date.UTC(2026, 2, 3, 12);
const WINDOW = { fromEpochMs: NOON, toEpochMs: NOON + HOUR_MS };
const RANGE = panelRequest(WINDOW, []).range;
const TAGS = ['flow', 'pressure'];
const NAMES = ['PUMP-1 · flow', 'PUMP-1 · pressure'];

interface PlottedBand {
  readonly upper: string;
  readonly lower: string;
}

type GraphProps = ComponentProps<typeof TimeSeries>;

/** The frames of the panel's query, as the data source answers them. */
async function respond(window: TimeWindow, statistics: Statistic[]): Promise<DataFrame[]> {
  const series = TAGS.map((tag) => ({
    device: 'PUMP-1',
    tag,
    name: tag,
    unit: 'bar',
    readings: steadyReadings(NOON - DAY_MS, MINUTE_MS / 3, 25 * 180),
  }));
  const test = createTestClient({ ...EMPTY_DATA, series });
  const query = { kind: 'history', devices: ['PUMP-1'], tags: TAGS, interval: '1m', statistics };
  const request = panelRequest(window, [query as Partial<TelemetryQuery>], { panelPluginId: 'timeseries' });
  const { data } = await lastValueFrom(runQuery(request, dataSourceServices(test), (text) => [text]));
  return data as DataFrame[];
}

/** The frames as Grafana marks and moves those of its comparison. */
function compared(frames: readonly DataFrame[], diffMs: number): DataFrame[] {
  return frames.map((frame) => ({
    ...alignTimeRangeCompareData(frame, diffMs, createTheme()),
    refId: `${frame.refId}-compare`,
    meta: { ...frame.meta, timeCompare: { diffMs, isTimeShiftQuery: true } },
  }));
}

/** The bands as @grafana/ui plots them, by the names that a user sees. */
function plottedBands(data: DataFrame[]): PlottedBand[] {
  const frames = applyFieldOverrides({
    data,
    theme: createTheme(),
    fieldConfig: { defaults: {}, overrides: [] },
    replaceVariables: (text) => text,
  }).filter(({ length }) => length > 0);
  cacheFieldDisplayNames(frames);
  const bands: PlottedBand[] = [];
  const capture: GraphProps['children'] = (builder, aligned) => {
    const findName = (index: number) => {
      const { frameIndex, fieldIndex } = aligned.fields[index]!.state!.origin!;
      const frame = frames[frameIndex]!;
      return getFieldDisplayName(frame.fields[fieldIndex]!, frame, frames);
    };
    bands.splice(0, bands.length);
    for (const { series } of builder.getConfig().bands ?? []) {
      bands.push({ upper: findName(series[0]), lower: findName(series[1]) });
    }
    return null;
  };
  // Without a canvas, as Jest is, the bands can be prepared but not drawn.
  renderToStaticMarkup(
    <TimeSeries
      frames={frames}
      timeRange={RANGE}
      timeZone="utc"
      width={400}
      height={200}
      legend={{ showLegend: false } as GraphProps['legend']}
    >
      {capture}
    </TimeSeries>
  );
  return bands;
}

/** The last step of each series has a part of its own. */
const expectedBands = (suffix: string): PlottedBand[] =>
  NAMES.flatMap((name) =>
    ['', ' end 0'].map((part) => ({ upper: `${name} (max)${part}${suffix}`, lower: `${name} (min)${part}${suffix}` }))
  );

const sorted = (bands: readonly PlottedBand[]) => bands.map(({ upper, lower }) => `${lower} – ${upper}`).sort();

it.each<[string, Statistic[], number]>([
  ['a day', ['avg', 'band'], DAY_MS],
  ['one period', ['avg', 'band'], HOUR_MS],
  ['a day, with edges that are lines', ['avg', 'band', 'min', 'max'], DAY_MS],
])(
  "beside Grafana's comparison with %s earlier, every band is between the edges of its own time",
  async (_, statistics, backMs) => {
    const earlier = { fromEpochMs: WINDOW.fromEpochMs - backMs, toEpochMs: WINDOW.toEpochMs - backMs };
    const [current, before] = await Promise.all([respond(WINDOW, statistics), respond(earlier, statistics)]);
    expect(sorted(plottedBands([...current, ...compared(before, -backMs)]))).toEqual(
      sorted([...expectedBands(''), ...expectedBands(' (comparison)')])
    );
  }
);

it('the fields are the same ones at the next refresh, so that Grafana does not build the chart anew', async () => {
  const later = { fromEpochMs: WINDOW.fromEpochMs + 10_000, toEpochMs: WINDOW.toEpochMs + 10_000 };
  const [first, next] = await Promise.all([respond(WINDOW, ['avg', 'band']), respond(later, ['avg', 'band'])]);
  const shapes = (frames: DataFrame[]) =>
    frames.map(({ fields }) => fields.map(({ name, config }) => [name, config.custom?.fillBelowTo]));
  expect(shapes(next)).toEqual(shapes(first));
});
