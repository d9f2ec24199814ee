import { css } from '@emotion/css';
import { CoreApp, getNextRefId, type DataFrame, type DataSourceApi, type GrafanaTheme2 } from '@grafana/data';
import { SortOrder, TooltipDisplayMode, type DataQuery } from '@grafana/schema';
import {
  sceneGraph,
  SceneDataTransformer,
  VizPanel,
  type CustomTransformOperator,
  type SceneDataQuery,
} from '@grafana/scenes';
import { Button, Stack, useStyles2 } from '@grafana/ui';
import React from 'react';
import { map } from 'rxjs';
import { InspectPane } from '../inspect/InspectPane.tsx';
import { text } from '../page/text.ts';
import { EditorPage } from './EditorPage.tsx';
import { EditorScene } from './EditorScene.ts';
import { QueriesInUrl } from './QueriesInUrl.ts';
import { QueryRow } from './QueryRow.tsx';

/** The query editor and its result: the workbench's Explore. */
export function QueryPage() {
  return <EditorPage title={text('nav.query')} makeScene={makeScene} />;
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
  const styles = useStyles2(getStyles);
  const { inspectTab } = scene.useState();
  const { data, queries: running } = runner.useState();
  const { value: range } = sceneGraph.getTimeRange(scene).useState();
  const queries = running as DataQuery[];
  const set = (changed: DataQuery[]) => runner.setState({ queries: changed as SceneDataQuery[] });
  // An editor can change its query twice before the next render.
  const replace = (refId: string, changed: DataQuery) =>
    set((runner.state.queries as DataQuery[]).map((query) => (query.refId === refId ? changed : query)));
  const run = () => runner.runQueries();
  return (
    <Stack direction="column" gap={2}>
      {queries.map((query) => (
        <QueryRow
          key={query.refId}
          dataSource={dataSource}
          query={query}
          queries={queries}
          data={data}
          range={range}
          onChange={(changed) => replace(query.refId, changed)}
          onRunQuery={run}
          onDuplicate={() => {
            set([...queries, { ...query, refId: getNextRefId(queries) }]);
            run();
          }}
          onToggleHidden={() => {
            replace(query.refId, { ...query, hide: !query.hide });
            run();
          }}
          onRemove={
            queries.length > 1
              ? () => {
                  set(queries.filter(({ refId }) => refId !== query.refId));
                  run();
                }
              : undefined
          }
        />
      ))}
      <div>
        <Button
          variant="secondary"
          icon="plus"
          onClick={() => {
            set([...queries, newQuery(dataSource, queries)]);
            run();
          }}
        >
          {text('query.add')}
        </Button>
      </div>
      {!(data && data.series.length > 0 && data.series.every(isTable)) && (
        <div className={styles.graph}>
          <graph.Component model={graph} />
        </div>
      )}
      <div className={styles.table}>
        <table.Component model={table} />
      </div>
      <section className={styles.inspect} aria-label={text('inspect.title')}>
        <InspectPane
          title={text('nav.query')}
          data={data}
          tab={inspectTab}
          onTab={(tab) => scene.setState({ inspectTab: tab })}
        />
      </section>
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

const getStyles = (theme: GrafanaTheme2) => ({
  graph: css({ height: '380px' }),
  table: css({ height: '320px' }),
  inspect: css({
    padding: theme.spacing(1, 2),
    background: theme.colors.background.primary,
    border: `1px solid ${theme.colors.border.weak}`,
    borderRadius: theme.shape.radius.default,
  }),
});
