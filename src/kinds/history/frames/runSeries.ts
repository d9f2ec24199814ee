import type { QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type SeriesPoints, type Statistic, toPoints } from '../../../core/history/points/seriesPoints';
import { seriesLabels, type SeriesLabels } from '../../../core/history/series/legend';
import { isWholeRange, type LoadedSeries } from '../../../core/history/series/toSteps';
import { shiftWindow } from '../../../core/time/shift';
import { describeError } from '../../../grafana/errorMessage';
import { omittedSeriesNotice, presentNotices, warning } from '../../../grafana/frames/notices';
import { PLAIN_TEXT } from '../../../locales/plainText';
import { oneValueText } from '../../../locales/stepText';
import type { HistoryRunState, SeriesLoadState } from './historyRunState';
import { latestReadingsNotices } from './latestReading';

/** A series of a query, what of it is loaded, and how it is shown. */
export interface RunSeries {
  readonly run: HistoryRunState;
  readonly load: SeriesLoadState;
  /** Undefined when there is nothing yet, or when it failed. */
  readonly loaded: LoadedSeries | undefined;
  readonly labels: SeriesLabels;
}

/** The notices about a query as a whole. */
export function runNotices(
  run: HistoryRunState,
  series: readonly RunSeries[],
  timeZone: string
): QueryResultMetaNotice[] {
  return presentNotices([
    ...run.notices,
    omittedSeriesNotice(run.loads.length, run.omittedSeries),
    ...latestReadingsNotices(run, series, timeZone),
    lastStepNotice(run, series),
  ]);
}

/** A tile with the increase of the last half hour looks like that of the whole time range. */
function lastStepNotice({ isTile }: HistoryRunState, series: readonly RunSeries[]): QueryResultMetaNotice | undefined {
  const isInSteps = ({ load, loaded }: RunSeries) =>
    load.statistics.includes('increase') && loaded !== undefined && !isWholeRange(loaded);
  return isTile && series.some(isInSteps)
    ? warning(
        t(
          'notices.lastStep',
          'The increase is in steps, and this panel shows that of the last step, unless its calculation is the total. For the increase of the time range, choose “{{wholeRange}}” in the query.',
          { wholeRange: oneValueText(), ...PLAIN_TEXT }
        )
      )
    : undefined;
}

export function listSeries(run: HistoryRunState): RunSeries[] {
  return run.loads.map((load) => {
    const loaded = loadedSoFar(load);
    return { run, load, loaded, labels: seriesLabels(load.series, run.devices.get(load.series.device), loaded) };
  });
}

function loadedSoFar({ outcome }: SeriesLoadState): LoadedSeries | undefined {
  switch (outcome.kind) {
    case 'loaded':
      return outcome.loaded;
    case 'loading':
      return outcome.progress.partial();
    case 'waiting':
    case 'failed':
    case 'absent':
      return undefined;
  }
}

export function absentNotices({ outcome, series: { device, tag } }: SeriesLoadState): QueryResultMetaNotice[] {
  return outcome.kind === 'absent' ? [warning(`${device} · ${tag}: ${describeError(outcome.error)}`)] : [];
}

/** A loaded series is rendered again whenever another one progresses; its points do not change unless what is shown of it does. */
const POINTS_CACHE = new WeakMap<LoadedSeries, { readonly key: string; readonly points: SeriesPoints }>();

export function cachedPoints(
  loaded: LoadedSeries,
  statistics: readonly Statistic[],
  run: HistoryRunState
): SeriesPoints {
  const { query, window, width, shift } = run;
  const key = JSON.stringify([statistics, query.fill, window, width, shift]);
  const cached = POINTS_CACHE.get(loaded);
  if (cached?.key === key) {
    return cached.points;
  }
  const points = renderedPoints(loaded, statistics, run);
  POINTS_CACHE.set(loaded, { key, points });
  return points;
}

function renderedPoints(
  loaded: LoadedSeries,
  statistics: readonly Statistic[],
  { query, window, width, shift }: HistoryRunState
): SeriesPoints {
  const ownWindow = shift === undefined ? window : shiftWindow(window, shift);
  return toPoints(loaded, { statistics, fill: query.fill }, ownWindow, width, shift);
}
