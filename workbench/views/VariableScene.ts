import { VariableRefresh, VariableSort, type DataQuery } from '@grafana/schema';
import type { DataSourceApi } from '@grafana/data';
import {
  QueryVariable,
  SceneObjectBase,
  SceneTimeRange,
  SceneVariableSet,
  VariableValueSelectors,
  type SceneDataQuery,
  type SceneVariable,
} from '@grafana/scenes';
import type { Subscription } from 'rxjs';
import { VariableLayout } from './VariableLayout.tsx';
import type { VariableSceneModel, VariableSceneState } from './VariableSceneModel.ts';

/** The query variable being edited, in one variable set with the variables that it can refer to. */
export class VariableScene extends SceneObjectBase<VariableSceneState> implements VariableSceneModel {
  static Component = VariableLayout;

  readonly variable: QueryVariable;
  private running: Subscription | undefined;

  constructor(dataSource: DataSourceApi, context: SceneVariable[]) {
    const variable = new QueryVariable({
      name: freeName(context),
      datasource: dataSource.getRef(),
      query: defaultQuery(dataSource),
      refresh: VariableRefresh.onDashboardLoad,
      sort: VariableSort.disabled,
    });
    super({
      dataSource,
      selectors: new VariableValueSelectors({}),
      $timeRange: new SceneTimeRange({ from: 'now-6h', to: 'now' }),
      $variables: new SceneVariableSet({ variables: [...context, variable] }),
    });
    this.variable = variable;
  }

  /** Queries the values again after the variable has changed. */
  run() {
    this.running?.unsubscribe();
    this.variable.setState({ error: null });
    this.running = this.variable.validateAndUpdate().subscribe({
      complete: () => this.variable.setState({ loading: false }),
      error: (error: { message?: string }) =>
        this.variable.setState({ loading: false, options: [], error: error.message ?? String(error) }),
    });
  }
}

function freeName(context: SceneVariable[]): string {
  const taken = new Set(context.map((variable) => variable.state.name));
  return ['preview', 'preview_2'].find((name) => !taken.has(name)) ?? 'preview_3';
}

/** The query that Grafana gives a new query variable: the plugin's default, or an empty query. */
function defaultQuery(dataSource: DataSourceApi): string | SceneDataQuery {
  if (!dataSource.variables) {
    return '';
  }
  const query: DataQuery = { refId: 'variable-query', ...dataSource.variables.getDefaultQuery?.() };
  return query as SceneDataQuery;
}
