import { css } from '@emotion/css';
import type { GrafanaTheme2 } from '@grafana/data';
import { sceneGraph, type SceneComponentProps } from '@grafana/scenes';
import { Button, Stack, useStyles2 } from '@grafana/ui';
import React from 'react';
import { InspectPane } from '../inspect/InspectPane.tsx';
import { text } from '../page/text.ts';
import { duplicateQuery, newQuery, removeQuery, replaceQuery } from './queryList.ts';
import { QueryRow } from './QueryRow.tsx';
import type { QuerySceneModel } from './QuerySceneModel.ts';
import { isTable } from './tableFrames.ts';

/**
 * The queries at the top and their result below: a graph, a table and the inspect pane. As in Explore, there is no graph of
 * frames that are tables.
 */
export function QueryLayout({ model }: SceneComponentProps<QuerySceneModel>) {
  const styles = useStyles2(getStyles);
  const { dataSource, queries, graph, table, inspectTab } = model.useState();
  const { data } = model.runner.useState();
  const { value: range } = sceneGraph.getTimeRange(model).useState();
  const change = (changed: typeof queries) => {
    model.setQueries(changed);
    model.run();
  };
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
          onChange={(changed) => model.setQueries(replaceQuery(model.state.queries, query.refId, changed))}
          onRunQuery={() => model.run()}
          onDuplicate={() => change(duplicateQuery(queries, query))}
          onToggleHidden={() => change(replaceQuery(queries, query.refId, { ...query, hide: !query.hide }))}
          onRemove={queries.length > 1 ? () => change(removeQuery(queries, query.refId)) : undefined}
        />
      ))}
      <div>
        <Button variant="secondary" icon="plus" onClick={() => change([...queries, newQuery(dataSource, queries)])}>
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
          onTab={(tab) => model.setState({ inspectTab: tab })}
        />
      </section>
    </Stack>
  );
}

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
