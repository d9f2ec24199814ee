import type { DataFrame, QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import type { LoadedSeries } from '../core/history/loadedSeries';
import type { HistoryPlan } from '../core/history/historyPlan';
import { distinctNames } from '../core/history/distinctNames';
import { seriesLabels, type SeriesLabels } from '../core/history/seriesLabels';
import { PLAIN_TEXT } from '../locales/plainText';
import type { HistoryReading } from './historyReading';
import type { SeriesReading } from './seriesReading';
import { openStepFrame } from './openStepFrame';
import { summarizePlan } from './planSummary';
import { seriesFrame } from './seriesFrame';
import { seriesNotices } from './seriesNotices';

/** A series of which there is something to draw. */
interface Drawable {
  readonly reading: HistoryReading;
  readonly plan: HistoryPlan;
  readonly series: SeriesReading;
  readonly loaded: LoadedSeries;
  readonly labels: SeriesLabels;
}

/**
 * Draws a frame for every series that has come or is coming, and marks the steps that are not over yet.
 * @param readings all history queries of the panel: no two series of a panel may have the same name
 * @param timeZone the dashboard's, in which notices write times
 * @returns the frames of each query
 */
export function panelFrames(
  readings: readonly HistoryReading[],
  timeZone: string
): ReadonlyMap<HistoryReading, readonly DataFrame[]> {
  const drawables = readings.flatMap(drawablesOf);
  const names = namesOf(readings, drawables);
  const frames = drawables.map((drawable) => frameOf(drawable, names.get(drawable.series) ?? '', timeZone));
  return new Map(
    readings.map((reading) => {
      const isOfReading = (_: unknown, index: number) => drawables[index]?.reading === reading;
      const loaded = drawables.filter(isOfReading).map((drawable) => drawable.loaded);
      const open = openStepFrame(loaded, reading.window, reading.query.refId, timeZone);
      return [reading, [...frames.filter(isOfReading), ...(open === undefined ? [] : [open])]];
    })
  );
}

/** Series that are still awaited, or failed, have a name too: it must not change the others when they come. */
function namesOf(
  readings: readonly HistoryReading[],
  drawables: readonly Drawable[]
): ReadonlyMap<SeriesReading, string> {
  const known = new Map(drawables.map(({ series, labels }) => [series, labels]));
  const toName = readings.flatMap(({ series, devices, query: { legend, refId } }) =>
    series.map((one) => ({
      series: one,
      labels: known.get(one) ?? seriesLabels(one.id, { name: '', unit: '' }, devices),
      template: legend,
      refId,
    }))
  );
  const names = distinctNames(toName);
  return new Map(toName.map(({ series }, index) => [series, names[index]!]));
}

function drawablesOf(reading: HistoryReading): Drawable[] {
  const { plan } = reading;
  return reading.series.flatMap((series) => {
    const { id, outcome } = series;
    if (plan === undefined || (outcome.kind !== 'loaded' && outcome.kind !== 'loading')) {
      return [];
    }
    const loaded = outcome.kind === 'loaded' ? outcome.loaded : outcome.progress.soFar();
    return [{ reading, plan, series, loaded, labels: seriesLabels(id, loaded, reading.devices) }];
  });
}

function frameOf({ reading, plan, series, loaded, labels }: Drawable, name: string, timeZone: string): DataFrame {
  const drawing = reading.drawingOf(loaded);
  return seriesFrame(loaded, drawing, {
    query: reading.query,
    labels,
    name,
    color: series.color,
    notices: seriesNotices(loaded, drawing.shownRows, name, timeZone),
    plan: summarizePlan(plan, loaded, series.cost),
  });
}

/** Told while a panel is still being read. */
export function loadingNotice(readings: readonly HistoryReading[]): QueryResultMetaNotice {
  const share = readings.reduce((sum, { shareHere }) => sum + shareHere, 0) / Math.max(1, readings.length);
  return {
    severity: 'info',
    text: t('notices.loading', 'Loading: {{percent}} % has come so far. What is drawn already is exact.', {
      percent: Math.floor(share * 100),
      ...PLAIN_TEXT,
    }),
  };
}
