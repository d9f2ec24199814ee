import { type DataFrame, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type LoadedSeries } from '../core/history/loadedSeries';
import { type HistoryPlan } from '../core/history/historyPlan';
import { distinctLegends, seriesLabels, type SeriesLabels } from '../core/history/seriesLabels';
import { plainText } from '../locales/plainText';
import { type HistoryReading, type SeriesReading } from './historyReading';
import { openStepFrame } from './openStepFrame';
import { summarizePlan } from './planSummary';
import { seriesFrame } from './seriesFrame';
import { seriesNotices } from './seriesNotices';

/** A series of which there is something to draw. */
interface Drawable {
  readonly series: SeriesReading;
  readonly loaded: LoadedSeries;
  readonly labels: SeriesLabels;
}

/**
 * Draws a frame for every series that has come or is coming, and marks the step that is not over yet.
 * @param timeZone the dashboard's, in which notices write times
 */
export function panelFrames(reading: HistoryReading, timeZone: string): DataFrame[] {
  const { plan } = reading;
  if (plan === undefined) {
    return [];
  }
  const drawables = reading.series.flatMap((series) => drawable(series, reading));
  const names = distinctLegends(
    drawables.map(({ labels }) => labels),
    reading.query.legend
  );
  const frames = drawables.map((item, index) => frameOf(item, names[index]!, plan, reading, timeZone));
  const loaded = drawables.map((item) => item.loaded);
  const open = openStepFrame(loaded, reading.window, reading.query.refId, timeZone);
  return open === undefined ? frames : [...frames, open];
}

function drawable(series: SeriesReading, { devices }: HistoryReading): Drawable[] {
  const { id, outcome } = series;
  if (outcome.kind !== 'loaded' && outcome.kind !== 'loading') {
    return [];
  }
  const loaded = outcome.kind === 'loaded' ? outcome.loaded : outcome.progress.soFar();
  return [{ series, loaded, labels: seriesLabels(id, loaded, devices) }];
}

function frameOf(
  { series, loaded, labels }: Drawable,
  name: string,
  plan: HistoryPlan,
  reading: HistoryReading,
  timeZone: string
): DataFrame {
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
      ...plainText,
    }),
  };
}
