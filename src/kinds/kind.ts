import type { DataFrame, QueryResultMetaNotice, QueryResultMetaStat } from '@grafana/data';
import type { PanelContext, QueryContext } from '../grafana/query/panelContext';
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
  /** The queries that a query stands for; absent: itself. */
  split?(query: Q): readonly Q[];
  /** @param query normalized, its variables replaced */
  run(query: Q, panel: QueryContext): QueryRun;
  /** For a kind whose queries are rendered together, because names and colors depend on the others of the panel. */
  readonly together?: PanelRenderer;
}

/** Renders all queries of a kind in a panel. */
export interface PanelRenderer<Run extends QueryRun = QueryRun> {
  /** @returns `series` come before the frames of other kinds, `marks` after them */
  frames(
    runs: readonly Run[],
    panel: PanelContext
  ): {
    readonly series: readonly DataFrame[];
    readonly marks: readonly DataFrame[];
  };
  /** @returns undefined when everything is received */
  loadingNotice(runs: readonly Run[]): QueryResultMetaNotice | undefined;
  /** For the query inspector. */
  stats(runs: readonly Run[]): QueryResultMetaStat[];
}
