import type { DataSourceApi } from '@grafana/data';
import type { DataQuery } from '@grafana/schema';
import type {
  SceneObject,
  SceneObjectState,
  SceneQueryRunner,
  SceneRefreshPicker,
  SceneTimePicker,
  VizPanel,
} from '@grafana/scenes';
import type { InspectTab } from '../inspect/InspectPane.tsx';

export interface QuerySceneState extends SceneObjectState {
  readonly dataSource: DataSourceApi;
  readonly queries: DataQuery[];
  readonly inspectTab: InspectTab;
  readonly timePicker: SceneTimePicker;
  readonly refreshPicker: SceneRefreshPicker;
  readonly graph: VizPanel;
  readonly table: VizPanel;
}

/** The part of `QueryScene` that its layout uses. The layout cannot import the scene, because the scene imports the layout. */
export interface QuerySceneModel extends SceneObject<QuerySceneState> {
  readonly runner: SceneQueryRunner;
  readonly setQueries: (queries: DataQuery[]) => void;
  readonly run: () => void;
}
