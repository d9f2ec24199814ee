import type { DataSourceApi } from '@grafana/data';
import { UrlSyncContextProvider } from '@grafana/scenes';
import React, { useMemo, type ReactNode } from 'react';
import { text } from '../page/text.ts';
import { DataSourceView } from './DataSourceView.tsx';
import { QueryScene } from './QueryScene.ts';
import { ViewPage } from '../parts/ViewPage.tsx';

/** The query editor with its live answer. */
export function QueryView() {
  return (
    <DataSourceView>
      {(dataSource, chooser) => <Query key={dataSource.uid} dataSource={dataSource} chooser={chooser} />}
    </DataSourceView>
  );
}

function Query({ dataSource, chooser }: { dataSource: DataSourceApi; chooser: ReactNode }) {
  const scene = useMemo(() => new QueryScene(dataSource), [dataSource]);
  const { timePicker, refreshPicker } = scene.useState();
  return (
    <UrlSyncContextProvider scene={scene} updateUrlOnInit={true} createBrowserHistorySteps={false}>
      <ViewPage
        title={text('nav.query')}
        actions={
          <>
            {chooser}
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
