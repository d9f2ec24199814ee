import { CoreApp, getNextRefId, type DataSourceApi, type PanelData } from '@grafana/data';
import type { DataQuery } from '@grafana/schema';
import { sceneGraph } from '@grafana/scenes';
import { Box, ErrorBoundaryAlert, IconButton, Stack, Text } from '@grafana/ui';
import React from 'react';
import { text } from '../page/text.ts';
import type { QueriesInUrl } from './QueriesInUrl.ts';

interface Props {
  readonly dataSource: DataSourceApi;
  readonly runner: QueriesInUrl;
  readonly query: DataQuery;
}

/** The plugin's query editor below the header of a query row. */
export function QueryRow({ dataSource, runner, query }: Props) {
  const { data } = runner.useState();
  const { value: range } = sceneGraph.getTimeRange(runner).useState();
  const { queries } = runner;
  const { refId, hide = false } = query;
  const Editor = dataSource.components?.QueryEditor;
  const toggleHidden = () => {
    runner.replace({ ...query, hide: !hide });
    runner.runQueries();
  };
  return (
    <Box element="section" aria-label={text('query.row', { refId })} {...FRAME}>
      <Box backgroundColor="secondary" paddingX={1} paddingY={0.5} display="flex" alignItems="center" gap={1}>
        <Text color="link" weight="medium">
          {refId}
        </Text>
        <Box flex={1}>
          <Text color="secondary">{dataSource.name}</Text>
        </Box>
        <Stack gap={0.5}>
          <IconButton
            name="copy"
            tooltip={text('query.duplicate', { refId })}
            onClick={() => runner.add({ ...query, refId: getNextRefId(queries) })}
          />
          <IconButton
            name={hide ? 'eye-slash' : 'eye'}
            tooltip={text(hide ? 'query.show' : 'query.hide', { refId })}
            aria-pressed={hide}
            onClick={toggleHidden}
          />
          {queries.length > 1 && (
            <IconButton
              name="trash-alt"
              tooltip={text('query.remove', { refId })}
              onClick={() => runner.remove(query)}
            />
          )}
        </Stack>
      </Box>
      <Box padding={1}>
        {Editor ? (
          <ErrorBoundaryAlert>
            <Editor
              app={CoreApp.Explore}
              datasource={dataSource}
              query={query}
              queries={queries}
              data={data && resultOfQuery(data, refId)}
              range={range}
              history={[]}
              onChange={(changed) => runner.replace(changed)}
              onRunQuery={() => runner.runQueries()}
            />
          </ErrorBoundaryAlert>
        ) : (
          text('query.noEditor')
        )}
      </Box>
    </Box>
  );
}

/** The look of a query and of its result. */
export const FRAME = {
  backgroundColor: 'primary',
  borderStyle: 'solid',
  borderColor: 'weak',
  borderRadius: 'default',
} as const;

/** The frames and errors of one query. */
function resultOfQuery(data: PanelData, refId: string): PanelData {
  const errors = data.errors?.filter((error) => error.refId === undefined || error.refId === refId);
  return { ...data, series: data.series.filter((frame) => frame.refId === refId), errors, error: errors?.[0] };
}
