import type { QueryResultMetaNotice } from '@grafana/data';
import type { Column } from '../../../core/history/points/linePoints';
import { isLine, type StatisticColumns, type SeriesPoints } from '../../../core/history/points/seriesPoints';
import { type SeriesLabels, type SeriesToName, withAgePlaceholder } from '../../../core/inventory/legend';
import { findStateName, type TagProfile } from '../../../core/inventory/tagProfile';
import type { LatestValue } from '../../../core/latest/latestValue';
import { ageMs, isAhead } from '../../../core/time/clock';
import { type EpochMs, MINUTE_MS, type TimeWindow } from '../../../core/time/window';
import { describeError } from '../../../grafana/errorMessage';
import { ageText, UNKNOWN_AGE, valueNotices } from '../../../grafana/frames/latestTexts';
import { asOfNotice, presentNotices } from '../../../grafana/frames/notices';
import { translate } from '../../../locales/translate';
import { quantityText } from '../../../locales/quantityText';
import type { HistoryRunState, SeriesLoadState } from './historyRunState';

/** A reading that a series ends with, which may be outside of the time range. */
export interface ShownReading {
  readonly timeEpochMs: EpochMs;
  readonly value: number;
}

type ReadingRun = Pick<HistoryRunState, 'latestReadings' | 'window' | 'shift' | 'nowEpochMs' | 'emptyStyle'>;

/** The latest reading, where the query shows it, or where the value of a state or set point still holds. */
export function shownReading(run: ReadingRun, load: SeriesLoadState): ShownReading | undefined {
  const { latestReadings } = run;
  const reading = readingOf(latestReadings?.values.get(load));
  if (reading === undefined || latestReadings === undefined) {
    return heldReading(run, load);
  }
  return !latestReadings.isOfRange || isOfRange(reading, run.window) ? reading : undefined;
}

function readingOf(latest: LatestValue | undefined): ShownReading | undefined {
  const { timeEpochMs, value } = latest ?? {};
  return timeEpochMs === undefined || value === undefined ? undefined : { timeEpochMs, value };
}

/** Readings that arrive while a panel loads are later than its range. */
const MAX_LATER_MS = MINUTE_MS;

function isOfRange({ timeEpochMs }: ShownReading, { fromEpochMs, toEpochMs }: TimeWindow): boolean {
  return timeEpochMs >= fromEpochMs && timeEpochMs <= toEpochMs + MAX_LATER_MS;
}

/**
 * The value of a series without readings in the range that is still known at its end. Panels without a time axis show it; the others
 * have the value before the range.
 */
function heldReading({ window, shift, nowEpochMs, emptyStyle }: ReadingRun, load: SeriesLoadState) {
  const { outcome, latest, before, statistics } = load;
  const held = outcome.kind === 'loaded' ? outcome.loaded.held : undefined;
  const reading = latest === 'none' ? undefined : readingOf(latest);
  const isShown = (emptyStyle === 'text' || emptyStyle === 'row') && shift === undefined && statistics.includes('avg');
  if (isShown && before !== undefined && before.toEpochMs >= window.toEpochMs) {
    return { timeEpochMs: before.fromEpochMs, value: before.value };
  }
  if (!isShown || held === undefined || reading === undefined || reading.timeEpochMs >= window.fromEpochMs) {
    return undefined;
  }
  return reading.timeEpochMs + held.holdMs >= Math.min(window.toEpochMs, nowEpochMs) ? reading : undefined;
}

/**
 * The points with a reading at its own instant, unless there are newer values. Other columns have none there, nor do steps that follow
 * the reading: they are empty.
 */
export function withReading(points: SeriesPoints, { timeEpochMs: at, value }: ShownReading): SeriesPoints {
  const { timeEpochMs, columns, statistics } = points;
  const known = columns.avg ?? [];
  const last = lastValueIndex(known);
  const lastEpochMs = timeEpochMs[last] ?? -Infinity;
  const isKnown = lastEpochMs > at || (lastEpochMs === at && known[last] === value);
  if (isKnown || !statistics.includes('avg')) {
    return points;
  }
  const next = timeEpochMs.findIndex((time) => time > at);
  const place = next < 0 ? timeEpochMs.length : next;
  const insert = <T>(list: readonly T[], item: T): T[] => [...list.slice(0, place), item, ...list.slice(place)];
  const shown = [...new Set([...Object.keys(columns), ...statistics.filter(isLine)])] as Array<keyof StatisticColumns>;
  return {
    ...points,
    timeEpochMs: insert(timeEpochMs, at),
    columns: Object.fromEntries(
      shown.map((statistic) => [
        statistic,
        insert<number | null>(columns[statistic] ?? [], statistic === 'avg' ? value : null),
      ])
    ),
  };
}

function lastValueIndex(column: Column): number {
  let index = column.length - 1;
  while (index >= 0 && column[index] === null) {
    index--;
  }
  return index;
}

/** A value that a tile must not show as it is. */
export interface UnknownValue {
  readonly value: number;
  readonly text: string;
}

type AgeRun = Pick<HistoryRunState, 'latestReadings' | 'nowEpochMs' | 'window' | 'emptyStyle' | 'shift'>;

/** How a series is named: an old value must not look like a current one. */
export function nameWithAge(
  run: AgeRun & Pick<HistoryRunState, 'query'>,
  load: SeriesLoadState
): Pick<SeriesToName, 'template' | 'age'> {
  const { latestReadings, nowEpochMs } = run;
  const { legend } = run.query;
  if (latestReadings === undefined) {
    return { template: legend };
  }
  const { isLoading, failure } = latestReadings;
  const timeEpochMs = newestEpochMs(latestReadings.values.get(load), load);
  if (timeEpochMs === undefined) {
    const isKnown = !isLoading && failure === undefined;
    return { template: legend, age: isKnown ? ageText({ timeEpochMs }, nowEpochMs) : UNKNOWN_AGE };
  }
  return {
    template: showsOldValue(run, load) ? withAgePlaceholder(legend) : legend,
    age: ageText({ timeEpochMs }, nowEpochMs),
  };
}

/** What a tile says in place of a last value that is not known any more at the end of the range. A reading of a step may be at its end. */
export function unknownValue(
  { window, nowEpochMs, emptyStyle, shift }: AgeRun,
  { outcome, statistics }: SeriesLoadState,
  { states }: Pick<TagProfile, 'states'>,
  unit: string
): UnknownValue | undefined {
  const loaded = outcome.kind === 'loaded' ? outcome.loaded : undefined;
  const isTile = emptyStyle === 'text' && shift === undefined && statistics.includes('avg');
  if (!isTile || loaded?.held?.unknownFromEpochMs === undefined) {
    return undefined;
  }
  const { rows, held } = loaded;
  const value = [...rows.avg].reverse().find((one) => !Number.isNaN(one));
  if (value === undefined) {
    return undefined;
  }
  const timeEpochMs = held.unknownFromEpochMs! - held.holdMs;
  const age = ageText({ timeEpochMs }, Math.min(window.toEpochMs, nowEpochMs));
  const values = { value: findStateName(states, value) ?? quantityText(value, unit), age };
  return { value, text: translate('series.unknownSince', 'Unknown ({{value}}, {{age}})', values) };
}

/** True if the panel shows the value of an old reading as the latest one. On a time axis, it is seen to be old. */
export function showsOldValue({ latestReadings, nowEpochMs }: AgeRun, load: SeriesLoadState): boolean {
  if (latestReadings === undefined || latestReadings.isOfRange || !load.statistics.includes('avg')) {
    return false;
  }
  const timeEpochMs = newestEpochMs(latestReadings.values.get(load), load);
  return (
    timeEpochMs !== undefined &&
    (isAhead(timeEpochMs, nowEpochMs) || ageMs(timeEpochMs, nowEpochMs)! > latestReadings.staleAfterMs)
  );
}

/** When the last reading was that is known; undefined if only a step or a value is known that began before it. */
function newestEpochMs(latest: LatestValue | undefined, { outcome }: SeriesLoadState): EpochMs | undefined {
  const loaded = outcome.kind === 'loaded' ? outcome.loaded : undefined;
  // The last of the changes is where the value is no longer known.
  const lastRowEpochMs = loaded && loaded.kind !== 'changes' ? loaded.rows.timeEpochMs.at(-1) : undefined;
  return latest?.timeEpochMs === undefined
    ? loaded?.edges === undefined
      ? lastRowEpochMs
      : undefined
    : Math.max(latest.timeEpochMs, lastRowEpochMs ?? -Infinity);
}

/** What is wrong with the latest readings of the query. */
export function latestReadingsNotices(
  { latestReadings, nowEpochMs }: Pick<HistoryRunState, 'latestReadings' | 'nowEpochMs'>,
  series: ReadonlyArray<{ readonly load: SeriesLoadState; readonly labels: SeriesLabels }>,
  timeZone: string
): QueryResultMetaNotice[] {
  if (latestReadings === undefined) {
    return [];
  }
  const { values, failure } = latestReadings;
  const known = series.flatMap(({ load, labels }) => {
    const latest = values.get(load);
    return latest === undefined ? [] : [{ latest, labels }];
  });
  return presentNotices([
    asOfNotice(latestReadings.asOfEpochMs, timeZone),
    failure && noLatestReadingsNotice(failure.error),
    ...valueNotices(known, { nowEpochMs, timeZone }),
  ]);
}

/** On the server an error: a rule would calculate with averages otherwise. */
function noLatestReadingsNotice(error: unknown): QueryResultMetaNotice {
  return {
    severity: 'error',
    text: translate(
      'notices.noLatestReadings',
      'The latest readings could not be received, so newer values may be missing. {{reason}}',
      {
        reason: describeError(error),
      }
    ),
  };
}
