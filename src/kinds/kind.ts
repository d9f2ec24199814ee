import type { QueryContext } from '../grafana/query/panelContext';
import type { QueryRun } from '../grafana/query/queryRun';
import type { Fields } from '../query/fields';
import type { SavedQuery } from '../query/savedQuery';

/** A kind of query, without its editor: what browsers and the backend need of it. */
export interface Kind<Q extends SavedQuery = SavedQuery> {
  readonly fields: Fields;
  /** True if the result depends on a time zone: the editor then saves that of the dashboard, for the server. */
  readonly usesTimeZone: boolean;
  /** What a query has in a new alert rule instead of the defaults. */
  readonly inRules?: Partial<Q>;
  /** The options of a query, in a few words, for Grafana's query history. Its filter is not among them; empty texts are left out. */
  optionTexts(query: Q): readonly string[];
  /** What a query still needs before it can run; absent: nothing. */
  missingFields?(query: Q): ReadonlyArray<'devices' | 'tags'>;
  /**
   * @param queries all of the kind in a panel
   * @returns a run for each of them, in their order, or one for all
   */
  createRuns(queries: ReadonlyArray<QueryOfPanel<Q>>): readonly QueryRun[];
}

/** A complete query of a panel, normalized and with its variables replaced. */
export interface QueryOfPanel<Q extends SavedQuery = SavedQuery> {
  readonly query: Q;
  readonly context: QueryContext;
}

/** Runs queries whose frames do not depend on the others of the panel. */
export function runEach<Q extends SavedQuery>(
  run: (query: Q, context: QueryContext) => QueryRun
): Kind<Q>['createRuns'] {
  return (queries) => queries.map(({ query, context }) => run(query, context));
}
