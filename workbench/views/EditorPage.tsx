import type { DataSourceApi } from '@grafana/data';
import { getDataSourceSrv, locationService } from '@grafana/runtime';
import { UrlSyncContextProvider } from '@grafana/scenes';
import { Combobox } from '@grafana/ui';
import React, { useCallback, useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { workbenchBoot } from '../page/boot.ts';
import { text } from '../page/text.ts';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { usePromise } from '../parts/usePromise.ts';
import { ViewPage } from '../parts/ViewPage.tsx';
import { ViewState } from '../parts/ViewState.tsx';
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
  const [loaded, retry] = usePromise(useCallback(() => getDataSourceSrv().get(uid), [uid]));
  const { id } = workbenchBoot().plugin;
  if (getDataSourceSrv().getList({ pluginId: id, all: true }).length === 0) {
    return <EmptyNote title={text('state.noDataSource')}>{text('state.noDataSourceHelp', { id })}</EmptyNote>;
  }
  return (
    <ViewState loaded={loaded} onRetry={retry} failedTitle={text('state.pluginFailed')}>
      {(dataSource) => <Editor key={dataSource.uid} {...{ dataSource, title, intro, makeScene }} />}
    </ViewState>
  );
}

function Editor({ dataSource, title, intro, makeScene }: Props & { readonly dataSource: DataSourceApi }) {
  const scene = useMemo(() => makeScene(dataSource), [dataSource, makeScene]);
  const { pickers } = scene.useState();
  useEffect(() => {
    // HostTemplateSrv reads the variables of the scene on screen from here.
    window.__grafanaSceneContext = scene;
    return () => {
      window.__grafanaSceneContext = undefined;
    };
  }, [scene]);
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
  const available = getDataSourceSrv().getList({ pluginId: workbenchBoot().plugin.id, all: true });
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
