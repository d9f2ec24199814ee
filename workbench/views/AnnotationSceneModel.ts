import type { AnnotationQuery, DataSourceApi } from '@grafana/data';
import type { SceneObject, SceneObjectState, SceneRefreshPicker, SceneTimePicker, VizPanel } from '@grafana/scenes';
import type { PreviewLayer } from './PreviewLayer.ts';

export interface AnnotationSceneState extends SceneObjectState {
  readonly dataSource: DataSourceApi;
  readonly annotation: AnnotationQuery;
  readonly timePicker: SceneTimePicker;
  readonly refreshPicker: SceneRefreshPicker;
  readonly timeline: VizPanel;
}

/** The part of `AnnotationScene` that its layout uses. The layout cannot import the scene, because the scene imports the layout. */
export interface AnnotationSceneModel extends SceneObject<AnnotationSceneState> {
  readonly layer: PreviewLayer;
  readonly setAnnotation: (annotation: AnnotationQuery) => void;
  readonly run: () => void;
}
