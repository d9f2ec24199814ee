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
  type SceneObjectState,
} from '@grafana/scenes';
import { text } from '../page/text.ts';
import { AnnotationLayout } from './AnnotationLayout.tsx';
import { blankSeries } from './blankSeries.ts';
import { PreviewLayer } from './PreviewLayer.ts';

interface AnnotationSceneState extends SceneObjectState {
  readonly dataSource: DataSourceApi;
  readonly annotation: AnnotationQuery;
  readonly timePicker: SceneTimePicker;
  readonly refreshPicker: SceneRefreshPicker;
  readonly timeline: VizPanel;
}

/** An annotation being edited, run by Grafana's own annotation layer over an empty time axis. */
export class AnnotationScene extends SceneObjectBase<AnnotationSceneState> implements DataRequestEnricher {
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
