import { css } from '@emotion/css';
import { CoreApp, getNextRefId, type DataFrame, type DataSourceApi } from '@grafana/data';
import { SortOrder, TooltipDisplayMode, type DataQuery } from '@grafana/schema';
import { SceneDataTransformer, VizPanel, type CustomTransformOperator, type SceneDataQuery } from '@grafana/scenes';
import { Box, Button, Stack } from '@grafana/ui';
import React from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { map } from 'rxjs';
import { InspectPane } from '../inspect/InspectPane.tsx';
import { text } from '../page/text.ts';
import { EditorPage } from './EditorPage.tsx';
import { EditorScene } from './EditorScene.ts';
import { paneSearch } from './paneSearch.ts';
import { QueriesInUrl } from './QueriesInUrl.ts';
import { FRAME, QueryRow } from './QueryRow.tsx';

/** The query editor and its result: the workbench's Explore. An address of Explore is replaced by that of the editor. */
export function QueryPage() {
  const { search } = useLocation();
  const pane = paneSearch(search);
  return pane === undefined ? (
    <EditorPage title={text('nav.query')} makeScene={makeScene} />
  ) : (
    <Navigate to={{ search: pane }} replace />
  );
}

function makeScene(dataSource: DataSourceApi): EditorScene {
  const runner = new QueriesInUrl({
    datasource: dataSource.getRef(),
    queries: [newQuery(dataSource, []) as SceneDataQuery],
    maxDataPointsFromWidth: true,
  });
  const graph = new VizPanel({
    key: 'panel-1',
    pluginId: 'timeseries',
    title: text('query.graph'),
    options: { tooltip: { mode: TooltipDisplayMode.Multi, sort: SortOrder.None } },
    $data: new SceneDataTransformer({ transformations: [withoutTables] }),
    extendPanelContext: (_panel, context) => {
      context.onOpenInspector = () => scene.showNotices();
    },
  });
  const table = new VizPanel({ key: 'panel-2', pluginId: 'table', title: text('query.table') });
  const scene: EditorScene = new EditorScene({
    app: CoreApp.Explore,
    from: 'now-6h',
    $data: runner,
    parts: [graph, table],
    render: () => <QueryBody {...{ dataSource, scene, runner, graph, table }} />,
  });
  return scene;
}

interface Props {
  readonly dataSource: DataSourceApi;
  readonly scene: EditorScene;
  readonly runner: QueriesInUrl;
  readonly graph: VizPanel;
  readonly table: VizPanel;
}

/** The queries, then a graph, a table and the inspect pane. As in Explore, there is no graph of frames that are tables. */
function QueryBody({ dataSource, scene, runner, graph, table }: Props) {
  const { inspectTab } = scene.useState();
  const { data } = runner.useState();
  const { queries } = runner;
  return (
    <Stack direction="column" gap={2}>
      {queries.map((query) => (
        <QueryRow key={query.refId} {...{ dataSource, runner, query }} />
      ))}
      <div>
        <Button variant="secondary" icon="plus" onClick={() => runner.add(newQuery(dataSource, queries))}>
          {text('query.add')}
        </Button>
      </div>
      {!(data && data.series.length > 0 && data.series.every(isTable)) && (
        <div className={graphArea}>
          <graph.Component model={graph} />
        </div>
      )}
      <div className={tableArea}>
        <table.Component model={table} />
      </div>
      <Box element="section" aria-label={text('inspect.title')} paddingX={2} paddingY={1} {...FRAME}>
        <InspectPane
          title={text('nav.query')}
          data={data}
          tab={inspectTab}
          onTab={(tab) => scene.setState({ inspectTab: tab })}
        />
      </Box>
    </Stack>
  );
}

/** A new query with the plugin's defaults. */
function newQuery(dataSource: DataSourceApi, queries: DataQuery[]): DataQuery {
  const defaults = dataSource.getDefaultQuery?.(CoreApp.Explore);
  return { ...defaults, refId: getNextRefId(queries), datasource: dataSource.getRef() };
}

/** True for a frame that Explore shows only as a table. */
function isTable({ meta }: DataFrame): boolean {
  return meta?.preferredVisualisationType === 'table';
}

const withoutTables: CustomTransformOperator = () => map((frames) => frames.filter((frame) => !isTable(frame)));

const graphArea = css({ height: '380px' });
const tableArea = css({ height: '320px' });
