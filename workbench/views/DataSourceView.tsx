import type { DataSourceApi } from '@grafana/data';
import { getDataSourceSrv, locationService } from '@grafana/runtime';
import { Combobox } from '@grafana/ui';
import React, { useCallback, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { workbenchBoot } from '../page/boot.ts';
import { text } from '../page/text.ts';
import { usePromise } from '../parts/usePromise.ts';
import { ViewState } from '../parts/ViewState.tsx';

interface Props {
  readonly children: (dataSource: DataSourceApi, chooser: ReactNode) => ReactNode;
}

/**
 * Loads the plugin and makes the data source that `?ds=` names, or the default one, and gives it to a view, with a chooser
 * where there are several.
 */
export function DataSourceView({ children }: Props) {
  const [params] = useSearchParams();
  const uid = params.get('ds');
  const [loaded, retry] = usePromise(useCallback(() => getDataSourceSrv().get(uid), [uid]));
  const { id: pluginId } = workbenchBoot().plugin;
  const choices = getDataSourceSrv().getList({ pluginId, all: true });
  if (choices.length === 0) {
    return <EmptyNote title={text('state.noDataSource')}>{text('state.noDataSourceHelp', { id: pluginId })}</EmptyNote>;
  }
  return (
    <ViewState loaded={loaded} onRetry={retry} failedTitle={text('state.pluginFailed')}>
      {(dataSource) =>
        children(
          dataSource,
          choices.length > 1 && (
            <Combobox
              aria-label={text('query.dataSource')}
              width="auto"
              minWidth={20}
              options={choices.map((settings) => ({ value: settings.uid, label: settings.name }))}
              value={dataSource.uid}
              onChange={({ value }) => locationService.push({ search: `?ds=${encodeURIComponent(value)}` })}
            />
          )
        )
      }
    </ViewState>
  );
}
