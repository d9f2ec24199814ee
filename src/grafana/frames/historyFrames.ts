import type { DataFrame, QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { pointsOf, type SeriesPoints } from '../../core/history/points/seriesPoints';
import { distinctNames } from '../../core/history/series/distinctNames';
import type { LoadedSeries } from '../../core/history/series/loadedSeries';
import { seriesLabels, type SeriesLabels } from '../../core/history/series/seriesLabels';
import { PLAIN_TEXT } from '../../locales/plainText';
import { type HistoryRunState, loadedShare, type SeriesLoadState } from './historyRunState';
import { summarizeLoad } from './loadSummary';
import { openStepFrame } from './openStepFrame';
import { seriesFrame } from './seriesFrame';
import { seriesNotices } from './seriesNotices';

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
 * @returns the frames of each run, in the order of the runs
 */
export function renderHistoryFrames(runs: readonly HistoryRunState[], timeZone: string): DataFrame[][] {
  const seriesOfRuns = runs.map(seriesOf);
  const names = namesOf(runs, seriesOfRuns);
  return runs.map((run, index) => {
    const frames = seriesOfRuns[index]!.flatMap((series) =>
      frameOf(run, series, names.get(series.load) ?? '', timeZone)
    );
    const loaded = seriesOfRuns[index]!.flatMap((series) => series.loaded ?? []);
    const openStep = openStepFrame(loaded, run.window, run.query.refId, timeZone);
    return openStep === undefined ? frames : [...frames, openStep];
  });
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
  runs: readonly HistoryRunState[],
  seriesOfRuns: ReadonlyArray<readonly RunSeries[]>
): ReadonlyMap<SeriesLoadState, string> {
  const toName = runs.flatMap(({ query: { legend, refId } }, index) =>
    seriesOfRuns[index]!.map(({ load, labels }) => ({ load, labels, template: legend, refId }))
  );
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
  return [
    seriesFrame(loaded, points, {
      query: run.query,
      labels,
      name,
      color: load.color,
      notices: seriesNotices(loaded, points.shownRows, name, timeZone),
      summary: summarizeLoad(run.plan, loaded, load.cost),
    }),
  ];
}

/** A loaded series is rendered again whenever another one progresses; its points do not change. */
const POINTS_CACHE = new WeakMap<LoadedSeries, SeriesPoints>();

function cachedPoints(loaded: LoadedSeries, { query, window, width }: HistoryRunState): SeriesPoints {
  const points = POINTS_CACHE.get(loaded) ?? pointsOf(loaded, query, window, width);
  POINTS_CACHE.set(loaded, points);
  return points;
}

/** Shown while a panel is loading. */
export function loadingNotice(runs: readonly HistoryRunState[]): QueryResultMetaNotice {
  const share = average(runs.map(({ loads }) => average(loads.map(loadedShare))));
  return {
    severity: 'info',
    text: t('notices.loading', 'Loading: {{percent}} % received. The points shown so far are exact.', {
      percent: Math.floor(share * 100),
      ...PLAIN_TEXT,
    }),
  };
}

/** 0 of none. */
function average(shares: readonly number[]): number {
  return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
}
