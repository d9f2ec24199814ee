import {
  SceneObjectUrlSyncConfig,
  SceneQueryRunner,
  type SceneDataQuery,
  type SceneObjectUrlValues,
} from '@grafana/scenes';
import { parseQueries } from './parseQueries.ts';

/** A query runner whose queries are in the URL parameter `queries`. */
export class QueriesInUrl extends SceneQueryRunner {
  protected _urlSync = new SceneObjectUrlSyncConfig(this, { keys: ['queries'] });

  getUrlState(): SceneObjectUrlValues {
    return { queries: JSON.stringify(this.state.queries) };
  }

  updateFromUrl({ queries }: SceneObjectUrlValues) {
    const parsed = typeof queries === 'string' ? parseQueries(queries) : [];
    if (parsed.length > 0 && JSON.stringify(parsed) !== JSON.stringify(this.state.queries)) {
      this.setState({ queries: parsed as SceneDataQuery[] });
      if (this.isActive) {
        this.runQueries();
      }
    }
  }
}
