import type {
  SceneGridLayout,
  SceneObject,
  SceneObjectState,
  SceneRefreshPicker,
  SceneTimePicker,
  VariableValueSelectors,
  VizPanel,
} from '@grafana/scenes';
import type { LinkModel } from './dashboardModel.ts';

export interface DashboardSceneState extends SceneObjectState {
  readonly uid: string;
  readonly title: string;
  readonly selectors: VariableValueSelectors;
  readonly timePicker: SceneTimePicker;
  readonly refreshPicker: SceneRefreshPicker;
  readonly body: SceneGridLayout;
  readonly links: LinkModel[];
  /** Variables that the workbench cannot show. */
  readonly unsupported: string[];
  /** Id of the panel in full view. */
  readonly viewPanel?: number;
  /** Id of the panel that the inspect drawer shows. */
  readonly inspect?: number;
}

/** The part of `DashboardScene` that its layout uses. The layout cannot import the scene, because the scene imports the layout. */
export interface DashboardSceneModel extends SceneObject<DashboardSceneState> {
  readonly findPanel: (id: number | undefined) => VizPanel | undefined;
}
