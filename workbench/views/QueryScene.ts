import { CoreApp, type DataQueryRequest, type DataSourceApi } from '@grafana/data';
import { SortOrder, TooltipDisplayMode, type DataQuery } from '@grafana/schema';
import {
  SceneDataTransformer,
  SceneObjectBase,
  SceneObjectUrlSyncConfig,
  SceneQueryRunner,
  SceneRefreshPicker,
  SceneTimePicker,
  SceneTimeRange,
  UserActionEvent,
  VizPanel,
  type DataRequestEnricher,
  type SceneDataQuery,
  type SceneObjectUrlValues,
} from '@grafana/scenes';
import { text } from '../page/text.ts';
import { QueryLayout } from './QueryLayout.tsx';
import { newQuery, parseQueries } from './queryList.ts';
import type { QuerySceneModel, QuerySceneState } from './QuerySceneModel.ts';
import { withoutTables } from './tableFrames.ts';

/** The workbench's Explore: the queries being edited, and their result as a graph and as a table. */
export class QueryScene extends SceneObjectBase<QuerySceneState> implements QuerySceneModel, DataRequestEnricher {
  static Component = QueryLayout;

  protected _urlSync = new SceneObjectUrlSyncConfig(this, { keys: ['queries'] });

  constructor(dataSource: DataSourceApi) {
    const queries = [newQuery(dataSource, [])];
    super({
      dataSource,
      queries,
      inspectTab: 'frames',
      $timeRange: new SceneTimeRange({ from: 'now-6h', to: 'now' }),
      $data: new SceneQueryRunner({
        datasource: dataSource.getRef(),
        queries: queries as SceneDataQuery[],
        maxDataPointsFromWidth: true,
      }),
      timePicker: new SceneTimePicker({}),
      refreshPicker: new SceneRefreshPicker({ withText: true, primary: true, refresh: '' }),
      graph: new VizPanel({
        key: 'panel-1',
        pluginId: 'timeseries',
        title: text('query.graph'),
        options: { tooltip: { mode: TooltipDisplayMode.Multi, sort: SortOrder.None } },
        $data: new SceneDataTransformer({ transformations: [withoutTables] }),
        extendPanelContext: (_panel, context) => {
          context.onOpenInspector = () => this.setState({ inspectTab: 'notices' });
        },
      }),
      table: new VizPanel({ key: 'panel-2', pluginId: 'table', title: text('query.table') }),
    });
    this.addActivationHandler(() => {
      this._subs.add(this.subscribeToEvent(UserActionEvent, ({ payload }) => this.onUserAction(payload)));
    });
  }

  /** The status button of a panel does not open the inspector itself: it only publishes an event. */
  private onUserAction({ interaction }: UserActionEvent['payload']) {
    if (interaction === 'panel-status-message-clicked') {
      this.setState({ inspectTab: 'notices' });
    }
  }

  get runner(): SceneQueryRunner {
    return this.state.$data as SceneQueryRunner;
  }

  setQueries(queries: DataQuery[]) {
    this.setState({ queries });
    this.runner.setState({ queries: queries as SceneDataQuery[] });
  }

  run() {
    this.runner.runQueries();
  }

  getUrlState(): SceneObjectUrlValues {
    return { queries: JSON.stringify(this.state.queries) };
  }

  updateFromUrl({ queries }: SceneObjectUrlValues) {
    const parsed = typeof queries === 'string' ? parseQueries(queries) : [];
    if (parsed.length > 0 && JSON.stringify(parsed) !== JSON.stringify(this.state.queries)) {
      this.setQueries(parsed);
      if (this.isActive) {
        this.run();
      }
    }
  }

  enrichDataRequest(): Partial<DataQueryRequest> {
    return { app: CoreApp.Explore };
  }
}
