import { css } from '@emotion/css';
import { CoreApp, type DataSourceApi, type GrafanaTheme2, type PanelData, type TimeRange } from '@grafana/data';
import type { DataQuery } from '@grafana/schema';
import { ErrorBoundaryAlert, IconButton, useStyles2 } from '@grafana/ui';
import React from 'react';
import { text } from '../page/text.ts';

interface Props {
  readonly dataSource: DataSourceApi;
  readonly query: DataQuery;
  readonly queries: DataQuery[];
  readonly data: PanelData | undefined;
  readonly range: TimeRange;
  readonly onChange: (query: DataQuery) => void;
  readonly onRunQuery: () => void;
  readonly onDuplicate: () => void;
  readonly onToggleHidden: () => void;
  readonly onRemove: (() => void) | undefined;
}

/** The plugin's query editor below the header of a query row. */
export function QueryRow({
  dataSource,
  query,
  queries,
  data,
  range,
  onDuplicate,
  onToggleHidden,
  onRemove,
  onChange,
  onRunQuery,
}: Props) {
  const styles = useStyles2(getStyles);
  const { refId } = query;
  const Editor = dataSource.components?.QueryEditor;
  return (
    <section className={styles.row} aria-label={text('query.row', { refId })}>
      <div className={styles.header}>
        <span className={styles.refId}>{refId}</span>
        <span className={styles.dataSource}>{dataSource.name}</span>
        <div className={styles.buttons}>
          <IconButton name="copy" tooltip={text('query.duplicate', { refId })} onClick={onDuplicate} />
          <IconButton
            name={query.hide ? 'eye-slash' : 'eye'}
            tooltip={text(query.hide ? 'query.show' : 'query.hide', { refId })}
            aria-pressed={query.hide ?? false}
            onClick={onToggleHidden}
          />
          {onRemove && <IconButton name="trash-alt" tooltip={text('query.remove', { refId })} onClick={onRemove} />}
        </div>
      </div>
      <div className={styles.editor}>
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
              onChange={onChange}
              onRunQuery={onRunQuery}
            />
          </ErrorBoundaryAlert>
        ) : (
          text('query.noEditor')
        )}
      </div>
    </section>
  );
}

/** The frames and errors of one query. */
function resultOfQuery(data: PanelData, refId: string): PanelData {
  const errors = data.errors?.filter((error) => error.refId === undefined || error.refId === refId);
  return { ...data, series: data.series.filter((frame) => frame.refId === refId), errors, error: errors?.[0] };
}

const getStyles = (theme: GrafanaTheme2) => ({
  row: css({
    background: theme.colors.background.primary,
    border: `1px solid ${theme.colors.border.weak}`,
    borderRadius: theme.shape.radius.default,
  }),
  header: css({
    display: 'flex',
    alignItems: 'center',
    gap: theme.spacing(1),
    padding: theme.spacing(0.5, 1),
    background: theme.colors.background.secondary,
    borderRadius: theme.shape.radius.default,
  }),
  refId: css({ color: theme.colors.text.link, fontWeight: theme.typography.fontWeightMedium }),
  dataSource: css({ color: theme.colors.text.secondary }),
  buttons: css({ display: 'flex', gap: theme.spacing(0.5), marginLeft: 'auto' }),
  editor: css({ padding: theme.spacing(1) }),
});
