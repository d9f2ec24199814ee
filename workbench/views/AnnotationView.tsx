import type { DataSourceApi } from '@grafana/data';
import { UrlSyncContextProvider } from '@grafana/scenes';
import React, { useMemo, type ReactNode } from 'react';
import { text } from '../page/text.ts';
import { AnnotationScene } from './AnnotationScene.ts';
import { DataSourceView } from './DataSourceView.tsx';
import { ViewPage } from '../parts/ViewPage.tsx';

/** The plugin's annotation editor with a preview of the events. */
export function AnnotationView() {
  return (
    <DataSourceView>
      {(dataSource, picker) => <Annotation key={dataSource.uid} dataSource={dataSource} picker={picker} />}
    </DataSourceView>
  );
}

function Annotation({ dataSource, picker }: { dataSource: DataSourceApi; picker: ReactNode }) {
  const scene = useMemo(() => new AnnotationScene(dataSource), [dataSource]);
  const { timePicker, refreshPicker } = scene.useState();
  return (
    <UrlSyncContextProvider scene={scene} updateUrlOnInit={false} createBrowserHistorySteps={false}>
      <ViewPage
        title={text('nav.annotations')}
        intro={text('annotation.intro')}
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
