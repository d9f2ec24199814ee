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
  readonly children: (dataSource: DataSourceApi, picker: ReactNode) => ReactNode;
}

/**
 * Loads the plugin and passes a view the data source in `?ds=`, or the default one. If there are several data sources, the
 * view also gets a picker.
 */
export function DataSourceView({ children }: Props) {
  const [params] = useSearchParams();
  const uid = params.get('ds');
  const [loaded, retry] = usePromise(useCallback(() => getDataSourceSrv().get(uid), [uid]));
  const { id: pluginId } = workbenchBoot().plugin;
  const available = getDataSourceSrv().getList({ pluginId, all: true });
  if (available.length === 0) {
    return <EmptyNote title={text('state.noDataSource')}>{text('state.noDataSourceHelp', { id: pluginId })}</EmptyNote>;
  }
  return (
    <ViewState loaded={loaded} onRetry={retry} failedTitle={text('state.pluginFailed')}>
      {(dataSource) =>
        children(
          dataSource,
          available.length > 1 && (
            <Combobox
              aria-label={text('query.dataSource')}
              width="auto"
              minWidth={20}
              options={available.map((settings) => ({ value: settings.uid, label: settings.name }))}
              value={dataSource.uid}
              onChange={({ value }) => locationService.push({ search: `?ds=${encodeURIComponent(value)}` })}
            />
          )
        )
      }
    </ViewState>
  );
}
