import type { DataQueryError, QueryResultMetaNotice, QueryResultMetaStat } from '@grafana/data';
import type { RunFrames } from '../../grafana/frames/runFrames';
import type { QueryRun } from '../../grafana/query/queryRun';
import type { SavedQuery } from '../../query/savedQuery';
import type { Kind, QueryOfPanel } from '../kind';
import { renderHistoryFrames } from './frames/historyFrames';
import { loadingNotice } from './frames/historyNotices';
import { loadedShare } from './frames/historyRunState';
import { queryStats } from './frames/loadSummary';
import { HISTORY_FIELDS, type HistoryQuery, missingFields, splitShift } from './historyQuery';
import { HistoryQueryRun } from './historyQueryRun';

export const HISTORY: Kind<HistoryQuery> = {
  fields: HISTORY_FIELDS,
  usesTimeZone: true,
  optionTexts: ({ interval, offset, shift }) => [interval, offset && `from ${offset}`, shift && `${shift} earlier`],
  missingFields,
  run: (queries) => [new HistoryRun(queries)],
};

/** Executes the history queries of a panel. Their series share its colors, and legends that are equal are made distinct. */
class HistoryRun implements QueryRun {
  private readonly runs: readonly HistoryQueryRun[];

  constructor(private readonly queries: ReadonlyArray<QueryOfPanel<HistoryQuery>>) {
    this.runs = queries.flatMap(({ query, context }) =>
      splitShift(query).map((one) => new HistoryQueryRun(one, context))
    );
  }

  get errors(): readonly DataQueryError[] {
    return this.runs.flatMap(({ errors }) => errors);
  }

  get loadingNotice(): QueryResultMetaNotice | undefined {
    const isLoading = this.runs.some(({ loads }) => loads.some((load) => loadedShare(load) < 1));
    return isLoading ? loadingNotice(this.runs) : undefined;
  }

  get stats(): readonly QueryResultMetaStat[] {
    return queryStats(this.runs);
  }

  async run(signal: AbortSignal, onChange: () => void): Promise<void> {
    await Promise.all(this.runs.map((run) => run.run(signal, onChange)));
  }

  render(): RunFrames {
    const [first] = this.queries;
    if (first === undefined) {
      return { frames: [] };
    }
    const { services, timeZone, targets } = first.context;
    return renderHistoryFrames(this.runs, {
      palette: services.palette,
      timeZone,
      ownsAxes: targets.every(isWithoutAxis),
    });
  }
}

/** False for a query whose frames are on the axes of those of history; saved queries without a kind are of history. */
function isWithoutAxis({ kind = 'history', hide, format }: SavedQuery & { readonly format?: unknown }): boolean {
  return kind === 'history' || hide === true || format === 'annotations';
}
