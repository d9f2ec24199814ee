import type { DataFrame, QueryResultMetaNotice } from '@grafana/data';
import { pointsOf, type SeriesPoints } from '../../core/history/points/seriesPoints';
import { distinctNames } from '../../core/history/series/legend';
import type { LoadedSeries } from '../../core/history/series/toSteps';
import { seriesLabels, type SeriesLabels } from '../../core/history/series/seriesLabels';
import { shiftWindow } from '../../core/time/shift';
import type { HistoryRunState, SeriesLoadState } from './historyRunState';
import { summarizeLoad } from './loadSummary';
import { openStepFrame } from './openStepFrame';
import { seriesFrame } from './seriesFrame';
import { omittedSeriesNotices, seriesNotices } from './notices';
import { shiftText } from './shiftText';

/** A series of a query, what of it is loaded, and its labels. */
interface RunSeries {
  readonly load: SeriesLoadState;
  /** Undefined when there is nothing yet, or when it failed. */
  readonly loaded: LoadedSeries | undefined;
  readonly labels: SeriesLabels;
}

/**
 * Renders a frame for every series that is loaded or loading, and marks the steps that have not ended yet.
 * @param runs all history queries of the panel: no two series of a panel may have the same name
 * @param timeZone the dashboard's, for the times in notices
 */
export function renderHistoryFrames<Run extends HistoryRunState>(
  runs: readonly Run[],
  timeZone: string
): ReadonlyMap<Run, readonly DataFrame[]> {
  const seriesByRun = new Map(runs.map((run) => [run, seriesOf(run)]));
  const names = namesOf(seriesByRun);
  const framesOf = (run: Run, series: readonly RunSeries[]) => {
    const [first, ...others] = series.flatMap((one) => frameOf(run, one, names.get(one.load) ?? '', timeZone));
    const frames = first === undefined ? [] : [withNotices(first, omittedSeriesNotices(run)), ...others];
    const loaded = series.flatMap((one) => one.loaded ?? []);
    const openStep = openStepFrame(loaded, run, timeZone);
    return openStep === undefined ? frames : [...frames, openStep];
  };
  return new Map([...seriesByRun].map(([run, series]) => [run, framesOf(run, series)]));
}

function withNotices(frame: DataFrame, notices: readonly QueryResultMetaNotice[]): DataFrame {
  return notices.length === 0
    ? frame
    : { ...frame, meta: { ...frame.meta, notices: [...notices, ...(frame.meta?.notices ?? [])] } };
}

function seriesOf({ loads, devices }: HistoryRunState): RunSeries[] {
  return loads.map((load) => {
    const loaded = loadedSoFar(load);
    return { load, loaded, labels: seriesLabels(load.series, loaded ?? { name: '', unit: '' }, devices) };
  });
}

function loadedSoFar({ outcome }: SeriesLoadState): LoadedSeries | undefined {
  switch (outcome.kind) {
    case 'loaded':
      return outcome.loaded;
    case 'loading':
      return outcome.progress.soFar();
    case 'waiting':
    case 'failed':
      return undefined;
  }
}

/** Series that are waiting or failed have a name too, so that the names of the others do not change. */
function namesOf(
  seriesByRun: ReadonlyMap<HistoryRunState, readonly RunSeries[]>
): ReadonlyMap<SeriesLoadState, string> {
  const toName = [...seriesByRun].flatMap(([{ query, shift: by }, series]) => {
    const shift = by === undefined ? undefined : shiftText(by.step);
    return series.map(({ load, labels }) => ({ load, labels, template: query.legend, shift, refId: query.refId }));
  });
  const names = distinctNames(toName);
  return new Map(toName.map(({ load }, index) => [load, names[index]!]));
}

function frameOf(
  run: HistoryRunState,
  { load, loaded, labels }: RunSeries,
  name: string,
  timeZone: string
): DataFrame[] {
  if (run.plan === undefined || loaded === undefined) {
    return [];
  }
  const points = cachedPoints(loaded, run);
  // While a series is loading, the increases that are not known yet are still to come.
  const known = load.outcome.kind === 'loading' ? { ...loaded, increase: undefined } : loaded;
  return [
    seriesFrame(loaded, points, {
      query: run.query,
      shift: run.shift,
      labels,
      name,
      color: load.color,
      notices: seriesNotices(known, points, name, timeZone),
      summary: summarizeLoad(run.plan, loaded, points, load.cost),
    }),
  ];
}

/** A loaded series is rendered again whenever another one progresses; its points do not change. */
const POINTS_CACHE = new WeakMap<LoadedSeries, SeriesPoints>();

function cachedPoints(loaded: LoadedSeries, run: HistoryRunState): SeriesPoints {
  const points = POINTS_CACHE.get(loaded) ?? renderedPoints(loaded, run);
  POINTS_CACHE.set(loaded, points);
  return points;
}

function renderedPoints(loaded: LoadedSeries, { query, window, width, shift }: HistoryRunState): SeriesPoints {
  const ownWindow = shift === undefined ? window : shiftWindow(window, shift);
  return pointsOf(loaded, query, ownWindow, width, shift);
}
