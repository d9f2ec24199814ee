import { CoreApp, type AnnotationQuery, type DataQueryRequest, type DataSourceApi } from '@grafana/data';
import type { DataQuery } from '@grafana/schema';
import {
  SceneDataLayerSet,
  SceneObjectBase,
  SceneQueryRunner,
  SceneRefreshPicker,
  SceneTimePicker,
  SceneTimeRange,
  VizPanel,
  type DataRequestEnricher,
} from '@grafana/scenes';
import { text } from '../page/text.ts';
import { AnnotationLayout } from './AnnotationLayout.tsx';
import type { AnnotationSceneModel, AnnotationSceneState } from './AnnotationSceneModel.ts';
import { blankSeries } from './blankSeries.ts';
import { PreviewLayer } from './PreviewLayer.ts';

/** The annotation being edited, which Grafana's annotation layer runs and shows on an empty graph. */
export class AnnotationScene
  extends SceneObjectBase<AnnotationSceneState>
  implements AnnotationSceneModel, DataRequestEnricher
{
  static Component = AnnotationLayout;

  readonly layer: PreviewLayer;

  constructor(dataSource: DataSourceApi) {
    const annotation = newAnnotation(dataSource);
    const layer = new PreviewLayer({ key: 'preview', name: annotation.name, query: annotation });
    super({
      dataSource,
      annotation,
      $timeRange: new SceneTimeRange({ from: 'now-24h', to: 'now' }),
      $data: new SceneDataLayerSet({ layers: [layer] }),
      timePicker: new SceneTimePicker({}),
      refreshPicker: new SceneRefreshPicker({ withText: true, primary: true, refresh: '' }),
      timeline: new VizPanel({
        key: 'panel-1',
        pluginId: 'timeseries',
        title: text('annotation.preview'),
        options: { legend: { showLegend: false }, tooltip: { mode: 'none' } },
        $data: new SceneQueryRunner({ datasource: blankSeries(), queries: [{ refId: 'A' }] }),
      }),
    });
    this.layer = layer;
  }

  setAnnotation(annotation: AnnotationQuery) {
    this.setState({ annotation });
    this.layer.setState({ query: annotation, name: annotation.name });
  }

  run() {
    this.layer.runLayer();
  }

  enrichDataRequest(): Partial<DataQueryRequest> {
    return { app: CoreApp.Dashboard };
  }
}

function newAnnotation(dataSource: DataSourceApi): AnnotationQuery {
  const defaults = dataSource.annotations?.getDefaultQuery?.();
  return {
    name: text('nav.annotations'),
    datasource: dataSource.getRef(),
    enable: true,
    iconColor: 'red',
    target: { ...defaults, refId: 'Anno' } as DataQuery as AnnotationQuery['target'],
  };
}
