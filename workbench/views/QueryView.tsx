import type { DataSourceApi } from '@grafana/data';
import { UrlSyncContextProvider } from '@grafana/scenes';
import React, { useMemo, type ReactNode } from 'react';
import { text } from '../page/text.ts';
import { DataSourceView } from './DataSourceView.tsx';
import { QueryScene } from './QueryScene.ts';
import { ViewPage } from '../parts/ViewPage.tsx';

/** The query editor and its result. */
export function QueryView() {
  return (
    <DataSourceView>
      {(dataSource, picker) => <Query key={dataSource.uid} dataSource={dataSource} picker={picker} />}
    </DataSourceView>
  );
}

function Query({ dataSource, picker }: { dataSource: DataSourceApi; picker: ReactNode }) {
  const scene = useMemo(() => new QueryScene(dataSource), [dataSource]);
  const { timePicker, refreshPicker } = scene.useState();
  return (
    <UrlSyncContextProvider scene={scene} updateUrlOnInit={true} createBrowserHistorySteps={false}>
      <ViewPage
        title={text('nav.query')}
        actions={
          <>
            {picker}
            <timePicker.Component model={timePicker} />
            <refreshPicker.Component model={refreshPicker} />
          </>
        }
      >
        <scene.Component model={scene} />
      </ViewPage>
    </UrlSyncContextProvider>
  );
}
