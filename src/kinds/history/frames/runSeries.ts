import type { QueryResultMetaNotice } from '@grafana/data';
import { type SeriesPoints, type Statistic, toPoints } from '../../../core/history/points/seriesPoints';
import { seriesLabels, type SeriesLabels } from '../../../core/inventory/legend';
import type { LoadedSeries } from '../../../core/history/series/loadedSeries';
import { shiftWindow } from '../../../core/time/shift';
import type { EpochMs } from '../../../core/time/window';
import { describeError } from '../../../grafana/errorMessage';
import { begunStep, begunStepNotice, fromRangeOn } from '../../../grafana/frames/begunStep';
import { omittedSeriesNotice, presentNotices, warning } from '../../../grafana/frames/notices';
import { translate } from '../../../locales/translate';
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
    ...begunStepNotices(series, timeZone),
  ]);
}

/** A tile with the increase of the last half hour looks like that of the whole time range. */
function lastStepNotice({ isTile }: HistoryRunState, series: readonly RunSeries[]): QueryResultMetaNotice | undefined {
  const isInSteps = ({ load, loaded }: RunSeries) =>
    load.statistics.includes('increase') && loaded !== undefined && loaded.kind !== 'range';
  return isTile && series.some(isInSteps)
    ? warning(
        translate(
          'notices.lastStep',
          'The increase is in steps, and this panel shows that of the last step, unless its calculation is the total. For the increase of the time range, choose “{{wholeRange}}” in the query.',
          { wholeRange: oneValueText() }
        )
      )
    : undefined;
}

function begunStepNotices(series: readonly RunSeries[], timeZone: string): QueryResultMetaNotice[] {
  const steps = new Set(series.flatMap((one) => shownPoints(one)?.begunEpochMs ?? []));
  return [...steps].map((stepEpochMs) => begunStepNotice(stepEpochMs, timeZone));
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

/** The points of a series, and the start of the step that is shown at the beginning of the range, if there is one. */
interface ShownPoints {
  readonly points: SeriesPoints;
  readonly begunEpochMs: EpochMs | undefined;
}

/** Undefined while nothing is loaded. */
export function shownPoints({ run, load, loaded }: RunSeries): ShownPoints | undefined {
  if (loaded === undefined) {
    return undefined;
  }
  const points = cachedPoints(loaded, load.statistics, run);
  const hasValue = Object.values(points.columns).some((column) => typeof column.at(-1) === 'number');
  const isOfSteps = run.hasTimeAxis && loaded.edges !== undefined && hasValue;
  const begunEpochMs = isOfSteps ? begunStep(points.timeEpochMs, run.window) : undefined;
  return {
    points: { ...points, timeEpochMs: fromRangeOn(points.timeEpochMs, begunEpochMs, run.window) },
    begunEpochMs,
  };
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
