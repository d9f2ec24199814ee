import type { LoadedSeries } from '../core/history/loadedSeries';
import type { HistoryPlan } from '../core/history/historyPlan';
import type { SeriesId } from '../core/history/seriesId';
import { formatStep } from '../core/time/step';
import type { ReadCost } from './seriesReading';

/** What was drawn and why, as the inspector and the editor show it. */
export interface PlanSummary {
  readonly level: string;
  /** Absent when readings were drawn one by one. */
  readonly step?: string;
  /** Rows that came from the server. */
  readonly rows: number;
  readonly rowsFromMemory: number;
  readonly requests: number;
  /** Pages that another panel had asked for at the same time. */
  readonly shared: number;
  readonly retries: number;
  readonly durationMs: number;
  readonly reason: string;
}

/** Sums up how one series was read. English: it is meant for the inspector. */
export function summarizePlan(plan: HistoryPlan, loaded: LoadedSeries, cost: ReadCost): PlanSummary {
  return {
    level: loaded.level,
    ...(loaded.step && { step: formatStep(loaded.step) }),
    rows: loaded.read.receivedRows,
    rowsFromMemory: loaded.read.rememberedRows,
    ...cost,
    reason: reasonText(plan, loaded),
  };
}

/** The summary as the text that the inspector shows of a query. */
export function planText({ device, tag }: SeriesId, summary: PlanSummary): string {
  const { level, step, rows, rowsFromMemory, requests, shared, retries, durationMs, reason } = summary;
  return [
    `GET v1/lecturas dispositivo=${device} tag=${tag}: ${step === undefined || step === level ? level : `${level} → ${step}`}`,
    reason,
    `${rows} rows in ${requests} requests (${retries} of them again, ${shared} pages shared), ${rowsFromMemory} rows from memory, ${durationMs} ms`,
  ].join('\n');
}

function reasonText(plan: HistoryPlan, loaded: LoadedSeries): string {
  if (loaded.substitution?.kind === 'tooManyReadings') {
    const { readings, maxRows } = loaded.substitution;
    return `${readings} readings are more than ${maxRows}; 1m buckets drawn`;
  }
  if (loaded.substitution?.kind === 'unknownCounts') {
    return `buckets without usable counts; ${loaded.level} rows drawn as they are`;
  }
  if (loaded.substitution?.kind === 'unknownReadings') {
    return `nobody knows how many readings there are; ${loaded.level} buckets drawn`;
  }
  if (loaded.substitution?.kind === 'readingsNotKept') {
    return `${loaded.substitution.readings} readings are not kept any more; ${loaded.level} rows drawn`;
  }
  if (loaded.substitution?.kind === 'unexpectedBuckets') {
    return `${loaded.level} buckets begin elsewhere than expected; drawn as they are`;
  }
  switch (plan.reason.kind) {
    case 'auto':
      return [
        `auto: the panel wants a point every ${(plan.reason.wantedStepMs / 1000).toFixed(1)} s`,
        ...(plan.reason.onUtcClock ? ['on the clock of UTC, because that of the zone would cost too many rows'] : []),
      ].join('; ');
    case 'fixedLevel':
      return 'level fixed by the query';
    case 'fixedStep':
      return `step fixed by the query; the coarsest level that divides it is ${loaded.level}`;
  }
}
