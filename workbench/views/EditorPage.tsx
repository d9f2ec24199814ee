import type { DataSourceApi } from '@grafana/data';
import { getDataSourceSrv, locationService } from '@grafana/runtime';
import { UrlSyncContextProvider } from '@grafana/scenes';
import { Combobox, EmptyState } from '@grafana/ui';
import React, { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { workbenchBoot } from '../page/boot.ts';
import { text } from '../page/text.ts';
import { Loaded } from '../parts/Loaded.tsx';
import { ViewPage } from '../parts/ViewPage.tsx';
import type { EditorScene } from './EditorScene.ts';

interface Props {
  readonly title: string;
  readonly intro?: string;
  readonly makeScene: (dataSource: DataSourceApi) => EditorScene;
}

/** The page around one of the plugin's editors, with the data source in `?ds=` or the default one. */
export function EditorPage({ title, intro, makeScene }: Props) {
  const [params] = useSearchParams();
  const uid = params.get('ds');
  if (dataSources().length === 0) {
    return (
      <EmptyState variant="not-found" hideImage message={text('state.noDataSource')}>
        {text('state.noDataSourceHelp', { id: workbenchBoot().plugin.id })}
      </EmptyState>
    );
  }
  return (
    <Loaded key={uid} load={() => getDataSourceSrv().get(uid)} failedTitle={text('state.pluginFailed')}>
      {(dataSource) => <Editor {...{ dataSource, title, intro, makeScene }} />}
    </Loaded>
  );
}

function dataSources() {
  return getDataSourceSrv().getList({ pluginId: workbenchBoot().plugin.id, all: true });
}

function Editor({ dataSource, title, intro, makeScene }: Props & { readonly dataSource: DataSourceApi }) {
  const scene = useMemo(() => makeScene(dataSource), [dataSource, makeScene]);
  const { pickers } = scene.useState();
  const actions = (
    <>
      <DataSourcePicker uid={dataSource.uid} />
      {pickers?.map((picker) => (
        <picker.Component key={picker.state.key} model={picker as never} />
      ))}
    </>
  );
  return (
    <UrlSyncContextProvider scene={scene} updateUrlOnInit={true} createBrowserHistorySteps={false}>
      <ViewPage title={title} intro={intro} actions={actions}>
        <scene.Component model={scene} />
      </ViewPage>
    </UrlSyncContextProvider>
  );
}

function DataSourcePicker({ uid }: { uid: string }) {
  const available = dataSources();
  return available.length < 2 ? null : (
    <Combobox
      aria-label={text('query.dataSource')}
      width="auto"
      minWidth={20}
      options={available.map((settings) => ({ value: settings.uid, label: settings.name }))}
      value={uid}
      onChange={({ value }) => locationService.push({ search: `?ds=${encodeURIComponent(value)}` })}
    />
  );
}
