import { type DataQueryError, dateTimeFormat } from '@grafana/data';
import { t } from '@grafana/i18n';
import { isCut, type Period } from '../../core/history/signal/periods';
import { windowMs } from '../../core/time/window';
import { LAST_RUN } from '../../query/foundRuns';
import { periodDuration } from '../../locales/periodTexts';
import type { InterpolatedVariableQuery } from '../query/interpolation';
import type { VariableValue } from './knownValues';

/** A period or a run, as a variable lists it. */
export interface ListedPeriod extends Period {
  /** What it has as a name, such as the number of a batch. */
  readonly name?: string | undefined;
  /** Its series; empty if all are of the same one. */
  readonly series: string;
}

/** Finds the periods of a condition, or the runs of a tag, as queries do, which variables do not know. */
export type ListPeriods = (query: InterpolatedVariableQuery, signal: AbortSignal) => Promise<readonly ListedPeriod[]>;

/** The run of a query that finds what is listed. */
interface ListingRun {
  run(signal: AbortSignal, onChange: () => void): Promise<void>;
  readonly errors: ReadonlyArray<Pick<DataQueryError, 'message'>>;
  /** What the query still needs before it can run. */
  readonly needs: readonly string[];
  /** What it has found, with the names of their series. */
  readonly listed: readonly ListedPeriod[];
}

/** What queries that are listed have in common. */
export function listingQuery(query: InterpolatedVariableQuery) {
  const { devices, tags, condition, minDuration, joinWithin, hold } = query;
  return {
    refId: 'variable',
    // A query without a device selects nothing, a variable without one every device that has the tag.
    devices: devices.length === 0 ? ['*'] : [...devices],
    tags: [...tags],
    ...{ condition, minDuration, joinWithin, hold },
  };
}

/**
 * What a run finds. A list has no place for what is wrong with a part of it.
 * @throws Error with a message for users
 */
export async function listedBy(run: ListingRun, signal: AbortSignal): Promise<readonly ListedPeriod[]> {
  await run.run(signal, () => undefined);
  const [problem] = [...run.errors.map(({ message }) => message), ...run.needs];
  if (problem !== undefined) {
    throw new Error(problem);
  }
  const { listed } = run;
  const isOneSeries = new Set(listed.map(({ series }) => series)).size === 1;
  return isOneSeries ? listed.map((one) => ({ ...one, series: '' })) : listed;
}

/** A longer list cannot be read. */
const MAX_LISTED = 500;

/** The newest first. The values are the starts, by which queries and links find them. */
export function periodValues(
  periods: readonly ListedPeriod[],
  { kind, withLast }: Pick<InterpolatedVariableQuery, 'kind' | 'withLast'>,
  timeZone: string
): VariableValue[] {
  const values = [...periods]
    .sort((a, b) => b.fromEpochMs - a.fromEpochMs)
    .slice(0, MAX_LISTED)
    .map((period) => ({
      value: String(period.fromEpochMs),
      text: periodText(period, timeZone),
      range: { from: String(period.fromEpochMs), to: period.end === 'inProgress' ? 'now' : String(period.toEpochMs) },
    }));
  const last = { value: LAST_RUN, text: t('variables.lastRun', 'Last run'), range: values[0]?.range };
  return kind === 'runs' && withLast ? [last, ...values] : values;
}

/** A date that reads the same in every language: `L-701 · 2026-11-20 03:12, 4 h 10 min`. */
function periodText(period: ListedPeriod, timeZone: string): string {
  const start = dateTimeFormat(period.fromEpochMs, { timeZone, format: 'YYYY-MM-DD HH:mm' });
  return [
    period.name === undefined ? start : `${period.name} · ${start}`,
    periodDuration(windowMs(period), isCut(period)),
    ...(period.end === 'inProgress' ? [t('variables.inProgress', 'in progress')] : []),
    ...(period.series === '' ? [] : [period.series]),
  ].join(', ');
}
