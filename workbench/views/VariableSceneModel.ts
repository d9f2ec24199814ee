import type { DataSourceApi } from '@grafana/data';
import type { QueryVariable, SceneObject, SceneObjectState, VariableValueSelectors } from '@grafana/scenes';

export interface VariableSceneState extends SceneObjectState {
  readonly dataSource: DataSourceApi;
  readonly selectors: VariableValueSelectors;
}

/** The part of `VariableScene` that its layout uses. The layout cannot import the scene, because the scene imports the layout. */
export interface VariableSceneModel extends SceneObject<VariableSceneState> {
  readonly variable: QueryVariable;
  readonly run: () => void;
}
