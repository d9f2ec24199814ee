import { type DataFrame, DataTopic, dateTimeFormat, FieldType, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { isLine } from '../../../core/history/points/seriesPoints';
import { seriesKey } from '../../../core/inventory/seriesId';
import { distinctNames, seriesProfile } from '../../../core/inventory/legend';
import { type LoadedSeries, openStep } from '../../../core/history/series/loadedSeries';
import { type Shift, shiftAllLater, shiftLater } from '../../../core/time/shift';
import { type EpochMs, type TimeWindow, windowMs } from '../../../core/time/window';
import { findTagRole, isNeverAveraged } from '../../../core/serverWords';
import { countCovered } from '../../../grafana/frames/coveredStates';
import { fromRangeOn } from '../../../grafana/frames/begunStep';
import { inRole, type RunFrames } from '../../../grafana/frames/runFrames';
import type { HistoryRunState, SeriesLoadState } from './historyRunState';
import { summarizeLoad, summaryText } from './loadSummary';
import { nominalMs } from '../../../core/time/step';
import { shiftText } from '../../../locales/stepText';
import { column, columnFields } from '../../../grafana/frames/tableFrame';
import { translate } from '../../../locales/translate';
import { type SeriesValues, type ValueConfig, valueConfigs } from './valueConfig';
import { pointLinks } from '../../../grafana/frames/pointLinks';
import { seriesQuery } from '../historyQuery';
import { emptyText } from './emptySeries';
import { nameWithAge, shownReading, showsOldValue, unknownValue } from './latestReading';
import { type EmptySeries, noPoints, type SeriesFrameOptions, type SeriesFrames, seriesFrames } from './seriesFrame';
import { absentNotices, listSeries, runNotices, type RunSeries, shownPoints } from './runSeries';
import { latestReadingNotice, notUsualNotice, seriesNotices, stateProposal } from './historyNotices';
import { coveredStatesNotice, emptyFrame, presentNotices, withNotices } from '../../../grafana/frames/notices';

export interface HistoryPanel {
  /** The colors that a panel gives its fields, in their order. */
  readonly palette: readonly string[];
  /** The dashboard's, for the times in notices. */
  readonly timeZone: string;
  /** False if the panel has lines of other queries on the axes of the series. */
  readonly ownsAxes: boolean;
}

/**
 * Renders all series of a panel: a frame for each, empty while nothing of it is loaded, so that colors do not depend on what arrives
 * first; and around them bands, the ends of steps, and steps that have not ended yet.
 * @param runs all history queries of the panel: no two series of a panel may have the same name
 */
export function renderHistoryFrames(runs: readonly HistoryRunState[], panel: HistoryPanel): RunFrames {
  const { palette, timeZone } = panel;
  const all = runs.flatMap(listSeries);
  const names = nameSeries(all);
  const colors = chooseColors(all, palette);
  const configs = valueConfigs(all.map(describeValues), panel.ownsAxes);
  const areAllEmpty = all.every(({ load }) => load.latest !== undefined);
  const series = all.flatMap((one, index) => {
    const style = { ...colors[index]!, ...configs[index]! };
    const { lines, band, usual, held, stepEnds } = renderSeries(one, names[index]!, style, timeZone, areAllEmpty);
    const ofRun = one.load === one.run.loads[0] ? all.filter(({ run }) => run === one.run) : [];
    return [
      ...inRole('series', [ofRun.length > 0 ? withNotices(lines, runNotices(one.run, ofRun, timeZone)) : lines]),
      ...inRole(
        'mark',
        [band, usual].filter((area) => area !== undefined)
      ),
      ...inRole('part', held ? [held, ...stepEnds] : stepEnds),
    ];
  });
  const withoutSeries = runs.filter(({ loads, notices }) => loads.length === 0 && notices.length > 0);
  const empty = withoutSeries.map(({ query, notices }) => emptyFrame(query.refId, notices));
  const openSteps = runs.flatMap((run) => {
    const loaded = all.flatMap((one) => (one.run === run ? (one.loaded ?? []) : []));
    return openStepFrame(loaded, run, timeZone) ?? [];
  });
  return [...series, ...inRole('series', empty), ...inRole('mark', openSteps)];
}

/** Series that are waiting or failed have a name too, so that the names of the others do not change. */
function nameSeries(series: readonly RunSeries[]): string[] {
  return distinctNames(
    series.map(({ run, load, labels }) => ({
      labels,
      ...nameWithAge(run, load),
      shift: run.shift === undefined ? undefined : shiftText(run.shift.step),
      refId: run.query.refId,
    }))
  );
}

type SeriesColors = Pick<SeriesFrameOptions, 'lineColors' | 'isEarlier'>;

/**
 * The colors that the panel gives the lines by their position. In a graph, a shifted series has those of the same series without
 * a shift, so that one sees what belongs together.
 */
function chooseColors(series: readonly RunSeries[], palette: readonly string[]): readonly SeriesColors[] {
  let position = 0;
  const paletteColor = (index: number) => palette[index % palette.length] ?? 'green';
  const own = series.map(({ load: { statistics } }): SeriesColors['lineColors'] => {
    const first = position;
    const lines = Math.max(1, statistics.filter(isLine).length);
    position += lines;
    const others = Array.from({ length: lines - 1 }, (_, line) => paletteColor(first + 1 + line));
    return [paletteColor(first), ...others];
  });
  const unshifted = new Map(
    series.flatMap((one, index) =>
      one.run.shift === undefined ? [[seriesKey(one.load.series), own[index]!] as const] : []
    )
  );
  return series.map((one, index) => {
    const { isGraph, shift } = one.run;
    const earlierColors = isGraph && shift !== undefined ? unshifted.get(seriesKey(one.load.series)) : undefined;
    return { lineColors: earlierColors ?? own[index]!, isEarlier: earlierColors !== undefined };
  });
}

function describeValues({ run, labels }: RunSeries): SeriesValues {
  const { states, limits } = seriesProfile(run.profiles, labels);
  return { states, limits: run.query.limits === 'off' ? {} : limits, unit: labels.unit, isGraph: run.isGraph };
}

function renderSeries(
  one: RunSeries,
  name: string,
  style: SeriesColors & ValueConfig,
  timeZone: string,
  areAllEmpty: boolean
): SeriesFrames {
  const { run, load, loaded, labels } = one;
  const { query, window, shift, tagTypes } = run;
  const shown = shownPoints(one);
  const role = findTagRole(labels.type, tagTypes);
  const stepMs = loaded === undefined ? 0 : pointLengthMs(loaded);
  const edges = wideSteps(run, loaded, stepMs);
  const links = pointLinks({
    dataSourceUid: run.dataSourceUid,
    query: seriesQuery(load.series),
    window,
    stepMs,
    edges,
    stepsBy: { interval: query.interval, offset: query.offset, zone: timeZone },
    shift,
  });
  const options = {
    query,
    window,
    shift,
    labels,
    name,
    ...style,
    // What was counted in a step belongs to all of it.
    wideSteps: edges && fromRangeOn(edges, shown?.begunEpochMs, window),
    isStepwise: isNeverAveraged(role) || (role === 'counter' && query.statistics.includes('auto')),
    isCounter: role === 'counter',
    links,
    before: shownPart(loaded?.held?.before, shift),
    after: load.statistics.includes('avg') ? shownPart(loaded?.held?.after, shift) : undefined,
    rowEndEpochMs:
      run.emptyStyle === 'state' && loaded && loaded.kind !== 'changes' ? shownEnd(loaded, shift) : undefined,
    isGraph: run.isGraph,
    reading: shownReading(run, load),
    isOld: showsOldValue(run, load),
    unknown: unknownValue(run, load, seriesProfile(run.profiles, labels), labels.unit),
    empty: describeEmpty(run, load, timeZone, areAllEmpty),
  };
  if (loaded === undefined || shown === undefined) {
    return seriesFrames(noPoints(load.statistics), undefined, options, { notices: absentNotices(load) });
  }
  const { points } = shown;
  // While a series is loading, the increases that are not known yet are still to come.
  const known = load.outcome.kind === 'loading' ? { ...loaded, increase: undefined } : loaded;
  const summary = summarizeLoad(load.plan, loaded, points, load.cost);
  const frames = seriesFrames(points, loaded.edges, options, {
    notices: presentNotices([
      ...seriesNotices(known, load.plan, points, name, timeZone),
      load.statistics.includes('avg') ? stateProposal(loaded, { name, type: labels.type, role }) : undefined,
      notUsualNotice(query, name, role),
      latestReadingNotice(load, name, timeZone),
    ]),
    executedQueryString: summaryText(loaded.series, summary),
    custom: { summary },
  });
  const notice = load.outcome.kind === 'loaded' ? coveredNotice(frames.lines, run, name) : undefined;
  return { ...frames, lines: withNotices(frames.lines, [notice]) };
}

/** In a row of a state timeline, a state that is narrower than a pixel may not be seen. */
function coveredNotice(
  { fields: [time, values] }: DataFrame,
  { emptyStyle, window, width }: HistoryRunState,
  name: string
): QueryResultMetaNotice | undefined {
  const row = { timeEpochMs: (time?.values ?? []) as number[], values: values?.values ?? [] };
  const notice = coveredStatesNotice(emptyStyle === 'state' ? countCovered(row, window, width) : 0);
  return notice && { ...notice, text: `${name}: ${notice.text}` };
}

function describeEmpty(
  { emptyStyle }: HistoryRunState,
  load: SeriesLoadState,
  timeZone: string,
  isAlone: boolean
): EmptySeries | undefined {
  if (emptyStyle === 'nothing') {
    return undefined;
  }
  // Of what failed or is still loading, too: a tile must not show the total of no values.
  const text = emptyText(load, timeZone) ?? (emptyStyle === 'text' ? t('words.unknown', 'Unknown') : undefined);
  return text === undefined ? undefined : { style: emptyStyle, text, isAlone };
}

/** A value that holds, where the panel shows it. */
function shownPart<Part extends TimeWindow>(part: Part | undefined, shift: Shift | undefined): Part | undefined {
  if (part === undefined || shift === undefined) {
    return part;
  }
  const [fromEpochMs, toEpochMs] = [shiftLater(part.fromEpochMs, shift), shiftLater(part.toEpochMs, shift)];
  return fromEpochMs < toEpochMs ? { ...part, fromEpochMs, toEpochMs } : undefined;
}

/** From when on the last value is not known, where the panel shows it. */
function shownEnd(loaded: LoadedSeries | undefined, shift: Shift | undefined): EpochMs | undefined {
  const endEpochMs = loaded?.held?.unknownFromEpochMs;
  return endEpochMs === undefined || shift === undefined ? endEpochMs : shiftLater(endEpochMs, shift);
}

/** How long a point of the series lasts; 0 for readings. */
function pointLengthMs(loaded: LoadedSeries): number {
  switch (loaded.kind) {
    case 'range':
      return loaded.edges[1]! - loaded.edges[0]!;
    case 'steps':
      return nominalMs(loaded.step);
    case 'readings':
    case 'changes':
      return 0;
  }
}

/** From so many pixels on, a slope from one step to the next is misleading: a peak at 10:38 looks like a rise since midnight. */
const WIDE_STEP_PX = 12;

/**
 * The edges of the steps of a chart where it shows them, if they are wide. None are where straight lines connect gaps: on steps, values that
 * nobody measured would look like those of steps.
 */
function wideSteps(
  { isGraph, window, width, shift, query }: HistoryRunState,
  loaded: LoadedSeries | undefined,
  stepMs: number
): Float64Array | undefined {
  const edges = loaded?.edges;
  const isWide = stepMs * width >= WIDE_STEP_PX * windowMs(window);
  if (edges === undefined || !isGraph || !isWide || query.fill === 'linear') {
    return undefined;
  }
  return shift === undefined ? edges : shiftAllLater(edges, shift);
}

/** Steps that are narrower than this share of the range are not marked: the mark would be wider than the step. */
const MIN_MARKED_SHARE = 0.02;
const OPEN_STEP_COLOR = '#8e8e8e';

/**
 * Marks the steps that have not ended yet, whose values will still change: a shift that began an hour ago would look like a
 * drop in production otherwise. Grafana shows annotations that come with the data in their own color.
 * A shifted series has one only where its own time has not passed yet. It is marked where the panel shows it.
 * @returns undefined when every step that is wide enough to be seen has ended
 */
function openStepFrame(
  series: readonly LoadedSeries[],
  { window, shift, query: { refId } }: Pick<HistoryRunState, 'window' | 'shift' | 'query'>,
  timeZone: string
): DataFrame | undefined {
  const wide = series
    .flatMap((loaded) => openStep(loaded) ?? [])
    .filter((step) => windowMs(step) >= windowMs(window) * MIN_MARKED_SHARE);
  const steps = [...new Map(wide.map((step) => [`${step.fromEpochMs} ${step.toEpochMs}`, step])).values()];
  if (steps.length === 0) {
    return undefined;
  }
  const shownAt = (epochMs: EpochMs) => (shift === undefined ? epochMs : shiftLater(epochMs, shift));
  const title = t('openStep.title', 'Incomplete step');
  return {
    refId,
    name: title,
    meta: { dataTopic: DataTopic.Annotations },
    length: steps.length,
    fields: columnFields(steps, [
      column('time', FieldType.time, ({ fromEpochMs }) => shownAt(fromEpochMs)),
      column('timeEnd', FieldType.time, ({ toEpochMs }) => Math.min(shownAt(toEpochMs), window.toEpochMs)),
      column('isRegion', FieldType.boolean, () => true),
      column('title', FieldType.string, () => title),
      column('text', FieldType.string, ({ toEpochMs }) =>
        translate('openStep.text', 'This step has only the readings so far. Its value may change until {{end}}.', {
          end: dateTimeFormat(toEpochMs, { timeZone }),
        })
      ),
      column('color', FieldType.string, () => OPEN_STEP_COLOR),
      column('id', FieldType.string, ({ fromEpochMs, toEpochMs }) => `open ${refId} ${fromEpochMs} ${toEpochMs}`),
    ]),
  };
}
