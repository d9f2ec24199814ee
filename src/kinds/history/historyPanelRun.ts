import type { DataQueryError, QueryResultMetaNotice, QueryResultMetaStat } from '@grafana/data';
import { inRole, type RunFrames } from '../../grafana/frames/runFrames';
import type { QueryRun } from '../../grafana/query/queryRun';
import { conditionText } from '../../query/condition';
import type { SavedQuery } from '../../query/savedQuery';
import type { Kind, QueryOfPanel } from '../kind';
import { renderHistoryFrames } from './frames/historyFrames';
import { loadingNotice } from './frames/historyNotices';
import type { HistoryRunState } from './frames/historyRunState';
import { queryStats } from './frames/loadSummary';
import { rangeTable } from './frames/rangeTable';
import {
  comparesRanges,
  HISTORY_FIELDS,
  type HistoryQuery,
  missingFields,
  ofWholeRange,
  splitShift,
} from './historyQuery';
import { HistoryQueryRun } from './historyQueryRun';

export const HISTORY: Kind<HistoryQuery> = {
  fields: HISTORY_FIELDS,
  usesTimeZone: true,
  optionTexts: ({ format, interval, offset, shift, statistics, usualWeeks, usualTag, usualCondition }) => [
    ...(format === 'table' ? ['table'] : [interval, offset && `from ${offset}`]),
    shift && `${shift} earlier`,
    statistics.includes('usual') ? `usual of ${usualWeeks} weeks` : '',
    statistics.includes('usual') && usualTag !== '' ? `while ${usualTag} ${conditionText(usualCondition)}` : '',
  ],
  missingFields,
  createRuns: (queries) => [new HistoryPanelRun(queries)],
};

/** Executes the history queries of a panel. Their series share its colors, and legends that are equal are made distinct. */
class HistoryPanelRun implements QueryRun {
  readonly colorsByPosition = true;
  /** The runs of each query: of the time range, of an earlier one, or of both in this order. */
  private readonly runsOfQueries: ReadonlyArray<readonly HistoryQueryRun[]>;

  constructor(private readonly queries: ReadonlyArray<QueryOfPanel<HistoryQuery>>) {
    this.runsOfQueries = queries.map((one) => {
      const { query, context } = one;
      const shown = isTable(one) ? ofWholeRange(query) : query;
      const isCompared = comparesRanges(shown);
      return splitShift(shown).map((each) => new HistoryQueryRun(each, context, isCompared));
    });
  }

  private get runs(): readonly HistoryQueryRun[] {
    return this.runsOfQueries.flat();
  }

  private get states(): readonly HistoryRunState[] {
    return this.runs.map(({ state }) => state);
  }

  /** What is wrong with a query is wrong with it in both ranges. */
  get errors(): readonly DataQueryError[] {
    return this.runsOfQueries.flatMap((runs) => {
      const errors = runs.flatMap((run) => run.errors);
      return [...new Map(errors.map((error) => [error.message, error])).values()];
    });
  }

  get loadingNotice(): QueryResultMetaNotice | undefined {
    return this.runs.some(({ isLoading }) => isLoading) ? loadingNotice(this.states) : undefined;
  }

  get stats(): readonly QueryResultMetaStat[] {
    return queryStats(this.states);
  }

  async run(signal: AbortSignal, onChange: () => void): Promise<void> {
    await Promise.all(this.runs.map((run) => run.run(signal, onChange)));
  }

  render(): RunFrames {
    const [first] = this.queries;
    if (first === undefined) {
      return [];
    }
    const { services, timeZone, targets } = first.context;
    const frames = renderHistoryFrames(this.statesOf((query) => !isTable(query)).flat(), {
      palette: services.palette,
      timeZone,
      ownsAxes: targets.every(isWithoutAxis),
    });
    const tables = this.statesOf(isTable).map(([now, earlier]) => rangeTable(now!, earlier, { timeZone }));
    return [...frames, ...inRole('table', tables)];
  }

  private statesOf(isWanted: (query: QueryOfPanel<HistoryQuery>) => boolean): HistoryRunState[][] {
    return this.runsOfQueries.flatMap((runs, index) =>
      isWanted(this.queries[index]!) ? [runs.map(({ state }) => state)] : []
    );
  }
}

/** Alert rules and expressions calculate with series. */
function isTable({ query, context }: QueryOfPanel<HistoryQuery>): boolean {
  return query.format === 'table' && !context.isCalculated;
}

/** False for a query whose frames are on the axes of those of history; saved queries without a kind are of history. */
function isWithoutAxis({ kind = 'history', hide, format }: SavedQuery & { readonly format?: unknown }): boolean {
  return kind === 'history' || hide === true || format === 'annotations';
}
