import type { DataQuery } from '@grafana/schema';
import {
  SceneObjectUrlSyncConfig,
  SceneQueryRunner,
  type SceneDataQuery,
  type SceneObjectUrlValues,
} from '@grafana/scenes';
import { parseQueries } from './parseQueries.ts';

/** A query runner whose queries are in the URL parameter `queries`, with the changes of a list of query editors. */
export class QueriesInUrl extends SceneQueryRunner {
  protected _urlSync = new SceneObjectUrlSyncConfig(this, { keys: ['queries'] });

  get queries(): DataQuery[] {
    return this.state.queries as DataQuery[];
  }

  private set queries(queries: DataQuery[]) {
    this.setState({ queries: queries as SceneDataQuery[] });
  }

  add(query: DataQuery) {
    this.queries = [...this.queries, query];
    this.runQueries();
  }

  remove({ refId }: DataQuery) {
    this.queries = this.queries.filter((query) => query.refId !== refId);
    this.runQueries();
  }

  /** Does not run the query: an editor can change it twice before that. */
  replace(changed: DataQuery) {
    this.queries = this.queries.map((query) => (query.refId === changed.refId ? changed : query));
  }

  getUrlState(): SceneObjectUrlValues {
    return { queries: JSON.stringify(this.queries) };
  }

  updateFromUrl({ queries }: SceneObjectUrlValues) {
    const parsed = typeof queries === 'string' ? parseQueries(queries) : [];
    if (parsed.length > 0 && JSON.stringify(parsed) !== JSON.stringify(this.queries)) {
      this.queries = parsed;
      if (this.isActive) {
        this.runQueries();
      }
    }
  }
}
