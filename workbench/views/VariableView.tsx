import type { DataSourceApi } from '@grafana/data';
import { getBackendSrv } from '@grafana/runtime';
import type { SceneVariable } from '@grafana/scenes';
import { Combobox, Field } from '@grafana/ui';
import React, { useCallback, useEffect, useState, type ReactNode } from 'react';
import { decodeDashboard } from '../dashboard/decodeDashboard.ts';
import { buildVariable } from '../dashboard/buildVariable.ts';
import { workbenchBoot } from '../page/boot.ts';
import { text } from '../page/text.ts';
import { DataSourceView } from './DataSourceView.tsx';
import { usePromise } from '../parts/usePromise.ts';
import { VariableScene } from './VariableScene.ts';
import { ViewPage } from '../parts/ViewPage.tsx';
import { ViewState } from '../parts/ViewState.tsx';

/** The plugin's variable editor with a preview of the values. */
export function VariableView() {
  return (
    <DataSourceView>
      {(dataSource, picker) => <Variable key={dataSource.uid} dataSource={dataSource} picker={picker} />}
    </DataSourceView>
  );
}

function Variable({ dataSource, picker }: { dataSource: DataSourceApi; picker: ReactNode }) {
  const [contextUid, setContextUid] = useState('');
  const makeScene = useCallback(
    async () => new VariableScene(dataSource, contextUid ? await loadVariables(contextUid) : []),
    [dataSource, contextUid]
  );
  const [loaded, retry] = usePromise(makeScene);
  const contexts = workbenchBoot().dashboards.map(({ uid, title }) => ({ value: uid, label: title }));
  return (
    <ViewPage
      title={text('nav.variables')}
      intro={text('variable.intro')}
      actions={
        <>
          {contexts.length > 0 && (
            <Field label={text('variable.context')} noMargin>
              <Combobox
                id="variable-context"
                width={36}
                options={[{ value: '', label: text('variable.noContext') }, ...contexts]}
                value={contextUid}
                onChange={({ value }) => setContextUid(value)}
              />
            </Field>
          )}
          {picker}
        </>
      }
    >
      <ViewState loaded={loaded} onRetry={retry}>
        {(scene) => <Scene scene={scene} />}
      </ViewState>
    </ViewPage>
  );
}

function Scene({ scene }: { scene: VariableScene }) {
  useEffect(() => {
    window.__grafanaSceneContext = scene;
    return () => {
      window.__grafanaSceneContext = undefined;
    };
  }, [scene]);
  return <scene.Component model={scene} />;
}

async function loadVariables(uid: string): Promise<SceneVariable[]> {
  const { dashboard }: { dashboard: unknown } = await getBackendSrv().get(
    `/api/dashboards/uid/${encodeURIComponent(uid)}`
  );
  return decodeDashboard(dashboard)
    .variables.map(buildVariable)
    .filter((variable) => variable !== undefined);
}
