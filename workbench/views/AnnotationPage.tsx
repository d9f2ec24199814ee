import { css } from '@emotion/css';
import {
  CoreApp,
  dateTimeFormat,
  type AnnotationQuery,
  type DataSourceApi,
  type GrafanaTheme2,
  type TimeZone,
} from '@grafana/data';
import type { DataQuery } from '@grafana/schema';
import { SceneDataLayerSet, sceneGraph, SceneQueryRunner, VizPanel, type SceneObject } from '@grafana/scenes';
import {
  Alert,
  ErrorBoundaryAlert,
  RenderUserContentAsHTML,
  Stack,
  TagList,
  Text,
  useTheme2,
  type Column,
} from '@grafana/ui';
import React, { useEffect, useMemo, useState, type ReactNode } from 'react';
import type { PanelNotice } from '../inspect/frameNotices.ts';
import { text, type TextKey } from '../page/text.ts';
import { annotationEvents, type PlotAnnotation } from '../panels/annotations/annotationEvents.ts';
import { DataTable } from '../parts/DataTable.tsx';
import { BLANK_SERIES } from './blankSeries.ts';
import { EditorPage } from './EditorPage.tsx';
import { EditorScene } from './EditorScene.ts';
import { PreviewLayer } from './PreviewLayer.ts';

/** The plugin's annotation editor with a preview of the events, by Grafana's annotation layer on an empty graph. */
export function AnnotationPage() {
  return <EditorPage title={text('nav.annotations')} intro={text('annotation.intro')} makeScene={makeScene} />;
}

function makeScene(dataSource: DataSourceApi): EditorScene {
  const query = newAnnotation(dataSource);
  const layer = new PreviewLayer({ key: 'preview', name: query.name, query });
  const timeline = new VizPanel({
    key: 'panel-1',
    pluginId: 'timeseries',
    title: text('annotation.preview'),
    options: { legend: { showLegend: false }, tooltip: { mode: 'none' } },
    $data: new SceneQueryRunner({ datasource: BLANK_SERIES, queries: [{ refId: 'A' }] }),
  });
  return new EditorScene({
    app: CoreApp.Dashboard,
    from: 'now-24h',
    $data: new SceneDataLayerSet({ layers: [layer] }),
    parts: [timeline],
    render: (scene) => <AnnotationBody {...{ dataSource, layer, timeline, scene }} />,
  });
}

interface Props {
  readonly dataSource: DataSourceApi;
  readonly layer: PreviewLayer;
  readonly timeline: VizPanel;
  readonly scene: SceneObject;
}

function AnnotationBody({ dataSource, layer, timeline, scene }: Props) {
  const { data } = layer.useState();
  const [notices, setNotices] = useState<PanelNotice[]>([]);
  useEffect(() => {
    const subscription = layer.notices.subscribe(setNotices);
    return () => subscription.unsubscribe();
  }, [layer]);
  const events = useMemo(() => annotationEvents(data?.series ?? []), [data]);
  const timeZone = sceneGraph.getTimeRange(scene).getTimeZone();
  const theme = useTheme2();
  const columns = useMemo(() => eventColumns(timeZone, theme), [timeZone, theme]);
  return (
    <Stack direction="column" gap={2}>
      <ErrorBoundaryAlert>
        <Editor dataSource={dataSource} layer={layer} scene={scene} />
      </ErrorBoundaryAlert>
      <div>
        {notices.map(({ severity, text: message }, index) => (
          <Alert key={index} severity={severity} title={message} />
        ))}
      </div>
      <div className={timelineStyle}>
        <timeline.Component model={timeline} />
      </div>
      <Text element="h2" variant="h5">
        {events.length > 0 ? text('annotation.events', { count: events.length }) : text('annotation.noEvents')}
      </Text>
      {events.length > 0 && <DataTable label={text('annotation.eventList')} columns={columns} rows={events} />}
    </Stack>
  );
}

/** The plugin's annotation editor, or its query editor if it has none, with the props that Grafana passes to it. */
function Editor({ dataSource, layer, scene }: Pick<Props, 'dataSource' | 'layer' | 'scene'>) {
  const { data, query: saved } = layer.useState();
  const { value: range } = sceneGraph.getTimeRange(scene).useState();
  const { annotations: support, components } = dataSource;
  const PluginEditor = support?.QueryEditor ?? components?.QueryEditor;
  if (!support || !PluginEditor) {
    return text('annotation.none');
  }
  const annotation: AnnotationQuery = support.prepareAnnotation?.(saved) ?? saved;
  const query = (support.prepareQuery ? support.prepareQuery(annotation) : annotation.target) as DataQuery | undefined;
  const change = (changed: AnnotationQuery) => {
    layer.setState({ query: changed });
    layer.runLayer();
  };
  return (
    <PluginEditor
      app={CoreApp.Dashboard}
      datasource={dataSource}
      query={{ ...query, refId: query?.refId ?? 'Anno' }}
      data={data}
      range={range}
      annotation={annotation}
      onAnnotationChange={change}
      onChange={(target: DataQuery) => change({ ...annotation, target: target as AnnotationQuery['target'] })}
      onRunQuery={() => layer.runLayer()}
    />
  );
}

function eventColumns(timeZone: TimeZone, { visualization }: GrafanaTheme2): Array<Column<PlotAnnotation>> {
  const time = (epochMs: number) => <span className={timeStyle}>{dateTimeFormat(epochMs, { timeZone })}</span>;
  const cells: Array<[TextKey, (event: PlotAnnotation) => ReactNode]> = [
    [
      'annotation.from',
      ({ fromEpochMs, color = 'red' }) => (
        <span className={markStyle} style={{ borderColor: visualization.getColorByName(color) }}>
          {time(fromEpochMs)}
        </span>
      ),
    ],
    ['annotation.to', ({ fromEpochMs, toEpochMs }) => toEpochMs > fromEpochMs && time(toEpochMs)],
    ['annotation.title', ({ title }) => title],
    ['annotation.text', (event) => <RenderUserContentAsHTML content={event.text} />],
    ['annotation.tags', ({ tags }) => <TagList tags={tags} className={tagStyle} />],
  ];
  return cells.map(([key, cell]) => ({ id: key, header: text(key), cell: ({ row }) => cell(row.original) }));
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

const timelineStyle = css({ height: '240px' });
const timeStyle = css({ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' });
const tagStyle = css({ justifyContent: 'flex-start' });
const markStyle = css({ borderLeft: '4px solid', paddingLeft: '8px' });
